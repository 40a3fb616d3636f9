/**
 * Quarantine: isolates scoring jobs that may have killed their worker.
 *
 * A process that dies loses all jobs in flight, and no trace says which of them killed it. Released together,
 * innocent jobs would run beside the killer again and end up stuck with it. So a job's last attempt runs isolated: it
 * starts once its process has nothing else in flight, and nothing else starts before it is over. Then a job can only
 * kill itself. Spreading the retries in time would make a wrong verdict unlikely; isolation rules it out.
 */
import type { Services } from '../../platform/services.ts'
import type { NamedScoringJobRow } from '../../tables/scoring-jobs.ts'
import { claim, type Claim } from './claims.ts'
import { runClaimed, runScoringJob } from './pipeline.ts'

/** Handles one message: null where its job could not be claimed. */
export type RunJob = (id: string) => Promise<NamedScoringJobRow | null>

/** Runs the jobs of one process, and quarantined ones in isolation. */
export function createRunner(services: Services, workerId: string): RunJob {
  /** A job that has lost this many workers is quarantined: its next attempt is the last. */
  const quarantinedFrom = services.contract.retries.scoring.lostWorkersMax - 1
  const working = new Set<Promise<unknown>>()
  /** Resolves when the quarantined job that runs, or waits to run, is over. */
  let isolation: Promise<void> | null = null

  async function runShared(id: string): Promise<Claim> {
    while (isolation) {
      await isolation
      if (services.draining()) return { job: null, isSuspect: false }
    }
    const run = claimAndRun(id).finally(() => working.delete(run))
    working.add(run)
    return run
  }

  async function claimAndRun(id: string): Promise<Claim> {
    const claimed = await claim(services, workerId, id, quarantinedFrom - 1)
    if (claimed.job) await runClaimed(services, claimed.job)
    return claimed
  }

  async function runIsolated(id: string): Promise<NamedScoringJobRow | null> {
    while (isolation) await isolation
    const over = Promise.withResolvers<void>()
    isolation = over.promise
    try {
      await Promise.allSettled(working)
      // A draining process may not live long enough. The message is spent: `republishLost` replaces it.
      if (services.draining()) return null
      services.metrics.jobs.quarantined.inc()
      return await runScoringJob(services, workerId, id)
    } finally {
      isolation = null
      over.resolve()
    }
  }

  return async (id) => {
    const { job, isSuspect } = await runShared(id)
    return isSuspect && !services.draining() ? runIsolated(id) : job
  }
}
