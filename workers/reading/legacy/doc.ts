/**
 * Reads the visible text in a Word 97 to 2003 document.
 *
 * Runs in the sandbox. doc-visible.ts first removes hidden text. word-extractor then extracts the rest in reading
 * order.
 */
import WordExtractor from 'word-extractor'
import type { HiddenTally } from '../findings.ts'
import { ReadingError } from '../reading.ts'
import { visibleDoc } from './doc-visible.ts'

/**
 * Returns a document's text: page headers, body, text boxes, notes, page footers. Throws ReadingError with
 * RESUME_ENCRYPTED, RESUME_CORRUPTED or, for Word 95 and older, RESUME_CONVERSION_FAILED.
 */
export async function readDoc(file: Buffer, tally: HiddenTally): Promise<string> {
  // [MS-CFB] 2.2: sectors have 512 or 4096 bytes, and small sectors 64. Any other size would allocate gigabytes.
  if (file.length < 512 || ![9, 12].includes(file.readUInt16LE(0x1e)) || file.readUInt16LE(0x20) !== 6)
    throw corrupted()
  try {
    const text = await new WordExtractor().extract(visibleDoc(file, tally))
    const plain = { filterUnicode: false } as const
    const parts = [
      text.getHeaders({ ...plain, includeFooters: false }),
      text.getBody(plain),
      text.getTextboxes(plain),
      text.getFootnotes(plain),
      text.getEndnotes(plain),
      text.getFooters(plain),
    ]
    return parts.filter((part) => part.trim() !== '').join('\n')
  } catch (cause) {
    throw cause instanceof ReadingError ? cause : corrupted()
  }
}

function corrupted(): ReadingError {
  return new ReadingError('RESUME_CORRUPTED', 'the Word document is damaged or truncated')
}
