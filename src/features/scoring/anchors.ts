/** An anchor is an application's row. Submissions for the same application lock it, so they run one after the other. */
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../platform/services.ts'
import { lockApplications, textOfAnchor, type ApplicationRow } from '../../tables/applications.ts'
import type { JobRow } from '../../tables/jobs.ts'
import { lockScoringJobs, type NamedScoringJobRow } from '../../tables/scoring-jobs/scoring-jobs.ts'

/**
 * An application in this transaction. `latest`: its newest scoring job, if any, including one that is being created.
 * `isNew`: this transaction created the row, and its `latestScoringJobId` is the id to use for the application's first
 * job.
 */
export type Anchor = { row: ApplicationRow; isNew: boolean; latest: NamedScoringJobRow | undefined }
/** The anchors of applications, by `textOfAnchor`. */
export type Anchors = Map<string, Anchor>

/**
 * Locks the applications' rows and their latest jobs until the transaction ends. Creates the rows that do not exist.
 */
export async function lockAnchors(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  named: { job: JobRow; application: string }[],
): Promise<Anchors> {
  const now = clock.now()
  const wanted = new Map(
    named.map(({ job, application }) => {
      const row: ApplicationRow = {
        id: newId('application', now),
        tenantId: job.tenantId,
        jobId: job.id,
        externalId: application,
        latestScoringJobId: newId('sj', now),
        reportLinkEpoch: null,
        createdAt: now,
        reviewRequestedAt: null,
      }
      return [textOfAnchor(row), { row, job }]
    }),
  )
  const made = new Set([...wanted.values()].map(({ row }) => row.id))
  const rows =
    made.size === 0
      ? []
      : await lockApplications(
          database,
          [...wanted.values()].map(({ row }) => row),
        )
  const ids = rows.flatMap(({ id, latestScoringJobId }) => (made.has(id) ? [] : (latestScoringJobId ?? [])))
  const latest = new Map((await lockScoringJobs(database, ids)).map((row) => [row.applicationId, row]))
  return new Map(
    rows.map((row) => {
      const job = wanted.get(textOfAnchor(row))?.job as JobRow
      const found = latest.get(row.id)
      const named = found && { ...found, job: job.externalId, application: row.externalId }
      return [textOfAnchor(row), { row, isNew: made.has(row.id), latest: named }]
    }),
  )
}
