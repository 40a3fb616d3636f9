/** Lists past events, so that partners can catch up after an outage, and deletes old events. */
import { lateJson, written } from '../../kit/stored-json.ts'
import { callerOf } from '../../platform/contract/call.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { listFeed, sweepEvents } from '../../tables/events.ts'
import { toEvent } from './record.ts'

export const listEvents: Handler<'listEvents'> = async (call, { database, clock, timings }) => {
  const { cursor, types = null, limit } = call.query
  const until = clock.now() - timings.eventFeedDelayMs // computed before the query, which may be slow
  const found = await listFeed(database, callerOf(call), { types, after: cursor ?? null, limit: limit + 1 })
  const readable = found.filter(({ createdAt }) => createdAt <= until)
  const rows = readable.slice(0, limit)
  // Set even at the end of the feed, so that a caller can continue from here later.
  const nextCursor = rows.at(-1)?.id ?? cursor ?? null
  const data = rows.map((row) => lateJson(() => toEvent(row)))
  return { status: 200, body: written(() => ({ data, nextCursor, hasMore: readable.length > limit })) }
}

/** Deletes events that are past the promised retention period. */
export async function sweepOldEvents({
  database,
  clock,
  timings,
}: Pick<Services, 'database' | 'clock' | 'timings'>): Promise<void> {
  await sweepEvents(database, clock.now() - timings.eventsKeptMs)
}
