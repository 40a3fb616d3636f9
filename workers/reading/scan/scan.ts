/**
 * Reads files and pages that contain images of text instead of text.
 *
 * The deadline is checked between pages. A thread that exceeds it within a page is terminated.
 */
import type { ParseResumeTask } from '../../tasks.ts'
import type { ImageType } from '../file-type.ts'
import type { PdfReading } from '../pdf/pdf.ts'
import { readRenderedPages } from '../pdf/scan/pages.ts'
import { isIllegible } from '../legibility.ts'
import { checkDeadline, joinPages, lettersIn, type Reading, ReadingError } from '../reading.ts'
import { agreedLayer, findingsOutside } from './layer.ts'
import { pagesOf } from './pictures.ts'
import { openRecogniser, type Recognised, type Recogniser } from './tesseract.ts'

/** Loaded once per thread. */
let recogniser: ReturnType<typeof openRecogniser> | null = null

type ScanTerms = Pick<ParseResumeTask, 'sizes' | 'deadlineAt'> & { languages: readonly string[] }

/**
 * Returns the text in an image. Throws RESUME_TOO_LARGE or RESUME_CORRUPTED; RESUME_CONVERSION_FAILED if the image's
 * compression is not supported or OCR is unsure about most letters; RESUME_PARSE_FAILED at the deadline.
 */
export async function readPicture(
  bytes: Uint8Array,
  type: ImageType,
  { sizes, deadlineAt, languages }: ScanTerms,
): Promise<Reading> {
  const pictures = await pagesOf(Buffer.from(bytes), type, sizes)
  const texts = await recognising(languages, (recognise) =>
    pictures.map((picture) => {
      checkDeadline(deadlineAt)
      return recognise(picture.bytes(), picture.orientation)
    }),
  )
  refuseUnsure(texts)
  return { text: joined(texts), pages: texts.length, findings: [] }
}

/**
 * Reads a PDF in which the pages with these indexes are scanned. A text layer from the scanner is used if OCR agrees
 * with it. Lines that the image does not show are flagged. Throws like `readPicture`.
 */
export async function readScannedPages(
  bytes: Uint8Array,
  reading: PdfReading,
  scanned: number[],
  { deadlineAt, languages }: ScanTerms,
): Promise<Reading> {
  const shown = await recognising(languages, (recognise) => readRenderedPages(bytes, scanned, deadlineAt, recognise))
  const pages = reading.byPage.map(({ text, layer }, index): Recognised => {
    const seen = shown[scanned.indexOf(index)]
    const agreed = seen && agreedLayer(layer, seen.text)
    if (agreed) return { text: agreed, sure: true }
    const isBetter = seen && (lettersIn(seen.text) > lettersIn(text) || (lettersIn(seen.text) > 0 && isIllegible(text)))
    return isBetter ? seen : { text, sure: true }
  })
  refuseUnsure(pages)
  const findings = findingsOutside(reading, scanned, joined(shown))
  return { text: joined(pages), pages: reading.pages, findings }
}

function joined(pages: Recognised[]): string {
  return joinPages(pages.map(({ text }) => text))
}

/**
 * Throws RESUME_CONVERSION_FAILED if OCR is unsure about most letters. OCR invents words if it has no model for the
 * script.
 */
function refuseUnsure(pages: Recognised[]): void {
  const unsure = lettersIn(joined(pages.filter(({ sure }) => !sure)))
  if (unsure * 2 > lettersIn(joined(pages)))
    throw new ReadingError('RESUME_CONVERSION_FAILED', 'no installed OCR language matches the letters', {
      reason: 'language_not_installed',
    })
}

/** Returns the result of `work`, which is called with the thread's OCR instance. */
async function recognising(
  languages: readonly string[],
  work: (recognise: Recogniser) => Recognised[] | Promise<Recognised[]>,
): Promise<Recognised[]> {
  const recognise = await (recogniser ??= openRecogniser(languages))
  try {
    return (await work(recognise)).map(({ text, sure }) => ({ text: joinAddresses(text), sure }))
  } catch (cause) {
    // The instance may have crashed, so the next file gets a new one.
    recogniser = null
    throw cause
  }
}

/**
 * Removes the space that OCR puts next to the @ of an address, because blind scoring would not find an address with a
 * space.
 */
function joinAddresses(text: string): string {
  return text.replace(/(?<=[\w.+-]) ?@ ?(?=[\w-]+\.[\w.]+)/g, '@')
}
