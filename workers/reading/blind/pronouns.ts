/**
 * Finds words that reveal a person's gender: English pronouns in the third person.
 *
 * Pure. Keeps words in capitals, which are abbreviations: HIS is a hospital information system.
 */
import { findAll, type Mention } from './mentions.ts'

const outsideWord = "(?<![\\p{L}\\p{N}_’'-])"
const endOfWord = '(?![\\p{L}\\p{N}_-])'
const third = '(?:he|she|they|ze|xe|him|her|them|his|hers|theirs?|hir|xem)'
/** Pronouns that people state next to their name: "she/her", "(he/him/his)", "they / them". */
const declared = new RegExp(`${outsideWord}${third}(?: ?/ ?${third}){1,3}${endOfWord}`, 'giu')
const inSentence = new RegExp(
  `${outsideWord}(?:[Hh]e|[Ss]he|[Hh]im|[Hh]ers?|[Hh]is|[Hh]imself|[Hh]erself)${endOfWord}`,
  'gu',
)
/** Frequent English words, and frequent words in languages in which 'he', 'her' or 'him' has another meaning. */
const english = /(?<!\p{L})(?:the|and|with|of|for|to|was|is|has)(?!\p{L})/giu
const foreign =
  /(?<!\p{L})(?:el|la|los|las|de|y|en|der|die|und|mit|von|het|een|og|att|och|som|le|les|et|des)(?!\p{L})/giu
const sampleUnits = 20_000

/**
 * Returns every pronoun in a text that reveals a gender, or that is stated next to a name. Spanish "he trabajado" does
 * not contain one.
 */
export function findPronouns(text: string): Mention[] {
  const inSentences = findAll(text, inSentence, 'PRONOUN')
  const isRead = inSentences.length > 0 && isEnglish(text.slice(0, sampleUnits))
  return [...findAll(text, declared, 'PRONOUN'), ...(isRead ? inSentences : [])]
}

function isEnglish(sample: string): boolean {
  return (sample.match(english)?.length ?? 0) >= (sample.match(foreign)?.length ?? 0)
}
