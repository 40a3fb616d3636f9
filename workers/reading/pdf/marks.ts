/**
 * The marks of a page's objects (PDF 1.7, 14.6): layers that they stand on, and texts that replace them.
 *
 * Owns how PDFium hands out names and texts.
 */
import type { Pdfium } from './pdfium.ts'

/** A UTF-16 text is read up to this length; names and replaced words are far shorter. */
const textBytesMax = 64 * 1024

/** The marks of an object, from the outermost to the innermost. */
export function marksOf(pdfium: Pdfium, object: number): number[] {
  const count = Math.max(0, pdfium.FPDFPageObj_CountMarks(object))
  return Array.from({ length: count }, (_, index) => pdfium.FPDFPageObj_GetMark(object, index))
}

/** What kind of mark it is: `OC` for a layer, `Span` for some text. */
export function nameOf(pdfium: Pdfium, mark: number): string {
  return readText(pdfium, (buffer, size, needed) => pdfium.FPDFPageObjMark_GetName(mark, buffer, size, needed)) ?? ''
}

type ReadInto = (buffer: number, bytes: number, neededAt: number) => number

/** The UTF-16 text, zero at its end, that PDFium writes; null when there is none. */
export function readText(pdfium: Pdfium, readInto: ReadInto): string | null {
  const at = pdfium.malloc(4 + textBytesMax)
  if (!at) throw new Error('no memory for a text')
  const isRead = readInto(at + 4, textBytesMax, at) === 1
  const bytes = Math.min(textBytesMax, new Uint32Array(pdfium.memory.buffer, at, 1)[0]!)
  const text = Buffer.from(pdfium.memory.buffer, at + 4, Math.max(0, bytes - 2)).toString('utf16le')
  pdfium.free(at)
  return isRead ? text : null
}
