/** Pages of lists that are ordered by their ids, the newest first, and may be of one state only. */
import { unionOf } from '../platform/database/database.ts'

/** `statuses`: those that are asked for; `before`: an id, or null to start at the newest. */
export type Page<Status extends string> = { statuses: readonly Status[]; before: string | null; limit: number }

/** Above every id. */
export const newest = '~'

/** The bind that `pageIds` needs. */
export function pageBind({ before }: Pick<Page<string>, 'before'>): string {
  return before ?? newest
}

/**
 * Selects the ids of a page, by an index that ends in `status` and `id`: one range of it for each state. `owned` is the
 * condition on the columns before them; `bind` is the number of the bind from `pageBind`.
 */
export function pageIds(table: string, owned: string, { statuses, limit }: Page<string>, bind: number): string {
  const ranges = statuses.map(
    (status) =>
      `SELECT id FROM ${table} WHERE ${owned} AND status = '${status}' AND id < $${bind} ORDER BY id DESC LIMIT ${limit}`,
  )
  return `${unionOf(ranges)} ORDER BY id DESC LIMIT ${limit}`
}
