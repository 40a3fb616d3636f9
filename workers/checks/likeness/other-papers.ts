/** Phrases that are typical of documents and pages other than resumes. The phrases are in `other-papers.txt`. */
import { phraseLists } from './phrase-lists.ts'

type Phrase = { text: string; weight: number }
type Kind = { name: string; phrases: Phrase[] }

/** An East Asian letter. Phrases with such letters are matched anywhere, because spaces do not separate all words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

const kinds = Array.from(phraseLists('other-papers.txt'), ([name, entries]): Kind => ({
  name,
  phrases: entries.map(phraseOf),
}))

function phraseOf(entry: string): Phrase {
  const text = entry.replace('!', '')
  return { text: unspaced.test(text) ? text : ` ${text} `, weight: entry.startsWith('!') ? 2 : 1 }
}

/** Returns the text in lower case without accents, with single spaces between words and at each end. */
export function foldForPhrases(text: string): string {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return ` ${folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
}

/**
 * Returns the kind of document that the folded text resembles most, and the points for the phrases of that kind in it.
 */
export function likestPaper(folded: string): { kind: string; points: number } {
  const counted = kinds.map(({ name, phrases }) => {
    const said = phrases.filter(({ text }) => folded.includes(text))
    return { kind: name, points: said.reduce((sum, { weight }) => sum + weight, 0) }
  })
  return counted.reduce((one, other) => (other.points > one.points ? other : one))
}
