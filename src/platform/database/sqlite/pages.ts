/**
 * Reads the page format of an SQLite file. Finds pages that may still contain bytes of deleted rows, and pages in the
 * write-ahead log.
 *
 * Layout: "Database File Format", sections 1.6 and 4, which SQLite keeps compatible until 2050.
 */

/** The header's length, by the first byte of a b-tree page, which distinguishes index pages from table pages. */
const headerBytes: { [kind: number]: number | undefined } = { 2: 12, 5: 12, 10: 8, 13: 8 }
const cellCountAt = 3
const contentStartAt = 5

/**
 * The maximum number of pages in a file: 128 GiB in pages of 4 KiB. Overflow pages and free-list pages start with the
 * number of another page. Up to this maximum, the first byte of the number is 0 or 1, which distinguishes them from
 * b-tree pages.
 */
export const pagesMax = 2 ** 25 - 1

/**
 * Returns the range between a page's list of cells and its first cell, if it contains anything except zeros. When
 * SQLite moves cells to another page, it leaves copies of them in this range (`rebuildPage` in its btree.c), even with
 * `secure_delete`. Returns null for other kinds of pages, which are zeroed when they are freed, and for the first page,
 * which begins with the file header and contains the schema.
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
  // All bytes are zero if the first byte is zero and each byte equals the next one.
  return page[start] === 0 && page.compare(page, start + 1, end, start, end - 1) === 0
}

/**
 * Returns whether each entry in the list of cells points beyond the range. If not, the page only looks like a b-tree
 * page, and must not be changed.
 */
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
 * Yields the numbers of the pages in a log of `logBytes` bytes, once for each version of a page. `read` returns the
 * four bytes at an offset.
 */
export function* pagesInLog(logBytes: number, pageBytes: number, read: (at: number) => Buffer): Generator<number> {
  const frameBytes = frameHeaderBytes + pageBytes
  for (let at = logHeaderBytes; at + frameBytes <= logBytes; at += frameBytes) yield read(at).readUInt32BE()
}
