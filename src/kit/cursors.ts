/** Pages of a list ordered by its time-ordered ids. A cursor is the last id shown, in base64url. */
import { invalid } from './errors.ts'
import { isId, type IdPrefix } from './ids.ts'

/**
 * The id after which the page begins; null for the first page. @throws VALIDATION_ERROR unless it is this list's cursor
 */
export function readCursor(cursor: string | undefined, prefix: IdPrefix): string | null {
  if (cursor === undefined) return null
  const id = Buffer.from(cursor, 'base64url').toString()
  if (!isId(id) || !id.startsWith(`${prefix}_`) || toCursor(id) !== cursor) {
    throw invalid('cursor', 'invalid', 'must be the nextCursor of an earlier page of this list')
  }
  return id
}

/** The cursor of the page that begins after this id. */
export function toCursor(id: string): string {
  return Buffer.from(id).toString('base64url')
}

/** Cuts `limit + 1` fetched rows to a page, with the cursor of the next one; null on the last page. */
export function toPage<Row extends { id: string }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last ? toCursor(last.id) : null }
}
