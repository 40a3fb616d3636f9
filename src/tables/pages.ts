/** Pages of lists that are ordered by id, newest first, and optionally filtered by state. */
import { unionOf } from '../platform/database/database.ts'

/** `statuses`: the requested states; `before`: an id, or null to start at the newest row. */
export type Page<Status extends string> = { statuses: readonly Status[]; before: string | null; limit: number }

/** A string that sorts after every id. */
export const newest = '~'

/** Returns the value for the placeholder that `pageIds` uses. */
export function pageBind({ before }: Pick<Page<string>, 'before'>): string {
  return before ?? newest
}

/**
 * Returns a SELECT for the ids of a page. It reads one range per state from an index that ends in `status` and `id`.
 * `owned`: the condition on the index's other columns; `bind`: the number of the placeholder for `pageBind`.
 */
export function pageIds(table: string, owned: string, { statuses, limit }: Page<string>, bind: number): string {
  const ranges = statuses.map(
    (status) =>
      `SELECT id FROM ${table} WHERE ${owned} AND status = '${status}' AND id < $${bind} ORDER BY id DESC LIMIT ${limit}`,
  )
  return `${unionOf(ranges)} ORDER BY id DESC LIMIT ${limit}`
}
