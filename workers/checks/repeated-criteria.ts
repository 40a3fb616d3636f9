/**
 * Measures how much of a posting's wording an application repeats, to detect criteria that were pasted into a resume,
 * unchanged or reworded.
 *
 * Pasted criteria prove nothing about the candidate, and the recruiter should know about them. Pure. The time is linear
 * in the length of the text, for each criterion. Measured on the 62 jobs and 269 resumes of `test/data/eval`: criteria
 * pasted as a list or between other lines are always detected, and criteria reworded by hand in 8 of 8 cases. One
 * ordinary resume is flagged.
 */

/** Shorter criteria are ignored. They are names, which ordinary lists of skills contain, too. */
const criterionWordsMin = 4
const contentWordsMin = 3
/** An ordinary resume may contain two sentences from a posting by chance. */
const criteriaMin = 3
/** A criterion is repeated if one passage contains at least this share of its content words, in any order. */
const wordsShareMin = 0.65
/** An application is flagged if it repeats at least this share of the criteria. */
const criteriaShareMin = 0.5
/** The maximum length of a passage, relative to the criterion. Two more words are allowed. */
const passageRatio = 1.5
/** Words are treated as equal if this many of their first letters are: "planned" and "planning". */
const stemLength = 6

/**
 * Returns the share of the criteria's content words that the text repeats, averaged over the criteria that are long
 * enough. The words of a criterion must be in one passage. Returns null if too few criteria are repeated to indicate
 * copying.
 */
export function repeatedShare(text: string, criteria: string[]): number | null {
  const long = [...new Set(criteria.map((criterion) => wordsOf(criterion).join(' ')))]
    .map((folded) => criterionOf(folded.split(' ')))
    .filter(({ length, content }) => length >= criterionWordsMin && content.size >= contentWordsMin)
  if (long.length < criteriaMin) return null
  const wanted = new Set(long.flatMap(({ content }) => [...content]))
  const places = wordsOf(text).flatMap((word, at) => (wanted.has(stemOf(word)) ? [{ word: stemOf(word), at }] : []))
  const shares = long.map(({ length, content }) => {
    const own = places.filter(({ word }) => content.has(word))
    return mostInOnePassage(own, Math.ceil(length * passageRatio) + 2) / content.size
  })
  const repeated = shares.filter((share) => share >= wordsShareMin).length
  if (repeated < Math.max(criteriaMin, long.length * criteriaShareMin)) return null
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

function criterionOf(words: string[]): { length: number; content: Set<string> } {
  return { length: words.length, content: new Set(words.filter(isContent).map(stemOf)) }
}

/** Returns the maximum number of different words within any `length` consecutive words of the text. */
function mostInOnePassage(places: { word: string; at: number }[], length: number): number {
  const inPassage = new Map<string, number>()
  let first = 0
  let most = 0
  for (const { word, at } of places) {
    inPassage.set(word, (inPassage.get(word) ?? 0) + 1)
    for (; at - places[first]!.at >= length; first++) {
      const gone = places[first]!.word
      const left = inPassage.get(gone)! - 1
      if (left === 0) inPassage.delete(gone)
      else inPassage.set(gone, left)
    }
    most = Math.max(most, inPassage.size)
  }
  return most
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? []
const isContent = (word: string): boolean => word.length >= 4 || /\p{N}/u.test(word)
const stemOf = (word: string): string => word.slice(0, stemLength)
