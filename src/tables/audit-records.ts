/**
 * Audit records: an append-only ledger for each partner and environment.
 *
 * A row is inserted in the transaction of the change that it records. Later, it is sealed: it gets its position in the
 * chain, `sequence`, which is null until then. After that, only a deletion changes the row: it removes `subject`,
 * `tenantId` and `applicationId`. Rows are kept longer than the data that they describe, and are deleted only after
 * their retention period. They do not count towards any quota, so every score has its record.
 */
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import {
  bindList,
  columns,
  defineTable,
  nullable,
  Op,
  valuesById,
  type Database,
  type RowOf,
} from '../platform/database/database.ts'

const shape = {
  id: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  /** A deletion finds the row by this column and `applicationId`; both are null once the subject is erased. */
  tenantId: nullable(columns.id()),
  applicationId: nullable(columns.id()),
  /** Canonical JSON: AuditEntry. */
  record: columns.text(),
  /** Canonical JSON: AuditSubject; null once erased. */
  subject: nullable(columns.text()),
  /** The position in the owner's chain, from 1, and the hashes; null until the row is sealed. */
  sequence: nullable(columns.instant()),
  previousHash: nullable(columns.identifier(64)),
  hash: nullable(columns.identifier(64)),
  createdAt: columns.instant(),
}
export const auditRecords = defineTable('audit_records', shape, {
  unique: { chain: ['partnerId', 'environment', 'sequence'] },
  indexes: { unsealed: ['sequence', 'id'], subject: ['tenantId', 'applicationId'] },
})
export type AuditRecordRow = RowOf<typeof shape>

/** A row with its position in the chain. */
export type SealedRow = AuditRecordRow & { sequence: number; previousHash: string; hash: string }
type Unsealed = Omit<AuditRecordRow, 'sequence' | 'previousHash' | 'hash'>

export async function insertAuditRecords(database: Database, rows: Unsealed[]): Promise<void> {
  if (rows.length === 0) return
  const unsealed = { sequence: null, previousHash: null, hash: null }
  await database.insert(
    auditRecords,
    rows.map((row) => ({ ...row, ...unsealed })),
  )
}

/** Returns the oldest unsealed rows, of any owner. */
export function listUnsealed(
  database: Database,
  most: number,
): Promise<Pick<AuditRecordRow, 'id' | 'partnerId' | 'environment'>[]> {
  return database.select(
    `SELECT id, partnerId, environment FROM audit_records${database.by('audit_records_unsealed')}
      WHERE sequence IS NULL ORDER BY id LIMIT ${most}`,
  )
}

/**
 * Returns those of the given rows that are not sealed yet, in the order of their ids. Locks them until the transaction
 * ends.
 */
export function lockUnsealed(database: Database, ids: string[]): Promise<Pick<AuditRecordRow, 'id' | 'record'>[]> {
  return database.select(
    `SELECT id, record FROM audit_records${database.by('PRIMARY')}
      WHERE id IN (${bindList(1, ids)}) AND sequence IS NULL ORDER BY id${database.forUpdate}`,
    ids,
  )
}

export type Seal = { id: string; sequence: number; previousHash: string; hash: string }

/** Writes the positions and hashes of locked rows. */
export async function sealRecords(database: Database, seals: Seal[]): Promise<void> {
  const names = ['sequence', 'previousHash', 'hash'] as const
  const { set, where, binds } = valuesById(1, seals, [...names])
  await database.execute(`UPDATE audit_records${database.by('PRIMARY')} SET ${set([...names])} WHERE ${where}`, binds)
}

/** Returns sealed rows after a position in the owner's chain, in order. */
export function listSealed(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  after: number,
  most: number,
): Promise<SealedRow[]> {
  return database.select(
    `SELECT * FROM audit_records${database.by('audit_records_chain')}
      WHERE partnerId = $1 AND environment = $2 AND sequence > $3 ORDER BY sequence LIMIT ${most}`,
    [partnerId, environment, after],
  )
}

/** Returns all owners that have rows, or whose sealed rows have been deleted. */
export function listLedgers(database: Database): Promise<PartnerOwner[]> {
  return database.select(
    `SELECT partnerId, environment FROM audit_records GROUP BY partnerId, environment
      UNION SELECT partnerId, environment FROM audit_chains ORDER BY 1, 2`,
  )
}

/** Returns how many of the owner's rows are waiting to be sealed. */
export async function countUnsealed(database: Database, { partnerId, environment }: PartnerOwner): Promise<number> {
  return database.model(auditRecords).count({ where: { partnerId, environment, sequence: null } })
}

/** Deletes rows from the start of a chain up to and including a position. */
export async function deleteSealed(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  upTo: number,
): Promise<void> {
  await database.model(auditRecords).destroy({ where: { partnerId, environment, sequence: { [Op.lte]: upTo } } })
}

/** Removes the subjects from up to `most` rows of a tenant or an application. Returns the number of rows changed. */
export async function eraseSubjects(
  database: Database,
  owned: { tenantId: string; applicationId?: string },
  most: number,
): Promise<number> {
  const binds = Object.values(owned)
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM audit_records${database.by('audit_records_subject')}
      WHERE tenantId = $1${binds.length > 1 ? ' AND applicationId = $2' : ''} LIMIT ${most}${database.forUpdate}`,
    binds,
  )
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id).sort()
  return database.execute(
    `UPDATE audit_records${database.by('PRIMARY')} SET tenantId = NULL, applicationId = NULL, subject = NULL
      WHERE id IN (${bindList(1, ids)})`,
    ids,
  )
}

/**
 * The caller's names for a record's subject, from the tables `tenants` and `applications`; null if those rows no longer
 * exist.
 */
export type SubjectNames = { id: string; tenant: string | null; application: string | null }

/** Returns the callers' names for the tenants and applications in these rows. */
export function listSubjectNames(database: Database, ids: string[]): Promise<SubjectNames[]> {
  return database.select(
    `SELECT r.id, t.externalId AS tenant, a.externalId AS application FROM audit_records r
       LEFT JOIN tenants t ON t.id = r.tenantId LEFT JOIN applications a ON a.id = r.applicationId AND a.tenantId = r.tenantId
      WHERE r.id IN (${bindList(1, ids)})`,
    ids,
  )
}
