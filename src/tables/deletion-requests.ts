/**
 * Deletion requests, with their targets and their progress. They are kept permanently, and contain none of the caller's
 * ids.
 *
 * PENDING ──claim──▶ PROCESSING ──▶ COMPLETED | FAILED
 *
 * While a request is open, `dueAt` is the time from which a worker may claim it. A claim moves `dueAt` to the end of
 * the worker's lease. No fence is needed, because deleting twice has the same effect as deleting once. A conditional
 * update closes the request exactly once.
 */
import type { DeletionRequest, ErrorCode } from '../../generated/types.gen.ts'
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import { isId } from '../kit/ids.ts'
import { columns, defineTable, nullable, Op, type Database, type RowOf } from '../platform/database/database.ts'
import { countOwned } from './kept-counts.ts'
import { pageBind, pageIds, type Page } from './pages.ts'
import { ofPartner } from './partners.ts'

const shape = {
  id: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  scope: columns.enumeration<DeletionRequest['scope']>(16),
  status: columns.enumeration<DeletionRequest['status']>(16),
  /** Our ids of the tenant and application that were detached; null if there was nothing to detach. */
  tenantId: nullable(columns.id()),
  /** Also null if a whole tenant is deleted. */
  applicationId: nullable(columns.id()),
  /**
   * Keyed hash of the names in the request. For the same names, only the newest request has a target, until it is
   * completed.
   */
  target: nullable(columns.identifier(64)),
  /**
   * The previous request with this target, if any. This request also erases any rows that the previous one did not
   * erase.
   */
  previousId: nullable(columns.id()),
  failures: columns.integer(),
  /** Null once the request is closed, and while its partner is held for a move. */
  dueAt: nullable(columns.instant()),
  createdAt: columns.instant(),
  updatedAt: columns.instant(),
  completedAt: nullable(columns.instant()),
  failedAt: nullable(columns.instant()),
  errorCode: nullable(columns.enumeration<ErrorCode>(40)),
}
export const deletionRequests = defineTable('deletion_requests', shape, {
  unique: { target: ['target'] },
  indexes: { due: ['dueAt'], partner: ['partnerId', 'environment', 'status', 'id'] },
})
export type DeletionRequestRow = RowOf<typeof shape>

/** Inserts a request. Returns false, and inserts nothing, if another request has the target. */
export async function insertDeletionRequest(database: Database, row: DeletionRequestRow): Promise<boolean> {
  const isNew = (await database.insert(deletionRequests, [row], { keepExisting: true })) === 1
  if (isNew) countOwned(database, 'deletion_requests', [row])
  return isNew
}

export async function findDeletionRequest(
  database: Database,
  owner: PartnerOwner,
  id: string,
): Promise<DeletionRequestRow | null> {
  return isId(id) ? database.model(deletionRequests).findOne({ where: { ...ofPartner(owner), id } }) : null
}

/** Returns a partner's requests in an environment, newest first. */
export async function listDeletionRequests(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  page: Page<DeletionRequest['status']>,
): Promise<DeletionRequestRow[]> {
  const table = `deletion_requests${database.by('deletion_requests_partner')}`
  return database.select<DeletionRequestRow>(
    `SELECT d.* FROM (${pageIds(table, 'partnerId = $1 AND environment = $2', page, 3)}) AS page
       JOIN deletion_requests d${database.by('PRIMARY')} ON d.id = page.id ORDER BY d.id DESC`,
    [partnerId, environment, pageBind(page)],
  )
}

/** Returns the request with this target, which is a hash that includes the owner. */
export async function findDeletionOf(database: Database, target: string): Promise<DeletionRequestRow | null> {
  return database.model(deletionRequests).findOne({ where: { target } })
}

/** Returns what `findDeletionOf` returns, and locks the row until the transaction ends. */
export async function lockDeletionOf(database: Database, target: string): Promise<DeletionRequestRow | null> {
  return database.model(deletionRequests).findOne({ where: { target }, lock: true })
}

/**
 * Replaces a request's target, which is the hash under an older secret key, by the hash under the newest key, unless
 * another request already has that hash.
 */
