/**
 * One index of idempotent answers in place of two: whoever deletes an application's answers names its tenant as well.
 * Each submission with a key writes an entry less. The statements of the release before are served by it all the same.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, dropIndex }) => {
  await addColumns('idempotent_answers', {}, { indexes: { subject: ['tenantId', 'applicationId'] } })
  await dropIndex('idempotent_answers', 'tenant')
  await dropIndex('idempotent_answers', 'application')
}
