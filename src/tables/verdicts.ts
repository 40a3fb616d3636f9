/** Verdicts of an application, kept by the hash of all that went into them: same input, same score, no second model call. */
import { columns, defineTable, type Database, type RowOf, bindList } from '../platform/database/database.ts'
import type { Verdict } from '../../workers/tasks.ts'

const shape = {
  applicationId: columns.id(),
  hash: columns.identifier(64),
  tenantId: columns.id(),
  verdict: columns.enumeration<Verdict>(16),
  reason: columns.text(),
  /** JSON: EvidenceSpan[], offsets in the text that the engine saw. */
  evidence: columns.text(),
  createdAt: columns.instant(),
}
export const verdicts = defineTable('verdicts', shape, ['applicationId', 'hash'])
export type VerdictRow = RowOf<typeof shape>

/** Of two at once the stored one counts; how many are stored now that were not. */
export async function insertVerdicts(database: Database, rows: VerdictRow[]): Promise<number> {
  return database.insert(verdicts, rows, { keepExisting: true })
}

export async function listVerdicts(
  database: Database,
  tenantId: string,
  applicationId: string,
  hashes: string[],
): Promise<VerdictRow[]> {
  if (hashes.length === 0) return []
  return database.select<VerdictRow>(
    `SELECT * FROM verdicts WHERE tenantId = $1 AND applicationId = $2 AND hash IN (${bindList(3, hashes)})`,
    [tenantId, applicationId, ...hashes],
  )
}

/** All verdicts of an application; how many there were. */
export async function deleteVerdicts(database: Database, tenantId: string, applicationId: string): Promise<number> {
  return database.execute('DELETE FROM verdicts WHERE tenantId = $1 AND applicationId = $2', [tenantId, applicationId])
}
