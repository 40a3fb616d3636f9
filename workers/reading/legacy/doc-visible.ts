/**
 * Overwrites hidden, white, tiny and deleted text in a Word 97 to 2003 document with zeros, because word-extractor
 * would return it and it would be scored.
 *
 * doc-styles.ts determines the style of the text. Also empties the tables of character properties and bookmarks.
 * word-extractor 1.0.4 reads only five of the nine bits in a property's name, so it would drop text with a property
 * that resembles a deletion.
 */
import { find, read, utils, write } from 'cfb'
import type { HiddenTally } from '../findings.ts'
import { plainStyle, whyInvisible } from '../markup/visibility.ts'
import { ReadingError } from '../reading.ts'
import { type CharacterRun, characterRuns } from './doc-styles.ts'

// [MS-DOC] 2.5.2, FibBase: the mark of Word 97 and later, the mark of Word 6 and 95, and the flag for an encrypted
// document.
const wordMark = 0xa5ec
const olderMark = 0xa5dc
const flagsAt = 0x0a
const [encryptedFlag, secondTableFlag] = [0x0100, 0x0200]

/**
 * [MS-DOC] 2.5.6, FibRgFcLcb97: the positions of the lengths of two tables, the bookmarks and the character properties.
 */
const emptiedLengths = [0x146, 0xfe]
/**
 * The position of the table of pieces (2.9.38), and the positions of the character counts of the parts before the text
 * boxes (2.4.1).
 */
const piecesAt = 0x1a2
const countsBeforeDrawings = [0x4c, 0x50, 0x54, 0x5c, 0x60]

/** Characters that structure the text: the ends of paragraphs, cells, lines and pages. */
const kept = new Set([0x0d, 0x07, 0x0b, 0x0c])
/** Replacements for two characters that word-extractor does not convert: the optional hyphen and the column break. */
const renamed = new Map([
  [0x1f, 0xad],
  [0x0e, 0x0b],
])

/**
 * A stretch of text. `startCp` is the index of its first character. It is stored from byte `start` to byte `end`, with
 * `bytes` per character.
 */
type Piece = { startCp: number; start: number; end: number; bytes: 1 | 2 }

/**
 * Returns the document with only its visible text. Throws RESUME_ENCRYPTED, or RESUME_CONVERSION_FAILED for Word 95 and
 * older. Throws another error if the document is broken.
 */
export function visibleDoc(file: Buffer, tally: HiddenTally): Buffer {
  const container = read(file, { type: 'buffer' })
  const streamOf = (name: string) => Buffer.from(find(container, `/${name}`)!.content)
  const stream = streamOf('WordDocument')
  refuse(stream.readUInt16LE(0), stream.readUInt16LE(flagsAt))
  const tableName = stream.readUInt16LE(flagsAt) & secondTableFlag ? '1Table' : '0Table'
  const table = streamOf(tableName)
  const pieces = piecesOf(table, stream.readUInt32LE(piecesAt), stream.length)
  for (const piece of pieces)
    for (const at of charactersOf(piece)) setCode(stream, piece, at, renamed.get(codeAt(stream, piece, at)))
  const drawings = countsBeforeDrawings.reduce((sum, at) => sum + stream.readUInt32LE(at), 0)
  for (const run of characterRuns(stream, table))
    for (const piece of pieces) blank(stream, piece, run, { drawings, tally })
  for (const at of emptiedLengths) stream.writeUInt32LE(0, at)
  const visible = utils.cfb_new()
  utils.cfb_add(visible, '/WordDocument', stream)
  utils.cfb_add(visible, `/${tableName}`, table)
  return Buffer.from(write(visible, { type: 'buffer' }) as Uint8Array)
}

function refuse(mark: number, flags: number): void {
  if (mark === olderMark)
    throw new ReadingError('RESUME_CONVERSION_FAILED', 'the document was written by Word 95 or older', {
      reason: 'unsupported_type',
      fileType: 'Word 95 or older',
    })
  if (mark === wordMark && flags & encryptedFlag)
    throw new ReadingError('RESUME_ENCRYPTED', 'the Word document has a password')
}

/**
 * Returns the pieces (2.9.38, 2.9.177). In the table, they come after the property lists. The second highest bit of a
 * piece's offset means one byte per character.
 */
function piecesOf(table: Buffer, start: number, streamLength: number): Piece[] {
  let at = start
  while (table.readUInt8(at) === 1) at += 3 + table.readUInt16LE(at + 1)
  const count = Math.floor((table.readUInt32LE(at + 1) - 4) / 12)
  const [starts, places] = [at + 5, at + 5 + (count + 1) * 4]
  const pieces = Array.from({ length: count }, (_, index) => {
    const [startCp, endCp] = [0, 4].map((next) => table.readUInt32LE(starts + index * 4 + next)) as [number, number]
    const place = table.readUInt32LE(places + index * 8 + 2)
    const bytes = place & 0x40000000 ? 1 : 2
    const from = bytes === 1 ? Math.floor((place & ~0x40000000) / 2) : place
    // A broken file may claim to have billions of characters.
    const end = Math.min(from + (endCp - startCp) * bytes, streamLength)
    return { startCp, start: from, end, bytes } satisfies Piece
  })
  return pieces.filter(({ start, end }) => start < end)
}

/** Yields the byte offsets of a piece's characters between the offsets `from` and `to`. */
function* charactersOf({ start, end, bytes }: Piece, from = start, to = end): Generator<number> {
  const first = start + Math.max(0, Math.floor((from - start) / bytes)) * bytes
  for (let at = first; at < Math.min(to, end); at += bytes) yield at
}

function codeAt(stream: Buffer, { bytes }: Piece, at: number): number {
  if (at + bytes > stream.length) return 0
  return bytes === 1 ? stream[at]! : stream.readUInt16LE(at)
}

function setCode(stream: Buffer, { bytes }: Piece, at: number, code: number | undefined): void {
  if (code === undefined || at + bytes > stream.length) return
  if (bytes === 1) stream[at] = code
  else stream.writeUInt16LE(code, at)
}

/**
 * If a run's text is hidden or deleted, replaces its characters in this piece with zeros. Counts the letters that are
 * hidden.
 */
function blank(
  stream: Buffer,
  piece: Piece,
  { start, end, style, deleted, inTable }: CharacterRun,
  { drawings, tally }: { drawings: number; tally: HiddenTally },
): void {
  if (piece.end <= start || piece.start >= end) return
  const places = [...charactersOf(piece, start, end)]
  // The fill of a text box or a shaded cell is not read. Letters on it are treated as visible, because their background
  // is unknown.
  const first = piece.startCp + (places[0]! - piece.start) / piece.bytes
  const isDrawn = inTable || first >= drawings
  const why = whyInvisible({ ...plainStyle, ...style, ...(isDrawn ? { paper: null } : {}) })
  if (!why && !deleted) return
  const codes = places.map((at) => codeAt(stream, piece, at))
  if (why && !deleted) tally.add(why, codes.map((code) => String.fromCharCode(code)).join(''))
  for (const [index, at] of places.entries()) if (!kept.has(codes[index]!)) setCode(stream, piece, at, 0)
}
