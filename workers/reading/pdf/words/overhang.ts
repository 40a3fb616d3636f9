/**
 * Measures how far the letter f overhangs its neighbours. PDFium's boxes contain its whole ink, so the gap next to it
 * looks up to a fifth of an em narrower than it was set.
 *
 * Pure. If the next letter starts within the box of an f, both are in one word, which gives the overhang.
 */
import type { Box } from '../boxes.ts'

type Letter = Box & { text: string; letter: boolean; em: number }

/** For each font, how far its f extends over the next letter and over the previous one, in ems. */
export type Overhangs = { after: Map<number, number>; before: Map<number, number> }

/** A letter that is further back than this does not continue the line. */
const overhangEmsMax = 0.3

/** Measures the overhangs on a page. `runs` are letters in sequence at the same height. */
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

/** Returns by how many points the real gap between two letters differs from the gap between their boxes. */
export function overhangBetween(one: Letter, other: Letter, { after, before }: Overhangs): number {
  const over = one.text === 'f' ? (after.get(fontOf(one)) ?? 0) : 0
  const under = other.text === 'f' ? (before.get(fontOf(other)) ?? 0) : 0
  return over * one.em + under * other.em
}

/** Identifies a page's font by the width of its f, in hundredths of an em. */
const fontOf = ({ left, right, em }: Letter): number => Math.round(((right - left) / em) * 100)

const mediansOf = (measured: Map<number, number[]>): Map<number, number> =>
  new Map(
    Array.from(measured, ([font, overlaps]) => [
      font,
      overlaps.sort((one, other) => one - other)[Math.floor(overlaps.length / 2)]!,
    ]),
  )
