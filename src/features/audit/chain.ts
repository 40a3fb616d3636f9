/**
 * The chain of audit records: seals new records, reports checkpoints, and removes old records. Sealing a record gives
 * it its sequence number and its hash.
 *
 * Records are sealed in batches, after the commit that created them. Sealing each record in the transaction that stores
 * its score would make all completions of a partner wait for one row. Only this file locks a chain. If the process dies
 * before it commits a batch, the next run seals the same records. If two processes seal at the same time, each record
 * is still sealed only once.
 */
import type { PartnerOwner } from '../../kit/caller.ts'
import type { Services } from '../../platform/services.ts'
import { listChains, lockChain, updateChain, type AuditChainRow } from '../../tables/audit-chains.ts'
import {
  deleteSealed,
  listSealed,
  listUnsealed,
  lockUnsealed,
  sealRecords,
  type Seal,
} from '../../tables/audit-records.ts'
import { sharePartner } from '../../tables/partners.ts'
import { checkpointEvent } from '../events/payloads.ts'
import { recordEvent } from '../events/record.ts'
import { sha256 } from './entries.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'draining' | 'contract' | 'timings'>

/** The number of records sealed or deleted per transaction, which takes a few milliseconds. */
const batchMax = 100
/** The previous hash of a chain's first record. */
export const noHash = '0'.repeat(64)

/** Returns a record's hash, which includes its sequence number and the previous record's hash. */
export function hashOf(previousHash: string, sequence: number, record: string): string {
  return sha256(`${previousHash}\n${sequence}\n${record}`)
}

/** Seals all waiting records, oldest first. */
export async function sealAuditRecords(services: Pick<Needs, 'database' | 'clock' | 'draining'>): Promise<void> {
  const { database, draining } = services
  for (;;) {
    const waiting = await listUnsealed(database, batchMax)
    for (const rows of Map.groupBy(waiting, textOf).values()) {
      const ids = rows.map(({ id }) => id)
      await database.transaction(() => sealOf(services, rows[0] as PartnerOwner, ids))
    }
    if (waiting.length < batchMax || draining()) return
  }
}

function textOf({ partnerId, environment }: PartnerOwner): string {
  return `${partnerId} ${environment}`
}

async function sealOf({ database, clock }: Pick<Needs, 'database' | 'clock'>, owner: PartnerOwner, ids: string[]) {
  const chain = await lockChain(database, emptyChain(owner, clock.now()))
  let { newestSequence, newestHash } = chain
  const rows = await lockUnsealed(database, ids)
  const seals = rows.map(({ id, record }): Seal => {
    const previousHash = newestHash
    newestSequence += 1
    newestHash = hashOf(previousHash, newestSequence, record)
    return { id, sequence: newestSequence, previousHash, hash: newestHash }
  })
  if (seals.length === 0) return
  await sealRecords(database, seals)
  await updateChain(database, owner, { newestSequence, newestHash })
}

function emptyChain({ partnerId, environment }: PartnerOwner, now: number): AuditChainRow {
  return {
    partnerId,
    environment,
    oldestSequence: 1,
    newestSequence: 0,
    newestHash: noHash,
    checkpointSequence: 0,
    checkpointHash: noHash,
    checkpointAt: now,
  }
}

/**
 * Records a checkpoint event, with the newest record's hash, for each chain that has grown since its last checkpoint,
 * if the promised interval has passed.
 */
export async function recordCheckpoints(services: Needs): Promise<void> {
  const { database, clock, timings } = services
  const isDue = ({ newestSequence, checkpointSequence, checkpointAt }: AuditChainRow) =>
    newestSequence > checkpointSequence && checkpointAt <= clock.now() - timings.auditCheckpointMs
  for (const known of (await listChains(database)).filter(isDue)) {
    await database.transaction(async () => {
      const chain = await lockChain(database, known)
      if (!isDue(chain)) return
      await sharePartner(database, chain.partnerId)
      const { newestSequence: checkpointSequence, newestHash: checkpointHash } = chain
      await updateChain(database, chain, { checkpointSequence, checkpointHash, checkpointAt: clock.now() })
      await recordEvent(services, checkpointEvent(chain, services))
    })
  }
}

/** Deletes records that are past their retention period, from the beginning of each chain. */
export async function sweepAuditRecords(
  services: Pick<Needs, 'database' | 'clock' | 'timings' | 'draining'>,
): Promise<void> {
  const { database, clock, timings, draining } = services
  const before = clock.now() - timings.auditRecordsKeptMs
  for (const chain of await listChains(database)) {
    while (!draining() && (await database.transaction(() => trim(database, chain, before))) === batchMax);
  }
}

async function trim(database: Needs['database'], owner: AuditChainRow, before: number): Promise<number> {
  const { oldestSequence } = await lockChain(database, owner)
  const rows = await listSealed(database, owner, oldestSequence - 1, batchMax)
  const kept = rows.findIndex(({ createdAt }) => createdAt >= before)
  const old = kept === -1 ? rows : rows.slice(0, kept)
  const last = old.at(-1)
  if (!last) return 0
  await deleteSealed(database, owner, last.sequence)
  await updateChain(database, owner, { oldestSequence: last.sequence + 1 })
  return old.length
}
