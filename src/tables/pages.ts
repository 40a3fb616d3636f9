/** Pages of lists that are ordered by id, newest first, and optionally filtered by state. */
import { unionOf } from '../platform/database/database.ts'

/** `statuses`: those requested; `before`: an id, or null to start at the newest. */
export type Page<Status extends string> = { statuses: readonly Status[]; before: string | null; limit: number }

/** Sorts after every id. */
export const newest = '~'

/** Returns the bind that `pageIds` needs. */
export function pageBind({ before }: Pick<Page<string>, 'before'>): string {
  return before ?? newest
}

/**
 * Selects the ids of a page, by an index that ends in `status` and `id`, reading one range per state. `owned` is the
 * condition on the preceding columns; `bind` is the number of the bind from `pageBind`.
 */
export function pageIds(table: string, owned: string, { statuses, limit }: Page<string>, bind: number): string {
  const ranges = statuses.map(
    (status) =>
      `SELECT id FROM ${table} WHERE ${owned} AND status = '${status}' AND id < $${bind} ORDER BY id DESC LIMIT ${limit}`,
  )
  return `${unionOf(ranges)} ORDER BY id DESC LIMIT ${limit}`
}
