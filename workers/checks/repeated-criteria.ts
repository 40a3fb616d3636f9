/**
 * Whether a text lists the criteria that it is to be judged by: a posting pasted into a resume.
 *
 * Such a list proves nothing, and a recruiter should know of it. Pure. Linear in the length of the text.
 */

/** Fewer words are a name, which anybody's list of skills may hold. */
const criterionWordsMin = 4
/** Two sentences of a posting may stand in an honest resume by chance. */
const criteriaMin = 3
/** The most words between two criteria of one passage: a heading, or a few words of one's own. */
const gapWordsMax = 8

type Criterion = { at: number; words: string[] }

/** True where one passage of the text holds most of the longer criteria word for word. */
export function repeatsCriteria(text: string, criteria: string[]): boolean {
  const long = [...new Set(criteria.map((criterion) => wordsOf(criterion).join(' ')))]
    .map((folded, at) => ({ at, words: folded.split(' ') }))
    .filter((criterion) => criterion.words.length >= criterionWordsMin)
  const most = Math.max(criteriaMin, Math.floor(long.length / 2) + 1)
  if (long.length < most) return false
  const byFirstWord = Map.groupBy(long, ({ words }) => words[0]!)
  const words = wordsOf(text)
  const passage = new Set<number>()
  let end = 0
  for (const [at, word] of words.entries()) {
    const found = byFirstWord.get(word)?.find((criterion) => standsAt(words, at, criterion))
    if (found === undefined) continue
    if (at - end > gapWordsMax) passage.clear()
    passage.add(found.at)
    if (passage.size >= most) return true
    end = Math.max(end, at + found.words.length)
  }
  return false
}

const standsAt = (words: string[], at: number, criterion: Criterion): boolean =>
  criterion.words.every((word, index) => words[at + index] === word)

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? []
