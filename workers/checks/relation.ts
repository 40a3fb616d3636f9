/**
 * Measures how closely the words of a passage and of a criterion are related.
 *
 * Words are related if they have the same stem or, in English, similar vectors. In other languages, only stems and
 * exact words are compared.
 */
import { isContent, tokensOf } from '../language/tokens.ts'
import { nearest, wordsOf, type Words } from '../language/word-vectors.ts'

/** Returns the content words in a text. For a passage, `without` excludes the words of instructions to a scorer. */
export function contentOf(text: string, without: ReadonlySet<string> = new Set()): Words {
  const words = tokensOf(text).filter((token) => isContent(token) && !without.has(token.text))
  return wordsOf(words.map(({ stem }) => stem))
}

/**
 * Returns the highest similarity between a word of the passage and a word of the criterion, from 0 to 1. It is 1 if a
 * word is in both.
 */
export function relation(criterion: Words, passage: Words): number {
  return Math.max(0, ...criterion.words.map((word) => nearest(word, passage)))
}
