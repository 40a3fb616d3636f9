/**
 * A page as painted, to test whether a glyph stands out from what is behind and in front of it.
 *
 * Owns the bitmap. The pixels answer for every way of hiding at once: white on white, dark on dark, under a picture,
 * clipped away, almost transparent.
 */
import type { Box } from './page-rows.ts'
import type { Pdfium } from './pdfium.ts'

/** Red, green, blue, 0 to 255. */
export type Colour = [number, number, number]

/**
 * A glyph to look for: the box of its line, the box of its ink, and its colour. `certain` says that its font draws it,
 * so that its own colour must be there.
 */
export type Ink = { line: Box; letter: Box; colour: Colour; certain: boolean }

/** One pixel per point shows stems of 5 pt type as grey; an A0 sheet (8 million pixels, 32 MB) still fits the heap. */
const pixelsMax = 8_000_000

/** Colour distances are counted in steps of 8 (of 256): a histogram of 32 costs little per glyph. */
const stepBits = 3
const steps = 256 >> stepBits

/** On paper, a colour closer than 24 (of 255) to the background does not stand out: #E8E8E8 on white. */
const contrastSteps = 24 >> stepBits

/**
 * The least share of a glyph's box that has another colour: the boldest letters leave more, white on visible text less.
 */
const backgroundShareMin = 0.4

/** How far around its line a glyph's background is looked for, in pixels. */
const lineMargin = 1

/** Ink must be this much nearer to its own colour than the background is; hairlines at 5 pt are. */
const inkNearness = 0.88

/** Part of a page's pixels, in words of blue, green, red and an unused byte; `left` and `top` say where it begins. */
type Bitmap = { pixels: Uint32Array; stride: number; left: number; top: number; scale: number } & PixelSize
type PixelSize = { width: number; height: number }

/** Paints the page as shown, without its annotations, on white paper, and tells which of these glyphs stand out. */
export function findShown(pdfium: Pdfium, page: number, shown: PixelSize, inks: Ink[]): boolean[] {
  if (inks.length === 0) return []
  const scale = Math.min(1, Math.sqrt(pixelsMax / (shown.width * shown.height)))
  const width = Math.max(1, Math.round(shown.width * scale))
  const height = Math.max(1, Math.round(shown.height * scale))
  // Most of a page's cost is its pixels, so the margins and the empty rest of a short page stay unpainted.
  const area = areaOf(inks, scale, width, height)
  const bitmap = pdfium.FPDFBitmap_Create(area.width, area.height, 0)
  if (!bitmap) throw new Error('no memory for a page')
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, area.width, area.height, 0xffffffff)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, -area.left, -area.top, width, height, 0, 0)
  const stride = pdfium.FPDFBitmap_GetStride(bitmap) / 4
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  // Read in place: nothing calls PDFium, and so nothing moves its memory, before the last glyph is judged.
  const pixels = new Uint32Array(pdfium.memory.buffer, start, stride * area.height)
  const image = { ...area, pixels, stride, scale }
  const found = inks.map((ink) => stands(image, ink))
  pdfium.FPDFBitmap_Destroy(bitmap)
  return found
}

/** The part of a page of `width` by `height` pixels that these glyphs are looked for in; at least one pixel. */
function areaOf(inks: Ink[], scale: number, width: number, height: number): PixelSize & { left: number; top: number } {
  const area = { left: width - 1, top: height - 1, right: 1, bottom: 1 }
  for (const { line, letter } of inks) {
    for (const { left, top, right, bottom } of [pixelsOf(line, scale, lineMargin), pixelsOf(letter, scale, 0)]) {
      // A broken font's box of NaN compares as false, and so widens nothing.
      if (left < area.left) area.left = left
      if (top < area.top) area.top = top
      if (right > area.right) area.right = right
      if (bottom > area.bottom) area.bottom = bottom
    }
  }
  const [left, top] = [Math.max(0, area.left), Math.max(0, area.top)]
  const [right, bottom] = [Math.min(width, area.right), Math.min(height, area.bottom)]
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

/** A box in pixels of the page, `margin` wider on each side. */
function pixelsOf(box: Box, scale: number, margin: number): Box {
  return {
    left: Math.floor(box.left * scale) - margin,
    top: Math.floor(box.top * scale) - margin,
    right: Math.ceil(box.right * scale) + margin,
    bottom: Math.ceil(box.bottom * scale) + margin,
  }
}

/** Counts, by steps; emptied for each box. */
const counts = new Uint32Array(steps)

/** Counts the pixels of a box by their distance from a colour; the next call overwrites the counts. */
function countDistances(image: Bitmap, box: Box, margin: number, colour: Colour): Uint32Array {
  const { pixels, stride, scale } = image
  const within = pixelsOf(box, scale, margin)
  const left = Math.max(0, within.left - image.left)
  const right = Math.min(image.width, within.right - image.left)
  const bottom = Math.min(image.height, within.bottom - image.top)
  counts.fill(0)
  // Most pixels equal the one before them, and so does their distance.
  let [pixel, step] = [-1, 0]
  for (let y = Math.max(0, within.top - image.top); y < bottom; y++) {
    for (let at = y * stride + left; at < y * stride + right; at++) {
      if (pixels[at] !== pixel) {
        pixel = pixels[at]!
        step = distance(pixel, colour)
      }
      counts[step]! += 1
    }
  }
  return counts
}

/** The distance of a pixel from a colour, in steps. */
function distance(pixel: number, [red, green, blue]: Colour): number {
  const byBlue = Math.abs((pixel & 0xff) - blue)
  const byGreen = Math.abs(((pixel >> 8) & 0xff) - green)
  const byRed = Math.abs(((pixel >> 16) & 0xff) - red)
  return ((byBlue + byGreen + byRed) / 3) >> stepBits
}

/**
 * True when a glyph stands out: enough around it has another colour, and part of its own box has its colour. What its
 * neighbours paint into the box of the line says nothing about it.
 */
function stands(image: Bitmap, { line, letter, colour, certain }: Ink): boolean {
  const around = countDistances(image, line, lineMargin, colour)
  let [total, apart, usual] = [0, 0, 0]
  for (let step = 0; step < steps; step++) {
    const count = around[step]!
    total += count
    if (step >= contrastSteps) apart += count
    if (count > around[usual]!) usual = step
  }
  if (apart < total * backgroundShareMin) return false
  if (!certain || usual < contrastSteps) return true
  const nearest = countDistances(image, letter, 0, colour).findIndex((count) => count > 0)
  return nearest >= 0 && nearest <= usual * inkNearness
}
