/**
 * Deletion requests: what is to be deleted, and how far that is. They are kept, and hold no id of a caller's.
 *
 *   PENDING ──claim──▶ PROCESSING ──▶ COMPLETED | FAILED
 *
 * `dueAt` says that a request is open, and when somebody is to work on it: later than now while somebody does. It is no
 * fence, for deleting twice is deleting once; the end is a conditional update, which happens once.
 */
import type { DeletionRequest, ErrorCode } from '../../generated/types.gen.ts'
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import { isId } from '../kit/ids.ts'
import { columns, defineTable, nullable, type Database, type RowOf } from '../platform/database/database.ts'

const shape = {
  id: columns.id(),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  scope: columns.enumeration<DeletionRequest['scope']>(16),
  status: columns.enumeration<DeletionRequest['status']>(16),
  /** Ids of ours: of what was detached; null where there was nothing. */
  tenantId: nullable(columns.id()),
  /** Null also where all of the tenant is to go. */
  applicationId: nullable(columns.id()),
  /** Keyed hash of what the caller named, in the newest request for it that is not completed; else null. */
  target: nullable(columns.identifier(64)),
  /** The request that had the target before: what it has left goes with this one. */
  previousId: nullable(columns.id()),
  failures: columns.integer(),
  /** Null once the request is over. */
  dueAt: nullable(columns.instant()),
  createdAt: columns.instant(),
  updatedAt: columns.instant(),
  completedAt: nullable(columns.instant()),
  failedAt: nullable(columns.instant()),
  errorCode: nullable(columns.enumeration<ErrorCode>(40)),
}
export const deletionRequests = defineTable('deletion_requests', shape)
export type DeletionRequestRow = RowOf<typeof shape>

/** Whether it was inserted; not where another request has the target. */
export async function insertDeletionRequest(database: Database, row: DeletionRequestRow): Promise<boolean> {
  return (await database.insert(deletionRequests, [row], { keepExisting: true })) === 1
}

export async function findDeletionRequest(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  id: string,
): Promise<DeletionRequestRow | null> {
  if (!isId(id)) return null
  const [row] = await database.select<DeletionRequestRow>(
    'SELECT * FROM deletion_requests WHERE partnerId = $1 AND environment = $2 AND id = $3',
    [partnerId, environment, id],
  )
  return row ?? null
}

/** The request that has this target; its owner is part of the hash. */
export async function findDeletionOf(database: Database, target: string): Promise<DeletionRequestRow | null> {
  return select(database, target, '')
}

/** The same, held until the transaction ends. */
export async function lockDeletionOf(database: Database, target: string): Promise<DeletionRequestRow | null> {
  return select(database, target, database.forUpdate)
}

async function select(database: Database, target: string, lock: string): Promise<DeletionRequestRow | null> {
  const [row] = await database.select<DeletionRequestRow>(`SELECT * FROM deletion_requests WHERE target = $1${lock}`, [
    target,
  ])
  return row ?? null
}

/** A newer request takes the target over. The row is held by `lockDeletionOf`. */
export async function clearTarget(database: Database, id: string): Promise<void> {
  await database.execute('UPDATE deletion_requests SET target = NULL WHERE id = $1', [id])
}

// ── for the runner, and for the gate of every server ────────────────────────────────────────────

/** Targets of the open deletions of tenants, whosever. */
export async function listTenantTargets(database: Database): Promise<string[]> {
  const rows = await database.select<{ target: string }>(
    "SELECT target FROM deletion_requests WHERE dueAt > 0 AND scope = 'TENANT' AND target IS NOT NULL",
  )
  return rows.map(({ target }) => target)
}

/** Takes the open request that has waited longest, until `until`; null when none is due. */
export async function claimDeletion(
  database: Database,
  now: number,
  until: number,
): Promise<DeletionRequestRow | null> {
  for (;;) {
    const [row] = await database.select<DeletionRequestRow>(
      'SELECT * FROM deletion_requests WHERE dueAt <= $1 ORDER BY dueAt LIMIT 1',
      [now],
    )
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

/** Whether the request is still open; it is its worker's until `until` then. */
export async function findLeaseEnd(database: Database, id: string, until: number): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE deletion_requests${database.by('PRIMARY')} SET dueAt = $1 WHERE id = $2 AND dueAt IS NOT NULL`,
    [until, id],
  )
  return changed === 1
}

/** The request and those whose targets it took over, one through the other, back to one that has completed. */
export async function listRequestsOf(database: Database, request: DeletionRequestRow): Promise<DeletionRequestRow[]> {
  if (request.previousId === null) return [request]
  const [previous] = await database.select<DeletionRequestRow>('SELECT * FROM deletion_requests WHERE id = $1', [
    request.previousId,
  ])
  if (!previous || previous.status === 'COMPLETED') return [request]
  return [request, ...(await listRequestsOf(database, previous))]
}

/** To be worked on again at `dueAt`, after that many failures in all. */
export async function putOffDeletion(database: Database, id: string, dueAt: number, failures: number): Promise<void> {
  await database.execute(
    `UPDATE deletion_requests${database.by('PRIMARY')}
      SET dueAt = $1, failures = $2
      WHERE id = $3 AND dueAt IS NOT NULL`,
    [dueAt, failures, id],
  )
}

/** Open → COMPLETED; false when it was over before. */
export async function completeDeletion(database: Database, id: string, now: number): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE deletion_requests${database.by('PRIMARY')}
      SET status = 'COMPLETED', completedAt = $1, updatedAt = $1, dueAt = NULL, target = NULL
      WHERE id = $2 AND dueAt IS NOT NULL`,
    [now, id],
  )
  return changed === 1
}

/** Open → FAILED, its target kept for the request after it; false when it was over before. */
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
