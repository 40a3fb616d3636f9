/**
 * The pages of a scanned PDF, painted so that their letters can be recognised.
 *
 * Owns when a page counts as scanned and in which size it is painted.
 */
import type { ParseResumeTask } from '../../tasks.ts'
import { checkDeadline, ReadingError } from '../reading.ts'
import { onPage, withDocument } from './pdf.ts'
import type { Pdfium } from './pdfium.ts'

/** FPDF_PAGEOBJ_IMAGE and FPDF_PAGEOBJ_FORM (fpdf_edit.h): a form may hold a picture, and is not looked into. */
const pictures = new Set([3, 5])
/** Looked at on a page: scanners put one picture on a page, or some stripes. */
const objectsMax = 1_000

/** Whether a page of the document shows a picture. */
export function hasPictures(bytes: Uint8Array): Promise<boolean> {
  return withDocument(bytes, (pdfium, document) => {
    const pages = Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) => index)
    return pages.some((index) => onPage(pdfium, document, index, (page) => showsPicture(pdfium, page)))
  })
}

function showsPicture(pdfium: Pdfium, page: number): boolean {
  const count = Math.min(objectsMax, pdfium.FPDFPage_CountObjects(page))
  for (let index = 0; index < count; index++) {
    if (pictures.has(pdfium.FPDFPageObj_GetType(pdfium.FPDFPage_GetObject(page, index)))) return true
  }
  return false
}

/** 200 dots per inch, which recognition reads best (measured); a point is a 72nd of an inch. */
const pixelsPerPoint = 200 / 72
/** An A3 sheet at that; larger ones are painted smaller. */
const paintedPixelsMax = 8_000_000

/**
 * Paints each page as a grey picture (PGM) and hands it to `read`. Throws RESUME_TOO_LARGE for more than
 * `sizes.scanPages`, and like `readPdf`.
 */
export function readPaintedPages(
  bytes: Uint8Array,
  { sizes, deadlineAt }: Pick<ParseResumeTask, 'sizes' | 'deadlineAt'>,
  read: (picture: Uint8Array) => string,
): Promise<string[]> {
  return withDocument(bytes, (pdfium, document) => {
    const pages = pdfium.FPDF_GetPageCount(document)
    if (pages > sizes.scanPages) throw new ReadingError('RESUME_TOO_LARGE', `a scan of ${pages} pages`)
    return Array.from({ length: pages }, (_, index) => {
      checkDeadline(deadlineAt)
      return onPage(pdfium, document, index, (page) => read(paint(pdfium, page)))
    })
  })
}

function paint(pdfium: Pdfium, page: number): Uint8Array {
  const { width: points, height: pointsHigh } = sizeOf(pdfium, page)
  const scale = Math.min(pixelsPerPoint, Math.sqrt(paintedPixelsMax / (points * pointsHigh)))
  const [width, height] = [Math.max(1, Math.round(points * scale)), Math.max(1, Math.round(pointsHigh * scale))]
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  if (!bitmap) throw new Error('no memory for a page')
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
  const stride = pdfium.FPDFBitmap_GetStride(bitmap)
  const pixels = new Uint8Array(pdfium.memory.buffer, pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
  const head = Buffer.from(`P5 ${width} ${height} 255\n`)
  const picture = new Uint8Array(head.length + width * height)
  picture.set(head)
  for (let row = 0, to = head.length; row < height; row++) {
    // Blue, green, red and nothing; green is what the eye takes for brightness.
    for (let at = row * stride, end = at + width * 4; at < end; at += 4)
      picture[to++] = (pixels[at]! + 5 * pixels[at + 1]! + 2 * pixels[at + 2]!) >> 3
  }
  pdfium.FPDFBitmap_Destroy(bitmap)
  return picture
}

/** As shown, in points; a broken page counts as a letter. */
function sizeOf(pdfium: Pdfium, page: number): { width: number; height: number } {
  const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
  return width >= 1 && height >= 1 ? { width, height } : { width: 612, height: 792 }
}