export async function adoptTarget(database: Database, from: string, to: string): Promise<void> {
  const held = await lockDeletionOf(database, from)
  if (held === null || (await lockDeletionOf(database, to)) !== null) return
  await database.model(deletionRequests).update({ target: to }, { where: { id: held.id } })
}

/**
 * Returns the number of requests that still have a target: those that are open, and failed ones that were not repeated.
 */
export async function countTargets(database: Database): Promise<number> {
  return database.model(deletionRequests).count({ where: { target: { [Op.ne]: null } } })
}

/** Clears the target, so that a newer request can have it. The caller has locked the row with `lockDeletionOf`. */
export async function clearTarget(database: Database, id: string): Promise<void> {
  await database.model(deletionRequests).update({ target: null }, { where: { id } })
}

// ── for the eraser, and for tenant checks on every server ──────────────────────────────────────────

/** Returns the targets of all open tenant deletions, of any owner. */
export async function listTenantTargets(database: Database): Promise<string[]> {
  const where = { dueAt: { [Op.gt]: 0 }, scope: 'TENANT', target: { [Op.ne]: null } } as const
  const rows = await database.model(deletionRequests).findAll({ attributes: ['target'], where })
  return rows.flatMap(({ target }) => target ?? [])
}

/** Claims, until `until`, the open request that has been due longest; null if none is due. */
export async function claimDeletion(
  database: Database,
  now: number,
  until: number,
): Promise<DeletionRequestRow | null> {
  for (;;) {
    const where = { dueAt: { [Op.lte]: now } }
    const row = await database.model(deletionRequests).findOne({ where, order: ['dueAt'] })
    if (!row) return null
    const changed = await database.execute(
      `UPDATE deletion_requests${database.by('PRIMARY')}
        SET status = 'PROCESSING', dueAt = $1, updatedAt = $2
        WHERE id = $3 AND dueAt = $4`,
      [until, now, row.id, row.dueAt],
    )
    if (changed === 1) return row
  }
}

/** Extends the worker's lease to `until`; returns false if the request is closed. */
export async function renewDeletionLease(database: Database, id: string, until: number): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE deletion_requests${database.by('PRIMARY')} SET dueAt = $1 WHERE id = $2 AND dueAt IS NOT NULL`,
    [until, id],
  )
  // The number of changed rows alone does not show whether the request is open. A renewal in the same millisecond
  // changes no value, and a database proxy may count only rows whose values change.
  return changed === 1 || (await database.model(deletionRequests).count({ where: { id, dueAt: until } })) === 1
}

/** Returns the request and its previous requests, back to the last one that completed. */
export async function listRequestsOf(database: Database, request: DeletionRequestRow): Promise<DeletionRequestRow[]> {
  if (request.previousId === null) return [request]
  const previous = await database.model(deletionRequests).findOne({ where: { id: request.previousId } })
  if (!previous || previous.status === 'COMPLETED') return [request]
  return [request, ...(await listRequestsOf(database, previous))]
}

/** Makes the request due again at `dueAt`; `failures` is its new total. */
export async function snoozeDeletion(database: Database, id: string, dueAt: number, failures: number): Promise<void> {
  await database.execute(
    `UPDATE deletion_requests${database.by('PRIMARY')}
      SET dueAt = $1, failures = $2
      WHERE id = $3 AND dueAt IS NOT NULL`,
    [dueAt, failures, id],
  )
}

/** Changes an open request to COMPLETED; returns false if it was already closed. */
export async function completeDeletion(database: Database, id: string, now: number): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE deletion_requests${database.by('PRIMARY')}
      SET status = 'COMPLETED', completedAt = $1, updatedAt = $1, dueAt = NULL, target = NULL
      WHERE id = $2 AND dueAt IS NOT NULL`,
    [now, id],
  )
  return changed === 1
}

/**
 * Changes an open request to FAILED, which keeps its target for the next request; returns false if it was already
 * closed.
 */
export async function failDeletion(
  database: Database,
  id: string,
  now: number,
  errorCode: ErrorCode,
): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE deletion_requests${database.by('PRIMARY')}
      SET status = 'FAILED', failedAt = $1, updatedAt = $1, dueAt = NULL, errorCode = $2
      WHERE id = $3 AND dueAt IS NOT NULL`,
    [now, errorCode, id],
  )
  return changed === 1
}
