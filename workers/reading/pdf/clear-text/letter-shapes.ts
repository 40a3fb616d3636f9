/**
 * Compares two renderings of a word to see whether they show the same letters.
 *
 * Pure. Tolerates small differences: a browser's synthetic bold is thicker than the font, and the edges of letters are
 * grey.
 */
import type { Box } from '../boxes.ts'

/** A word: the boxes of its letters' outlines, and its font size in points. */
export type Word = { letters: Box[]; points: number }

/** A part of the page in pixels, at `scale` pixels per point. */
export type Region = { left: number; top: number; width: number; height: number }
export type ScaledRegion = Region & { scale: number }

/**
 * The maximum thickening on each side, as a share of the font size. Synthetic bold adds 1/48; the rest allows for grey
 * edges.
 */
const boldShare = 1 / 32
/**
 * The maximum thickening in pixels. It limits only type of more than 500 pt, which would take long to compare and does
 * not occur in resumes.
 */
const boldMax = 64
/** Out of 255. Fainter differences are not letters. */
const contrastMin = 24
/**
 * The minimum shares of the maximum contrast for a pixel that is certainly ink, and for one that may be the edge of
 * ink.
 */
const [certainShare, edgeShare] = [0.65, 0.35]
/**
 * The minimum share of pixels that agree between the letters and the page's ink, for a word and for a single letter. As
 * measured, outlines that are a quarter of a pixel off agree to 0.93, and a word with one wrong digit in four agrees to
 * 0.91. The limit for a single letter is lower, because it has few pixels.
 */
const [wordAgreeMin, letterAgreeMin] = [0.92, 0.85]

/** Returns whether a word on the page has the same pixels as a rendering of its letters alone on a plain background. */
export function showsSame(word: Word, region: ScaledRegion, asShown: Uint32Array, alone: Uint32Array): boolean {
  if (region.width === 0) return false
  const [ink, letters] = [inkOf(asShown), inkOf(alone)]
  if (!ink || !letters) return false
  const bold = Math.min(boldMax, Math.max(1, word.points * region.scale * boldShare))
  const reach = Math.floor(bold)
  const distanceAt = distanceFrom(letters, region, reach + 1)
  const all = { certain: 0, covered: 0, inked: 0, within: 0 }
  for (const box of word.letters) {
    const one = { certain: 0, covered: 0, inked: 0, within: 0 }
    const { left, top, right, bottom } = pixelsOf(box, region, reach)
    for (let y = top; y < bottom; y++)
      for (let at = y * region.width + left; at < y * region.width + right; at++) {
        if (letters[at] === isInk) one.certain += 1
        if (letters[at] === isInk && ink[at] !== isPaper) one.covered += 1
        if (ink[at] !== isInk) continue
        one.inked += 1
        const distance = distanceAt(at)
        // Bold type partly fills the pixels one step further out.
        one.within += distance <= reach ? 1 : distance === reach + 1 ? bold - reach : 0
      }
    if (!agree(one, letterAgreeMin) && !missAtMost(one, (box.bottom - box.top) * region.scale)) return false
    for (const count of ['certain', 'covered', 'inked', 'within'] as const) all[count] += one[count]
  }
  return all.certain > 0 && agree(all, wordAgreeMin)
}

/**
 * Numbers of pixels. `certain` are the pixels of the letters, and `covered` those of them that are ink on the page.
 * `inked` are the pixels of the page's ink, and `within` those of them that belong to the letters.
 */
type Counts = { certain: number; covered: number; inked: number; within: number }

function agree({ certain, covered, inked, within }: Counts, share: number): boolean {
  return covered >= certain * share && within >= inked * share
}

/**
 * Returns whether the number of pixels that do not agree is at most that of one column of the letter. This can be a
 * quarter of a thin letter, but is less than a stroke.
 */
function missAtMost({ certain, covered, inked, within }: Counts, column: number): boolean {
  return certain - covered <= column && inked - within <= column
}

