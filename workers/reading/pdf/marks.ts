/**
 * Reads the marks on a page's objects (PDF 1.7, 14.6), which contain their layers and their replacement texts.
 *
 * Also has functions for passing strings to PDFium and back.
 */
import type { Pdfium } from './pdfium.ts'

/** The maximum length of a string that is read. Names and replacement texts are far shorter. */
const textBytesMax = 64 * 1024

/** Returns the marks on an object, from the outermost to the innermost. */
export function marksOf(pdfium: Pdfium, object: number): number[] {
  const count = Math.max(0, pdfium.FPDFPageObj_CountMarks(object))
  return Array.from({ length: count }, (_, index) => pdfium.FPDFPageObj_GetMark(object, index))
}

/** Returns a mark's type: `OC` for a layer, `Span` for some text. */
export function nameOf(pdfium: Pdfium, mark: number): string {
  return readText(pdfium, (buffer, size, needed) => pdfium.FPDFPageObjMark_GetName(mark, buffer, size, needed)) ?? ''
}

type ReadInto = (buffer: number, bytes: number, neededAt: number) => number

/** Returns zero-terminated UTF-16 text that PDFium writes; null if there is none. */
export function readText(pdfium: Pdfium, readInto: ReadInto): string | null {
  return readBytes(pdfium, readInto)?.toString('utf16le').replace(/\0$/, '') ?? null
}

/** Returns bytes that PDFium writes; null if there are none. */
export function readBytes(pdfium: Pdfium, readInto: ReadInto): Buffer | null {
  const at = pdfium.malloc(4 + textBytesMax)
  if (!at) throw new Error('PDFium could not allocate memory for a string')
  const isRead = readInto(at + 4, textBytesMax, at) === 1
  const length = Math.min(textBytesMax, new Uint32Array(pdfium.memory.buffer, at, 1)[0]!)
  const bytes = isRead ? Buffer.from(new Uint8Array(pdfium.memory.buffer, at + 4, length).slice()) : null
  pdfium.free(at)
  return bytes
}

/** Returns the result of `work`, which gets the address of the name as a C string in PDFium's memory. */
export function withName<T>(pdfium: Pdfium, name: string, work: (at: number) => T): T {
  return withBytes(pdfium, Buffer.from(`${name}\0`), work)
}

/** Returns the result of `work`, which gets the address of a copy of these bytes in PDFium's memory. */
export function withBytes<T>(pdfium: Pdfium, bytes: Uint8Array, work: (at: number) => T): T {
  const at = pdfium.malloc(bytes.length)
  if (!at) throw new Error('PDFium could not allocate memory for a string')
  new Uint8Array(pdfium.memory.buffer).set(bytes, at)
  const result = work(at)
  pdfium.free(at)
  return result
}
