/**
 * Writes the rows of `application_scores`: in the transactions that change scoring jobs, and once for applications from
 * earlier releases.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Services } from '../../../platform/services.ts'
import {
  insertApplicationScores,
  replaceApplicationScores,
  type ApplicationScoreRow,
} from '../../../tables/application-scores/application-scores.ts'
import { shareLatestJobs, walkApplications } from '../../../tables/application-scores/backfill.ts'
import { failedPlace, openPlace } from '../../../tables/application-scores/job-activity.ts'
import { assessmentOf, type ScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { lettersOf } from './verdict-letters.ts'

/** The highest score, in tenths. */
export const tenthsMax = 100

type Job = Pick<ScoringJobRow, 'id' | 'tenantId' | 'jobId' | 'applicationId' | 'criteriaVersionId'> &
  Pick<ScoringJobRow, 'status' | 'scoreTenths' | 'assessment' | 'flags'>

/** Returns the row for an application's latest scoring job. */
export function listedOf(job: Job, now: number): ApplicationScoreRow {
  const { applicationId: id, tenantId, jobId, id: scoringJobId, criteriaVersionId } = job
  const ids = { id, tenantId, jobId, scoringJobId, criteriaVersionId }
  const none = { highTenths: null, flags: null, verdicts: null, isDropped: 0 as const, updatedAt: now }
  if (job.status !== 'COMPLETED' || job.scoreTenths === null || job.assessment === null)
    return { ...ids, place: job.status === 'FAILED' ? failedPlace : openPlace, ...none }
  const { criteria = [], scoreRange, overrideDropped } = assessmentOf(job)
  return {
    ...ids,
    place: tenthsMax - job.scoreTenths,
    highTenths: scoreRange ? Math.round(scoreRange.high * 10) : job.scoreTenths,
    flags: job.flags,
    verdicts: lettersOf(criteria),
    isDropped: overrideDropped ? 1 : 0,
    updatedAt: now,
  }
}

/** An application. `isNew`: the transaction created it. `latest`: its newest scoring job. */
type Anchor = { isNew: boolean; latest: Job | undefined }

/** Writes the rows for applications whose latest job is one of the new jobs (`made`). */
export async function listNewJobs(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  anchors: readonly Anchor[],
  made: ReadonlySet<string>,
): Promise<void> {
  const now = clock.now()
  const rowsOf = (some: readonly Anchor[]) =>
    some.flatMap(({ latest }) => (latest && made.has(latest.id) ? [listedOf(latest, now)] : []))
  const { true: fresh = [], false: known = [] } = Object.groupBy(anchors, ({ isNew }) => `${isNew}`)
  await insertApplicationScores(database, rowsOf(fresh))
  await replaceApplicationScores(database, rowsOf(known))
}

/** Applications per statement. A statement takes milliseconds. */
const walkMax = 500

/**
 * Returns a task that reads all applications once, and writes rows that are missing or out of date. Every process runs
 * the task when it starts. During an upgrade, processes of the previous release do not write these rows. The last
 * process to start in the upgrade adds them.
 */
export function createBackfill(): (services: Pick<Services, 'database' | 'clock' | 'draining'>) => Promise<void> {
  let after: string | null = ''
  return async ({ database, clock, draining }) => {
    while (after !== null && !draining()) {
      const walked = await walkApplications(database, after, walkMax)
      const late = walked.flatMap(({ id, isListed }) => (isListed === 1 ? [] : [id]))
      if (late.length > 0)
        await database.transaction(async () => {
          const jobs = await shareLatestJobs(database, late)
          await replaceApplicationScores(
            database,
            jobs.map((job) => listedOf(job, clock.now())),
          )
        })
      after = walked.length < walkMax ? null : (walked.at(-1)?.id ?? null)
      await yieldToOthers()
    }
  }
}
