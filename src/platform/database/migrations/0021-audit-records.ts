/**
 * The ledger of audit records, of each ledger its two ends, and the API key that requested a score: null in rows of the
 * previous release.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ createTable, addColumns, columns, nullable }) => {
  const { id, identifier, enumeration, text, instant } = columns
  const owner = { partnerId: id(), environment: enumeration(16) }
  await createTable(
    'audit_records',
    {
      id: id(),
      ...owner,
      tenantId: nullable(id()),
      applicationId: nullable(id()),
      record: text(),
      subject: nullable(text()),
      sequence: nullable(instant()),
      previousHash: nullable(identifier(64)),
      hash: nullable(identifier(64)),
      createdAt: instant(),
    },
    {
      unique: { chain: ['partnerId', 'environment', 'sequence'] },
      indexes: { unsealed: ['sequence', 'id'], subject: ['tenantId', 'applicationId'] },
    },
  )
  await createTable(
    'audit_chains',
    {
      ...owner,
      oldestSequence: instant(),
      newestSequence: instant(),
      newestHash: identifier(64),
      checkpointSequence: instant(),
      checkpointHash: identifier(64),
      checkpointAt: instant(),
    },
    { primaryKey: ['partnerId', 'environment'] },
  )
  await addColumns('scoring_jobs', { requestedBy: nullable(id()) })
}
