/** Measures how well a document was read: its words, and their order. */

/** All figures are from 0 to 1. `order` is the share of the found words that are in the expected order. */
export type Figures = { recall: number; precision: number; order: number }

/** In scripts without spaces, every letter is treated as a word. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+/gu

/** Returns a single figure: the harmonic mean of recall and precision. */
export function f1({ recall, precision }: Figures): number {
  return recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision)
}

/**
 * Joiners change the forms of adjacent letters and have no width. They are ignored, because some files do not keep
 * them.
 */
const joiners = /[\u200c\u200d]/g

/** Compares the extracted text with the expected one. */
export function compare(read: string, expected: string): Figures {
  const [ours, theirs] = [wordsOf(read), wordsOf(expected)]
  const missing = new Map<string, number>()
  for (const text of theirs) missing.set(text, (missing.get(text) ?? 0) + 1)
  let found = 0
  for (const text of ours) {
    const left = missing.get(text) ?? 0
    if (left > 0) found += 1
    missing.set(text, left - 1)
  }
  return {
    recall: theirs.length === 0 ? 1 : found / theirs.length,
    precision: ours.length === 0 ? 1 : found / ours.length,
    order: found === 0 ? 1 : longestCommon(ours, theirs) / found,
  }
}

const wordsOf = (text: string): string[] => text.replace(joiners, '').match(word) ?? []

/** Returns the length of the longest common subsequence of words. */
function longestCommon(ours: string[], theirs: string[]): number {
  let lengths = new Uint32Array(theirs.length + 1)
  for (const text of ours) {
    const above = lengths
    lengths = new Uint32Array(theirs.length + 1)
    for (const [at, other] of theirs.entries())
      lengths[at + 1] = text === other ? above[at]! + 1 : Math.max(above[at + 1]!, lengths[at]!)
  }
  return lengths.at(-1)!
}

export function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
