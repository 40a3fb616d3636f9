/**
 * Holding a partner while it moves to another cell, and opening it again, here or there.
 *
 * Holding is one transaction: it waits for the transactions that write for the partner's tenants, and from its commit
 * on no other one writes for them. Background tasks no longer find what waits: the rows are as good as asleep, and are
 * copied as they are. Opening wakes them, and may run again.
 */
import type { Database } from '../../platform/database/database.ts'
import { partners, type PartnerRow } from '../partners.ts'
import { webhookEndpoints } from '../webhook-endpoints.ts'

/** The lease of the deliveries of a held partner: a sender that has sent one meanwhile cannot write its outcome. */
const heldLease = 'held'
/** Later than any clock. */
const never = Number.MAX_SAFE_INTEGER

/** Returns how many scoring jobs and deliveries of the partner are in the hands of workers. */
export async function countAtWork(database: Database, partnerId: string): Promise<number> {
  const [row] = await database.select<{ jobs: number; deliveries: number }>(
    `SELECT (SELECT COUNT(*) FROM scoring_jobs
              WHERE partnerId = $1 AND (status = 'PROCESSING' OR (status = 'PENDING' AND publishAt IS NULL))) AS jobs,
            (SELECT COUNT(*) FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpointId = e.id
              WHERE e.partnerId = $1 AND d.status = 'PENDING' AND d.leaseId IS NOT NULL) AS deliveries`,
    [partnerId],
  )
  return Number(row?.jobs) + Number(row?.deliveries)
}

/** Where the partner lives; see the columns. */
export type Place = Pick<PartnerRow, 'cell' | 'heldAt' | 'movedAt'>
/** The turn that stands for a complete move: no process has it, and the rows are only a copy. */
export const completedTurn = 0
const atHome: Place = { cell: null, heldAt: null, movedAt: null }

/**
 * Changes the partner's place, unless it has been held, opened or moved since it was read; returns whether it did. Only
 * one of two processes that decide at the same time can be first.
 */
export async function changePlace(
  database: Database,
  { id, heldAt, movedAt }: PartnerRow,
  place: Partial<Place>,
): Promise<boolean> {
  return database.transaction(async () => {
    const row = await database.model(partners).findOne({ where: { id, heldAt, movedAt }, lock: true })
    if (row) await database.model(partners).update(place, { where: { id } })
    return row !== null
  })
}

/**
 * Makes a process the only one that may write rows of a partner in a cell where the partner does not live: it knows the
 * turn, a number that only it has. `cell`: where the partner lives. Creates the partner's row if it is missing. Before
 * its first stay, the row counts as moved since 1970.
 */
export async function takeTurn(database: Database, row: PartnerRow, cell: string, turn: number): Promise<void> {
  const absent = { ...row, cell, heldAt: turn, movedAt: 1 }
  await database.transaction(async () => {
    await database.insert(partners, [absent], { keepExisting: true })
    const known = await database.model(partners).findOne({ where: { id: row.id }, lock: true })
    if (known?.movedAt != null) await database.model(partners).update({ heldAt: turn }, { where: { id: row.id } })
  })
}

/** Runs `work` in a transaction. @throws Error if another process has taken the turn, or the partner lives here */
export async function inTurn<T>(database: Database, id: string, turn: number, work: () => Promise<T>): Promise<T> {
  const check = async () => {
    const row = await database.model(partners).findOne({ where: { id }, lock: true })
    if (row?.movedAt == null || row.heldAt !== turn)
      throw new Error(
        'another process is moving or purging this partner; wait until it has ended, then run the command again',
      )
    return work()
  }
  return database.transaction(check, { patient: true })
}

/** Holds the partner from `now` on, unless it is held, and returns its row. */
export async function holdPartner(database: Database, partnerId: string, now: number): Promise<PartnerRow> {
  const hold = async () => {
    const row = (await database.model(partners).findOne({ where: { id: partnerId }, lock: true })) as PartnerRow
    if (row.heldAt !== null) return row
    await database.model(partners).update({ heldAt: now }, { where: { id: partnerId } })
    await database.execute('UPDATE tenants SET heldAt = $2 WHERE partnerId = $1', [partnerId, now])
    await startAgain(database, partnerId)
    await database.execute(`UPDATE scoring_jobs SET publishAt = $2 WHERE partnerId = $1 AND status = 'PENDING'`, [
      partnerId,
      never,
    ])
    await changeDeliveries(database, partnerId, `leaseId = '${heldLease}', claimAt = ${never}`)
    await database.execute('UPDATE deletion_requests SET dueAt = NULL WHERE partnerId = $1 AND dueAt IS NOT NULL', [
      partnerId,
    ])
    return { ...row, heldAt: now }
  }
  return database.transaction(hold, { patient: true })
}

/**
 * Opens the partner, as `row` describes it, in the cell of `database`, where it lives from then on. Call it inside a
 * transaction that has made sure that the partner is open nowhere.
 */
export async function openPartner(database: Database, row: PartnerRow, now: number): Promise<void> {
  const { id } = row
  await database.execute('UPDATE tenants SET heldAt = NULL WHERE partnerId = $1', [id])
  await startAgain(database, id)
  await database.execute(`UPDATE scoring_jobs SET publishAt = dueAt WHERE partnerId = $1 AND status = 'PENDING'`, [id])
  await changeDeliveries(database, id, 'leaseId = NULL, claimAt = dueAt')
  await database.execute(
    `UPDATE deletion_requests SET dueAt = $2
      WHERE partnerId = $1 AND status IN ('PENDING', 'PROCESSING') AND dueAt IS NULL`,
    [id, now],
  )
  // The requests that reserved these keys have failed.
  await database.execute(
    `UPDATE idempotent_answers SET leaseUntil = 0
      WHERE tenantId IS NULL AND partnerId = $1 AND answer IS NULL AND reference IS NULL`,
    [id],
  )
  await database.execute('DELETE FROM partners WHERE id = $1', [id])
  await database.insert(partners, [{ ...row, ...atHome }])
}

/** Jobs that a worker had begun start again, without counting an attempt; the worker cannot complete them. */
function startAgain(database: Database, partnerId: string): Promise<number> {
  return database.execute(
    `UPDATE scoring_jobs SET status = 'PENDING', attempt = attempt + 1, workerId = NULL, startedAt = NULL
      WHERE partnerId = $1 AND status = 'PROCESSING'`,
    [partnerId],
  )
}

/** Changes all waiting deliveries of the partner, one endpoint after the other, which are ranges of an index. */
async function changeDeliveries(database: Database, partnerId: string, set: string): Promise<void> {
  const endpoints = await database.model(webhookEndpoints).findAll({ attributes: ['id'], where: { partnerId } })
  for (const { id } of endpoints)
    await database.execute(`UPDATE webhook_deliveries SET ${set} WHERE endpointId = $1 AND status = 'PENDING'`, [id])
}
