/**
 * Whether two paintings of a word show the same letters.
 *
 * Pure. Owns how far outlines may differ: a browser's synthetic bold is thicker than the font, and edges are grey.
 */
import type { Box } from '../page-rows.ts'

/** A word: the boxes of its letters' outlines, and their size in points. */
export type Word = { letters: Box[]; points: number }

/** A part of the page in pixels, of which there are `scale` to a point. */
export type Region = { left: number; top: number; width: number; height: number }
export type ScaledRegion = Region & { scale: number }

/** Synthetic bold is wider by a 48th of its size on each side; the edges of letters take the rest. */
const boldShare = 1 / 32
/** Of 255: fainter differences are no letters. */
const contrastMin = 24
/** Shares of the contrast: what certainly is ink, and what may be the edge of it. */
const [certainShare, edgeShare] = [0.65, 0.35]
/**
 * Shares of the letters' pixels and of the ink's that must agree: outlines that are a quarter of a pixel off leave 0.93,
 * and one wrong digit of four 0.91 (measured). A letter alone, of which there are few pixels, may agree less.
 */
const [wordAgreeMin, letterAgreeMin] = [0.92, 0.85]

/** Compares the pixels of a word as the page shows it with those of its letters alone, painted on plain paper. */
export function showsSame(word: Word, region: ScaledRegion, asShown: Uint32Array, alone: Uint32Array): boolean {
  if (region.width === 0) return false
  const [ink, letters] = [inkOf(asShown), inkOf(alone)]
  if (!ink || !letters) return false
  const bold = Math.max(1, word.points * region.scale * boldShare)
  const reach = Math.floor(bold)
  const near = widened(letters, region, reach)
  const further = bold > reach ? widened(letters, region, reach + 1) : near
  // Of the pixels a step further, bold fills a part.
  const sharesNear = (at: number): number => (near[at] === 1 ? 1 : further[at] === 1 ? bold - reach : 0)
  const all = { certain: 0, covered: 0, inked: 0, within: 0 }
  for (const box of word.letters) {
    const one = { certain: 0, covered: 0, inked: 0, within: 0 }
    for (const at of pixelsOf(box, region, reach)) {
      if (letters[at]! >= certainShare) one.certain += 1
      if (letters[at]! >= certainShare && ink[at]! >= edgeShare) one.covered += 1
      if (ink[at]! >= certainShare) one.inked += 1
      if (ink[at]! >= certainShare) one.within += sharesNear(at)
    }
    if (!agree(one, letterAgreeMin) && !missAtMost(one, (box.bottom - box.top) * region.scale)) return false
    for (const count of ['certain', 'covered', 'inked', 'within'] as const) all[count] += one[count]
  }
  return all.certain > 0 && agree(all, wordAgreeMin)
}

/** Counts of pixels: of the letters and how many of them are ink, of the ink and how much of it is at the letters. */
type Counts = { certain: number; covered: number; inked: number; within: number }

function agree({ certain, covered, inked, within }: Counts, share: number): boolean {
  return covered >= certain * share && within >= inked * share
}

/** Whether no more than a column of pixels differs: that is a quarter of a thin letter, and no stroke. */
function missAtMost({ certain, covered, inked, within }: Counts, column: number): boolean {
  return certain - covered <= column && inked - within <= column
}

/** How much each pixel differs from the commonest one, as a share of the greatest difference; null for plain paper. */
function inkOf(pixels: Uint32Array): Float32Array | null {
  const paper = commonest(pixels)
  const ink = new Float32Array(pixels.length)
  let most = 0
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at] === paper) continue
    const value = difference(pixels[at]!, paper)
    ink[at] = value
    if (value > most) most = value
  }
  if (most < contrastMin) return null
  for (let at = 0; at < ink.length; at++) ink[at]! /= most
  return ink
}

/** Counts runs of equal pixels, of which paper has few. */
function commonest(pixels: Uint32Array): number {
  const counts = new Map<number, number>()
  for (let from = 0, to = 1; from < pixels.length; from = to++) {
    const pixel = pixels[from]!
    while (to < pixels.length && pixels[to] === pixel) to++
    counts.set(pixel, (counts.get(pixel) ?? 0) + to - from)
  }
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0]
}

/** From 0 to 255, in the channel where two pixels differ most. */
function difference(one: number, other: number): number {
  const blue = Math.abs((one & 0xff) - (other & 0xff))
  const green = Math.abs(((one >> 8) & 0xff) - ((other >> 8) & 0xff))
  const red = Math.abs(((one >> 16) & 0xff) - ((other >> 16) & 0xff))
  return Math.max(blue, green, red)
}

/** 1 for pixels no further than `reach` from the edge of a letter. */
function widened(letters: Float32Array, { width, height }: Region, reach: number): Uint8Array {
  const [across, near] = [new Uint8Array(letters.length), new Uint8Array(letters.length)]
  for (let at = 0; at < letters.length; at++) {
    if (letters[at]! < edgeShare) continue
    const row = at - (at % width)
    across.fill(1, Math.max(row, at - reach), Math.min(row + width, at + reach + 1))
  }
  for (let at = 0; at < across.length; at++) {
    if (across[at] === 0) continue
    for (let row = -reach; row <= reach; row++) {
      const to = at + row * width
      if (to >= 0 && to < width * height) near[to] = 1
    }
  }
  return near
}

/** The pixels in and beside the box of a letter. */
function* pixelsOf(box: Box, { left, top, width, height, scale }: ScaledRegion, reach: number): Generator<number> {
  const [fromX, toX] = [Math.floor(box.left * scale) - left - reach, Math.ceil(box.right * scale) - left + reach]
  const [fromY, toY] = [Math.floor(box.top * scale) - top - reach, Math.ceil(box.bottom * scale) - top + reach]
  for (let y = Math.max(0, fromY); y < Math.min(height, toY); y++)
    for (let x = Math.max(0, fromX); x < Math.min(width, toX); x++) yield y * width + x
}
