/**
 * Scoring jobs that may have killed their worker, and how they run alone.
 *
 * A process that dies takes all it has in work with it, and nobody can tell which job killed it. Put back at one moment,
 * they would run beside the killer again, and with it be stuck in the end. So the last time, a job begins only when its
 * process has nothing else in work, and nothing else begins until it has ended: then it can die of itself alone, and
 * takes nobody along. To spread them in time would make that unlikely; this rules it out.
 */
import type { Services } from '../../platform/services.ts'
import { countLostWorkers } from '../../tables/scoring-job-transitions.ts'
import type { NamedScoringJobRow } from '../../tables/scoring-jobs.ts'
import { lostWorkersMax } from './outcomes.ts'
import { runScoringJob } from './pipeline.ts'

/** From then on the next time is the last, and a job is suspect. */
const suspectFrom = lostWorkersMax - 1

export type RunJob = (id: string) => Promise<NamedScoringJobRow | null>

/** Runs the jobs of one process's messages, as `runScoringJob` does, and suspects alone. */
export function createRunner(services: Services, workerId: string): RunJob {
  const working = new Set<Promise<unknown>>()
  /** Of the suspect that is alone, or waits until it is. */
  let isolation: Promise<void> | null = null

  async function runBeside(id: string): Promise<NamedScoringJobRow | null> {
    while (isolation) {
      await isolation
      if (services.draining()) return null
    }
    const run = runScoringJob(services, workerId, id, suspectFrom - 1).finally(() => working.delete(run))
    working.add(run)
    return run
  }

  async function runIsolated(id: string): Promise<NamedScoringJobRow | null> {
    while (isolation) await isolation
    const over = Promise.withResolvers<void>()
    isolation = over.promise
    try {
      await Promise.allSettled(working)
      // Whoever leaves may not live to its end. Its message is spent: the search for lost ones rings it again.
      return services.draining() ? null : await runScoringJob(services, workerId, id)
    } finally {
      isolation = null
      over.resolve()
    }
  }

  return async (id) => {
    const job = await runBeside(id)
    // Nearly always there is a job. Where there is none, most messages were doubled.
    if (job || services.draining()) return job
    const { database, clock } = services
    return (await countLostWorkers(database, id, clock.now())) >= suspectFrom ? runIsolated(id) : null
  }
}
