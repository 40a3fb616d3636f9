/**
 * Events, as sent to receivers and listed in the feed. They never change, and are deleted after the promised period.
 */
import type { EventKind, EventType } from '../../generated/types.gen.ts'
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import { columns, defineTable, nullable, unionOf, type Database, type RowOf } from '../platform/database/database.ts'
import { countOwned, uncounting } from './kept-counts.ts'
import { tenants } from './tenants.ts'

export type { EventType }

const shape = {
  id: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  /** A deletion finds the event by this column and `applicationId`; null if the event belongs to no tenant. */
  tenantId: nullable(columns.id()),
  applicationId: nullable(columns.id()),
  type: columns.enumeration<EventType>(40),
  /** JSON: Event. Signed and sent byte for byte. */
  body: columns.text(),
  inFeed: columns.flag(),
  /** The trace context of the request that caused the event (see `kit/traceparent.ts`); null if unknown. */
  traceparent: nullable(columns.identifier(55)),
  createdAt: columns.instant(),
}
export const events = defineTable('events', shape, {
  indexes: {
    feed: ['partnerId', 'environment', 'inFeed', 'id'],
    kind: ['partnerId', 'environment', 'type', 'id'],
    subject: ['tenantId', 'applicationId'],
    age: ['createdAt'],
  },
})
export type EventRow = RowOf<typeof shape>

export async function insertEvents(database: Database, rows: EventRow[]): Promise<void> {
  await database.insert(events, rows)
  countOwned(database, 'events', rows)
}

export type TenantName = PartnerOwner & { id: string; externalId: string }

/** Returns the owners and external ids of these tenants. */
export async function listTenantNames(database: Database, ids: string[]): Promise<TenantName[]> {
  if (ids.length === 0) return []
  const attributes: (keyof TenantName)[] = ['id', 'partnerId', 'environment', 'externalId']
  return database.model(tenants).findAll({ attributes, where: { id: ids } })
}

/** `types`: the kinds of events, or null for all; `after`: an id, or null to start at the oldest event. */
export type FeedQuery = { types: EventKind[] | null; after: string | null; limit: number }

/** Returns the feed's events ordered by id, and therefore by time. */
export async function listFeed(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  { types, after, limit }: FeedQuery,
): Promise<Pick<EventRow, 'id' | 'body' | 'createdAt'>[]> {
  const idsOf = (which: string) =>
    `SELECT id FROM events WHERE partnerId = $1 AND environment = $2 AND ${which} AND id > $3 ORDER BY id LIMIT ${limit}`
  const kinds = [...new Set(types)]
  // The events of one kind are a range of an index. A single query for several kinds would also read the events of all
  // other kinds.
  const pages = unionOf(kinds.map((_, index) => idsOf(`type = $${4 + index}`)))
  // Selects only ids, which the index contains. If the bodies were selected too, MySQL would often read the table by
  // primary key instead.
  const ids = types === null ? idsOf('inFeed = 1') : `${pages} ORDER BY id LIMIT ${limit}`
  return database.select(
    `SELECT e.id, e.body, e.createdAt FROM (${ids}) AS page JOIN events e ON e.id = page.id ORDER BY e.id`,
    [partnerId, environment, after ?? '', ...kinds],
  )
}

/** Returns the bodies of an owner's events with one type, oldest first. */
export async function listBodiesOf(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  type: EventKind,
): Promise<string[]> {
  const rows = await database.model(events).findAll({
    attributes: ['body'],
    where: { partnerId, environment, type },
    order: [['id', 'ASC']],
  })
  return rows.map(({ body }) => body)
}

/** Deletes events created before `before`. */
export function sweepEvents(database: Database, before: number): Promise<void> {
  return database.deleteBefore(events, 'createdAt', before, uncounting(database, 'events'))
}
