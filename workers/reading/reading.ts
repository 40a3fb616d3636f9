/**
 * What every reader of a format gives back, and how it gives up.
 *
 * Owns the shapes inside a thread alone: `ReadingError` never leaves `parseResume`, which turns it
 * into a value.
 */
import type { IntegrityFlag, ParseFailureCode } from '../tasks.ts'

/** Text as a reader of the page sees it (not yet normalised), and what was taken out of it. */
export type Reading = { text: string; pages: number | null; flags: Set<IntegrityFlag> }

/** A file that cannot be read; `message` is for the log and holds nothing of the file. */
export class ReadingError extends Error {
  readonly code: ParseFailureCode
  /** Whoever read it was ended from outside. */
  readonly lost: boolean

  constructor(code: ParseFailureCode, message: string, { lost = false } = {}) {
    super(message)
    this.code = code
    this.lost = lost
  }
}

/** Throws RESUME_PARSE_FAILED once `deadlineAt` (epoch ms) has passed; asked between units of work. */
export function checkDeadline(deadlineAt: number): void {
  if (Date.now() >= deadlineAt) throw new ReadingError('RESUME_PARSE_FAILED', 'the deadline of the task has passed')
}

/** Fewer hidden letters than this are an accident of a template, not text: no flag. */
const hiddenLettersMin = 3

const letterOrDigit = /[\p{L}\p{N}]/gu

/** Counts the letters a reader took out, by reason, and says which reasons are worth a flag. */
export class HiddenTally {
  readonly #letters = new Map<IntegrityFlag, number>()

  /** Notes text that was taken out for this reason. */
  add(flag: IntegrityFlag, text: string): void {
    const letters = text.match(letterOrDigit)?.length ?? 0
    this.#letters.set(flag, (this.#letters.get(flag) ?? 0) + letters)
  }

  get flags(): Set<IntegrityFlag> {
    return new Set([...this.#letters].filter(([, letters]) => letters >= hiddenLettersMin).map(([flag]) => flag))
  }
}
