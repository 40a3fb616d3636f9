/**
 * One index of idempotent answers in place of two: deleting an application's answers names its tenant as well. Each
 * submission with a key writes one entry less. The new index also serves the previous release's statements.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, dropIndex }) => {
  await addColumns('idempotent_answers', {}, { indexes: { subject: ['tenantId', 'applicationId'] } })
  await dropIndex('idempotent_answers', 'tenant')
  await dropIndex('idempotent_answers', 'application')
}
