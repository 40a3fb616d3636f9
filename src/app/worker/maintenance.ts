/**
 * What a worker does beside its jobs, again and again: it looks for rows that wait for someone, and deletes what is old.
 *
 * Every worker does all of it. Each step is a conditional update or a delete, so two that meet do it once.
 */
import { sweepAnswers } from '../../features/access/idempotency.ts'
import { sweepOldRollups } from '../../features/analytics.ts'
import { sweepExpiredSets } from '../../features/criteria/question-sets.ts'
import { workDeletions } from '../../features/deletions/eraser.ts'
import { sweepOldEvents } from '../../features/events/feed.ts'
import { lanes } from '../../features/scoring/fair-share.ts'
import {
  dispatchDue,
  failOverdue,
  releaseStranded,
  republishLost,
  rescueOrphans,
} from '../../features/scoring/rescue.ts'
import { sweepOldDeliveries } from '../../features/webhooks/deliveries.ts'
import { sweepEndpoints } from '../../features/webhooks/webhook-endpoints.ts'
import type { Lane } from '../../platform/broker/broker.ts'
import type { Services } from '../../platform/services.ts'
import { every, type Periodic } from '../periodic.ts'

/** What is kept for days or months and then deleted, by its name in the log. */
const sweeps: Record<string, (services: Services) => Promise<void>> = {
  events: sweepOldEvents,
  deliveries: sweepOldDeliveries,
  'deleted endpoints': sweepEndpoints,
  'roll-ups': sweepOldRollups,
  'stored answers': sweepAnswers,
  'question sets': sweepExpiredSets,
}

/** `isWorking`: whether this process has a scoring job in work, from before its claim until its handler has ended. */
export function startMaintenance(
  services: Services,
  workerId: string,
  isWorking: (scoringJobId: string) => boolean,
): Periodic[] {
  const { log, timings } = services
  const lost: Record<Lane, number> = { singles: 0, batches: 0 }
  const compare = async () => {
    for (const lane of lanes) lost[lane] = await republishLost(services, lane, lost[lane])
  }
  return [
    every(timings.sweepMs, 'the dispatch of due jobs', log, () => dispatchDue(services)),
    every(timings.compareMs, 'the search for lost messages', log, compare),
    every(timings.heartbeatMs, 'the rescue of orphans', log, () => rescueOrphans(services)),
    every(timings.heartbeatMs, 'the release of stranded jobs', log, () =>
      releaseStranded(services, workerId, isWorking),
    ),
    every(timings.heartbeatMs, 'the end of overdue jobs', log, () => failOverdue(services)),
    every(timings.deletionSweepMs, 'the work of deletions', log, () => workDeletions(services)),
    ...Object.entries(sweeps).map(([name, sweep]) =>
      every(timings.oldSweepMs, `the sweep of ${name}`, log, () => sweep(services)),
    ),
  ]
}
