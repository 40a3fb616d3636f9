/** Which bytes of a page are left over, and which pages are in a log. */
import test from 'ava'
import { leftoverOf, pagesInLog } from '../../../../src/platform/database/sqlite/pages.ts'

const pageBytes = 4096

/** Returns a page with this header and cells at these offsets. All bytes after its list of cells are `filling`. */
function pageWith(kind: number, cells: number[], contentStart: number, filling: number): Buffer {
  const page = Buffer.alloc(pageBytes, filling)
  const header = kind === 2 || kind === 5 ? 12 : 8
  page.fill(0, 0, header)
  page[0] = kind
  page.writeUInt16BE(cells.length, 3)
  page.writeUInt16BE(contentStart, 5)
  cells.forEach((cell, index) => page.writeUInt16BE(cell, header + 2 * index))
  return page
}

for (const [kind, header] of [
  [2, 12],
  [5, 12],
  [10, 8],
  [13, 8],
] as const)
  test(`the leftovers in a ${kind} page are the bytes between its list of cells and its first cell`, (t) => {
    t.deepEqual(leftoverOf(pageWith(kind, [4000, 3900], 3900, 1)), { start: header + 4, end: 3900 })
    t.is(leftoverOf(pageWith(kind, [4000, 3900], 3900, 0)), null)
  })

test('a page of another kind, or with cells that contradict its header, is left unchanged', (t) => {
  for (const kind of [0, 1, 'S'.charCodeAt(0)]) t.is(leftoverOf(pageWith(kind, [4000], 4000, 1)), null)
  t.is(leftoverOf(pageWith(13, [4000, 3000], 3900, 1)), null)
  t.is(leftoverOf(pageWith(13, [4000, 4096], 3900, 1)), null)
  t.is(leftoverOf(pageWith(13, [], 5000, 1)), null)
  t.is(leftoverOf(pageWith(13, [4000], 9, 1)), null)
})

test('only the pages in complete frames are read from a log', (t) => {
  const frames = Buffer.alloc(32 + 2 * (24 + pageBytes) + 100)
  frames.writeUInt32BE(7, 32)
  frames.writeUInt32BE(300, 32 + 24 + pageBytes)
  const read = (at: number) => frames.subarray(at, at + 4)
  t.deepEqual([...pagesInLog(frames.length, pageBytes, read)], [7, 300])
  t.deepEqual([...pagesInLog(0, pageBytes, read)], [])
})
