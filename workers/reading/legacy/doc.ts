/**
 * Reads the visible text of a Word 97 to 2003 document.
 *
 * Runs in the sandbox. word-extractor handles the container and the order of the pieces; doc-styles.ts replaces its
 * reading of character properties, because it uses five bits of a property's nine for its name (1.0.4), drops text that
 * merely resembles a deletion, and ignores hidden text.
 */
import BufferReader from 'word-extractor/lib/buffer-reader.js'
import WordOleExtractor, { type WordText } from 'word-extractor/lib/word-ole-extractor.js'
import type { HiddenTally } from '../findings.ts'
import { ReadingError } from '../reading.ts'
import { plainStyle, whyInvisible } from '../markup/visibility.ts'
import { characterRuns } from './doc-styles.ts'

// [MS-DOC] 2.5.2, FibBase: the mark of Word 97 and later, that of Word 6 and 95, and the flag of an encrypted document.
const wordMark = 0xa5ec
const olderMark = 0xa5dc
const encryptedFlag = 0x0100

class VisibleTextExtractor extends WordOleExtractor {
  readonly #tally: HiddenTally

  constructor(tally: HiddenTally) {
    super()
    this.#tally = tally
  }

  override async extractWordDocument(document: unknown, stream: Buffer): Promise<WordText> {
    const mark = stream.readUInt16LE(0)
    if (mark === olderMark)
      throw new ReadingError('RESUME_CONVERSION_FAILED', 'the document was written by Word 95 or older', {
        reason: 'unsupported_type',
        fileType: 'Word 95 or older',
      })
    if (mark === wordMark && stream.readUInt16LE(0x0a) & encryptedFlag)
      throw new ReadingError('RESUME_ENCRYPTED', 'the Word document has a password')
    return super.extractWordDocument(document, stream)
  }

  /** Bookmarks are invisible. */
  override writeBookmarks(): void {}

  /** Blanks the text that no reader sees. */
  override writeCharacterProperties(stream: Buffer, table: Buffer): void {
    // An optional hyphen and a column break; word-extractor has no letters for them.
    for (const piece of this._pieces) piece.text = piece.text.replaceAll('\x1f', '\u00ad').replaceAll('\x0e', '\x0b')
    for (const { start, end, style, deleted, inTable } of characterRuns(stream, table)) {
      for (const piece of this._pieces) {
        if (piece.endFilePos <= start || piece.startFilePos >= end) continue
        const from = Math.max(0, Math.floor((start - piece.startFilePos) / piece.bpc))
        const to = Math.min(piece.text.length, Math.ceil((end - piece.startFilePos) / piece.bpc))
        // The fill of a text box or a shaded cell is declared elsewhere, so letters on it count as visible.
        const isDrawn = inTable || piece.startCp + from >= this.#drawingsStart
        const why = whyInvisible({ ...plainStyle, ...style, ...(isDrawn ? { paper: null } : {}) })
        if (!why && !deleted) continue
        if (why && !deleted) this.#tally.add(why, piece.text.slice(from, to))
        // Keep the ends of paragraphs and cells.
        const blank = piece.text.slice(from, to).replace(/[^\r\x07\x0b\x0c]/g, '\0')
        piece.text = piece.text.slice(0, from) + blank + piece.text.slice(to)
      }
    }
  }

  /** The first character of the text boxes, which follow everything else ([MS-DOC] 2.4.1). */
  get #drawingsStart(): number {
    const { ccpText, ccpFtn, ccpHdd, ccpAtn, ccpEdn } = this._boundaries
    return ccpText + ccpFtn + ccpHdd + ccpAtn + ccpEdn
  }
}

/**
 * Returns the text of a document: page headers, body, text boxes, notes, page footers. Throws ReadingError
 * RESUME_ENCRYPTED, RESUME_CORRUPTED and, for Word 95 and older, RESUME_CONVERSION_FAILED.
 */
export async function readDoc(file: Buffer, tally: HiddenTally): Promise<string> {
  // [MS-CFB] 2.2: sectors of 512 or 4096 bytes, small ones of 64. Other sizes would allocate gigabytes.
  if (file.length < 512 || ![9, 12].includes(file.readUInt16LE(0x1e)) || file.readUInt16LE(0x20) !== 6)
    throw corrupted()
  try {
    const text = await new VisibleTextExtractor(tally).extract(new BufferReader(file))
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
  return new ReadingError('RESUME_CORRUPTED', 'the Word document is broken or cut off')
}
