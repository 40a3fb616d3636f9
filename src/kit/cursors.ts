/**
 * Pages of a list that is ordered by its ids, which are time-ordered. A cursor is the last id shown; the contract
 * defines which ids a list has.
 */

/** Cuts up to `limit + 1` rows to a page. Returns the page and the cursor of the next page; null on the last page. */
export function toPage<Row extends { id: string }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last ? last.id : null }
}
