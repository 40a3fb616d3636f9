/**
 * Pages of a list that is ordered by its ids, which are time-ordered. A cursor is the last id on the page; the contract
 * defines which kind of id each list has.
 */

/**
 * Cuts a page from up to `limit + 1` rows. Returns the page and the cursor for the next page, which is null on the last
 * page.
 */
export function toPage<Row extends { id: string }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last ? last.id : null }
}
