/**
 * Counts of what a partner keeps, in lanes: several rows that one count is spread over, so that the partner's
 * transactions do not wait for one another. `src/tables/quota-lanes.ts` says how they are used.
 *
 * The lanes begin empty; the maintenance recounts each owner once, in the background.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, columns }) => {
  const { id, identifier, enumeration, instant, integer } = columns
  await createTable(
    'quota_lanes',
    {
      id: identifier(80),
      partnerId: id(),
      environment: enumeration(16),
      openScoringJobs: instant(),
      openScoringJobsRoom: instant(),
      keptBytes: instant(),
      keptBytesRoom: instant(),
      allowed: identifier(64),
      turn: instant(),
      recounts: integer(),
    },
    { indexes: { owner: ['partnerId', 'environment'] } },
  )
}
