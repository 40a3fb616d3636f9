/**
 * Reads the visible text in a PDF: opens the document, collects each page's glyphs, and leaves out hidden text.
 *
 * Opens and closes PDFium's documents and pages. glyphs.ts decides which glyphs are visible, page-layout.ts determines
 * the reading order, and contents.ts extracts content that the pages do not show. Never executes anything in the
 * document.
 */
import { loadText } from './actual-text.ts'
import { annotationKinds, fileAnnotations, linkTargets, mergeAnnotations } from './annotations.ts'
import { Characters } from './characters.ts'
import { layOut } from './page-layout.ts'
import { readGlyphs } from './glyphs.ts'
import { pictureShare } from './pictures.ts'
import { type Pdfium, withinMemory, withPdfium } from './pdfium.ts'
import { clearReasons, type Paint, type ReadGlyph } from './visibility.ts'
import { HiddenTally, repeatsShown } from '../findings.ts'
import { findingOf } from '../../findings.ts'
import type { IntegrityFinding, ParseResumeTask } from '../../tasks.ts'
import { checkDeadline, joinPages, lettersIn, type Reading, ReadingError } from '../reading.ts'

/** The maximum number of characters on a page. A page in 3 pt type has about 25,000. */
const pageGlyphsMax = 100_000

/**
 * The maximum number of attachments that are read. The files of a portfolio are ordered by name, so a resume may
 * come after letters, certificates and work samples.
 */
const attachmentsMax = 20

/** FPDF_GetLastError (fpdfview.h): a password is needed, or the security handler is unknown. */
const passwordErrors = new Set([4, 5])

/**
 * A page's content. `layer` is the transparent text that is not visible on the page. `pictures` is the share of the
 * page that images cover; null for a page with text and for an empty page.
 */
export type PdfPage = { text: string; layer: string; pictures: number | null }
/** Where an attached file is: in the document's list, or among a page's annotations. */
export type Attachment = { page: number | null; index: number }
/** `formPackets` is the number of packets in an XFA form. */
export type PdfReading = Reading & { byPage: PdfPage[]; attachments: Attachment[]; formPackets: number }

type PdfTerms = Pick<ParseResumeTask, 'sizes' | 'deadlineAt'>

/**
 * Reads a PDF. Throws ReadingError with RESUME_ENCRYPTED, RESUME_CORRUPTED or RESUME_TOO_LARGE, or with
 * RESUME_PARSE_FAILED if the deadline passes, or if PDFium crashes or exceeds its memory limit.
 */
export async function readPdf(bytes: Uint8Array, terms: PdfTerms): Promise<PdfReading> {
  const limit: PaintLimit = { from: Infinity }
  const read = () => withDocument(bytes, (pdfium, document) => readPages(pdfium, document, terms, limit))
  return read().catch((cause: unknown) => {
    // PDFium crashed while it rendered a page. There is only one retry, because the memory of each crashed instance
    // stays in use for a while.
    if (limit.from < Infinity) return read()
    throw cause
  })
}

/** The index of the first page that is not rendered. Later pages are not rendered either. */
type PaintLimit = { from: number }

/**
 * Renders pages until PDFium runs out of memory. While a page is rendered, `from` is set to that page, so that the
 * retry after a crash skips it.
 */
class Painter {
  readonly #limit: PaintLimit
  readonly #index: number
  /** Whether all requested pages have been rendered. */
  isComplete = true

  constructor(limit: PaintLimit, index: number) {
    this.#limit = limit
    this.#index = index
  }

  readonly paint: Paint = (work) => {
    const { from } = this.#limit
    this.isComplete &&= this.#index < from
    if (!this.isComplete) return null
    this.#limit.from = this.#index
    const seen = withinMemory(work)
    this.#limit.from = from
    this.isComplete = seen !== null
    return seen
  }
}

/** Opens a document for `work`, which must be synchronous. Throws the errors of `readPdf`. */
export async function withDocument<T>(bytes: Uint8Array, work: (pdfium: Pdfium, document: number) => T): Promise<T> {
  try {
    return await withPdfium((pdfium) => openDocument(pdfium, bytes, work))
  } catch (cause) {
    if (cause instanceof ReadingError) throw cause
    throw new ReadingError('RESUME_PARSE_FAILED', 'PDFium crashed or ran out of memory')
  }
}

function openDocument<T>(pdfium: Pdfium, bytes: Uint8Array, work: (pdfium: Pdfium, document: number) => T): T {
  const file = pdfium.malloc(bytes.length)
  if (!file) throw new Error('PDFium could not allocate memory for the file')
  new Uint8Array(pdfium.memory.buffer).set(bytes, file)
  return holding(
    () => pdfium.free(file),
    () => {
      const document = pdfium.FPDF_LoadMemDocument(file, bytes.length, 0)
      if (!document) throw openingError(pdfium)
      return holding(
        () => pdfium.FPDF_CloseDocument(document),
        () => work(pdfium, document),
      )
    },
  )
}

