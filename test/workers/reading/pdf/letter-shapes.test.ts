/** Whether two paintings of a word show the same letters, on paintings made pixel by pixel. */
import test from 'ava'
import { showsSame } from '../../../../workers/reading/pdf/clear-text/letter-shapes.ts'

const [paper, ink] = [0xffffffff, 0xff000000]
const region = { left: 0, top: 0, width: 80, height: 48, scale: 4 }
/** Of letters, in pixels: from, to before. */
type Strokes = [number, number][]

function paint(strokes: Strokes): Uint32Array {
  const pixels = new Uint32Array(region.width * region.height).fill(paper)
  for (let y = 8; y < 40; y++)
    for (const [from, to] of strokes) pixels.fill(ink, y * region.width + from, y * region.width + to)
  return pixels
}

function word(strokes: Strokes, points: number) {
  // Outlines end within the pixels at their edges.
  const letters = strokes.map(([from, to]) => ({ left: (from - 0.4) / 4, right: (to + 0.4) / 4, top: 2, bottom: 10 }))
  return { letters, points }
}

const letters: Strokes = [
  [16, 28],
  [40, 43],
]
/** A browser's bold of 11 pt is wider by 0.9 pixels on each side, and the edges of its letters fall between pixels. */
const bold: Strokes = [
  [15, 29],
  [39, 45],
]

test('a thin letter that is bolder by a part of a pixel is the same', (t) => {
  t.true(showsSame(word(letters, 11), region, paint(bold), paint(letters)))
})

test('a stroke that is twice as wide is another one', (t) => {
  const wide: Strokes = [
    [15, 29],
    [38, 46],
  ]
  t.false(showsSame(word(letters, 11), region, paint(wide), paint(letters)))
})

/** The last letter moved so many pixels to the right. */
const moved = (by: number): Strokes => [
  [16, 28],
  [40 + by, 44 + by],
]

test('a thin letter that is a pixel off is the same, one that is two off is another', (t) => {
  const known = word(moved(0), 8)
  t.true(showsSame(known, region, paint(moved(1)), paint(moved(0))))
  t.false(showsSame(known, region, paint(moved(2)), paint(moved(0))))
})
