/** Ranks the lines of one resume by BM25, to see how well the best line matches a criterion. */

const saturation = 1.2
const lengthWeight = 0.75

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? []

/** Returns, for each query, the best line's score as a share of the maximum: from 0 to 1. */
export function bestMatches(queries: string[], lines: string[]): number[] {
  const documents = lines.map((line) => {
    const words = wordsOf(line)
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    return { counts, length: words.length }
  })
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / documents.length
  const holding = new Map<string, number>()
  for (const { counts } of documents) for (const word of counts.keys()) holding.set(word, (holding.get(word) ?? 0) + 1)
  const rarity = (word: string): number => {
    const held = holding.get(word) ?? 0
    return Math.log(1 + (documents.length - held + 0.5) / (held + 0.5))
  }
  return queries.map((query) => {
    const terms = wordsOf(query).map((word) => ({ word, weight: rarity(word) }))
    const most = terms.reduce((sum, { weight }) => sum + weight * (saturation + 1), 0)
    let best = 0
    for (const { counts, length } of documents) {
      const norm = saturation * (1 - lengthWeight + (lengthWeight * length) / meanLength)
      let reached = 0
      for (const { word, weight } of terms) {
        const count = counts.get(word) ?? 0
        reached += (weight * count * (saturation + 1)) / (count + norm)
      }
      best = Math.max(best, reached)
    }
    return most === 0 ? 0 : best / most
  })
}
