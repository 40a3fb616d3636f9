/**
 * Deletions: requesting one, and reading its progress.
 *
 * A request detaches the data: it gives the row of the application or tenant a name that no caller can send. No later
 * request can find the row. A new application or tenant with the old name gets its own row, which this deletion does
 * not affect. After the commit, no worker can claim or complete the detached scoring jobs (`lockFences`). If the
 * process dies before the commit, nothing has changed. After the commit, the request is stored in a row, and
 * `eraser.ts` erases the detached data.
 */
import { facts } from '../../../generated/facts.gen.ts'
import type { DeletionRequest } from '../../../generated/types.gen.ts'
import type { Owner, PartnerOwner } from '../../kit/caller.ts'
import { toPage } from '../../kit/cursors.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { toIso, toIsoOrNull } from '../../kit/time.ts'
import { callerOf, ownerOf } from '../../platform/contract/call.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { deleteApplicationScore } from '../../tables/application-scores/application-scores.ts'
import { detachApplication } from '../../tables/applications.ts'
import {
  adoptTarget,
  clearTarget,
  findDeletionRequest,
  insertDeletionRequest,
  listDeletionRequests as listRequestRows,
  lockDeletionOf,
  type DeletionRequestRow,
} from '../../tables/deletion-requests.ts'
import { lockJob } from '../../tables/jobs.ts'
import { exemptKept } from '../../tables/kept-counts.ts'
import { endResumes, listResumesOf } from '../../tables/resumes.ts'
import { detachTenant, findTenantId } from '../../tables/tenants.ts'
import { eraseScoringJobsOf } from './erase-scoring-jobs.ts'
import { isOpen, targetsOf, targetsOfTenant, type Targets } from './closed-tenants.ts'
import { sealEntry, type ApplicationName } from './journal.ts'

export const deleteApplication: Handler<'deleteApplication'> = (call, services) => {
  const name = newName(services)
  return services.write(call, async () =>
    accepted(services, await requestDeletion(services, ownerOf(call), name, call.path)),
  )
}

export const deleteTenant: Handler<'deleteTenant'> = async (call, services) => {
  const { partnerId, environment } = callerOf(call)
  const owner = { partnerId, environment, tenant: call.path.tenantExternalId }
  const name = newName(services)
  const reply = await services.write(call, async () =>
    accepted(services, await requestDeletion(services, owner, name, null)),
  )
  services.closedTenants.add(targetsOfTenant(services, owner)[0])
  return reply
}

export const getDeletionRequest: Handler<'getDeletionRequest'> = async (call, { database }) => {
  const row = await findDeletionRequest(database, callerOf(call), call.path.deletionRequestId)
  if (!row) throw new ServiceError('DELETION_REQUEST_NOT_FOUND')
  return { status: 200, body: { deletionRequest: toDeletionRequest(row) } }
}

export const listDeletionRequests: Handler<'listDeletionRequests'> = async (call, { database }) => {
  const { cursor: before = null, status, limit } = call.query
  const statuses = status ? [status] : facts.DeletionStatus.values
  const found = await listRequestRows(database, callerOf(call), { statuses, before, limit: limit + 1 })
  const { rows, nextCursor } = toPage(found, limit)
  return { status: 200, body: { data: rows.map(toDeletionRequest), nextCursor } }
}

