/**
 * Records in the jobs' rows that the broker has confirmed their messages. One statement records many confirms, so that
 * a burst of messages costs few statements.
 *
 * A lost confirm does no harm: the job is published again.
 */
import { createRest } from '../../../platform/concurrency/rest.ts'
import type { Services } from '../../../platform/services.ts'
import { markPublished } from '../../../tables/scoring-jobs/dispatch.ts'

const groupMax = 500

export type Confirms = {
  /**
   * Records, after a short delay, that the broker confirmed these jobs' messages. `publishedAt`: epoch ms, a time
   * before the messages were sent.
   */
  add: (ids: string[], publishedAt: number) => void
  /** Waits until every confirm so far is recorded. */
  flush: () => Promise<void>
}

type Confirmed = { id: string; publishedAt: number }

export function createConfirms({ database, log, timings }: Pick<Services, 'database' | 'log' | 'timings'>): Confirms {
  const confirmed: Confirmed[] = []
  let recording: Promise<void> | null = null
  let isFlushing = false
  const rest = createRest()

  async function record(): Promise<void> {
    while (confirmed.length > 0) {
      const known = confirmed.length
      if (!isFlushing) await rest.of(timings.confirmsMs)
      // Confirms that arrived during the delay are recorded in the next round.
      await mark(confirmed.splice(0, known))
    }
    recording = null
  }

  async function mark(group: Confirmed[]): Promise<void> {
    const publishedAt = Math.min(...group.map((message) => message.publishedAt))
    try {
      for (let at = 0; at < group.length; at += groupMax) {
        const ids = group.slice(at, at + groupMax).map(({ id }) => id)
        await markPublished(database, ids, publishedAt)
      }
    } catch (error) {
      log.warn(
        { err: error, rows: group.length },
        'could not record confirmed messages; their jobs are published again',
      )
    }
  }

  return {
    add(ids, publishedAt) {
      confirmed.push(...ids.map((id) => ({ id, publishedAt })))
      if (confirmed.length > 0) recording ??= record()
    },
    async flush() {
      isFlushing = true
      rest.end()
      await recording
      isFlushing = false
    },
  }
}
