/** The table of clarification questions. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns }) => {
  const { id, instant, text } = columns
  await createTable(
    'question_sets',
    { id: id(), tenantId: id(), jobId: id(), questions: text(), createdAt: instant(), expiresAt: instant() },
    { indexes: { job: ['tenantId', 'jobId', 'createdAt', 'id'], expiry: ['expiresAt'] } },
  )
}
