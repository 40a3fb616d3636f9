/**
 * The doorbell's other half: of a partner's jobs that wait, it rings for as many as fit into the partner's window, and
 * what was rung is noted on the rows, in groups.
 *
 * A ring may be lost or doubled: a row whose ring was never confirmed waits again, and a sweep asks for every partner
 * that has any. If the process dies on the next line, that sweep is another's.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Lane } from '../../platform/broker/broker.ts'
import type { Services } from '../../platform/services.ts'
import { markPublished } from '../../tables/scoring-job-transitions.ts'
import { reserveForPublish, countInFlight, listUnpublished } from '../../tables/scoring-job-dispatch.ts'
import { createFairShare } from './fair-share.ts'

type Needs = Pick<Services, 'broker' | 'database' | 'clock' | 'log' | 'timings'>

/** Looks at once: a sweep asks for every partner that waits, and requests need the database's connections too. */
const looksAtOnce = 4
/** Confirms that arrive within this time are noted by one statement. */
const groupMs = 20
/** Of one statement; the rest goes in the next. */
const groupMost = 500

export type Dispatcher = {
  dispatch: Services['dispatch']
  /** Waits until all that was asked for is rung, and all confirms so far are noted. */
  flush: () => Promise<void>
}

export function createDispatcher({ broker, database, clock, log, timings }: Needs): Dispatcher {
  const windowIn = createFairShare({ database, clock, timings })
  let confirmed: { id: string; publishedAt: number }[] = []
  let noting: Promise<void> | null = null
  const working = new Set<Promise<void>>()
  const turn = pLimit(looksAtOnce)
  // By partner and lane, one look at a time: two would give the same room away twice. True: asked for again meanwhile.
  const looks = new Map<string, boolean>()

  const track = (work: Promise<void>) => {
    const tracked = work.finally(() => working.delete(tracked))
    working.add(tracked)
  }

  async function note(): Promise<void> {
    await delay(groupMs)
    while (confirmed.length > 0) {
      const group = confirmed.splice(0, groupMost)
      try {
        const publishedAt = Math.min(...group.map((message) => message.publishedAt))
        const ids = group.map(({ id }) => id)
        await database.transaction(() => markPublished(database, ids, publishedAt))
      } catch (error) {
        log.warn({ err: error, rows: group.length }, 'rings could not be noted; a sweep rings them again')
        confirmed = []
      }
    }
    noting = null
  }

  async function publish(lane: Lane, ids: string[]): Promise<void> {
    const publishedAt = clock.now()
    confirmed.push(...(await broker.publish(lane, ids)).map((id) => ({ id, publishedAt })))
    if (confirmed.length > 0) noting ??= note()
  }

  /** Takes what there is room for; from then on those rows count as out, so the broker need not be waited for. */
  async function look(lane: Lane, partnerId: string): Promise<void> {
    const window = await windowIn(lane)
    const now = clock.now()
    const nextPublishAt = now + timings.republishAfterMs
    const waiting = await listUnpublished(database, partnerId, lane, now, window)
    if (waiting.length === 0) return
    const room = window - (await countInFlight(database, partnerId, lane, now, nextPublishAt, window))
    if (room <= 0) return
    const ids = waiting.slice(0, room)
    const taken = await database.transaction(() => reserveForPublish(database, ids, now, nextPublishAt))
    // Where another process has taken some of them, those are rung twice, and claimed once.
    if (taken > 0) track(publish(lane, ids))
  }

  async function lookUntilDone(lane: Lane, partnerId: string, key: string): Promise<void> {
    do {
      looks.set(key, false)
      try {
        await look(lane, partnerId)
      } catch (error) {
        log.warn({ err: error }, 'what waits could not be rung; a sweep rings it')
      }
    } while (looks.get(key))
    looks.delete(key)
  }

  return {
    dispatch(lane, partnerId) {
      const key = `${lane} ${partnerId}`
      if (looks.has(key)) looks.set(key, true)
      else {
        looks.set(key, false)
        track(turn(() => lookUntilDone(lane, partnerId, key)))
      }
    },
    async flush() {
      while (working.size > 0) await Promise.all(working)
      await noting
    },
  }
}
