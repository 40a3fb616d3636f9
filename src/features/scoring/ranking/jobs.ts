/** Lists a tenant's jobs. */
import type { Job } from '../../../../generated/types.gen.ts'
import { toIso } from '../../../kit/time.ts'
import { ownerOf } from '../../../platform/contract/call.ts'
import type { Handler } from '../../../platform/services.ts'
import { listJobsOfTenant, type ListedJob } from '../../../tables/application-scores/pages.ts'

export const listJobs: Handler<'listJobs'> = async (call, { database }) => {
  const { limit, cursor = null } = call.query
  const rows = await listJobsOfTenant(database, ownerOf(call), cursor, limit + 1)
  const page = rows.slice(0, limit)
  const nextCursor = rows.length > limit ? (page.at(-1)?.externalId ?? null) : null
  return { status: 200, body: { data: page.map(toJob), nextCursor } }
}

function toJob(row: ListedJob): Job {
  const { currentVersionId: id, version, createdAt, versionCreatedAt, lastAt } = row
  const open = Math.max(0, row.open ?? 0)
  // A scoring job in progress is not counted as open if its application has a newer job.
  const processing = Math.min(row.processing, open)
  return {
    jobId: row.externalId,
    applications: {
      pending: open - processing,
      processing,
      completed: Math.max(0, row.completed ?? 0),
      failed: Math.max(0, row.failed ?? 0),
    },
    currentVersion: id !== null && typeof version === 'number' ? { id, version } : null,
    createdAt: toIso(createdAt),
    lastActivityAt: toIso(Math.max(createdAt, versionCreatedAt ?? 0, lastAt ?? 0)),
  }
}
