/**
 * Counts hidden text in a resume, by reason and page.
 *
 * Decides which amounts are too small to raise a flag. Never contains the text itself.
 */
import { findingOf, flags } from '../findings.ts'
import type { IntegrityFinding, IntegrityFlag } from '../tasks.ts'

type ReasonOf<Flag> = { [Reason in keyof typeof flags]: (typeof flags)[Reason] extends Flag ? Reason : never }

/** The reasons why a reader cannot see some text. Such text is not passed to engines. */
export type HiddenReason = ReasonOf<'HIDDEN_TEXT' | 'TINY_TEXT' | 'OFF_PAGE_TEXT'>[keyof typeof flags]

/** Fewer hidden letters than this do not raise a flag, because templates contain a few by accident. */
const hiddenLettersMin = 3
/** Hidden text with fewer different letters does not raise a flag: it is a spacer, such as repeated white "x". */
const distinctLettersMin = 2

/**
 * The text that Word, in each of its languages, hides around the fields of a web form and around content pasted from a
 * web page.
 */
const formMarker =
  /^(?:(?:top|bottom) of form|formular(?:beginn|ende)|(?:haut|bas) du formulaire|(?:principio|final) del formulario|(?:inicio|fim|início|parte superior|parte inferior) do formulário|(?:inizio|fine) modulo|(?:boven|onder)kant formulier|(?:początek|dół) formularza|(?:начало|конец) формы|窗体(?:顶|底)端|フォームの(?:始まり|終わり)|양식의 (?:맨 위|맨 아래))$/i

const letterOrDigit = /[\p{L}\p{N}]/gu

/** Counts the removed letters by reason and page, and decides which of them raise a flag. */
export class HiddenTally {
  readonly #findings = new Map<string, IntegrityFinding & { letters: number }>()
  /** The different letters that were removed, by flag. */
  readonly #distinct = new Map<IntegrityFlag, Set<string>>()

  /** Records text that was removed for this reason. Pages are numbered from 1. */
  add(reason: HiddenReason, text: string, page?: number): void {
    const all = text.match(letterOrDigit) ?? []
    const letters = all.length
    if (letters === 0 || formMarker.test(text.trim())) return
    const distinct = this.#distinct.getOrInsertComputed(findingOf(reason).flag, () => new Set())
    for (const letter of all) if (distinct.size < distinctLettersMin) distinct.add(letter.toLowerCase())
    const key = `${reason} ${page}`
    const known = this.#findings.get(key)
    if (known) known.letters += letters
    else this.#findings.set(key, { ...findingOf(reason), ...(page === undefined ? {} : { page }), letters })
  }

  get findings(): IntegrityFinding[] {
    const found = [...this.#findings.values()]
    const lettersOf = (flag: IntegrityFlag) =>
      found.reduce((sum, finding) => sum + (finding.flag === flag ? finding.letters : 0), 0)
    const isText = (flag: IntegrityFlag) =>
      lettersOf(flag) >= hiddenLettersMin && this.#distinct.get(flag)!.size >= distinctLettersMin
    return found.filter(({ flag }) => isText(flag))
  }
}

/**
 * Returns whether each word of a hidden text occurs at least as often in the visible text. Such text hides nothing: for
 * example, invisible words of a link over the visible ones.
 */
export function repeatsShown(hidden: string, shown: string): boolean {
  const left = Map.groupBy(wordsOf(shown), (word) => word)
  return wordsOf(hidden).every((word) => left.get(word)?.pop() !== undefined)
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}
