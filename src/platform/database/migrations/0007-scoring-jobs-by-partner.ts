/** A partner's scoring jobs that have not ended, by when they were accepted: what a quota has reserved. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns }) => {
  await addColumns('scoring_jobs', {}, { indexes: { partner: ['partnerId', 'status', 'queuedAt'] } })
}
