/**
 * Runs PDFium in this thread: one WebAssembly instance with limited memory, which is replaced when it has crashed or
 * grown.
 *
 * Manages the instance and declares the functions that we call.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init } from '@embedpdf/pdfium'
import { ReadingError } from '../reading.ts'
import { limitMemory } from '../wasm-memory.ts'

/** PDFium's C interface as exported. Arguments and results are numbers, with 0 for null and false. */
type PdfiumCalls = Record<
  | 'malloc'
  | 'free'
  | 'FPDF_LoadMemDocument'
  | 'FPDF_CloseDocument'
  | 'FPDF_GetLastError'
  | 'FPDF_GetPageCount'
  | 'FPDFDoc_GetAttachmentCount'
  | 'FPDFDoc_GetAttachment'
  | 'FPDFAttachment_GetFile'
  | 'FPDF_GetXFAPacketCount'
  | 'FPDF_GetXFAPacketName'
  | 'FPDF_GetXFAPacketContent'
  | 'FPDF_LoadPage'
  | 'FPDF_ClosePage'
  | 'FPDF_GetPageBoundingBox'
  | 'FPDFPage_GetRotation'
  | 'FPDFText_LoadPage'
  | 'FPDFText_ClosePage'
  | 'FPDFText_CountChars'
  | 'FPDFText_GetUnicode'
  | 'FPDFText_IsGenerated'
  | 'FPDFText_HasUnicodeMapError'
  | 'FPDFText_GetCharAngle'
  | 'FPDFText_GetFontSize'
  | 'FPDFText_GetLooseCharBox'
  | 'FPDFText_GetCharBox'
  | 'FPDFText_GetMatrix'
  | 'FPDFText_GetFillColor'
  | 'FPDFText_GetStrokeColor'
  | 'FPDFText_GetTextObject'
  | 'FPDFTextObj_GetTextRenderMode'
  | 'FPDFTextObj_GetFont'
  | 'FPDFFont_GetIsEmbedded'
  | 'FPDFFont_GetBaseFontName'
  | 'FPDFFont_GetFontData'
  | 'PDFiumExt_OpenFileWriter'
  | 'PDFiumExt_SaveAsCopy'
  | 'PDFiumExt_GetFileWriterSize'
  | 'PDFiumExt_GetFileWriterData'
  | 'PDFiumExt_CloseFileWriter'
  | 'FPDFBitmap_Create'
  | 'FPDFBitmap_CreateEx'
  | 'FPDFBitmap_FillRect'
  | 'FPDFBitmap_GetBuffer'
  | 'FPDFBitmap_GetStride'
  | 'FPDFBitmap_Destroy'
  | 'FPDF_RenderPageBitmap'
  | 'FPDF_GetPageWidthF'
  | 'FPDF_GetPageHeightF'
  | 'FPDFPage_CountObjects'
  | 'FPDFPage_GetObject'
  | 'FPDFPageObj_GetType'
  | 'FPDFPageObj_GetBounds'
  | 'FPDFPageObj_SetIsActive'
  | 'FPDFPageObj_SetFillColor'
  | 'FPDFFormObj_CountObjects'
  | 'FPDFFormObj_GetObject'
  | 'FPDFTextObj_SetTextRenderMode'
  | 'FPDFPageObj_CountMarks'
  | 'FPDFPageObj_GetMark'
  | 'FPDFPageObjMark_GetName'
  | 'FPDFPageObjMark_GetParamBlobValue'
  | 'FPDFPageObjMark_RemoveParam'
  | 'FPDFPageObjMark_SetBlobParam'
  | 'FPDFPage_GetAnnotCount'
  | 'FPDFPage_GetAnnot'
  | 'FPDFPage_CloseAnnot'
  | 'FPDFPage_RemoveAnnot'
  | 'FPDFPage_Flatten'
  | 'FPDFAnnot_GetSubtype'
  | 'FPDFAnnot_GetFileAttachment'
  | 'FPDFAnnot_GetFlags'
  | 'FPDFAnnot_GetLink'
  | 'FPDFLink_GetAction'
  | 'FPDFAction_GetURIPath'
  | 'FPDFAnnot_GetStringValue'
  | 'EPDFAnnot_HasAppearanceStream'
  | 'EPDFAnnot_GenerateFormFieldAP'
  | 'EPDFAnnot_GenerateAppearance',
  (...args: number[]) => number
>

/**
 * The exports of the WebAssembly module. The package's own wrappers convert every argument, which is eight times as
 * slow per character (measured). The memory may grow during a call, after which views of it must be created again.
 */
export type Pdfium = PdfiumCalls & { memory: { buffer: ArrayBuffer } }

const mebibyte = 1024 * 1024
/**
 * `most` is the limit of the memory. An instance whose memory exceeds `kept` is not reused, because WebAssembly memory
 * never shrinks. Pages with 600 dpi images, A0 sheets and 10 MiB files need less than 45 MB (measured). A decompression
 * bomb reaches the limit without harming the process.
 */
let limits = { most: 64 * mebibyte, kept: 48 * mebibyte }

/** Raises the limits, for a thread that renders whole pages for OCR. Call before the first use of PDFium. */
export function allowRenderedPages(): void {
  limits = { most: 128 * mebibyte, kept: 96 * mebibyte }
}

let instance: Promise<Pdfium> | null = null
let isWornOut = false

/**
 * Returns whether an instance in this thread has crashed or grown. If so, the thread must be replaced. V8 frees the
 * memory of dropped instances late: six files took 400 MB (measured).
 */
export const isPdfiumSpent = (): boolean => isWornOut

function drop(): void {
  instance = null
  isWornOut = true
}

/**
 * Calls `work` with this thread's instance. `work` must be synchronous, so that documents never share the heap. The
 * first call takes about 50 ms. After a trap, the state of the heap is unknown, so the next call gets a new instance.
 */
export async function withPdfium<T>(work: (pdfium: Pdfium) => T): Promise<T> {
  for (;;) {
    const lent = (instance ??= start())
    try {
      const pdfium = await lent
      // Another caller dropped the instance while this one waited.
      if (lent !== instance) continue
      const result = work(pdfium)
      if (pdfium.memory.buffer.byteLength > limits.kept) drop()
      return result
    } catch (cause) {
      if (!(cause instanceof ReadingError)) drop()
      throw cause
    }
  }
}

/** The number of failed allocations of PDFium in this thread. */
let refusals = 0

/**
 * Returns the result of `paint`, or null if an allocation failed in the meantime. In that case, PDFium silently omits
 * objects from the image.
 */
export function withinMemory<T>(paint: () => T): T | null {
  const before = refusals
  const result = paint()
  return refusals === before ? result : null
}

/** Counts failed allocations, which only a message from the module's runtime reveals. */
function noteRefusal(message: string): void {
  if (message.startsWith('Failed to grow the heap')) refusals += 1
}

async function start(): Promise<Pdfium> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  limitMemory(wasm, limits.most)
  const wasmBinary = wasm.buffer
  const module = await init({ wasmBinary, print: () => {}, printErr: noteRefusal })
  // The bytes are no longer needed after compilation. Without this line, they would stay in memory until the next
  // garbage collection.
  wasmBinary.transfer(0)
  module.PDFiumExt_Init()
  return module.pdfium.wasmExports as unknown as Pdfium
}
