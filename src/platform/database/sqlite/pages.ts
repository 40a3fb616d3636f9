/**
 * The pages of an SQLite file: where one may still hold bytes of deleted rows, and which of them its log holds.
 *
 * Layout: "Database File Format", sections 1.6 and 4, which SQLite keeps compatible until 2050.
 */

/** A b-tree page's first byte: whether it is of an index or a table, and the length of its header. */
const headerBytes: { [kind: number]: number | undefined } = { 2: 12, 5: 12, 10: 8, 13: 8 }
const cellCountAt = 3
const contentStartAt = 5

/**
 * As many pages as a file may have: 128 GiB of 4 KiB. Pages that long values continue on, and those that list free
 * pages, begin with the number of another page: up to here its first byte is 0 or 1, which no b-tree page begins with.
 */
export const pagesMax = 2 ** 25 - 1

/**
 * The range between a page's list of cells and its first cell, if anything but zeros is in it. `secure_delete` zeroes
 * what it frees; only here does SQLite leave copies, of cells that it moved to another page (`rebuildPage` in its
 * btree.c). Null for pages of other kinds as well: they are zeroed when they are freed. Null for the first page, which
 * begins with the file's name and holds the schema.
 */
export function leftoverOf(page: Buffer): { start: number; end: number } | null {
  const header = headerBytes[page[0]!]
  if (header === undefined) return null
  const start = header + 2 * page.readUInt16BE(cellCountAt)
  const end = page.readUInt16BE(contentStartAt)
  if (start >= end || end > page.length || isZero(page, start, end)) return null
  return hasCells(page, header, start, end) ? { start, end } : null
}

function isZero(page: Buffer, start: number, end: number): boolean {
  // The first byte is zero, and each one equals the next.
  return page[start] === 0 && page.compare(page, start + 1, end, start, end - 1) === 0
}

/** Whether each entry of the list points behind the range: in a page that does not, we change nothing. */
function hasCells(page: Buffer, header: number, start: number, end: number): boolean {
  for (let at = header; at < start; at += 2) {
    const cell = page.readUInt16BE(at)
    if (cell < end || cell >= page.length) return false
  }
  return true
}

const logHeaderBytes = 32
const frameHeaderBytes = 24

/**
 * The numbers of the pages in a log of that many bytes, one for each version of a page. `read` gives the four bytes at
 * an offset of it.
 */
export function* pagesInLog(logBytes: number, pageBytes: number, read: (at: number) => Buffer): Generator<number> {
  const frameBytes = frameHeaderBytes + pageBytes
  for (let at = logHeaderBytes; at + frameBytes <= logBytes; at += frameBytes) yield read(at).readUInt32BE()
}
