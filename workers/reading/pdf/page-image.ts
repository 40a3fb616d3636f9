/**
 * Renders a page to test which of its glyphs a reader sees.
 *
 * Manages PDFium's bitmap; ink.ts examines its pixels. Rendering detects every way of hiding text: white on white, dark
 * on dark, under a picture, clipped, almost transparent. Boxes and colours are not enough. A font may draw nothing for
 * a letter, and a clip, a mask, a blend mode or a glyph of any shape may hide it. Only the area of the letters is
 * rendered, without pictures elsewhere. Boxes, clips and colours could settle the clear cases without rendering, but
 * that would save only a tenth of the time for a resume (measured).
 */
import { type Bitmap, differs, type Ink, lineMargin, type Lost, type PixelSize, pixelsOf } from './ink.ts'
import { isDark, showsMark, standsOut, whyLost } from './ink.ts'
import type { Box } from './boxes.ts'
import { withoutDistantPictures } from './pictures.ts'
import type { Pdfium } from './pdfium.ts'

/**
 * In pixels per point. At the usual scale, the stems of 5 pt type are visible as grey. The small scale takes half of
 * the time and is enough for most pages with dark text, but cannot detect white text between lines.
 */
const [usualScale, smallScale] = [1, 0.5]
/** The size of an A0 sheet, whose pixels (32 MB) still fit into PDFium's memory. */
const pixelsMax = 8_000_000

/**
 * In pixels: the distance that an image may extend beyond its box, plus the margin around a letter in which pixels are
 * examined.
 */
const edgeMax = lineMargin + 3

/** PDFium's bitmap formats (fpdfview.h): one byte of grey per pixel, or four of blue, green, red and an unused byte. */
const [grey, colours] = [1, 3]

/**
 * Renders the page in grey on a white background, and returns for each glyph whether it certainly stands out. This is
 * cheaper than colour and enough for nearly all glyphs. If all of them are dark, the page is rendered at the small
 * scale.
 */
export function findStanding(pdfium: Pdfium, page: number, shown: PixelSize, inks: Ink[]): boolean[] {
  const scale = inks.every(isDark) ? smallScale : usualScale
  return painting(pdfium, page, { shown, boxes: boxesOf(inks), format: grey, scale }, (image) =>
    inks.map((ink) => standsOut(image, ink)),
  )
}

/** Renders the page in colour, and returns for each glyph the reason why it does not stand out; null if it does. */
export function findLost(pdfium: Pdfium, page: number, shown: PixelSize, inks: Ink[]): (Lost | null)[] {
  return painting(pdfium, page, { shown, boxes: boxesOf(inks), format: colours }, (image) =>
    inks.map((ink) => whyLost(image, ink)),
  )
}

/** Returns for each glyph whether its box shows any colour other than the background, which must be plain. */
export function findMarks(pdfium: Pdfium, page: number, shown: PixelSize, inks: Ink[]): boolean[] {
  return painting(pdfium, page, { shown, boxes: boxesOf(inks), format: colours }, (image) =>
    inks.map((ink) => showsMark(image, ink)),
  )
}

function boxesOf(inks: Ink[]): Box[] {
  const boxes: Box[] = []
  for (const { line, letter } of inks) boxes.push(line, letter)
  return boxes
}

/** Returns for each box whether the page looks different in it without these objects. */
export function findChanged(
  pdfium: Pdfium,
  page: number,
  { shown, boxes, objects }: { shown: PixelSize; boxes: Box[]; objects: number[] },
): boolean[] {
  const place = { shown, boxes, format: colours }
  const before = painting(pdfium, page, place, (image) => ({ ...image, pixels: image.pixels.slice() }))
  for (const object of objects) pdfium.FPDFPageObj_SetIsActive(object, 0)
  const changed = painting(pdfium, page, place, (image) => boxes.map((box) => differs(before, image, box)))
  for (const object of objects) pdfium.FPDFPageObj_SetIsActive(object, 1)
  return changed
}

/** `scale` is the maximum number of pixels per point. */
type PaintPlace = { shown: PixelSize; boxes: Box[]; format: number; scale?: number }

/** Renders the part of the page that contains these boxes, and returns what `look` finds in the image. */
function painting<T>(
  pdfium: Pdfium,
  page: number,
  { shown, boxes, format, scale: most = usualScale }: PaintPlace,
  look: (image: Bitmap) => T,
): T {
  const scale = Math.min(most, Math.sqrt(pixelsMax / (shown.width * shown.height)))
  const width = Math.max(1, Math.round(shown.width * scale))
  const height = Math.max(1, Math.round(shown.height * scale))
  // The cost depends mainly on the number of pixels, so margins and the empty rest of a short page are not rendered.
  const area = areaOf(boxes, scale, width, height)
  const bitmap = pdfium.FPDFBitmap_CreateEx(area.width, area.height, format, 0, 0)
  if (!bitmap) throw new Error('PDFium could not allocate memory for a page')
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, area.width, area.height, 0xffffffff)
  withoutDistantPictures(pdfium, page, { boxes, room: edgeMax / scale }, () =>
    pdfium.FPDF_RenderPageBitmap(bitmap, page, -area.left, -area.top, width, height, 0, 0),
  )
  const [PixelArray, unit] = format === grey ? [Uint8Array, 0x010101] : [Uint32Array, 1]
  const stride = pdfium.FPDFBitmap_GetStride(bitmap) / PixelArray.BYTES_PER_ELEMENT
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  // The pixels are not copied. PDFium's memory moves only during a call, and there is no call before `look` returns.
  const pixels = new PixelArray(pdfium.memory.buffer, start, stride * area.height)
  const found = look({ ...area, pixels, unit, stride, scale })
  pdfium.FPDFBitmap_Destroy(bitmap)
  return found
}

/**
 * Returns the area that contains these boxes with a margin, in pixels of a page that is `width` by `height` pixels. The
 * area is at least one pixel wide and high.
 */
function areaOf(boxes: Box[], scale: number, width: number, height: number): PixelSize & { left: number; top: number } {
  const all: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const box of boxes) widen(all, box)
  const within = pixelsOf(all, scale, lineMargin)
  const [left, top] = [Math.max(0, Math.min(width - 1, within.left)), Math.max(0, Math.min(height - 1, within.top))]
  const [right, bottom] = [Math.min(width, within.right), Math.min(height, within.bottom)]
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

/** Widens a box so that it contains the other one. Coordinates that are NaN, as in broken fonts, have no effect. */
function widen(all: Box, { left, top, right, bottom }: Box): void {
  if (left < all.left) all.left = left
  if (top < all.top) all.top = top
  if (right > all.right) all.right = right
  if (bottom > all.bottom) all.bottom = bottom
}
