/** How well a text was read: its words, and their order. */

/** From 0 to 1. `order`: the share of the words found that stand in the expected order. */
export type Figures = { recall: number; precision: number; order: number }

/** Scripts without spaces count letter by letter. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu

/** Compares the text that was read with the one that a person reads. */
export function compare(read: string, expected: string): Figures {
  const [ours, theirs] = [read.match(word) ?? [], expected.match(word) ?? []]
  const places = new Map<string, number[]>()
  theirs.forEach((text, place) => places.set(text, [...(places.get(text) ?? []), place]))
  const found = ours.flatMap((text) => places.get(text)?.shift() ?? [])
  return {
    recall: theirs.length === 0 ? 1 : found.length / theirs.length,
    precision: ours.length === 0 ? 1 : found.length / ours.length,
    order: found.length === 0 ? 1 : longestRise(found) / found.length,
  }
}

/** The length of the longest series of growing numbers among these. */
function longestRise(numbers: number[]): number {
  const ends: number[] = []
  for (const number of numbers) {
    const at = ends.findIndex((end) => end >= number)
    ends[at === -1 ? ends.length : at] = number
  }
  return ends.length
}

export function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
