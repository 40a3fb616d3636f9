/** What a text says that is typical of papers and pages other than resumes. The phrases are data: `other-papers.txt`. */
import { phraseLists } from './phrase-lists.ts'

type Phrase = { text: string; weight: number }
type Kind = { name: string; phrases: Phrase[] }

/** A letter that is written without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

const kinds = Array.from(phraseLists('other-papers.txt'), ([name, entries]): Kind => ({
  name,
  phrases: entries.map(phraseOf),
}))

function phraseOf(entry: string): Phrase {
  const text = entry.replace('!', '')
  return { text: unspaced.test(text) ? text : ` ${text} `, weight: entry.startsWith('!') ? 2 : 1 }
}

/** Lower case without accents, words between single spaces, one at each end. */
export function foldForPhrases(text: string): string {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return ` ${folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
}

/** The kind of paper that the folded text is most like, and how much: its phrases, each counted once. */
export function likestPaper(folded: string): { kind: string; points: number } {
  const counted = kinds.map(({ name, phrases }) => {
    const said = phrases.filter(({ text }) => folded.includes(text))
    return { kind: name, points: said.reduce((sum, { weight }) => sum + weight, 0) }
  })
  return counted.reduce((one, other) => (other.points > one.points ? other : one))
}
