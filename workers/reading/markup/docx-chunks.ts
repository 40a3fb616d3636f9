/**
 * Documents of another format that a Word document holds as a whole (`altChunk`): what generators put in, and Word shows
 * as a part of the page.
 */
import { readHtml } from './html.ts'
import type { HiddenTally } from '../findings.ts'
import type { Zip } from '../zip.ts'

/** The visible text of such a part; empty for a format that is not read. Throws like `readHtml` and `readMail`. */
export async function readChunk(zip: Zip, name: string, tally: HiddenTally): Promise<string> {
  const text = await zip.text(name)
  if (/^\s*(?:mime-version|from|content-type|date|subject|x-[\w-]+):/i.test(text)) {
    const { readMail } = await import('../mail/mail.ts')
    const { body } = await readMail(Buffer.from(text))
    return readHtml(Buffer.from(body).toString('utf8'), tally)
  }
  if (/\.(?:x?html?|xht)$/i.test(name)) return readHtml(text, tally)
  return /\.txt$/i.test(name) ? text : ''
}
