/**
 * Counts text in a resume that no reader sees: why, on which page, and how much.
 *
 * Decides how little raises no flag. Never contains the text itself.
 */
import { findingOf, flags } from '../findings.ts'
import type { IntegrityFinding, IntegrityFlag } from '../tasks.ts'

type ReasonOf<Flag> = { [Reason in keyof typeof flags]: (typeof flags)[Reason] extends Flag ? Reason : never }

/** Why a reader cannot see letters, which are therefore not passed to engines. */
export type HiddenReason = ReasonOf<'HIDDEN_TEXT' | 'TINY_TEXT' | 'OFF_PAGE_TEXT'>[keyof typeof flags]

/** Fewer hidden letters than this come from a template by accident and raise no flag. */
const hiddenLettersMin = 3

const letterOrDigit = /[\p{L}\p{N}]/gu

/** Counts the removed letters by reason and page, and decides which of them raise a flag. */
export class HiddenTally {
  readonly #findings = new Map<string, IntegrityFinding & { letters: number }>()

  /** Records text that was removed for this reason. `page` counts from 1. */
  add(reason: HiddenReason, text: string, page?: number): void {
    const letters = text.match(letterOrDigit)?.length ?? 0
    if (letters === 0) return
    const key = `${reason} ${page}`
    const known = this.#findings.get(key)
    if (known) known.letters += letters
    else this.#findings.set(key, { ...findingOf(reason), ...(page === undefined ? {} : { page }), letters })
  }

  get findings(): IntegrityFinding[] {
    const found = [...this.#findings.values()]
    const lettersOf = (flag: IntegrityFlag) =>
      found.reduce((sum, finding) => sum + (finding.flag === flag ? finding.letters : 0), 0)
    return found.filter(({ flag }) => lettersOf(flag) >= hiddenLettersMin)
  }
}
