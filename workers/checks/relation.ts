/**
 * How much a passage has to do with a criterion, by their words alone.
 *
 * Owns no judgement: a passage may say what a criterion asks for in other words. Words of the same stem, and English
 * words of like meaning by the word vectors, relate; other languages are compared by stems and exact words.
 */
import { isContent, tokensOf } from '../language/tokens.ts'
import { nearest, wordsOf, type Words } from '../language/word-vectors.ts'

/** The words of a text that say something; of a passage, those that are not words of orders to a scorer. */
export function contentOf(text: string, without: ReadonlySet<string> = new Set()): Words {
  const words = tokensOf(text).filter((token) => isContent(token) && !without.has(token.text))
  return wordsOf(words.map(({ stem }) => stem))
}

/** From 0 to 1: how near a word of the passage comes to any word of the criterion; 1 for a word that both have. */
export function relation(criterion: Words, passage: Words): number {
  return Math.max(0, ...criterion.words.map((word) => nearest(word, passage)))
}
