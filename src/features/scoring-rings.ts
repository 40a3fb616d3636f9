/**
 * The doorbell's other half: what was rung is noted on the rows, in groups.
 *
 * A ring may be lost or doubled; a row whose ring was never confirmed is rung again by a sweep.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Lane } from '../platform/broker.ts'
import type { Services } from '../platform/services.ts'
import { claimRung } from '../tables/scoring-job-moves.ts'

type Needs = Pick<Services, 'broker' | 'database' | 'clock' | 'log'>

/** Confirms that arrive within this time are noted by one statement. */
const groupMs = 20
/** Of one statement; the rest goes in the next. */
const groupMost = 500

export type Rings = {
  ring: Services['ring']
  /** Waits until all confirms so far are noted. */
  settle: () => Promise<void>
}

export function createRings({ broker, database, clock, log }: Needs): Rings {
  let confirmed: { id: string; rungAt: number }[] = []
  let noting: Promise<void> | null = null
  const publishing = new Set<Promise<void>>()

  async function note(): Promise<void> {
    await delay(groupMs)
    while (confirmed.length > 0) {
      const group = confirmed.splice(0, groupMost)
      try {
        const rungAt = Math.min(...group.map((ring) => ring.rungAt))
        const ids = group.map(({ id }) => id)
        await database.transaction(() => claimRung(database, ids, rungAt))
      } catch (error) {
        log.warn({ err: error, rows: group.length }, 'rings could not be noted; a sweep rings them again')
        confirmed = []
      }
    }
    noting = null
  }

  async function publish(lane: Lane, ids: string[]): Promise<void> {
    const rungAt = clock.now()
    confirmed.push(...(await broker.publish(lane, ids)).map((id) => ({ id, rungAt })))
    if (confirmed.length > 0) noting ??= note()
  }

  return {
    ring(lane, ids) {
      const ringing = publish(lane, ids).finally(() => publishing.delete(ringing))
      publishing.add(ringing)
    },
    async settle() {
      await Promise.all(publishing)
      await noting
    },
  }
}
