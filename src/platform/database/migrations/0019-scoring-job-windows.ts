/** A partner's open scoring jobs in a lane, by what they wait for: how many are out, which is rung next, who has any. */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns }) => {
  await addColumns('scoring_jobs', {}, { indexes: { window: ['status', 'lane', 'partnerId', 'publishAt'] } })
}
