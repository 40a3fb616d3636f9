/**
 * The work of deletions: what was detached is erased, chunk by chunk, and then the request is completed.
 *
 * Each chunk is a transaction that looks for what is left from the start, so it may be done twice, by anybody: if the
 * process dies on the next line, the next one that takes the request goes on. Requests take turns, so that a tenant with
 * very much data does not hold up an application.
 */
import { backoffMs } from '../../kit/backoff.ts'
import type { Services } from '../../platform/services.ts'
import { DatabaseUnavailable } from '../../platform/database/database.ts'
import {
  claimDeletion,
  findLeaseEnd,
  listRequestsOf,
  completeDeletion,
  failDeletion,
  putOffDeletion,
  type DeletionRequestRow,
} from '../../tables/deletion-requests.ts'
import { eraseApplicationChunk, eraseTenantChunk } from '../../tables/erasure.ts'
import { recordEvent } from '../events/record.ts'
import { deletionEvent } from '../events/payloads.ts'

/** Of one turn: some seconds of work. */
const turnChunks = 20
/** Of one round, after which those that are erased are completed. */
const roundTurns = 20
/** The same cause, five times with time between, is not going to go away by itself. */
const failuresMax = 5

/** Works on every request that is due until none is, or the process drains. */
export async function workDeletions(services: Services): Promise<void> {
  while (!services.draining() && (await workRound(services)) > 0);
}

/** How many turns there were. */
async function workRound(services: Services): Promise<number> {
  const { database, clock, timings } = services
  const erased: DeletionRequestRow[] = []
  let turns = 0
  while (turns < roundTurns && !services.draining()) {
    const now = clock.now()
    const request = await database.transaction(() => claimDeletion(database, now, now + timings.leaseMs))
    if (!request) break
    turns += 1
    if (await attempt(services, request)) erased.push(request)
  }
  for (const request of await scrubbed(services, erased)) await end(services, request, 'COMPLETED')
  return turns
}

/** Those of `erased` that are gone from the file, too. */
async function scrubbed(services: Services, erased: DeletionRequestRow[]): Promise<DeletionRequestRow[]> {
  // One that found nothing has left nothing, and a scrub rewrites the whole file.
  const hasLeft = ({ tenantId, previousId }: DeletionRequestRow) => (tenantId ?? previousId) !== null
  if (!erased.some(hasLeft)) return erased
  try {
    await services.database.scrub()
    return erased
  } catch (error) {
    // Unlike in a step the database is there: another process keeps the file, or there is no room. That costs a failure,
    // or the request stays open for ever; the rows are gone, and a next request scrubs what this one has left.
    for (const request of erased.filter(hasLeft)) await fail(services, request, error)
    return erased.filter((request) => !hasLeft(request))
  }
}

/** Whether all is erased. */
async function attempt(services: Services, request: DeletionRequestRow): Promise<boolean> {
  try {
    return await workTurn(services, request)
  } catch (error) {
    // A database that is away costs the request nothing: it is due again when its lease ends.
    if (error instanceof DatabaseUnavailable) throw error
    await fail(services, request, error)
    return false
  }
}

/** Put off, and FAILED after the last failure. */
async function fail(services: Services, request: DeletionRequestRow, error: unknown): Promise<void> {
  const { database, clock, log, timings } = services
  const failures = request.failures + 1
  log.warn({ deletionRequestId: request.id, failures, err: error }, 'deletion: a step failed')
  if (failures >= failuresMax) return end(services, request, 'FAILED')
  const dueAt = clock.now() + backoffMs(request.failures, { firstMs: timings.retryFirstMs, maxMs: timings.retryMostMs })
  await database.transaction(() => putOffDeletion(database, request.id, dueAt, failures))
}

async function workTurn(services: Services, request: DeletionRequestRow): Promise<boolean> {
  const { database, clock, timings } = services
  const requests = await listRequestsOf(database, request)
  for (let chunk = 0; chunk < turnChunks && !services.draining(); chunk += 1) {
    await services.failpoint('erasing')
    const rows = await database.transaction(async () => {
      const isMine = await findLeaseEnd(database, request.id, clock.now() + timings.leaseMs)
      return isMine ? eraseChunk(services, requests) : null
    })
    if (rows === null) return false
    if (rows === 0) return true
  }
  await database.transaction(() => putOffDeletion(database, request.id, clock.now(), request.failures))
  return false
}

/** How many rows there were, of the first of these that has any. */
async function eraseChunk({ database }: Services, requests: DeletionRequestRow[]): Promise<number> {
  for (const { scope, tenantId, applicationId } of requests) {
    const rows =
      tenantId === null
        ? 0
        : scope === 'TENANT'
          ? await eraseTenantChunk(database, tenantId)
          : await eraseApplicationChunk(database, tenantId, applicationId as string)
    if (rows > 0) return rows
  }
  return 0
}

/** The end of a request and its event, once. */
async function end(services: Services, request: DeletionRequestRow, status: 'COMPLETED' | 'FAILED'): Promise<void> {
  const { database, clock, log } = services
  await database.transaction(async () => {
    const now = clock.now()
    const isEnd =
      status === 'COMPLETED'
        ? await completeDeletion(database, request.id, now)
        : await failDeletion(database, request.id, now, 'DELETION_REQUEST_FAILED')
    if (isEnd) await recordEvent(services, deletionEvent({ ...request, status }, services))
  })
  log.info({ deletionRequestId: request.id, status }, 'deletion: ended')
}
