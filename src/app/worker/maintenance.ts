/**
 * The periodic tasks that a worker runs in addition to its jobs: dispatching waiting jobs, recovering lost jobs, and
 * deleting expired data.
 *
 * Every worker runs all of them. Each step is a conditional update or a delete, so it takes effect only once even if
 * several workers run it.
 */
import { sweepAnswers } from '../../features/access/stored-answers.ts'
import { recordCheckpoints, sealAuditRecords, sweepAuditRecords } from '../../features/audit/chain.ts'
import { countUncounted } from '../../features/access/quotas.ts'
import { sweepOldRollups } from '../../features/analytics.ts'
import { sweepExpiredSets } from '../../features/criteria/question-sets.ts'
import { workDeletions } from '../../features/deletions/eraser.ts'
import { sweepOldEvents } from '../../features/events/feed.ts'
import { sweepResumes } from '../../features/resumes/stored-resumes.ts'
import {
  dispatchDue,
  failOverdue,
  releaseStranded,
  republishLost,
  rescueOrphans,
} from '../../features/scoring/rescue.ts'
import { createBackfill } from '../../features/scoring/ranking/upkeep.ts'
import { sweepOldDeliveries } from '../../features/webhooks/deliveries.ts'
import { sweepEndpoints } from '../../features/webhooks/webhook-endpoints.ts'
import { lanes, type Lane } from '../../platform/broker/broker.ts'
import type { Services } from '../../platform/services.ts'
import { every, type Periodic } from '../periodic.ts'

/** The tasks that delete or wipe expired data, by their names in the log. */
const sweeps: Record<string, (services: Services) => Promise<void>> = {
  'old events': sweepOldEvents,
  'old deliveries': sweepOldDeliveries,
  'deleted endpoints': sweepEndpoints,
  'old roll-ups': sweepOldRollups,
  'old stored answers': sweepAnswers,
  'old audit records': sweepAuditRecords,
  'expired resumes': sweepResumes,
  'expired question sets': sweepExpiredSets,
  'unused bytes of the database file': ({ database }) => database.scrub(),
}

/**
 * Starts the tasks. `isWorking` returns whether this process handles a scoring job, from before its claim until its
 * handler has ended.
 */
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
  const backfill = createBackfill()
  return [
    every(timings.sweepMs, 'adding applications of an earlier release to the list', log, () => backfill(services)),
    every(timings.sweepMs, 'dispatching due jobs', log, () => dispatchDue(services)),
    every(timings.compareMs, 'searching for lost messages', log, compare),
    every(timings.heartbeatMs, 'rescuing orphaned jobs', log, () => rescueOrphans(services)),
    every(timings.heartbeatMs, 'releasing stranded jobs', log, () => releaseStranded(services, workerId, isWorking)),
    every(timings.heartbeatMs, 'failing overdue jobs', log, () => failOverdue(services)),
    every(timings.deletionSweepMs, 'carrying out deletions', log, () => workDeletions(services)),
    every(timings.auditSealMs, 'sealing audit records', log, () => sealAuditRecords(services)),
    every(timings.oldSweepMs, 'recording audit checkpoints', log, () => recordCheckpoints(services)),
    every(timings.oldSweepMs, 'counting stored data without counts', log, () => countUncounted(services)),
    ...Object.entries(sweeps).map(([name, sweep]) =>
      every(timings.oldSweepMs, `purging ${name}`, log, () => sweep(services)),
    ),
  ]
}
