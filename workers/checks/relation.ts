/**
 * Measures how closely a passage is related to a criterion, using only their words.
 *
 * Only measures, because a passage may express a requirement in other words. Words with the same stem, and English
 * words with similar vectors, are related; other languages are compared by stems and exact words.
 */
import { isContent, tokensOf } from '../language/tokens.ts'
import { nearest, wordsOf, type Words } from '../language/word-vectors.ts'

/** Returns the content words in a text. For a passage, `without` excludes the words of instructions to a scorer. */
export function contentOf(text: string, without: ReadonlySet<string> = new Set()): Words {
  const words = tokensOf(text).filter((token) => isContent(token) && !without.has(token.text))
  return wordsOf(words.map(({ stem }) => stem))
}

/**
 * Returns the highest similarity between a word of the passage and one of the criterion, from 0 to 1; 1 if they share a
 * word.
 */
export function relation(criterion: Words, passage: Words): number {
  return Math.max(0, ...criterion.words.map((word) => nearest(word, passage)))
}
