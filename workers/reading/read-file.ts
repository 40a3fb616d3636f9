/**
 * Reads a file of any format: recognises it, passes it to its reader, and opens files inside it.
 *
 * Decides which of the files in an e-mail message or PDF are the resume.
 */
import { isProtectedCover, isViewerCover } from '../checks/likeness/covers.ts'
import { isSurelyResume, otherPaper } from '../checks/likeness/likeness.ts'
import type { ParseResumeTask, ResumeType } from '../tasks.ts'
import { findingOf } from '../findings.ts'
import { type ImageType, isImage, recognise } from './file-type.ts'
import { readPictures, readPreview } from './inner-files.ts'
import { readAttachment, readFormData } from './pdf/contents.ts'
import { type Attachment, type PdfReading, readPdf } from './pdf/pdf.ts'
import { scannedPages } from './pdf/scan/pages.ts'
import { decodeText } from './plain-text.ts'
import { checkDeadline, lettersIn, type Reading, ReadingError } from './reading.ts'
import { convertInSandbox, type Terms } from './sandbox/sandbox.ts'

type TypedReading = Reading & { type: ResumeType }
type ReadingTerms = Terms & Pick<ParseResumeTask, 'languages'>

/** Thrown if the file contains images of text but the task does not allow OCR. */
export class ScanFound extends Error {}

/**
 * Returns the text that a reader of the file sees. `depth` is the number of files that contain this one. Throws
 * ReadingError, and ScanFound if OCR is needed but `terms` lists no languages for it.
 */
export async function readFile(bytes: Uint8Array, terms: ReadingTerms, depth = 0): Promise<TypedReading> {
  if (bytes.length === 0) throw new ReadingError('RESUME_EMPTY', 'the file is empty')
  const file = await recognise(bytes, terms.sizes)
  switch (file.type) {
    case 'text':
    case 'markdown':
      return plainReading(file.type, file.text)
    case 'pdf':
      return { ...(await readPdfFile(bytes, terms, depth)), type: 'pdf' }
    case 'html':
    case 'wordxml':
    case 'json':
    case 'xml':
      return { type: file.type, ...(await convertInSandbox(file.type, inUtf8(bytes, file.encoding), terms)) }
    case 'mail':
      return { type: 'mail', ...(await readMailFile(bytes, terms, depth)) }
    case 'png':
    case 'jpeg':
    case 'tiff':
    case 'webp':
    case 'heic':
    case 'avif':
      return { type: file.type, ...(await readPictureFile(bytes, file.type, terms)) }
    case 'docx':
    case 'odt':
      return { type: file.type, ...(await readOfficeFile(file.type, bytes, terms)) }
    case 'pages':
      return { ...(await readPagesFile(bytes, terms)), type: 'pages' }
    default:
      return { type: file.type, ...(await convertInSandbox(file.type, bytes, terms)) }
  }
}

/** Returns a text as the result of reading a file, without findings. */
export function plainReading(type: ResumeType, text: string): TypedReading {
  return { type, text, pages: null, findings: [] }
}

/** The maximum nesting depth of files, such as an attachment of a PDF that is attached to an e-mail message. */
const depthMax = 2

/** Returns the text of an e-mail message's attachments or, if there are none, of its body. */
async function readMailFile(bytes: Uint8Array, terms: ReadingTerms, depth: number): Promise<Reading> {
  if (depth === depthMax)
    throw new ReadingError('RESUME_CONVERSION_FAILED', 'e-mail messages are nested too deeply', {
      reason: 'unsupported_type',
      fileType: 'message/rfc822',
    })
  const { readMail } = await import('./mail/mail.ts')
  const { body, attachments, people } = await readMail(bytes)
  const readings: Reading[] = []
  for (const attachment of attachments) {
    checkDeadline(terms.deadlineAt)
    const isResume = await recognise(attachment, terms.sizes).then(
      () => true,
      (cause: ReadingError) => cause.code !== 'RESUME_CONVERSION_FAILED',
    )
    if (isResume) readings.push(await readFile(attachment, terms, depth + 1))
  }
  if (readings.length === 0) readings.push(await readFile(body, terms, depthMax))
  const joined = joinReadings(readings)
  return { ...joined, people: [...people, ...(joined.people ?? [])] }
}

function joinReadings(readings: Reading[]): Reading {
  return {
    text: readings.map(({ text }) => text).join('\n\n'),
    pages: null,
    findings: readings.flatMap(({ findings }) => findings),
    people: readings.flatMap(({ people = [] }) => people),
  }
}

/**
 * Returns the text of a PDF's pages. If they are empty or only a cover page, returns the attached resume or the values
 * of the form.
 */
async function readPdfFile(bytes: Uint8Array, terms: ReadingTerms, depth: number): Promise<Reading> {
  const own = await readPdf(bytes, terms)
  const shown = await readPages(bytes, own, terms)
  const holdsMore = own.formPackets > 0 || (own.attachments.length > 0 && depth < depthMax)
  if (!holdsMore || !isCover(shown.text, terms)) return shown
  const attached = depth < depthMax ? await readAttachments(bytes, own.attachments, terms) : null
  return attached ?? (await readForm(bytes, own.formPackets, terms)) ?? shown
}

