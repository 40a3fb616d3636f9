/** The result that all format readers return, and their failures. */
import type { IntegrityFinding, ParseFailureCode, ResumeSizes, ResumeType } from '../tasks.ts'
import type { FailureReason } from '../../generated/types.gen.ts'
import { causeOf, type FailureCause } from '../../src/kit/scoring/failure-cause.ts'
import { monotonicMs } from '../../src/kit/time.ts'

/**
 * `text` is the visible text, not yet normalised, and `findings` describe the text that was removed. If `pages` is a
 * number, `pageBreak` separates the pages. `people` are the names of an e-mail message's sender and recipients.
 */
export type Reading = {
  text: string
  pages: number | null
  findings: IntegrityFinding[]
  people?: string[]
}

/** The separator between the pages of a text. Normalising replaces it with a line end. */
export const pageBreak = '\f'

/** Returns the text of the pages, in order. */
export function joinPages(texts: string[]): string {
  return texts.map((text) => text.replaceAll(pageBreak, '\n')).join(`\n${pageBreak}\n`)
}

/** Returns the number of visible characters in a text. */
export function lettersIn(text: string): number {
  return text.replace(/\s/g, '').length
}

/** The reason that is reported for each code, unless the error states another one. */
const reasons: Record<ParseFailureCode, FailureReason> = {
  RESUME_FETCH_FAILED: 'web_page',
  RESUME_CONVERSION_FAILED: 'unsupported_type',
  RESUME_ENCRYPTED: 'password_protected',
  RESUME_CORRUPTED: 'damaged',
  RESUME_TOO_LARGE: 'too_large',
  RESUME_PARSE_FAILED: 'too_complex',
  RESUME_EMPTY: 'no_text',
}

/** A file that cannot be read. `message` is for the log and contains nothing from the file. */
export class ReadingError extends Error {
  readonly code: ParseFailureCode
  /** Whether the reading process was stopped for a reason other than this file. */
  readonly lost: boolean
  /** The format of a file whose reader crashed or was killed. */
  readonly killed: ResumeType | undefined
  /** The cause, as reported to the caller. */
  readonly why: FailureCause

  constructor(
    code: ParseFailureCode,
    message: string,
    { lost = false, killed, ...why }: { lost?: boolean; killed?: ResumeType } & FailureCause = {},
  ) {
    super(message)
    this.code = code
    this.lost = lost
    this.killed = killed
    this.why = lost ? {} : (causeOf(why) ?? { reason: reasons[code] })
  }
}

/** Throws RESUME_PARSE_FAILED once `deadlineAt` (`monotonicMs`) has passed; call it between units of work. */
export function checkDeadline(deadlineAt: number): void {
  if (monotonicMs() >= deadlineAt) throw new ReadingError('RESUME_PARSE_FAILED', 'the deadline of the task passed')
}

/**
 * Returns the maximum number of UTF-16 units that are read from a file's text, including white space and hidden
 * characters. Without this limit, 10 MiB of words take 250 MB per thread (measured).
 */
export function readUnitsMax({ scoredCharacters }: ResumeSizes): number {
  return 5 * scoredCharacters
}

/**
 * Returns the maximum number of UTF-16 units of a file's visible text that are searched for identifying details. It is
 * larger than the number of scored characters, because placeholders are shorter than the text that they replace.
 * Without a limit, a text full of names and addresses would exhaust the thread's memory.
 */
export function blindedUnitsMax({ scoredCharacters }: ResumeSizes): number {
  return 2 * scoredCharacters
}

/** In points. Smaller letters are unreadable on paper or on a screen; small print has 5 to 6 points. */
export const readablePointsMin = 3
