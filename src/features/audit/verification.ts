/**
 * Verifies a chain of audit records from the database's rows.
 *
 * A record that was changed, removed, reordered or inserted breaks the chain at its position. An attacker who can write
 * to the database can recalculate a whole chain; only a checkpoint stored outside the database reveals that.
 */
import type { AuditEntry, AuditSubject } from '../../../generated/types.gen.ts'
import type { PartnerOwner } from '../../kit/caller.ts'
import { toIso } from '../../kit/time.ts'
import type { Database } from '../../platform/database/database.ts'
import { isDetached } from '../../tables/applications.ts'
import { findChain } from '../../tables/audit-chains.ts'
import {
  countUnsealed,
  listSealed,
  listSubjectNames,
  type SealedRow,
  type SubjectNames,
} from '../../tables/audit-records.ts'
import { listBodiesOf } from '../../tables/events.ts'
import { hashOf, noHash } from './chain.ts'
import { sha256 } from './entries.ts'

/** A record's sequence number and hash, from an event or from an auditor. */
export type Checkpoint = { sequence: number; hash: string }
/** `waiting`: the number of records without a sequence number yet. */
export type Verified = { records: number; newest: Checkpoint; waiting: number; faults: string[] }

const pageMax = 500

/**
 * Reads the owner's whole chain, and checks its hashes, its checkpoints, and the checkpoints that the caller passes.
 */
export async function verifyChain(database: Database, owner: PartnerOwner, kept: Checkpoint[] = []): Promise<Verified> {
  const chain = await findChain(database, owner)
  const known = await checkpointsOf(database, owner)
  if (chain && chain.checkpointSequence > 0)
    known.push({ sequence: chain.checkpointSequence, hash: chain.checkpointHash })
  const verifier = createVerifier(chain?.oldestSequence ?? 1, [...known, ...kept])
  let after = 0
  for (;;) {
    const rows = await listSealed(database, owner, after, pageMax)
    const names = new Map((await namesOf(database, rows)).map((row) => [row.id, row]))
    for (const row of rows) verifier.read(row, names.get(row.id))
    after = rows.at(-1)?.sequence ?? after
    if (rows.length < pageMax) break
  }
  // The chain is read again, because records may have been sealed meanwhile.
  const end = await findChain(database, owner)
  const found = verifier.end({ sequence: end?.newestSequence ?? 0, hash: end?.newestHash ?? noHash })
  return { ...found, waiting: await countUnsealed(database, owner) }
}

/**
 * Reads a chain's rows in order, and collects the faults. `oldest`: the sequence number of the first record that still
 * exists; `checkpoints`: the expected hashes of some records.
 */
export function createVerifier(oldest: number, checkpoints: Checkpoint[]) {
  const distinct = new Map(checkpoints.map((each) => [`${each.sequence} ${each.hash}`, each])).values()
  const wanted = [...distinct].filter(({ sequence }) => sequence >= oldest)
  const faults: string[] = []
  let last: Checkpoint = { sequence: oldest - 1, hash: noHash }
  let records = 0
  return {
    read(row: SealedRow, names: SubjectNames | undefined): void {
      faults.push(...placeFaults(row, last, records === 0), ...rowFaults(row, names))
      faults.push(...wanted.filter((each) => each.sequence === row.sequence && each.hash !== row.hash).map(rewritten))
      last = { sequence: row.sequence, hash: row.hash }
      records += 1
    },
    /** Returns the result. `newest`: the record with which the chain should end. */
    end(newest: Checkpoint): Omit<Verified, 'waiting'> {
      if (newest.sequence > last.sequence) faults.push(`records ${last.sequence + 1} to ${newest.sequence} are missing`)
      else if (newest.sequence < last.sequence) faults.push(`records after ${newest.sequence} were inserted`)
      else if (records > 0 && newest.hash !== last.hash)
        faults.push(`record ${newest.sequence} differs from the one that was sealed`)
      for (const { sequence } of wanted.filter(({ sequence }) => sequence > last.sequence))
        faults.push(`record ${sequence}, which has a checkpoint, is missing`)
      return { records, newest: last, faults }
    },
  }
}

const rewritten = ({ sequence }: Checkpoint) =>
  `record ${sequence} differs from its checkpoint: the chain was rewritten`

/** Returns the checkpoints that are still in the event feed. */
async function checkpointsOf(database: Database, owner: PartnerOwner): Promise<Checkpoint[]> {
  const bodies = await listBodiesOf(database, owner, 'audit.checkpoint')
  return bodies.map((body) => (JSON.parse(body) as { data: Checkpoint }).data)
}

function namesOf(database: Database, rows: SealedRow[]): Promise<SubjectNames[]> {
  const known = rows.filter(({ subject }) => subject !== null)
  return known.length === 0
    ? Promise.resolve([])
    : listSubjectNames(
        database,
        known.map(({ id }) => id),
      )
}

/** Compares a row with the previous one, and returns the faults. Records before the first row may have been deleted. */
function placeFaults({ sequence, previousHash }: SealedRow, last: Checkpoint, isFirst: boolean): string[] {
  if (sequence < last.sequence + 1) return [`record ${sequence} was inserted before the oldest one`]
  if (sequence > last.sequence + 1) return [`records ${last.sequence + 1} to ${sequence - 1} are missing`]
  const isContinued = isFirst ? sequence > 1 || previousHash === noHash : previousHash === last.hash
  return isContinued ? [] : [`record ${sequence} does not continue the previous record`]
}

function rowFaults(row: SealedRow, names: SubjectNames | undefined): string[] {
  const { sequence, previousHash, record, hash } = row
  if (hashOf(previousHash, sequence, record) !== hash) return [`record ${sequence} was changed`]
  const entry = JSON.parse(record) as AuditEntry
  if (entry.id !== row.id || entry.at !== toIso(row.createdAt))
    return [`the id or time of record ${sequence} was changed`]
  if (row.subject === null)
    return row.tenantId === null && row.applicationId === null ? [] : [`the subject of record ${sequence} was removed`]
  if (sha256(row.subject) !== entry.subjectSha256) return [`the subject of record ${sequence} was changed`]
  const { tenantId, applicationId } = JSON.parse(row.subject) as AuditSubject
  const isNamed = (name: string | null | undefined, text: string) => name === text || isDetached(name ?? '')
  const isFound = isNamed(names?.tenant, tenantId) && isNamed(names?.application, applicationId)
  return isFound ? [] : [`the subject of record ${sequence} names an application that does not exist`]
}