/** Kinds of pixels: background, possibly the edge of ink, certainly ink. */
const [isPaper, isEdge, isInk] = [0, 1, 2]

/**
 * Classifies each pixel by how much it differs from the most common pixel, relative to the greatest difference; null if
 * no pixel differs clearly.
 */
function inkOf(pixels: Uint32Array): Uint8Array | null {
  const plain = commonest(pixels)
  const ink = new Uint8Array(pixels.length)
  let most = 0
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at] === plain) continue
    const value = difference(pixels[at]!, plain)
    ink[at] = value
    if (value > most) most = value
  }
  if (most < contrastMin) return null
  const kinds = Uint8Array.from({ length: most + 1 }, (_, value) =>
    value >= certainShare * most ? isInk : value >= edgeShare * most ? isEdge : isPaper,
  )
  for (let at = 0; at < ink.length; at++) ink[at] = kinds[ink[at]!]!
  return ink
}

/**
 * Returns the most common pixel. Usually this is the pixel in the corner, which belongs to the background around a
 * word.
 */
function commonest(pixels: Uint32Array): number {
  const corner = pixels[0]!
  let others = 0
  for (let at = 0; at < pixels.length; at++) if (pixels[at] !== corner) others += 1
  return others * 2 < pixels.length ? corner : commonestOfRuns(pixels)
}

/** Returns the most common pixel by counting runs of equal pixels, because a background has only a few runs. */
function commonestOfRuns(pixels: Uint32Array): number {
  const counts = new Map<number, number>()
  for (let from = 0, to = 1; from < pixels.length; from = to++) {
    const pixel = pixels[from]!
    while (to < pixels.length && pixels[to] === pixel) to++
    counts.set(pixel, (counts.get(pixel) ?? 0) + to - from)
  }
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0]
}

/** Returns the largest difference between two pixels in one channel, from 0 to 255. */
function difference(one: number, other: number): number {
  const blue = Math.abs((one & 0xff) - (other & 0xff))
  const green = Math.abs(((one >> 8) & 0xff) - ((other >> 8) & 0xff))
  const red = Math.abs(((one >> 16) & 0xff) - ((other >> 16) & 0xff))
  return Math.max(blue, green, red)
}

/**
 * Returns a function that returns a pixel's distance from the nearest pixel of a letter, in horizontal, vertical or
 * diagonal steps, up to `most`. Most queried pixels belong to a letter. Therefore, only horizontal distances are
 * computed in advance, and vertical ones on demand.
 */
function distanceFrom(letters: Uint8Array, { width }: Region, most: number): (at: number) => number {
  const far = most + 1
  const across = new Uint8Array(letters.length)
  for (let row = 0; row < letters.length; row += width) {
    let steps = far
    for (let at = row; at < row + width; at++)
      across[at] = steps = letters[at] === isPaper ? Math.min(far, steps + 1) : 0
    for (let at = row + width - 1; at >= row; at--) across[at] = steps = Math.min(across[at]!, steps + 1)
  }
  return (at) => {
    let nearest = across[at]!
    for (let down = 1; down < nearest; down++) {
      const [above, below] = [across[at - down * width] ?? far, across[at + down * width] ?? far]
      nearest = Math.min(nearest, Math.max(down, Math.min(above, below)))
    }
    return nearest
  }
}

/** Returns the pixels in and around a letter's box, within the region. */
function pixelsOf(box: Box, { left, top, width, height, scale }: ScaledRegion, reach: number): Box {
  return {
    left: Math.max(0, Math.floor(box.left * scale) - left - reach),
    top: Math.max(0, Math.floor(box.top * scale) - top - reach),
    right: Math.min(width, Math.ceil(box.right * scale) - left + reach),
    bottom: Math.min(height, Math.ceil(box.bottom * scale) - top + reach),
  }
}
