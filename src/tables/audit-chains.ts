/** For each chain of audit records, its first and last records, and its newest checkpoint. */
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import { columns, defineTable, type Database, type RowOf } from '../platform/database/database.ts'

const shape = {
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  /** The first record that still exists. */
  oldestSequence: columns.instant(),
  /** The sequence number of the last record, and its hash; the number is 0 if there is no record yet. */
  newestSequence: columns.instant(),
  newestHash: columns.identifier(64),
  checkpointSequence: columns.instant(),
  checkpointHash: columns.identifier(64),
  checkpointAt: columns.instant(),
}
export const auditChains = defineTable('audit_chains', shape, { primaryKey: ['partnerId', 'environment'] })
export type AuditChainRow = RowOf<typeof shape>

/** Returns the chain, creates it if it is missing, and locks it until the transaction ends. */
export async function lockChain(database: Database, row: AuditChainRow): Promise<AuditChainRow> {
  await database.insert(auditChains, [row], { keepExisting: true })
  const { partnerId, environment } = row
  return (await database.model(auditChains).findOne({ where: { partnerId, environment }, lock: true })) as AuditChainRow
}

/** Changes a chain that the caller has locked. */
export async function updateChain(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  values: Partial<AuditChainRow>,
): Promise<void> {
  await database.model(auditChains).update(values, { where: { partnerId, environment } })
}

export function findChain(database: Database, { partnerId, environment }: PartnerOwner): Promise<AuditChainRow | null> {
  return database.model(auditChains).findOne({ where: { partnerId, environment } })
}

/** Returns the chains of all partners that live in this cell and are not moving to another one. */
export function listChains(database: Database): Promise<AuditChainRow[]> {
  return database.select('SELECT c.* FROM audit_chains c JOIN partners p ON p.id = c.partnerId WHERE p.cell IS NULL')
}
