/**
 * The broker's confirms: recorded on the rows in groups, so that a burst of messages costs few statements.
 *
 * A confirm that is not recorded does no harm: the job is published again.
 */
import { createRest } from '../../../platform/concurrency/rest.ts'
import type { Services } from '../../../platform/services.ts'
import { markPublished } from '../../../tables/scoring-job-dispatch.ts'

/**
 * One statement records the confirms that arrive within this time. Most of their jobs are claimed by then, and a claim
 * says the same: their rows need no change. Far shorter than `republishAfterMs`.
 */
const groupMs = 500
/** Rows per statement; the next one takes the rest. */
const groupMost = 500

export type Confirms = {
  /** Records, soon, that the broker confirmed these jobs' messages; `publishedAt`: epoch ms before they were sent. */
  add: (ids: string[], publishedAt: number) => void
  /** Waits until every confirm so far is recorded. */
  flush: () => Promise<void>
}

export function createConfirms({ database, log }: Pick<Services, 'database' | 'log'>): Confirms {
  let confirmed: { id: string; publishedAt: number }[] = []
  let recording: Promise<void> | null = null
  const rest = createRest()

  async function record(): Promise<void> {
    await rest.of(groupMs)
    while (confirmed.length > 0) {
      const group = confirmed.splice(0, groupMost)
      try {
        const publishedAt = Math.min(...group.map((message) => message.publishedAt))
        const ids = group.map(({ id }) => id)
        await markPublished(database, ids, publishedAt)
      } catch (error) {
        log.warn(
          { err: error, rows: group.length },
          'could not record confirmed messages; their jobs are published again',
        )
        confirmed = []
      }
    }
    recording = null
  }

  return {
    add(ids, publishedAt) {
      confirmed.push(...ids.map((id) => ({ id, publishedAt })))
      if (confirmed.length > 0) recording ??= record()
    },
    async flush() {
      rest.end()
      await recording
    },
  }
}
