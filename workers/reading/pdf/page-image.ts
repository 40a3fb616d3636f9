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

/** A glyph to look for: the box of its line, the box of its ink, and its colour. */
export type Ink = { line: Box; letter: Box; colour: Colour }

export type PageImage = { shows(ink: Ink, mustLeaveInk: boolean): boolean }

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

/** Ink must be this much nearer to its own colour than the background is; hairlines at 5 pt are. */
const inkNearness = 0.88

/** Renders a page as shown, without its annotations, on white paper. */
export function renderPage(pdfium: Pdfium, page: number, shownWidth: number, shownHeight: number): PageImage {
  const scale = Math.min(1, Math.sqrt(pixelsMax / (shownWidth * shownHeight)))
  const width = Math.max(1, Math.round(shownWidth * scale))
  const height = Math.max(1, Math.round(shownHeight * scale))
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  if (!bitmap) throw new Error('no memory for a page')
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
  const stride = pdfium.FPDFBitmap_GetStride(bitmap)
  const pixels = new Uint8Array(pdfium.memory.buffer, pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height).slice()
  pdfium.FPDFBitmap_Destroy(bitmap)
  const image = { pixels, stride, width, height, scale }
  return { shows: (ink, mustLeaveInk) => stands(image, ink, mustLeaveInk) }
}

type Bitmap = { pixels: Uint8Array; stride: number; width: number; height: number; scale: number }

/**
 * Counts the pixels of a box by their distance from a colour, in steps; `margin` widens the box by so many pixels on
 * each side.
 */
function countDistances(image: Bitmap, box: Box, margin: number, [red, green, blue]: Colour): Uint32Array {
  const { pixels, stride, width, height, scale } = image
  const counts = new Uint32Array(steps)
  const left = Math.max(0, Math.floor(box.left * scale) - margin)
  const right = Math.min(width, Math.ceil(box.right * scale) + margin)
  const top = Math.max(0, Math.floor(box.top * scale) - margin)
  const bottom = Math.min(height, Math.ceil(box.bottom * scale) + margin)
  for (let y = top; y < bottom; y++) {
    // Four bytes a pixel: blue, green, red, unused.
    for (let at = y * stride + left * 4; at < y * stride + right * 4; at += 4) {
      const byBlue = Math.abs(pixels[at]! - blue)
      const byGreen = Math.abs(pixels[at + 1]! - green)
      const byRed = Math.abs(pixels[at + 2]! - red)
      counts[((byBlue + byGreen + byRed) / 3) >> stepBits]! += 1
    }
  }
  return counts
}

/**
 * True when a glyph stands out: enough around it has another colour, and part of its own box has its colour. What its
 * neighbours paint into the box of the line says nothing about it.
 */
function stands(image: Bitmap, { line, letter, colour }: Ink, mustLeaveInk: boolean): boolean {
  const around = countDistances(image, line, 1, colour)
  let [total, apart, usual] = [0, 0, 0]
  for (let step = 0; step < steps; step++) {
    const count = around[step]!
    total += count
    if (step >= contrastSteps) apart += count
    if (count > around[usual]!) usual = step
  }
  if (apart < total * backgroundShareMin) return false
  if (!mustLeaveInk || usual < contrastSteps) return true
  const nearest = countDistances(image, letter, 0, colour).findIndex((count) => count > 0)
  return nearest >= 0 && nearest <= usual * inkNearness
}
