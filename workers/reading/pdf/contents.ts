/**
 * Extracts content that the pages of a PDF do not show: attached files, and the data of an XFA form.
 *
 * Enforces the size limit for both. Executes nothing.
 */
import type { ResumeSizes } from '../../tasks.ts'
import { ReadingError } from '../reading.ts'
import { onAnnotation } from './annotations.ts'
import { readBytes } from './marks.ts'
import { type Attachment, onPage, withDocument } from './pdf.ts'
import type { Pdfium } from './pdfium.ts'

/** Returns the bytes of an attached file; null if it is empty. Throws RESUME_TOO_LARGE, and the errors of `readPdf`. */
export function readAttachment(
  bytes: Uint8Array,
  { page, index }: Attachment,
  sizes: ResumeSizes,
): Promise<Uint8Array | null> {
  return withDocument(bytes, (pdfium, document) => {
    const contentAt = (attachment: number) =>
      attachment ? contentOf(pdfium, sizes, (...into) => pdfium.FPDFAttachment_GetFile(attachment, ...into)) : null
    if (page === null) return contentAt(pdfium.FPDFDoc_GetAttachment(document, index))
    return onPage(pdfium, document, page, (shown) =>
      onAnnotation(pdfium, shown, index, (clip) => contentAt(pdfium.FPDFAnnot_GetFileAttachment(clip))),
    )
  })
}

/**
 * The maximum number of packets that are read. XFA 3.3 defines ten. PDFium collects all packets on each call, so a file
 * with a million of them would never finish.
 */
const packetsMax = 32

/**
 * Returns the element `datasets` in the document's XFA form (XFA 3.3, chapter 4), which contains the values of the
 * fields. Null if there is none. Throws the errors of `readAttachment`.
 */
export function readFormData(bytes: Uint8Array, packets: number, sizes: ResumeSizes): Promise<string | null> {
  return withDocument(bytes, (pdfium, document) => {
    for (let index = 0; index < Math.min(packets, packetsMax); index++) {
      // A form consists of named packets, or of one packet without a name.
      if (!['', 'datasets'].includes(packetName(pdfium, document, index))) continue
      const content = contentOf(pdfium, sizes, (...into) => pdfium.FPDF_GetXFAPacketContent(document, index, ...into))
      const data = content && datasetsIn(content.toString('utf8'))
      if (data) return data
    }
    return null
  })
}

function packetName(pdfium: Pdfium, document: number, index: number): string {
  const name = readBytes(pdfium, (at, bytesMax, neededAt) => {
    const needed = pdfium.FPDF_GetXFAPacketName(document, index, at, bytesMax)
    new Uint32Array(pdfium.memory.buffer, neededAt, 1)[0] = needed
    return 1
  })
  return name?.toString('utf8').replace(/\0$/, '') ?? ''
}

function datasetsIn(xml: string): string | null {
  const start = /<((?:[\w.-]+:)?datasets)[\s>]/.exec(xml)
  if (!start) return null
  const endTag = `</${start[1]}>`
  const end = xml.lastIndexOf(endTag)
  return end < start.index ? null : xml.slice(start.index, end + endTag.length)
}

type ReadInto = (at: number, bytes: number, neededAt: number) => number

/**
 * Returns the content of a stream; null if it is empty. The first call returns its size, because PDFium writes a stream
 * only into a buffer of exactly that size.
 */
function contentOf(pdfium: Pdfium, { unpackedBytes }: ResumeSizes, readInto: ReadInto): Buffer | null {
  const size = withSpace(pdfium, 4, (at) => (readInto(0, 0, at) ? new Uint32Array(pdfium.memory.buffer, at, 1)[0]! : 0))
  if (size === 0) return null
  if (size > unpackedBytes)
    throw new ReadingError('RESUME_TOO_LARGE', 'a file in the PDF unpacks to more than the limit')
  return withSpace(pdfium, 4 + size, (at) =>
    readInto(at + 4, size, at) ? Buffer.from(new Uint8Array(pdfium.memory.buffer, at + 4, size).slice()) : null,
  )
}

function withSpace<T>(pdfium: Pdfium, bytes: number, work: (at: number) => T): T {
  const at = pdfium.malloc(bytes)
  if (!at) throw new Error('PDFium could not allocate memory for a file in the PDF')
  const result = work(at)
  pdfium.free(at)
  return result
}
