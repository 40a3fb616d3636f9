/** Compares two renderings of a word, drawn pixel by pixel. */
import test from 'ava'
import { showsSame } from '../../../../workers/reading/pdf/clear-text/letter-shapes.ts'

const [paper, ink] = [0xffffffff, 0xff000000]
const region = { left: 0, top: 0, width: 80, height: 48, scale: 4 }
/** Letters as ranges of pixels: the first column, and the column after the last. */
type Strokes = [number, number][]

function paint(strokes: Strokes): Uint32Array {
  const pixels = new Uint32Array(region.width * region.height).fill(paper)
  for (let y = 8; y < 40; y++)
    for (const [from, to] of strokes) pixels.fill(ink, y * region.width + from, y * region.width + to)
  return pixels
}

function word(strokes: Strokes, points: number) {
  // The outlines of the letters extend a fraction of a pixel beyond the dark pixels.
  const letters = strokes.map(([from, to]) => ({ left: (from - 0.4) / 4, right: (to + 0.4) / 4, top: 2, bottom: 10 }))
  return { letters, points }
}

const letters: Strokes = [
  [16, 28],
  [40, 43],
]
/** At 11 pt, a browser's bold adds 0.9 pixels on each side, and letters begin and end between pixels. */
const bold: Strokes = [
  [15, 29],
  [39, 45],
]

test('a thin letter that is bolder by less than a pixel is recognised as the same letter', (t) => {
  t.true(showsSame(word(letters, 11), region, paint(bold), paint(letters)))
})

test('a letter with strokes twice as wide is a different letter', (t) => {
  const wide: Strokes = [
    [15, 29],
    [38, 46],
  ]
  t.false(showsSame(word(letters, 11), region, paint(wide), paint(letters)))
})

/** Returns the letters, with the last one moved right by this many pixels. */
const moved = (by: number): Strokes => [
  [16, 28],
  [40 + by, 44 + by],
]

test('a thin letter that is one pixel off is recognised as the same letter, and one that is two pixels off is not', (t) => {
  const known = word(moved(0), 8)
  t.true(showsSame(known, region, paint(moved(1)), paint(moved(0))))
  t.false(showsSame(known, region, paint(moved(2)), paint(moved(0))))
})
