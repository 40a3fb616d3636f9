/** What the lists of a job's scoring jobs and batches, of deliveries and of deletion requests are read by. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns }) => {
  await addColumns('scoring_jobs', {}, { indexes: { job: ['jobId', 'status', 'id'] } })
  await addColumns('scoring_batches', {}, { indexes: { job: ['jobId', 'id'] } })
  await addColumns('webhook_deliveries', {}, { indexes: { state: ['endpointId', 'status', 'id'] } })
  await addColumns('deletion_requests', {}, { indexes: { partner: ['partnerId', 'environment', 'status', 'id'] } })
}
