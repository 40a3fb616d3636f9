/**
 * Runs PDFium in this thread: one WebAssembly instance with limited memory, which is replaced when it crashes or grows.
 *
 * Manages the instance and declares the functions that we call. Contains nothing specific to resumes. Pointers stay
 * within this folder.
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
 * The raw exports. The package's own wrappers convert every argument and are eight times as slow per character
 * (measured). Read memory views again after each call, because the memory may grow.
 */
export type Pdfium = PdfiumCalls & { memory: { buffer: ArrayBuffer } }

const mebibyte = 1024 * 1024
/**
 * `most` is the heap's limit. An instance whose heap exceeds `kept` is not reused, because WebAssembly memory never
 * shrinks. Pages with 600 dpi images, A0 sheets and 10 MiB files stay below 45 MB (measured). A decompression bomb
 * reaches the limit without harming the process.
 */
let limits = { most: 64 * mebibyte, kept: 48 * mebibyte }

/** Raises the limits, for a thread that renders whole pages for OCR. Call before the first use of PDFium. */
export function allowRenderedPages(): void {
  limits = { most: 128 * mebibyte, kept: 96 * mebibyte }
}

let instance: Promise<Pdfium> | null = null
let isWornOut = false

/**
 * Returns whether an instance in this thread has crashed or grown. V8 does not count WebAssembly memory as its own and
 * frees dropped instances late: six files took 400 MB (measured).
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
      // Another caller broke the instance while this one waited.
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

/** How often PDFium has been refused memory in this thread. */
let refusals = 0

/**
 * Runs `paint`. Returns null if PDFium was refused memory while it ran, because PDFium silently omits objects that it
 * then cannot render.
 */
export function withinMemory<T>(paint: () => T): T | null {
  const before = refusals
  const result = paint()
  return refusals === before ? result : null
}

/** Counts a refusal. The only sign of one is a message from the module's runtime. */
function noteRefusal(message: string): void {
  if (message.startsWith('Failed to grow the heap')) refusals += 1
}

async function start(): Promise<Pdfium> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  limitMemory(wasm, limits.most)
  const wasmBinary = wasm.buffer
  const module = await init({ wasmBinary, print: () => {}, printErr: noteRefusal })
  // Threads share the compiled module. The bytes would stay in memory until the next garbage collection.
  wasmBinary.transfer(0)
  module.PDFiumExt_Init()
  return module.pdfium.wasmExports as unknown as Pdfium
}
