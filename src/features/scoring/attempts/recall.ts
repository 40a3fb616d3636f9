/**
 * Recalls a job that was snoozed until another one made room for it.
 *
 * If the process dies first, the job becomes due by itself some time later.
 */
import type { Services } from '../../../platform/services.ts'
import { wakeScoringJob } from '../../../tables/scoring-jobs/transitions.ts'
import type { NamedScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'

export type RecallNeeds = Pick<Services, 'clock' | 'database' | 'dispatch' | 'fairly'>

/** `job`: its state before the snooze. False if it is no longer snoozed: cancelled, deleted, or already recalled. */
export async function recall(services: RecallNeeds, scoringJob: NamedScoringJobRow): Promise<boolean> {
  const { clock, database, dispatch, fairly } = services
  const { id, lane, partnerId, attempt } = scoringJob
  const isWoken = await fairly(partnerId, () => wakeScoringJob(database, id, attempt + 1, clock.now()))
  if (isWoken) dispatch(lane, partnerId)
  return isWoken
}
