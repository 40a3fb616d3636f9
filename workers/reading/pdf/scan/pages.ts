/**
 * Renders pages of a PDF for OCR: scanned pages, and pages whose text is not language.
 *
 * Decides which pages are scanned, and at which size a page is rendered.
 */
import type { ResumeSizes } from '../../../tasks.ts'
import { isIllegible } from '../../legibility.ts'
import { checkDeadline, lettersIn, ReadingError } from '../../reading.ts'
import { onPage, type PdfPage, type PdfReading, withDocument } from '../pdf.ts'
import { type Pdfium, withinMemory } from '../pdfium.ts'

/**
 * In a file that also has pages with text, a page without text is scanned if images cover at least this share of it. A
 * photo or a signature covers less.
 */
const scannedShareMin = 0.5

/**
 * Returns the indexes of the pages for OCR: scanned pages, and pages whose text is not language. Throws
 * RESUME_TOO_LARGE if the file has only scanned pages, and more than `sizes.scanPages`. In a file that also has pages
 * with text, scanned pages are mostly certificates or work samples, so only the first `sizes.scanPages` are returned.
 */
export function scannedPages({ text, byPage }: PdfReading, sizes: ResumeSizes): number[] {
  const isScan = lettersIn(text) < sizes.visibleCharactersMin
  const shareMin = isScan ? 0 : scannedShareMin
  const isScanned = ({ pictures, text }: PdfPage) => (pictures !== null && pictures >= shareMin) || isIllegible(text)
  const scanned = byPage.flatMap((page, index) => (isScanned(page) ? [index] : []))
  if (isScan && scanned.length > sizes.scanPages)
    throw new ReadingError('RESUME_TOO_LARGE', `the scan has ${scanned.length} pages, more than ${sizes.scanPages}`)
  return scanned.slice(0, sizes.scanPages)
}

/** 200 dots per inch, at which OCR is most accurate (measured). A point is 1/72 inch. */
const pixelsPerPoint = 200 / 72
/** The size of an A3 sheet at this resolution. Larger sheets are rendered at a lower resolution. */
const paintedPixelsMax = 8_000_000

/**
 * Renders these pages as grey images (PGM), passes each to `read`, and returns its results. Throws the errors of
 * `readPdf`.
 */
export function readRenderedPages<Shown>(
  bytes: Uint8Array,
  pages: number[],
  deadlineAt: number,
  read: (picture: Uint8Array) => Shown,
): Promise<Shown[]> {
  return withDocument(bytes, (pdfium, document) =>
    pages.map((index) => {
      checkDeadline(deadlineAt)
      const picture = onPage(pdfium, document, index, (page) => withinMemory(() => paint(pdfium, page)))
      if (!picture) throw new ReadingError('RESUME_PARSE_FAILED', 'a scanned page takes too much memory to render')
      return read(picture)
    }),
  )
}

function paint(pdfium: Pdfium, page: number): Uint8Array {
  const { width: points, height: pointsHigh } = sizeOf(pdfium, page)
  const scale = Math.min(pixelsPerPoint, Math.sqrt(paintedPixelsMax / (points * pointsHigh)))
  const [width, height] = [Math.max(1, Math.round(points * scale)), Math.max(1, Math.round(pointsHigh * scale))]
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  if (!bitmap) throw new Error('PDFium could not allocate memory for a page')
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
  const stride = pdfium.FPDFBitmap_GetStride(bitmap)
  const pixels = new Uint8Array(pdfium.memory.buffer, pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
  const head = Buffer.from(`P5 ${width} ${height} 255\n`)
  const picture = new Uint8Array(head.length + width * height)
  picture.set(head)
  for (let row = 0, to = head.length; row < height; row++) {
    // Blue, green, red and an unused byte. Green is the closest to perceived brightness.
    for (let at = row * stride, end = at + width * 4; at < end; at += 4)
      picture[to++] = (pixels[at]! + 5 * pixels[at + 1]! + 2 * pixels[at + 2]!) >> 3
  }
  pdfium.FPDFBitmap_Destroy(bitmap)
  return picture
}

/** Returns a page's size as shown, in points. For a broken page, returns the size of US Letter. */
function sizeOf(pdfium: Pdfium, page: number): { width: number; height: number } {
  const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
  return width >= 1 && height >= 1 ? { width, height } : { width: 612, height: 792 }
}
