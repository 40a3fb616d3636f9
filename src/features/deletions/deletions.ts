/**
 * Deletions: asking for one, and reading how far it is.
 *
 * Detaching is the commit: the row of the application, or of the tenant, gets a name that no caller can send, so nothing
 * finds it any more, and whoever comes next starts a new life that this deletion does not touch. What works on its
 * scoring jobs loses them in the same transaction. If the process dies on the next line, the request is a row, and
 * `eraser.ts` erases what was detached; if it dies before, nothing has happened.
 */
import type { DeletionRequest } from '../../../generated/types.gen.ts'
import type { Owner, PartnerOwner } from '../../kit/caller.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { toIso, toIsoOrNull } from '../../kit/time.ts'
import { callerOf, ownerOf } from '../../platform/contract/call.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { detachApplication } from '../../tables/applications.ts'
import {
  clearTarget,
  findDeletionRequest,
  insertDeletionRequest,
  lockDeletionOf,
  type DeletionRequestRow,
} from '../../tables/deletion-requests.ts'
import { eraseMost, eraseOpenScoringJobs, eraseScoringJobs } from '../../tables/erasure.ts'
import { lockJob } from '../../tables/jobs.ts'
import { listScoringJobIds, lockScoringJobs } from '../../tables/scoring-jobs.ts'
import { detachTenant, findTenantId } from '../../tables/tenants.ts'
import { leaveBatches } from '../scoring/batch-progress.ts'
import { isOpen, targetOf, targetOfTenant } from './closed-tenants.ts'
import { recordEvents } from '../events/record.ts'
import { batchEvent } from '../events/payloads.ts'

export const deleteApplication: Handler<'deleteApplication'> = (call, services) => {
  const owner = ownerOf(call)
  const { jobId, applicationId } = call.path
  return services.write(call, async () => {
    const target = targetOf(services, owner, [owner.tenant, jobId, applicationId])
    const name = newName(services)
    const found = await detachFromJob(services, owner, jobId, applicationId, name)
    return accepted(services, await openRequest(services, owner, { ...name, scope: 'APPLICATION', target, ...found }))
  })
}

export const deleteTenant: Handler<'deleteTenant'> = async (call, services) => {
  const { partnerId, environment } = callerOf(call)
  const owner = { partnerId, environment, tenant: call.path.tenantExternalId }
  const target = targetOfTenant(services, owner)
  const reply = await services.write(call, async () => {
    const name = newName(services)
    const tenantId = await detachTenant(services.database, owner, name.detachedAs)
    if (tenantId) while ((await eraseOpenScoringJobs(services.database, partnerId, tenantId)) > 0);
    const found = { tenantId, applicationId: null }
    return accepted(services, await openRequest(services, owner, { ...name, scope: 'TENANT', target, ...found }))
  })
  services.closedTenants.add(target)
  return reply
}

export const getDeletionRequest: Handler<'getDeletionRequest'> = async (call, { database }) => {
  const row = await findDeletionRequest(database, callerOf(call), call.path.deletionRequestId)
  if (!row) throw new ServiceError('DELETION_REQUEST_NOT_FOUND')
  return { status: 200, body: { deletionRequest: toDeletionRequest(row) } }
}

function accepted({ contract }: Services, row: DeletionRequestRow) {
  const location = contract.locate('getDeletionRequest', { deletionRequestId: row.id })
  return { status: 202 as const, body: { deletionRequest: toDeletionRequest(row) }, headers: { Location: location } }
}

function toDeletionRequest(row: DeletionRequestRow): DeletionRequest {
  const { id, scope, status, errorCode } = row
  return {
    id,
    scope,
    status,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    completedAt: toIsoOrNull(row.completedAt),
    failedAt: toIsoOrNull(row.failedAt),
    errorCode,
  }
}

// ── detaching ───────────────────────────────────────────────────────────────────────────────────

type Name = { id: string; detachedAs: string; now: number }
type Found = Pick<DeletionRequestRow, 'tenantId' | 'applicationId'>

/**
 * The request's id, and with it the name of what it detaches. Callers' identifiers hold no bar, and most sort before it:
 * a name in front of theirs would stand where others wait for the gap (measured: a third of the deadlocks in a rush).
 */
function newName({ clock }: Services): Name {
  const now = clock.now()
  const id = newId('dr', now)
  return { id, detachedAs: `|${id}`, now }
}

/**
 * An application and all its scoring jobs, of which there are few; what else it has left is erased afterwards. The job is
 * held, which submissions share: a name that is given up and taken at the same time is where InnoDB's locks are in each
 * other's way (measured: 500 deadlocks in 768 requests at once).
 */
async function detachFromJob(
  services: Services,
  owner: Owner,
  jobId: string,
  externalId: string,
  { detachedAs }: Name,
): Promise<Found> {
  const { database } = services
  const holder = await findTenantId(database, owner)
  const job = holder && (await lockJob(database, holder, jobId))
  const applicationId = job && (await detachApplication(database, job.tenantId, job.id, externalId, detachedAs))
  if (!applicationId) return { tenantId: null, applicationId: null }
  const { tenantId } = job
  for (;;) {
    const ids = await listScoringJobIds(database, tenantId, applicationId, eraseMost)
    if (ids.length === 0) return { tenantId, applicationId }
    const rows = await lockScoringJobs(database, tenantId, ids)
    const closed = await leaveBatches(
      services,
      rows.map((row) => ({ ...row, job: jobId })),
    )
    await eraseScoringJobs(database, ids)
    await recordEvents(
      services,
      closed.map((batch) => batchEvent(batch, services)),
    )
  }
}

type Wanted = Name & Found & Pick<DeletionRequestRow, 'scope'> & { target: string }

/**
 * The open request for this target where nothing has come since, else a new one, which also takes over what the one
 * before it has left: that may have failed, or fail yet.
 */
async function openRequest(
  { database }: Services,
  { partnerId, environment }: PartnerOwner,
  { id, now, scope, target, tenantId, applicationId }: Wanted,
): Promise<DeletionRequestRow> {
  for (;;) {
    const before = await lockDeletionOf(database, target)
    if (before && isOpen(before) && tenantId === null) return before
    if (before) await clearTarget(database, before.id)
    const row: DeletionRequestRow = {
      ...{ id, partnerId, environment, scope, status: 'PENDING', tenantId, applicationId, target },
      ...{ previousId: before?.id ?? null, failures: 0, dueAt: now, createdAt: now, updatedAt: now },
      ...{ completedAt: null, failedAt: null, errorCode: null },
    }
    // Another one for the same target may have come first: then it is found, and held, in the next round.
    if (await insertDeletionRequest(database, row)) return row
  }
}
