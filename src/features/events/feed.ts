/** The feed of events, for a partner that catches up, and how long it is kept. */
import { readCursor, toCursor } from '../../kit/cursors.ts'
import { callerOf } from '../../platform/contract/call.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { listFeed, sweepEvents } from '../../tables/events.ts'
import { toEvent } from './record.ts'

export const listEvents: Handler<'listEvents'> = async (call, { database, clock, timings }) => {
  const { cursor, types = null, limit } = call.query
  const until = clock.now() - timings.eventFeedDelayMs // before the query, which may take its time
  const found = await listFeed(database, callerOf(call), { types, after: readCursor(cursor, 'evt'), limit })
  const rows = found.filter(({ createdAt }) => createdAt <= until)
  const last = rows.at(-1)
  // Also where there is nothing more for now: a caller goes on from there.
  const nextCursor = last ? toCursor(last.id) : (cursor ?? null)
  return { status: 200, body: { data: rows.map(toEvent), nextCursor } }
}

/** Deletes the events that are older than promised. */
export async function sweepOldEvents({ database, clock, timings }: Services): Promise<void> {
  await sweepEvents(database, clock.now() - timings.eventsKeptMs)
}
