/** Measures how common a text's letter pairs are in Latin-script languages. The figures are in `letter-pairs.txt`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const letters = 26

/** For each language group, the binary logarithm of the frequency of each letter pair, relative to chance. */
const groups: Float64Array[] = readFileSync(join(import.meta.dirname, 'letter-pairs.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => Float64Array.from(line.split(': ')[1]!, (digit) => (parseInt(digit, 16) - 8) / 2))

/** Letters that Unicode does not decompose, each with the plain letter that replaces it. */
const undecomposed: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ß: 's',
  æ: 'e',
  œ: 'e',
  þ: 't',
  ð: 'd',
  ə: 'e',
}

/**
 * The end of the Unicode blocks with Latin letters. The last one is Latin Extended Additional, which has the Vietnamese
 * letters.
 */
const codesEnd = 0x1f00
const [combiningFrom, combiningEnd] = [0x300, 0x370]
const latin = /\p{sc=Latin}/u

/** For each code unit, 0 to 25 for a Latin letter regardless of its marks, and -1 for anything else. */
const letterByCode = Int8Array.from({ length: codesEnd }, (_, code) => {
  const character = String.fromCharCode(code)
  if (!latin.test(character)) return -1
  const small = character.toLowerCase()
  const at = (undecomposed[small] ?? small.normalize('NFD')).charCodeAt(0) - 97
  return at >= 0 && at < letters ? at : -1
})

/** Returns the Latin letter of a code unit, from 0 to 25, regardless of its marks; -1 for anything else. */
export function latinLetter(code: number): number {
  return code < codesEnd ? letterByCode[code]! : -1
}

/** Returns whether a code unit is a combining mark. */
export function isMark(code: number): boolean {
  return code >= combiningFrom && code < combiningEnd
}

/** Nearly every word has at least one of these vowels. */
const vowels = new Set([...'aeiouyw'].map((vowel) => vowel.charCodeAt(0) - 97))
/** The amount that is subtracted for each pair in a word without a vowel. */
const vowellessCost = 1
/** The maximum number of pairs that are counted for one word. A longer word is a key or an address. */
const wordPairsMax = 60

/** Collects the letter pairs in words, and measures how common the pairs are. */
export class LetterPairs {
  readonly #pairs: Uint16Array
  #vowelless = 0
  /** The number of pairs that have been added. */
  size = 0

  /** `most` is the number of pairs after which the caller calls `take`. */
  constructor(most: number) {
    this.#pairs = new Uint16Array(most + wordPairsMax)
  }

  /** Adds the word between these offsets, which consists of Latin letters and their marks. */
  add(text: string, start: number, end: number): void {
    const before = this.size
    const most = Math.min(before + wordPairsMax, this.#pairs.length)
    let [previous, hasVowel] = [-1, false]
    for (let at = start; at < end && this.size < most; at++) {
      const letter = latinLetter(text.charCodeAt(at))
      if (letter < 0) continue
      hasVowel ||= vowels.has(letter)
      if (previous >= 0) this.#pairs[this.size++] = previous * letters + letter
      previous = letter
    }
    if (!hasVowel) this.#vowelless += this.size - before
  }

  /**
   * Computes, for each language group, the mean of the figures of the pairs. Returns the highest mean. It is 0 for
   * random letters and about 1 for a language. Removes the pairs.
   */
  take(): number {
    let best = -Infinity
    for (const group of groups) {
      let sum = 0
      for (let at = 0; at < this.size; at++) sum += group[this.#pairs[at]!]!
      best = Math.max(best, sum)
    }
    const mean = (best - vowellessCost * this.#vowelless) / this.size
    this.#vowelless = this.size = 0
    return mean
  }
}
