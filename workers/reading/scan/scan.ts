/**
 * Reads files and pages that hold no letters but pictures of them.
 *
 * Owns the order of the pages and the deadline between them; a page that takes longer costs its thread.
 */
import type { ParseResumeTask } from '../../tasks.ts'
import type { ImageType } from '../file-type.ts'
import type { PdfReading } from '../pdf/pdf.ts'
import { readPaintedPages } from '../pdf/scan/pages.ts'
import { checkDeadline, lettersIn, type Reading } from '../reading.ts'
import { findingsBeside } from './layer.ts'
import { pagesOf } from './pictures.ts'
import { openRecogniser, type Recogniser } from './tesseract.ts'

/** Loaded once for the thread. */
let recogniser: ReturnType<typeof openRecogniser> | null = null

type ScanTerms = Pick<ParseResumeTask, 'sizes' | 'deadlineAt'> & { languages: readonly string[] }

/** What a picture shows. Throws RESUME_TOO_LARGE, RESUME_CORRUPTED, and RESUME_PARSE_FAILED at the deadline. */
export async function readPicture(
  bytes: Uint8Array,
  type: ImageType,
  { sizes, deadlineAt, languages }: ScanTerms,
): Promise<Reading> {
  const pictures = pagesOf(Buffer.from(bytes), type, sizes)
  const texts = await recognising(languages, (recognise) =>
    pictures.map((picture) => {
      checkDeadline(deadlineAt)
      return recognise(picture.bytes, picture.orientation)
    }),
  )
  return { text: texts.join('\n\n'), pages: texts.length, findings: [] }
}

/**
 * A PDF whose pages with these indexes are scanned, with what they show. A scanner's own layer of clear letters is not
 * read, but flagged where it says something else. Throws like `readPicture`.
 */
export async function readScannedPages(
  bytes: Uint8Array,
  reading: PdfReading,
  scanned: number[],
  { deadlineAt, languages }: ScanTerms,
): Promise<Reading> {
  const shown = await recognising(languages, (recognise) => readPaintedPages(bytes, scanned, deadlineAt, recognise))
  const texts = reading.byPage.map(({ text }, index) => {
    const seen = shown[scanned.indexOf(index)] ?? ''
    return lettersIn(seen) > lettersIn(text) ? seen : text
  })
  const findings = findingsBeside(reading, scanned, shown.join('\n'))
  return { text: texts.join('\n\n'), pages: reading.pages, findings }
}

/** Lends the recogniser to `work`. */
async function recognising(
  languages: readonly string[],
  work: (recognise: Recogniser) => string[] | Promise<string[]>,
): Promise<string[]> {
  const recognise = await (recogniser ??= openRecogniser(languages))
  try {
    return (await work(recognise)).map(joinAddresses)
  } catch (cause) {
    // It may have broken; the next file gets a new one.
    recogniser = null
    throw cause
  }
}

/** Recognition sets a space beside the sign of an address, which blinding would then not know. */
function joinAddresses(text: string): string {
  return text.replace(/(?<=[\w.+-]) ?@ ?(?=[\w-]+\.[\w.]+)/g, '@')
}
