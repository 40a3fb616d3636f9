/**
 * Documents that a Word document holds as a whole (`altChunk`): what generators put in, and Word shows as a part of the
 * page.
 */
import { readHtml } from './html.ts'
import { encodingOf, decodeText } from '../plain-text.ts'
import type { HiddenTally } from '../findings.ts'

/** The visible text of such a part; empty for a format that is not read. Throws like the readers of the formats. */
export async function readChunk(
  bytes: Buffer,
  name: string,
  tally: HiddenTally,
  readDocx: (file: Buffer) => Promise<string>,
): Promise<string> {
  const mark = bytes.toString('latin1', 0, 5)
  if (mark.startsWith('PK\x03\x04')) return readDocx(bytes)
  if (mark === '{\\rtf') return (await import('../legacy/rtf.ts')).readRtf(bytes, tally)
  const text = decodeText(bytes, await encodingOf(bytes))
  if (/^\s*(?:mime-version|from|content-type|date|subject|x-[\w-]+):/i.test(text)) {
    const { readMail } = await import('../mail/mail.ts')
    const { body } = await readMail(bytes)
    return readHtml(Buffer.from(body).toString('utf8'), tally)
  }
  if (/\.(?:x?html?|xht)$/i.test(name)) return readHtml(text, tally)
  return /\.txt$/i.test(name) ? text : ''
}
