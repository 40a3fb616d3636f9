/**
 * What every format reader returns, and how it fails.
 *
 * `ReadingError` never leaves `parseResume`, which turns it into a value.
 */
import type { IntegrityFinding, ParseFailureCode, ResumeSizes, ResumeType } from '../tasks.ts'
import type { FailureReason } from '../../generated/types.gen.ts'
import { causeOf, type FailureCause } from '../../src/kit/scoring/failure-cause.ts'
import { monotonicMs } from '../../src/kit/time.ts'

/**
 * The text that a reader of the page sees (not yet normalised), and what was removed from it. `people`: the names of
 * those whom a mail is from and to.
 */
export type Reading = {
  text: string
  pages: number | null
  findings: IntegrityFinding[]
  people?: string[]
}

/** The characters of a text that take ink. */
export function lettersIn(text: string): number {
  return text.replace(/\s/g, '').length
}

/** The reason of each code, where the error names no other. */
const reasons: Record<ParseFailureCode, FailureReason> = {
  RESUME_FETCH_FAILED: 'web_page',
  RESUME_CONVERSION_FAILED: 'unsupported_type',
  RESUME_ENCRYPTED: 'password_protected',
  RESUME_CORRUPTED: 'damaged',
  RESUME_TOO_LARGE: 'too_large',
  RESUME_PARSE_FAILED: 'too_complex',
  RESUME_EMPTY: 'no_text',
}

/** A file that cannot be read; `message` is for the log and holds nothing of the file. */
export class ReadingError extends Error {
  readonly code: ParseFailureCode
  /** Something outside ended the reader. */
  readonly lost: boolean
  /** The format of a file that cost its reader. */
  readonly killed: ResumeType | undefined
  /** For the caller. */
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

/** Throws RESUME_PARSE_FAILED once `deadlineAt` (`monotonicMs`) has passed; called between units of work. */
export function checkDeadline(deadlineAt: number): void {
  if (monotonicMs() >= deadlineAt) throw new ReadingError('RESUME_PARSE_FAILED', 'the deadline of the task passed')
}

/**
 * UTF-16 units of a file's text that are looked at, white space and hidden characters among them. More would need a
 * quarter of a gigabyte for each thread (measured: 10 MiB of words).
 */
export function readUnitsMax({ scoredCharacters }: ResumeSizes): number {
  return 5 * scoredCharacters
}

/**
 * UTF-16 units of a file's visible text in which people are looked for. Its placeholders are shorter than what they
 * stand for, so it is more than is scored; a text that is all names and addresses would else outgrow its thread.
 */
export function blindedUnitsMax({ scoredCharacters }: ResumeSizes): number {
  return 2 * scoredCharacters
}

/** In points: no reader can make out a smaller line on paper or on a screen; small print is 5 to 6. */
export const readablePointsMin = 3
