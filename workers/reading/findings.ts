/**
 * What was found in a resume that was not written for a reader: why, on which page, and how much.
 *
 * Owns which flag a reason raises, and how little raises none. Never holds the text itself.
 */
import type { IntegrityFinding, IntegrityFlag, IntegrityReason } from '../tasks.ts'

const flags = {
  white_on_background: 'HIDDEN_TEXT',
  invisible_mode: 'HIDDEN_TEXT',
  transparent: 'HIDDEN_TEXT',
  covered: 'HIDDEN_TEXT',
  optional_content_off: 'HIDDEN_TEXT',
  vanish: 'HIDDEN_TEXT',
  style_sheet: 'HIDDEN_TEXT',
  actual_text: 'HIDDEN_TEXT',
  annotation: 'HIDDEN_TEXT',
  tiny: 'TINY_TEXT',
  off_page: 'OFF_PAGE_TEXT',
  zero_width: 'INVISIBLE_CHARACTERS',
  bidi: 'INVISIBLE_CHARACTERS',
  tag_characters: 'INVISIBLE_CHARACTERS',
  variation_selectors: 'INVISIBLE_CHARACTERS',
  instruction_phrase: 'INSTRUCTION_LIKE_TEXT',
  criteria_listed: 'REPEATED_CRITERIA',
} as const satisfies Record<IntegrityReason, IntegrityFlag>

type ReasonOf<Flag> = { [Reason in keyof typeof flags]: (typeof flags)[Reason] extends Flag ? Reason : never }

/** Why a reader cannot see letters, and so no engine gets them. */
export type HiddenReason = ReasonOf<'HIDDEN_TEXT' | 'TINY_TEXT' | 'OFF_PAGE_TEXT'>[keyof typeof flags]

/** A finding without a page and without letters. */
export function findingOf(reason: IntegrityReason): IntegrityFinding {
  return { flag: flags[reason], reason }
}

/** One finding for each reason and page, in the order in which they were met. */
export function mergeFindings(all: IntegrityFinding[]): IntegrityFinding[] {
  const alike = Map.groupBy(all, ({ reason, page }) => `${reason} ${page}`)
  return [...alike.values()].map((group) => {
    const letters = group.reduce((sum, finding) => sum + (finding.letters ?? 0), 0)
    return letters > 0 ? { ...group[0]!, letters } : group[0]!
  })
}

/** Fewer hidden letters than this come from a template by accident and raise no flag. */
const hiddenLettersMin = 3

const letterOrDigit = /[\p{L}\p{N}]/gu

/** Counts the removed letters by reason and page, and decides which of them deserve a flag. */
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
