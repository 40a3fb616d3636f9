/** Erases the scoring jobs of a detached application, and removes them from their batches. */
import type { PartnerOwner } from '../../kit/caller.ts'
import type { Services } from '../../platform/services.ts'
import { eraseScoringJobs } from '../../tables/erasure.ts'
import { listScoringJobIds, lockScoringJobs } from '../../tables/scoring-jobs/scoring-jobs.ts'
import { batchEvent } from '../events/payloads.ts'
import { recordEvents } from '../events/record.ts'
import { leaveBatches } from '../scoring/batch-progress.ts'

/** Our ids for an application and its tenant, and the caller's id for its job. */
type Detached = { tenantId: string; applicationId: string; job: string }

/**
 * Erases up to `limit` scoring jobs, records events for the batches that close as a result, and returns how many jobs
 * it erased. Call it inside a transaction.
 */
export async function eraseScoringJobsOf(
  services: Pick<Services, 'database' | 'clock' | 'contract'>,
  owner: PartnerOwner,
  { tenantId, applicationId, job }: Detached,
  limit: number,
): Promise<number> {
  const { database } = services
  const ids = await listScoringJobIds(database, tenantId, applicationId, limit)
  if (ids.length === 0) return 0
  const rows = await lockScoringJobs(database, ids)
  const closed = await leaveBatches(
    services,
    rows.map((row) => ({ ...row, job })),
  )
  await eraseScoringJobs(database, owner, ids)
  await recordEvents(
    services,
    closed.map((batch) => batchEvent(batch, services)),
  )
  return ids.length
}
