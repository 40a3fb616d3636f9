/**
 * The eraser: erases the data of detached tenants and applications in chunks, and then completes the deletion requests.
 * A detached tenant or application was renamed, so that no request finds it.
 *
 * Each chunk is a transaction that looks for the rows that are left. So any process can run a chunk, even twice, and if
 * this process dies, the next process that claims the request continues. The eraser takes turns: it works on a request
 * for one slice of chunks, so that the deletion of a large tenant does not delay the deletion of an application.
 */
import type { PartnerOwner } from '../../kit/caller.ts'
import { backoffMs } from '../../kit/backoff.ts'
import { DatabaseUnavailable } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import {
  claimDeletion,
  completeDeletion,
  failDeletion,
  listRequestsOf,
  renewDeletionLease,
  snoozeDeletion,
  type DeletionRequestRow,
} from '../../tables/deletion-requests.ts'
import { eraseApplicationChunk, erasedRowsMax, eraseTenantChunk } from '../../tables/erasure.ts'
import { findJobNameOf } from '../../tables/applications.ts'
import { eraseScoringJobsOf } from './erase-scoring-jobs.ts'
import { deletionEvent } from '../events/payloads.ts'
import { recordEvent } from '../events/record.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'log' | 'timings' | 'contract' | 'draining' | 'failpoint'>

/** Chunks per slice. A slice takes a few seconds. */
const sliceChunks = 20
/** Slices per round. At the end of a round, the requests whose data is fully erased are completed. */
const roundSlices = 20

/** Processes due requests until none is left or the process drains. */
export async function workDeletions(services: Needs): Promise<void> {
  while (!services.draining() && (await workRound(services)) > 0);
}

/** Runs a round, and returns its number of slices. */
async function workRound(services: Needs): Promise<number> {
  const { database, clock, timings } = services
  const erased: DeletionRequestRow[] = []
  let slices = 0
  while (slices < roundSlices && !services.draining()) {
    const now = clock.now()
    const request = await database.transaction(() => claimDeletion(database, now, now + timings.leaseMs))
    if (!request) break
    slices += 1
    if (await attempt(services, request)) erased.push(request)
  }
  for (const request of await scrubbed(services, erased)) await close(services, request, 'COMPLETED')
  return slices
}

/** Removes the erased data from the database file too. Returns the requests whose data was removed. */
async function scrubbed(services: Needs, erased: DeletionRequestRow[]): Promise<DeletionRequestRow[]> {
  // A scrub reads the whole file, so it is skipped for requests that found no rows.
  const hasLeft = ({ tenantId, previousId }: DeletionRequestRow) => (tenantId ?? previousId) !== null
  if (!erased.some(hasLeft)) return erased
  try {
    await services.database.scrub()
    return erased
  } catch (error) {
    // The database is available, but another process keeps the file busy, or the disk is full. This counts as a failure
    // of the request; otherwise the request would stay open indefinitely. The rows are deleted, and the scrub of the
    // next request removes what is left of them in the file.
    for (const request of erased.filter(hasLeft)) await fail(services, request, error)
    return erased.filter((request) => !hasLeft(request))
  }
}

/** Runs a slice of a request. Returns whether everything is erased. */
async function attempt(services: Needs, request: DeletionRequestRow): Promise<boolean> {
  try {
    return await workSlice(services, request)
  } catch (error) {
    // A database outage does not count as a failure of the request. The request is due again when its lease ends.
    if (error instanceof DatabaseUnavailable) throw error
    await fail(services, request, error)
    return false
  }
}

/** Snoozes the request, or closes it as FAILED after the maximum number of failures. */
async function fail(services: Needs, request: DeletionRequestRow, error: unknown): Promise<void> {
  const { database, clock, log, timings, contract } = services
  const failures = request.failures + 1
  log.warn({ deletionRequestId: request.id, failures, err: error }, 'deletion: a step failed')
  if (failures >= contract.retries.deletion.failuresMax) return close(services, request, 'FAILED')
  const dueAt = clock.now() + backoffMs(request.failures, { firstMs: timings.retryFirstMs, maxMs: timings.retryMsMax })
  await database.transaction(() => snoozeDeletion(database, request.id, dueAt, failures))
}

/** Returns whether everything is erased; otherwise the request is due again immediately. */
async function workSlice(services: Needs, request: DeletionRequestRow): Promise<boolean> {
  const { database, clock, timings } = services
  const requests = await listRequestsOf(database, request)
  for (let chunk = 0; chunk < sliceChunks && !services.draining(); chunk += 1) {
    await services.failpoint('erasing')
    const rows = await database.transaction(async () => {
      const isMine = await renewDeletionLease(database, request.id, clock.now() + timings.leaseMs)
      return isMine ? eraseChunk(services, requests) : null
    })
    if (rows === null) return false
    if (rows === 0) return true
  }
  await database.transaction(() => snoozeDeletion(database, request.id, clock.now(), request.failures))
  return false
}

/** Erases a chunk of the first request that has rows left; returns the number of rows. */
async function eraseChunk(services: Needs, requests: DeletionRequestRow[]): Promise<number> {
  const { database } = services
  for (const { scope, tenantId, applicationId, partnerId, environment } of requests) {
    const rows =
      tenantId === null
        ? 0
        : scope === 'TENANT'
          ? await eraseTenantChunk(database, { partnerId, environment }, tenantId)
          : await eraseOfApplication(services, { partnerId, environment }, tenantId, applicationId as string)
    if (rows > 0) return rows
  }
  return 0
}

/**
 * Erases a chunk of an application: its scoring jobs first, which also changes the counts of their batches, and then
 * its other rows.
 */
async function eraseOfApplication(
  services: Needs,
  owner: PartnerOwner,
  tenantId: string,
  applicationId: string,
): Promise<number> {
  const { database } = services
  const job = await findJobNameOf(database, tenantId, applicationId)
  const left =
    job === null ? 0 : await eraseScoringJobsOf(services, owner, { tenantId, applicationId, job }, erasedRowsMax)
  return left > 0 ? left : eraseApplicationChunk(database, owner, tenantId, applicationId)
}

/** Closes a request and records its event, exactly once. */
async function close(services: Needs, request: DeletionRequestRow, status: 'COMPLETED' | 'FAILED'): Promise<void> {
  const { database, clock, log } = services
  await database.transaction(async () => {
    const now = clock.now()
    const hasClosed =
      status === 'COMPLETED'
        ? await completeDeletion(database, request.id, now)
        : await failDeletion(database, request.id, now, 'DELETION_REQUEST_FAILED')
    if (hasClosed) await recordEvent(services, deletionEvent({ ...request, status }, services))
  })
  log.info({ deletionRequestId: request.id, status }, 'deletion: closed')
}
