/**
 * Counts of what a partner stores, in lanes: one count is spread over several rows, so that the partner's transactions
 * do not wait for one another. See `src/tables/quota-lanes.ts`.
 *
 * The lanes start empty; maintenance recounts each owner once, in the background.
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
