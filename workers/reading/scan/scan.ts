/**
 * Reads files that hold no letters but pictures of them.
 *
 * Owns the order of the pages and the deadline between them; a page that takes longer costs its thread.
 */
import type { ParseResumeTask } from '../../tasks.ts'
import type { ImageType } from '../file-type.ts'
import { readPaintedPages } from '../pdf/scan.ts'
import { checkDeadline, type Reading } from '../reading.ts'
import { pagesOf } from './pictures.ts'
import { openRecogniser } from './tesseract.ts'

/** Loaded once for the thread. */
let recogniser: ReturnType<typeof openRecogniser> | null = null

/** What is painted on the pages. Throws RESUME_TOO_LARGE, RESUME_CORRUPTED, and RESUME_PARSE_FAILED at the deadline. */
export async function readScan(
  bytes: Uint8Array,
  type: ImageType | 'pdf',
  { sizes, deadlineAt, languages }: Pick<ParseResumeTask, 'sizes' | 'deadlineAt'> & { languages: readonly string[] },
): Promise<Reading> {
  const pictures = type === 'pdf' ? null : pagesOf(Buffer.from(bytes), type, sizes)
  const recognise = await (recogniser ??= openRecogniser(languages))
  try {
    const texts = pictures
      ? pictures.map((picture) => {
          checkDeadline(deadlineAt)
          return recognise(picture.bytes, picture.orientation)
        })
      : await readPaintedPages(bytes, { sizes, deadlineAt }, recognise)
    return { text: joinAddresses(texts.join('\n\n')), pages: texts.length, findings: [] }
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