/**
 * Calls `work`, then `close`, and returns the result of `work`. Does not call `close` after a WebAssembly trap, because
 * the instance is then broken.
 */
export function holding<T>(close: () => void, work: () => T): T {
  try {
    const result = work()
    close()
    return result
  } catch (cause) {
    if (cause instanceof ReadingError) close()
    throw cause
  }
}

function openingError(pdfium: Pdfium): ReadingError {
  return passwordErrors.has(pdfium.FPDF_GetLastError())
    ? new ReadingError('RESUME_ENCRYPTED', 'the PDF needs a password')
    : new ReadingError('RESUME_CORRUPTED', 'the PDF has no readable structure')
}

function readPages(pdfium: Pdfium, document: number, { sizes, deadlineAt }: PdfTerms, limit: PaintLimit): PdfReading {
  const pages = pdfium.FPDF_GetPageCount(document)
  if (pages === 0) throw new ReadingError('RESUME_CORRUPTED', 'the PDF has no pages')
  if (pages > sizes.pages) throw new ReadingError('RESUME_TOO_LARGE', `the PDF has ${pages} pages`)
  const tally = new HiddenTally()
  const unpainted: IntegrityFinding[] = []
  const characters = new Characters(pdfium, document)
  const byPage: PdfPage[] = []
  const attachments: Attachment[] = Array.from(
    { length: Math.min(pdfium.FPDFDoc_GetAttachmentCount(document), attachmentsMax) },
    (_, at) => ({ page: null, index: at }),
  )
  for (let index = 0; index < pages; index++) {
    checkDeadline(deadlineAt)
    const painter = new Painter(limit, index)
    const { paint } = painter
    const lettersMin = sizes.visibleCharactersMin
    byPage.push(readPage(pdfium, { document, index, tally, characters, attachments, lettersMin, paint }))
    if (!painter.isComplete) unpainted.push({ ...findingOf('page_not_rendered'), page: index + 1 })
  }
  return {
    ...{
      text: joinPages(byPage.map(({ text }) => text)),
      pages,
      findings: [...tally.findings, ...unpainted],
      byPage,
    },
    attachments: attachments.slice(0, attachmentsMax),
    formPackets: pdfium.FPDF_GetXFAPacketCount(document),
  }
}

type PageTerms = {
  document: number
  index: number
  tally: HiddenTally
  characters: Characters
  attachments: Attachment[]
  lettersMin: number
  paint: Paint
}

function readPage(pdfium: Pdfium, terms: PageTerms): PdfPage {
  const { document, index, tally, attachments, lettersMin } = terms
  const read = (page: number): PdfPage => {
    const glyphs = readText(pdfium, page, terms)
    const layOutThose = (are: (read: ReadGlyph) => boolean) => layOut(glyphs.filter(are).map(({ glyph }) => glyph))
    const text = layOutThose(({ hidden }) => !hidden)
    const layer = layOutThose(isClear)
    const isCopy = layer !== '' && repeatsShown(layer, `${text}\n${linkTargets(pdfium, document, page)}`)
    for (const read of glyphs) {
      const { glyph, hidden } = read
      if (hidden && hidden !== 'repeated' && !(isCopy && isClear(read))) tally.add(hidden, glyph.text, index + 1)
    }
    const pictures = lettersIn(text) < lettersMin ? pictureShare(pdfium, page) : null
    return { text, layer, pictures }
  }
  const merged = onPage(pdfium, document, index, (page) => {
    const kinds = annotationKinds(pdfium, page)
    attachments.push(...fileAnnotations(kinds).map((at) => ({ page: index, index: at })))
    return mergeAnnotations(pdfium, page, kinds, index + 1, tally) ? null : read(page)
  })
  return merged ?? onPage(pdfium, document, index, read)
}

/** Opens a page for `work`. Throws RESUME_CORRUPTED if it cannot be opened. */
export function onPage<T>(pdfium: Pdfium, document: number, index: number, work: (page: number) => T): T {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (!page) throw new ReadingError('RESUME_CORRUPTED', `page ${index + 1} cannot be opened`)
  return holding(
    () => pdfium.FPDF_ClosePage(page),
    () => work(page),
  )
}

/** Returns whether a glyph is transparent and not visible on the page. */
const isClear = ({ hidden }: ReadGlyph): boolean => hidden !== null && clearReasons.has(hidden)

function readText(pdfium: Pdfium, page: number, { index, tally, characters, paint }: PageTerms): ReadGlyph[] {
  const { textPage, replacements } = loadText(pdfium, { page, pageNumber: index + 1 }, tally)
  if (!textPage) throw new ReadingError('RESUME_CORRUPTED', 'the text of a page cannot be read')
  return holding(
    () => pdfium.FPDFText_ClosePage(textPage),
    () => {
      const count = pdfium.FPDFText_CountChars(textPage)
      if (count > pageGlyphsMax)
        throw new ReadingError('RESUME_TOO_LARGE', `a page has more than ${pageGlyphsMax} characters`)
      return readGlyphs(pdfium, page, { textPage, count, replacements, characters, paint })
    },
  )
}
