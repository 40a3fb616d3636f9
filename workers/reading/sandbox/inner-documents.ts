/**
 * Reads documents that are embedded in a Word document (`altChunk`). Programs that generate documents insert them, and
 * Word shows them as part of the page.
 */
import type { ResumeSizes } from '../../tasks.ts'
import type { HiddenTally } from '../findings.ts'
import { type ReadInner, readDocx } from '../markup/docx.ts'
import { decodeText, encodingOf } from '../plain-text.ts'
import { openZip } from '../zip.ts'

/**
 * Returns a function that returns the visible text of an embedded document, without the documents inside it. The
 * function throws the errors of the format readers.
 */
export function innerReader(sizes: ResumeSizes, tally: HiddenTally): ReadInner {
  return async (bytes, name) => {
    const mark = bytes.toString('latin1', 0, 5)
    if (mark.startsWith('PK\x03\x04')) return readDocx(await openZip(bytes, sizes), tally, async () => '')
    if (mark === '{\\rtf') return (await import('../legacy/rtf.ts')).readRtf(bytes, tally)
    const text = decodeText(bytes, await encodingOf(bytes))
    const { readHtml } = await import('../markup/html.ts')
    if (/^\s*(?:mime-version|from|content-type|date|subject|x-[\w-]+):/i.test(text)) {
      const { readMail } = await import('../mail/mail.ts')
      return readHtml(Buffer.from((await readMail(bytes)).body).toString('utf8'), tally)
    }
    if (/\.(?:x?html?|xht)$/i.test(name)) return readHtml(text, tally)
    return /\.txt$/i.test(name) ? text : ''
  }
}
