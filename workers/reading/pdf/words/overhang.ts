/**
 * How far the letter f hangs over its neighbours. PDFium's boxes hold its whole ink, so the gap beside it looks narrower
 * than it was set, by up to a fifth of an em.
 *
 * Pure. Where the next letter begins within the box of an f, both are in one word, and that tells how far it hangs over.
 */
import type { Box } from '../boxes.ts'

type Letter = Box & { text: string; letter: boolean; em: number }

/** In ems, of each font's f: over the letter that follows, and over the one before. */
export type Overhangs = { after: Map<number, number>; before: Map<number, number> }

/** A letter that is further back than this is not the next one of a line. */
const overhangEmsMax = 0.3

/** Measures the letters of a page. `runs`: those in sequence at one height. */
export function overhangsOf(runs: Letter[][]): Overhangs {
  const [after, before] = [new Map<number, number[]>(), new Map<number, number[]>()]
  for (const run of runs)
    for (let index = 1; index < run.length; index++) {
      const [one, other] = [run[index - 1]!, run[index]!]
      if (!one.letter || !other.letter || (one.text === 'f') === (other.text === 'f')) continue
      const overlap = (one.right - other.left) / one.em
      if (overlap <= 0 || overlap > overhangEmsMax) continue
      const [measured, letter] = one.text === 'f' ? [after, one] : [before, other]
      measured.getOrInsertComputed(fontOf(letter), () => []).push(overlap)
    }
  return { after: mediansOf(after), before: mediansOf(before) }
}

/** By how much the gap between two letters is wider, in points, than it is between their boxes. */
export function overhangBetween(one: Letter, other: Letter, { after, before }: Overhangs): number {
  const over = one.text === 'f' ? (after.get(fontOf(one)) ?? 0) : 0
  const under = other.text === 'f' ? (before.get(fontOf(other)) ?? 0) : 0
  return over * one.em + under * other.em
}

/** The width of its f in hundredths of an em tells one font of a page from another. */
const fontOf = ({ left, right, em }: Letter): number => Math.round(((right - left) / em) * 100)

const mediansOf = (measured: Map<number, number[]>): Map<number, number> =>
  new Map(
    Array.from(measured, ([font, overlaps]) => [
      font,
      overlaps.sort((one, other) => one - other)[Math.floor(overlaps.length / 2)]!,
    ]),
  )
