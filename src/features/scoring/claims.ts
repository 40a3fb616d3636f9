/**
 * Claims scoring jobs for a worker. Jobs whose messages reach a process at the same time are claimed in one batch.
 *
 * If the process dies after a claim, the lease of its worker expires, and the recovery task releases the jobs to other
 * workers.
 */
import type { Outcome } from '../../platform/concurrency/batcher.ts'
import { batched } from '../../platform/concurrency/batches.ts'
import type { Services } from '../../platform/services.ts'
import { claimScoringJobs, type ClaimedScoringJobRow } from '../../tables/scoring-jobs/claims.ts'

/**
 * The result of a claim. `isSuspect`: the job was not claimed, because more workers have died while running it than the
 * claim allows.
 */
export type Claim = { scoringJob: ClaimedScoringJobRow | null; isSuspect: boolean }
type Wanted = { workerId: string; id: string; lostWorkersMax: number }

/** Claims a job for a worker; by default, regardless of how many workers have died while running it. */
export function claim(
  services: Services,
  workerId: string,
  id: string,
  lostWorkersMax: number = Number.MAX_SAFE_INTEGER,
): Promise<Claim> {
  return claimInBatch(services, '', { workerId, id, lostWorkersMax })
}

const claimInBatch = batched('claim', claimAll)

async function claimAll({ database, clock, timings }: Services, wanted: Wanted[]): Promise<Outcome<Claim>[]> {
  const found = new Map<Wanted, Claim>()
  const alike = Map.groupBy(wanted, ({ workerId, lostWorkersMax }) => `${workerId} ${lostWorkersMax}`)
  for (const these of alike.values()) {
    const { workerId, lostWorkersMax } = these[0] as Wanted
    const ids = [...new Set(these.map(({ id }) => id))]
    const claimant = { workerId, lostWorkersMax, promptMs: timings.leaseMs / 2 }
    const { claimed, suspects } = await claimScoringJobs(database, clock, ids, claimant)
    for (const one of these) {
      found.set(one, { scoringJob: claimed.get(one.id) ?? null, isSuspect: suspects.has(one.id) })
      // A message may be delivered twice. The first delivery gets the job.
      claimed.delete(one.id)
    }
  }
  return wanted.map((one) => ({ ok: true, value: found.get(one) as Claim }))
}
