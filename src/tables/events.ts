/** Events: what happened, as receivers are told of it; never changed, and gone after the promised 30 days. */
import type { EventKind } from '../../generated/types.gen.ts'
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import { columns, defineTable, nullable, bindList, type Database, type RowOf } from '../platform/database/database.ts'

/** A test is no happening: it is sent to one endpoint and not in the feed. */
export type EventType = EventKind | 'webhook.test'

const shape = {
  id: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  /** With `applicationId`, so that a deletion finds it; null where it belongs to none. */
  tenantId: nullable(columns.id()),
  applicationId: nullable(columns.id()),
  type: columns.enumeration<EventType>(40),
  /** JSON: Event. The very text that is signed and sent. */
  body: columns.text(),
  inFeed: columns.flag(),
  createdAt: columns.instant(),
}
export const events = defineTable('events', shape)
export type EventRow = RowOf<typeof shape>

export async function insertEvents(database: Database, rows: EventRow[]): Promise<void> {
  await database.insert(events, rows)
}

/** The callers' own ids of these tenants, by ours. */
export async function listTenantNames(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database.select<{ id: string; externalId: string }>(
    `SELECT id, externalId FROM tenants WHERE partnerId = $1 AND environment = $2 AND id IN (${bindList(3, ids)})`,
    [partnerId, environment, ...ids],
  )
  return new Map(rows.map(({ id, externalId }) => [id, externalId]))
}

/** `types`: null for all; `after`: an id, null from the oldest event on. */
export type FeedQuery = { types: EventKind[] | null; after: string | null; limit: number }

/** The feed's events in the order of their ids, which is the order in which they happened. */
export async function listFeed(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  { types, after, limit }: FeedQuery,
): Promise<Pick<EventRow, 'id' | 'body' | 'createdAt'>[]> {
  const idsOf = (which: string) =>
    `SELECT id FROM events WHERE partnerId = $1 AND environment = $2 AND ${which} AND id > $3 ORDER BY id LIMIT ${limit}`
  const kinds = [...new Set(types)]
  // A page of each kind is a range of its index; one query for all would read past every event of the other kinds.
  const pages = kinds.map((_, index) => `SELECT * FROM (${idsOf(`type = $${4 + index}`)}) AS kind${index}`)
  // Ids alone, which the index holds: with the bodies MySQL often prefers to read the table by its primary key.
  const ids = types === null ? idsOf('inFeed = 1') : `${pages.join(' UNION ALL ')} ORDER BY id LIMIT ${limit}`
  return database.select(
    `SELECT e.id, e.body, e.createdAt FROM (${ids}) AS page JOIN events e ON e.id = page.id ORDER BY e.id`,
    [partnerId, environment, after ?? '', ...kinds],
  )
}

/** Drops events made before `before`. */
export function sweepEvents(database: Database, before: number): Promise<void> {
  return database.deleteBefore(events, 'createdAt', before)
}
