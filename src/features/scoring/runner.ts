/**
 * Runs the job of each message that a worker receives. If several workers were lost while running a job, the job runs
 * in quarantine.
 */
import type { Services } from '../../platform/services.ts'
import type { NamedScoringJobRow } from '../../tables/scoring-jobs/scoring-jobs.ts'
import { claim } from './claims.ts'
import { runClaimed, runScoringJob } from './pipeline.ts'
import { createQuarantine } from './quarantine.ts'

/** Handles one message; null if its job could not be claimed. */
export type RunScoringJob = (id: string) => Promise<NamedScoringJobRow | null>

/** Creates the function that runs this process's jobs. */
export function createRunner(services: Services, workerId: string): RunScoringJob {
  // A job that has lost more workers than this is on its last attempt, because losing one more would reach the maximum.
  const lostWorkersMax = services.contract.retries.scoring.lostWorkersMax - 2
  const quarantine = createQuarantine(() => services.draining())

  const claimAndRun = async (id: string) => {
    const claimed = await claim(services, workerId, id, lostWorkersMax)
    if (claimed.scoringJob) await runClaimed(services, claimed.scoringJob)
    return claimed
  }
  const runLastAttempt = (id: string) => {
    services.metrics.jobs.quarantined.inc()
    return runScoringJob(services, workerId, id)
  }
  return async (id) => {
    const claimed = await quarantine.beside(() => claimAndRun(id))
    if (claimed?.isSuspect && !services.draining()) return quarantine.alone(() => runLastAttempt(id))
    return claimed?.scoringJob ?? null
  }
}
