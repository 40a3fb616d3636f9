/**
 * Ends the snooze of a job early, when another job has finished and this one can run.
 *
 * If the process dies before the recall, the job becomes due when its snooze ends.
 */
import type { Services } from '../../../platform/services.ts'
import { wakeScoringJob } from '../../../tables/scoring-jobs/transitions.ts'
import type { NamedScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'

export type RecallNeeds = Pick<Services, 'clock' | 'database' | 'dispatch' | 'fairly'>

/**
 * Ends the snooze of a job. `scoringJob`: its state before the snooze. Returns false if the job is no longer snoozed,
 * because it was deleted, failed or already recalled.
 */
export async function recall(services: RecallNeeds, scoringJob: NamedScoringJobRow): Promise<boolean> {
  const { clock, database, dispatch, fairly } = services
  const { id, lane, partnerId, attempt } = scoringJob
  const isWoken = await fairly(partnerId, () => wakeScoringJob(database, id, attempt + 1, clock.now()))
  if (isWoken) dispatch(lane, partnerId)
  return isWoken
}
