/** Pagination. Lists are ordered by id, and ids are ordered by time, so a cursor is the id of a page's last item. */

/**
 * Returns the first `limit` of up to `limit + 1` rows, and the cursor for the next page. The cursor is null on the last
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
