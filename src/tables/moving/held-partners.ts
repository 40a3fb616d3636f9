/**
 * Holds a partner while it moves to another cell, and opens it again, in this cell or the other one. While a partner is
 * held, none of its rows are written.
 *
 * One transaction holds a partner. It waits for the transactions that are writing for the partner's tenants; after its
 * commit, no other transaction writes for them. It also changes the waiting jobs, deliveries and deletion requests so
 * that background tasks do not find them. They are copied in this state, and opening the partner reverses the changes.
 * Opening can be repeated.
 */
import type { Database } from '../../platform/database/database.ts'
import { partners, type PartnerRow } from '../partners.ts'
import { webhookEndpoints } from '../webhook-endpoints.ts'

/**
 * The lease of a held partner's deliveries. A sender with an older lease can no longer write the outcome of its
 * delivery.
 */
const heldLease = 'held'
/** A time that is never reached. */
const never = Number.MAX_SAFE_INTEGER

/**
 * Returns the number of the partner's scoring jobs and deliveries that are running, or have been published to workers.
 */
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

/** The cell in which the partner lives, and the state of its move: see the columns of `partners`. */
export type Place = Pick<PartnerRow, 'cell' | 'heldAt' | 'movedAt'>
/**
 * The value of `heldAt` in the old cell once a move is complete: the partner's rows there are only a copy. No copying
 * process has this turn (see `takeTurn`), so none can write them.
 */
export const completedTurn = 0
const atHome: Place = { cell: null, heldAt: null, movedAt: null }

/**
 * Changes the partner's cell and the state of its move, unless the partner has been held, opened or moved since its row
 * was read. Returns whether they were changed: if two processes try at the same time, only one of them succeeds.
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
 * Stores a process's turn: the number that lets it write a partner's rows in a cell where the partner does not live.
 * From then on, only that process can write them, because no other process knows the number. `cell`: the cell in which
 * the partner lives. If the partner's row is missing, creates it with `movedAt` 1, which means that the partner has
 * never lived in this cell.
 */
export async function takeTurn(database: Database, row: PartnerRow, cell: string, turn: number): Promise<void> {
  const absent = { ...row, cell, heldAt: turn, movedAt: 1 }
  await database.transaction(async () => {
    await database.insert(partners, [absent], { keepExisting: true })
    const known = await database.model(partners).findOne({ where: { id: row.id }, lock: true })
    if (known?.movedAt != null) await database.model(partners).update({ heldAt: turn }, { where: { id: row.id } })
  })
}

/**
 * Returns the result of `work`, which runs in a transaction while this process has the turn. @throws Error if another
 * process has taken the turn since, or if the partner lives in this cell
 */
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

/** Holds the partner from `now` on, unless it is already held, and returns its row. */
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
 * Opens the partner in the cell of `database`, where it lives from then on, and stores `row` as its row. Call it inside
 * a transaction that has checked that the partner is open in no cell.
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
  // The requests that reserved these idempotency keys have failed.
  await database.execute(
    `UPDATE idempotent_answers SET leaseUntil = 0
      WHERE tenantId IS NULL AND partnerId = $1 AND answer IS NULL AND reference IS NULL`,
    [id],
  )
  await database.execute('DELETE FROM partners WHERE id = $1', [id])
  await database.insert(partners, [{ ...row, ...atHome }])
}

/**
 * Makes the partner's running jobs wait again. `attempt`, the fence, is increased, so their workers cannot complete
 * them. This is not counted as a failure.
 */
function startAgain(database: Database, partnerId: string): Promise<number> {
  return database.execute(
    `UPDATE scoring_jobs SET status = 'PENDING', attempt = attempt + 1, workerId = NULL, startedAt = NULL
      WHERE partnerId = $1 AND status = 'PROCESSING'`,
    [partnerId],
  )
}

/**
 * Changes all pending deliveries of the partner. Goes through its endpoints, because each endpoint's deliveries are a
 * range of an index.
 */
async function changeDeliveries(database: Database, partnerId: string, set: string): Promise<void> {
  const endpoints = await database.model(webhookEndpoints).findAll({ attributes: ['id'], where: { partnerId } })
  for (const { id } of endpoints)
    await database.execute(`UPDATE webhook_deliveries SET ${set} WHERE endpointId = $1 AND status = 'PENDING'`, [id])
}
