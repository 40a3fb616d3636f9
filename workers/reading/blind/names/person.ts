/** A person's name. Pure. */
import { nameParticles } from '../name-words.ts'

/**
 * All words in the name as found, and two words that can represent the whole name. `isWhole`: only mentions of the
 * whole name count, because its last word may be a town.
 */
export type PersonName = { words: string[]; given: string; family: string; isWhole?: true }

/** Returns the name that consists of these words, which are in page order. */
export function toName(words: string[]): PersonName {
  const parts = words.filter((word) => !nameParticles.has(word) && word.replace(/\./g, '').length > 1)
  const only = words[0]!
  return { words, given: parts[0] ?? only, family: parts.at(-1) ?? only }
}

/** Returns whether an e-mail or web address at the top of the resume contains a word. */
export type Agrees = (word: string) => boolean