async function readPages(bytes: Uint8Array, reading: PdfReading, terms: ReadingTerms): Promise<Reading> {
  const scanned = scannedPages(reading, terms.sizes)
  if (scanned.length === 0) return reading
  return recognising(terms, (scan, scanTerms) => scan.readScannedPages(bytes, reading, scanned, scanTerms))
}

/**
 * Returns whether a text is nearly empty or is not a resume, such as the cover of a portfolio. The resume may then be
 * elsewhere in the file. Usually returns false for the cover of a protected file, whose attachment is encrypted and
 * cannot be read.
 */
function isCover(text: string, { sizes }: ReadingTerms): boolean {
  if (lettersIn(text) < sizes.visibleCharactersMin || isViewerCover(text)) return true
  return otherPaper(text) !== null && !isProtectedCover(text)
}

/**
 * Returns the first attachment that is certainly a resume, or else all that may be one; null if there are none. If an
 * attachment cannot be read and no other is certainly a resume, throws its error, because it may be the resume.
 */
async function readAttachments(
  bytes: Uint8Array,
  attachments: Attachment[],
  terms: ReadingTerms,
): Promise<Reading | null> {
  const readings: Reading[] = []
  let failure: ReadingError | null = null
  for (const attachment of attachments) {
    checkDeadline(terms.deadlineAt)
    try {
      const file = await readAttachment(bytes, attachment, terms.sizes)
      if (!file) continue
      const reading = await readFile(file, terms, depthMax)
      if (isSurelyResume(reading.text)) return reading
      if (!isCover(reading.text, terms)) readings.push(reading)
    } catch (cause) {
      if (!(cause instanceof ReadingError) || cause.code === 'RESUME_PARSE_FAILED') throw cause
      if (!otherFiles.has(cause.code)) failure ??= cause
    }
  }
  if (failure) throw failure
  return readings.length === 0 ? null : joinReadings(readings)
}

/** The errors of attachments that are skipped, because we cannot read them or they are not documents. */
const otherFiles = new Set<string>(['RESUME_CONVERSION_FAILED', 'RESUME_FETCH_FAILED', 'RESUME_EMPTY'])

/** Returns the values in an XFA form, whose pages only Adobe's reader can show. */
async function readForm(bytes: Uint8Array, packets: number, terms: ReadingTerms): Promise<Reading | null> {
  const data = await readFormData(bytes, packets, terms.sizes)
  if (data === null) return null
  const reading = await convertInSandbox('xml', Buffer.from(data), terms)
  return lettersIn(reading.text) < terms.sizes.visibleCharactersMin ? null : reading
}

/** Returns an office document's text. If it is empty or only a cover page, adds the text in the document's images. */
async function readOfficeFile(type: 'docx' | 'odt', bytes: Uint8Array, terms: ReadingTerms): Promise<Reading> {
  const own = await convertInSandbox(type, bytes, terms)
  if (!isCover(own.text, terms)) return own
  const readings: Reading[] = []
  let failure: ReadingError | null = null
  for (const picture of await readPictures(Buffer.from(bytes), terms.sizes)) {
    checkDeadline(terms.deadlineAt)
    try {
      const { type } = await recognise(picture, terms.sizes)
      if (isImage(type)) readings.push(await readPictureFile(picture, type, terms))
    } catch (cause) {
      // Most errors are ignored, because a photo or a logo contains no letters.
      if (!(cause instanceof ReadingError) || cause.code === 'RESUME_PARSE_FAILED') throw cause
      if (/^(?:unreadable_text|language_not_installed)$/.test(cause.why.reason ?? '')) failure ??= cause
    }
  }
  const shown = joinReadings([own, ...readings])
  if (failure && isCover(shown.text, terms)) throw failure
  return shown
}

async function readPagesFile(bytes: Uint8Array, terms: ReadingTerms): Promise<Reading> {
  const preview = await readPreview(Buffer.from(bytes), terms.sizes)
  if (!preview.isFirstPage) return readPdfFile(preview.bytes, terms, depthMax)
  const reading = await readPictureFile(preview.bytes, 'jpeg', terms)
  return { ...reading, findings: [...reading.findings, findingOf('first_page_only')] }
}

async function readPictureFile(bytes: Uint8Array, type: ImageType, terms: ReadingTerms): Promise<Reading> {
  return recognising(terms, (scan, scanTerms) => scan.readPicture(bytes, type, scanTerms))
}

type Scan = typeof import('./scan/scan.ts')
type ScanTerms = ReadingTerms & { languages: readonly string[] }

/** Calls `work` with the OCR module. Throws ScanFound if `terms` lists no languages for OCR. */
async function recognising(
  terms: ReadingTerms,
  work: (scan: Scan, terms: ScanTerms) => Promise<Reading>,
): Promise<Reading> {
  const { languages } = terms
  if (!languages) throw new ScanFound()
  return work(await import('./scan/scan.ts'), { ...terms, languages })
}

/**
 * Returns the page in UTF-8. Always converts the whole page, because its text can come after megabytes of styles and
 * images.
 */
function inUtf8(bytes: Uint8Array, encoding: string): Uint8Array {
  return encoding === 'utf-8' ? bytes : Buffer.from(decodeText(bytes, encoding))
}
