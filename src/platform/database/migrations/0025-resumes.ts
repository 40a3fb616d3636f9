/** Uploaded resumes, their encrypted bytes, and the scoring jobs that they were submitted for. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns }) => {
  const { id, bytes, instant, integer, flag } = columns
  await createTable(
    'resumes',
    { id: id(), tenantId: id(), sizeBytes: integer(), isDraft: flag(), createdAt: instant(), expiresAt: instant() },
    { indexes: { expiry: ['expiresAt'], tenant: ['tenantId'] } },
  )
  await createTable(
    'resume_chunks',
    { resumeId: id(), place: integer(), tenantId: id(), bytes: bytes() },
    { primaryKey: ['resumeId', 'place'], indexes: { tenant: ['tenantId'] } },
  )
  await createTable(
    'resume_uses',
    { resumeId: id(), scoringJobId: id(), tenantId: id(), applicationId: id() },
    { primaryKey: ['resumeId', 'scoringJobId'], indexes: { application: ['tenantId', 'applicationId'] } },
  )
}
