/**
 * Measures how far the letter f extends over its neighbours. The box of an f includes this overhang, so the gap next to
 * it appears up to a fifth of an em too narrow.
 *
 * Pure. The overhang is measured where the next letter starts within the box of an f, because both are then in one
 * word.
 */
import type { Box } from '../boxes.ts'

type Letter = Box & { text: string; letter: boolean; em: number }

/** In ems and for each font, the overhang of its f over the next letter and over the previous one. */
export type Overhangs = { after: Map<number, number>; before: Map<number, number> }

/** The maximum overhang in ems. A letter that starts further back is not in the same word. */
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

/** Returns the overhang, in points, to add to the gap between the boxes of two letters. */
export function overhangBetween(one: Letter, other: Letter, { after, before }: Overhangs): number {
  const over = one.text === 'f' ? (after.get(fontOf(one)) ?? 0) : 0
  const under = other.text === 'f' ? (before.get(fontOf(other)) ?? 0) : 0
  return over * one.em + under * other.em
}

/** Returns a key for the font of an f: the width of the letter, in hundredths of an em. */
const fontOf = ({ left, right, em }: Letter): number => Math.round(((right - left) / em) * 100)

const mediansOf = (measured: Map<number, number[]>): Map<number, number> =>
  new Map(
    Array.from(measured, ([font, overlaps]) => [
      font,
      overlaps.sort((one, other) => one - other)[Math.floor(overlaps.length / 2)]!,
    ]),
  )
