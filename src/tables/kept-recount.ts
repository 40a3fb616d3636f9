/** Counts a partner's stored rows and bytes again, to correct counts that have become wrong. */
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { firstLaneOf } from './quota-lanes.ts'
import { keptColumns, keptTables, ofOwner, type Kept } from './kept-sizes.ts'

/**
 * Corrects an owner's counts and returns the difference; null if another recount ran at the same time. One statement
 * reads the rows and the counts. Every transaction changes both together, so the difference is also correct with
 * concurrent writes.
 */
export async function recountKept(database: Database, owner: PartnerOwner): Promise<Kept | null> {
  const lane = await firstLaneOf(database, owner)
  const { partnerId, environment } = owner
  const parts = keptTables.map((table) => `SELECT ${keptColumns(table, 'r')} FROM ${ofOwner(table)}`)
  const counted = 'FROM quota_lanes WHERE partnerId = $1 AND environment = $2'
  const [found] = await database.select<Kept & { recounts: number }>(
    `SELECT COALESCE(SUM(k.openScoringJobs), 0) - (SELECT COALESCE(SUM(openScoringJobs), 0) ${counted}) AS openScoringJobs,
        COALESCE(SUM(k.keptBytes), 0) - (SELECT COALESCE(SUM(keptBytes), 0) ${counted}) AS keptBytes,
        (SELECT recounts FROM quota_lanes WHERE id = $3) AS recounts
       FROM (${parts.join(' UNION ALL ')}) AS k`,
    [partnerId, environment, lane],
  )
  const { openScoringJobs, keptBytes, recounts } = found as Kept & { recounts: number }
  const changed = await database.execute(
    `UPDATE quota_lanes${database.by('PRIMARY')}
      SET openScoringJobs = openScoringJobs + $1, keptBytes = keptBytes + $2, recounts = recounts + 1
      WHERE id = $3 AND recounts = $4`,
    [openScoringJobs, keptBytes, lane, recounts],
  )
  return changed === 1 ? { openScoringJobs, keptBytes } : null
}

/**
 * Returns an owner whose rows were never recounted, such as one from a release without these counts; null if there is
 * none.
 */
export async function findUncounted(database: Database): Promise<PartnerOwner | null> {
  const [row] = await database.select<PartnerOwner>(
    `SELECT p.id AS partnerId, e.environment FROM partners p
       JOIN (SELECT 'SANDBOX' AS environment UNION ALL SELECT 'PRODUCTION') AS e
      WHERE NOT EXISTS (SELECT 1 FROM quota_lanes l
        WHERE l.partnerId = p.id AND l.environment = e.environment AND l.recounts > 0) LIMIT 1`,
  )
  return row ?? null
}

export const environments: readonly Environment[] = ['SANDBOX', 'PRODUCTION']
