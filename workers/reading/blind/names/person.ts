/** A person's name. Pure. */
import { nameParticles } from '../name-words.ts'

/** All words in the name as found, and two words that can represent the whole name. */
export type PersonName = { words: string[]; given: string; family: string }

/** Returns the name that consists of these words, which are in page order. */
export function toName(words: string[]): PersonName {
  const parts = words.filter((word) => !nameParticles.has(word) && word.replace(/\./g, '').length > 1)
  const only = words[0]!
  return { words, given: parts[0] ?? only, family: parts.at(-1) ?? only }
}
