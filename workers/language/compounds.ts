/**
 * Splits German compounds: "Lagerlogistik" consists of "Lager" and "Logistik".
 *
 * The last part of a compound must be a word in `words/de.txt`. Each other part must be such a word or an English word.
 */
import { entriesOf, wordsOfKind } from './words.ts'
import { fold, isEnglish } from './stems.ts'

const levelKinds = [1, 2, 3, 4, 5, 6].map((level) => `level ${level}`)
const germanWords = new Set(entriesOf('meaning', ['de']).flatMap(([, words]) => words.map(fold)))
/**
 * Compounds that are not split, because they mean something other than their parts: "Muttersprache" is a level, and
 * "Berufserfahrung" is not a trade.
 */
const wholeWords = new Set([...levelKinds, 'filler', 'function'].flatMap((kind) => wordsOfKind(kind)).map(fold))
const partLengthMin = 4 // many words contain a shorter part ("Amt", "Rat") by chance
const restLengthMin = 3
const lengthMax = 40 // a longer word is malicious

/**
 * Caches the parts of long words, because resumes use the same words. stems.ts explains why this is not an LRU cache.
 */
const known = new Map<string, string[]>()
const knownMax = 20_000

/** Returns the parts of a folded word. Most words have only one part, the word itself. */
export function compoundParts(word: string): string[] {
  if (word.length < partLengthMin + restLengthMin || word.length > lengthMax) return [word]
  const remembered = known.get(word)
  if (remembered !== undefined) return remembered
  if (known.size >= knownMax) known.clear()
  const parts = split(word)
  known.set(word, parts)
  return parts
}

/** Returns the parts of a word if it ends in a known word and the rest is known, too; otherwise only the word. */
function split(word: string): string[] {
  if (isWhole(word) || wholeWords.has(word)) return [word]
  for (let at = restLengthMin; at <= word.length - partLengthMin; at++) {
    if (!germanWords.has(word.slice(at))) continue
    const rest = split(unlinked(word.slice(0, at)))
    if (rest.length > 1 || isWhole(rest[0]!)) return [...rest, word.slice(at)]
  }
  return [word]
}

const isWhole = (word: string): boolean => germanWords.has(word) || isEnglish(word)

/** Removes the linking letters of a compound's part: "Zahlungs" in "Zahlungsdienst" becomes "Zahlung". */
function unlinked(word: string): string {
  const linked = ['s', 'es', 'n', 'en'].filter((link) => word.endsWith(link))
  return linked.map((link) => word.slice(0, -link.length)).find((rest) => germanWords.has(rest)) ?? word
}