function accepted({ contract }: Pick<Services, 'contract'>, row: DeletionRequestRow) {
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

/**
 * The maximum number of scoring jobs that deleting an application erases immediately, which takes a few milliseconds.
 */
const atOnceMax = 50

type Needs = Pick<Services, 'database' | 'clock' | 'contract' | 'secretKeys' | 'deletionJournal'>
type Name = { id: string; detachedAs: string; now: number }
type Found = Pick<DeletionRequestRow, 'tenantId' | 'applicationId'>

/**
 * Detaches the application, or the whole tenant if `application` is null, and returns the open request that erases it.
 * Call it inside a transaction. The journal is written before the commit, so that it contains every accepted deletion.
 * If the transaction is rolled back, the journal entry stays. That does no harm, because the caller wanted to delete
 * the data.
 */
export async function requestDeletion(
  services: Needs,
  owner: Owner,
  name: Name,
  application: ApplicationName | null,
): Promise<DeletionRequestRow> {
  const row =
    application === null
      ? await requestOfTenant(services, owner, name)
      : await requestOfApplication(services, owner, name, application)
  if (row.id === name.id)
    await services.deletionJournal?.append(sealEntry(services.secretKeys, { ...name, owner, application }))
  return row
}

async function requestOfTenant(services: Needs, owner: Owner, name: Name): Promise<DeletionRequestRow> {
  const targets = targetsOfTenant(services, owner)
  const tenantId = await detachTenant(services.database, owner, name.detachedAs)
  return openRequest(services, owner, { ...name, scope: 'TENANT', targets, tenantId, applicationId: null })
}

async function requestOfApplication(
  services: Needs,
  owner: Owner,
  name: Name,
  { jobId, applicationId }: ApplicationName,
): Promise<DeletionRequestRow> {
  const targets = targetsOf(services, owner, [owner.tenant, jobId, applicationId])
  const found = await detachFromJob(services, owner, jobId, applicationId, name)
  return openRequest(services, owner, { ...name, scope: 'APPLICATION', targets, ...found })
}

/** Returns the name for the row that the request with this id detaches. */
export function nameOf(id: string, now: number): Name {
  return { id, detachedAs: `|${id}`, now }
}

/**
 * Returns an id for a new request, and a name for the detached row. The name begins with a vertical bar, which callers'
 * identifiers cannot contain and which sorts after most of them. A name that sorts before callers' identifiers would
 * fall into index gaps that other transactions lock (measured: this caused a third of the deadlocks in a burst).
 */
function newName({ clock }: Pick<Services, 'clock'>): Name {
  const now = clock.now()
  return nameOf(newId('dr', now), now)
}

/**
 * Detaches an application and erases its newest scoring jobs, which are usually all of them. The eraser removes the
 * rest. Locks the job's row, on which submissions and completing scoring jobs hold shared locks. Without this lock,
 * InnoDB deadlocks if one transaction releases a name while another takes it (measured: 500 deadlocks in 768 concurrent
 * requests).
 */
async function detachFromJob(
  services: Pick<Services, 'database' | 'clock' | 'contract'>,
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
  await deleteApplicationScore(database, { tenantId, id: applicationId, now: services.clock.now() })
  await endResumes(database, tenantId, await listResumesOf(database, tenantId, applicationId))
  await eraseScoringJobsOf(services, owner, { tenantId, applicationId, job: jobId }, atOnceMax)
  return { tenantId, applicationId }
}

type Wanted = Name & Found & Pick<DeletionRequestRow, 'scope'> & { targets: Targets }

/**
 * Returns the target's open request if this transaction detached nothing, otherwise a new request. A new request also
 * erases what the previous request left, because the previous request may have failed or may still fail.
 */
async function openRequest(
  { database }: Pick<Services, 'database'>,
  { partnerId, environment }: PartnerOwner,
  { id, now, scope, targets: [target, ...former], tenantId, applicationId }: Wanted,
): Promise<DeletionRequestRow> {
  for (const older of former) await adoptTarget(database, older, target)
  for (;;) {
    const before = await lockDeletionOf(database, target)
    if (before && isOpen(before) && tenantId === null) return before
    if (before) await clearTarget(database, before.id)
    const row: DeletionRequestRow = {
      ...{ id, partnerId, environment, scope, status: 'PENDING', tenantId, applicationId, target },
      ...{ previousId: before?.id ?? null, failures: 0, dueAt: now, createdAt: now, updatedAt: now },
      ...{ completedAt: null, failedAt: null, errorCode: null },
    }
    // The quota of stored bytes does not apply to a request that deletes data. It applies to a request that finds
    // nothing to delete, because such a request only adds a row.
    if (tenantId !== null) exemptKept(database, { partnerId, environment })
    // A concurrent request for the same target may have committed first. The next round finds and locks it.
    if (await insertDeletionRequest(database, row)) return row
  }
}
