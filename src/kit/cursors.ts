/**
 * Pages of a list ordered by its time-ordered ids. A cursor is the last id shown; the contract says which ids a list
 * has.
 */

/** Cuts `limit + 1` fetched rows to a page, with the cursor of the next one; null on the last page. */
export function toPage<Row extends { id: string }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last ? last.id : null }
}
