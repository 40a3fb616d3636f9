/** Reads the outcomes of accepted jobs from the event feed, which has one event per finished job. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Events } from '../../generated/types.gen.ts'
import type { End } from '../verdict/scoring.ts'
import type { Client } from './client.ts'

/** A partner's events about finished scoring jobs, by the job's id. */
export type Ends = Map<string, End[]>

const pageSize = 100
const types = 'score.completed,score.failed'
/**
 * The pause between reads of the feed. It saves requests, and does not affect the measured times, because
 * those come from the events.
 */
const pauseMs = 2_000

/** Returns the cursor of the newest event in a partner's feed. */
export async function feedCursor(client: Client): Promise<string | null> {
  let cursor: string | null = null
  for (;;) {
    const page: Events = await readPage(client, cursor)
    if (page.data.length === 0) return cursor
    cursor = page.nextCursor
  }
}

/**
 * Reads the feed from `cursor` until all of `accepted` have ended, or none has ended for `idleMs`. Calls `tell` with
 * the number of open jobs.
 */
export async function readEnds(
  client: Client,
  cursor: string | null,
  accepted: Set<string>,
  idleMs: number,
  tell: (open: number) => void,
): Promise<Ends> {
  const ends: Ends = new Map()
  let lastAt = performance.now()
  for (;;) {
    const page = await readPage(client, cursor)
    cursor = page.nextCursor ?? cursor
    for (const { id, timestamp, data } of page.data) {
      const job = data.scoringJobId as string
      ends.set(job, [...(ends.get(job) ?? []), { id, at: Date.parse(timestamp) }])
    }
    if (page.data.length > 0) lastAt = performance.now()
    const open = [...accepted].filter((job) => !ends.has(job)).length
    tell(open)
    if (page.data.length === pageSize) continue
    if (open === 0 || performance.now() - lastAt > idleMs) return ends
    await delay(pauseMs)
  }
}

function readPage(client: Client, cursor: string | null): Promise<Events> {
  return client('listEvents', {}, undefined, { types, limit: `${pageSize}`, ...(cursor === null ? {} : { cursor }) })
}
