/**
 * Verdicts on applications, stored under the hash of the engine's whole input, so that the same input gets the same
 * score without a second model call.
 */
import { columns, defineTable, nullable, type Database, type RowOf, bindList } from '../platform/database/database.ts'
import type { Verdict } from '../../workers/tasks.ts'
import type { PartnerOwner } from '../kit/caller.ts'
import { applications } from './applications.ts'
import { addKept } from './kept-counts.ts'
import { keptColumns, type Kept } from './kept-sizes.ts'

const shape = {
  applicationId: columns.id(),
  hash: columns.identifier(64),
  tenantId: columns.id(),
  verdict: columns.enumeration<Verdict>(16),
  reason: columns.text(),
  /** JSON: EvidenceSpan[], with offsets in the text that the engine saw. */
  evidence: columns.text(),
  /**
   * JSON: IntegrityFinding[], the findings that the engine reported with the verdict; null for none, and in rows from
   * an older release.
   */
  findings: nullable(columns.text()),
  createdAt: columns.instant(),
}
export const verdicts = defineTable(
  'verdicts',
  shape,
  { primaryKey: ['applicationId', 'hash'], indexes: { tenant: ['tenantId'] } },
  { applicationId: applications },
)
export type VerdictRow = RowOf<typeof shape>

/** Inserts verdicts. Leaves those that are already stored unchanged; returns how many rows are new. */
export async function insertVerdicts(database: Database, rows: VerdictRow[]): Promise<number> {
  return database.insert(verdicts, rows, { keepExisting: true })
}

/**
 * Returns the verdicts on any of these applications under any of these hashes. The caller matches applications and
 * hashes.
 */
export async function listVerdicts(
  database: Database,
  applicationIds: string[],
  hashes: string[],
): Promise<VerdictRow[]> {
  if (applicationIds.length === 0 || hashes.length === 0) return []
  return database.select<VerdictRow>(
    `SELECT * FROM verdicts WHERE applicationId IN (${bindList(1, applicationIds)})
        AND hash IN (${bindList(1 + applicationIds.length, hashes)})`,
    [...applicationIds, ...hashes],
  )
}

/** Deletes all verdicts on an application and returns their number. */
export async function deleteVerdicts(
  database: Database,
  owner: PartnerOwner,
  tenantId: string,
  applicationId: string,
): Promise<number> {
  const ofApplication = 'FROM verdicts r WHERE r.tenantId = $1 AND r.applicationId = $2'
  const binds = [tenantId, applicationId]
  const rows = await database.select<Kept>(
    `SELECT ${keptColumns('verdicts', 'r')} ${ofApplication}${database.forUpdate}`,
    binds,
  )
  for (const row of rows) addKept(database, owner, row, -1)
  return database.execute('DELETE FROM verdicts WHERE tenantId = $1 AND applicationId = $2', binds)
}
