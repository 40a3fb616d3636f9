/**
 * Decides whether a hyphen at the end of a line belongs to the word, or is only there because the word was split.
 *
 * Pure. plain-letters.ts joins the lines and maps every offset back.
 */
import { fold, stem } from './tokens.ts'
import { isKnownWord } from './word-vectors.ts'

/** A hyphen between two letters, where the next line continues in lower case. */
export const lineHyphen = /[-\u00ad\u2010](?<=\p{L}\p{M}*.)\n(?=\p{Ll})/gu

/** In "Personal- und Finanzwesen" and "pre- and post-sales", the hyphen replaces the second part of the first word. */
const conjunction = /^(?:and|or|to|und|oder|bzw|sowie|bis|et|ou|y|e|o|en|of)(?![\p{L}\p{M}])/u

/** Suffixes that are also words. Before such a suffix, a hyphen is there only because the word was split. */
const ending = /^(?:ship|hood|less|ness|ment|ful)s?(?![\p{L}\p{M}])/u

/** The number of characters that are examined on either side of the hyphen. Hardly any word is longer. */
const wordLengthMax = 40

/**
 * Returns the replacement for the hyphen and the line break at `at`: nothing, the hyphen, or both characters unchanged.
 */
export function joinedHyphen(text: string, at: number): string {
  const [hyphen, after] = [text[at]!, text.slice(at + 2, at + 2 + wordLengthMax)]
  if (hyphen === '\u00ad') return ''
  if (conjunction.test(after)) return `${hyphen}\n`
  const first = /[\p{L}\p{M}]+$/u.exec(text.slice(Math.max(0, at - wordLengthMax), at))![0]
  const isChain = text[at - first.length - 1] === '-' // "end-to-end"
  const second = /^[\p{L}\p{M}]+/u.exec(after)![0]
  if (isChain) return hyphen
  if (ending.test(after) || isKnown(first + second)) return ''
  return isKnown(first) && isKnown(second) ? hyphen : ''
}

const isKnown = (word: string): boolean => isKnownWord(stem(fold(word)))
