/**
 * Runs code that no request triggers in a running service: recovery, sweeps, and code that runs only after rare
 * accidents.
 */
import { sweepOldRollups } from '../../src/features/analytics.ts'
import { recordCheckpoints, sealAuditRecords, sweepAuditRecords } from '../../src/features/audit/chain.ts'
import { verifyChain } from '../../src/features/audit/verification.ts'
import { sweepOldEvents } from '../../src/features/events/feed.ts'
import { countUncounted } from '../../src/features/access/quotas.ts'
import { sweepAnswers } from '../../src/features/access/stored-answers.ts'
import { sweepResumes } from '../../src/features/resumes/stored-resumes.ts'
import { sweepExpiredSets } from '../../src/features/criteria/question-sets.ts'
import {
  failOverdue,
  releaseWorker,
  releaseStranded,
  renewLease,
  rescueOrphans,
  redispatchAll,
  dispatchDue,
  republishLost,
} from '../../src/features/scoring/rescue.ts'
import { sweepOldDeliveries } from '../../src/features/webhooks/deliveries.ts'
import { sweepEndpoints } from '../../src/features/webhooks/webhook-endpoints.ts'
import { newId } from '../../src/kit/ids.ts'
import { HOUR } from '../../src/kit/time.ts'
import type { Services } from '../../src/platform/services.ts'
import {
  listRequestsOf,
  adoptTarget,
  clearTarget,
  failDeletion,
  findDeletionOf,
  insertDeletionRequest,
  renewDeletionLease,
  snoozeDeletion,
  type DeletionRequestRow,
} from '../../src/tables/deletion-requests.ts'
import {
  deleteEndedKeys,
  listActiveFingerprints,
  findPartnerOfKey,
  listKeyHashes,
  revokeAnyApiKey,
  revokeApiKeyOf,
} from '../../src/tables/api-keys.ts'
import { deleteSealed, listLedgers } from '../../src/tables/audit-records.ts'
import { findModelCheck, storeModelCheck } from '../../src/tables/model-checks.ts'
import { countVersions, deleteOldestUnused, findCurrentVersion } from '../../src/tables/criteria-versions.ts'
import { replaceChunk } from '../../src/tables/resumes.ts'
import { replaceIdempotentAnswer } from '../../src/tables/idempotent-answers.ts'
import { findApplication } from '../../src/tables/applications.ts'
import { listSurplusScores } from '../../src/tables/completed-scores.ts'
import { listEveryKept } from '../../src/tables/quota-lanes.ts'
import { checkNotHeld, countPartners, findPartner } from '../../src/tables/partners.ts'
import { markPublished, unpublishConfirmed } from '../../src/tables/scoring-jobs/dispatch.ts'
import { wakeScoringJob } from '../../src/tables/scoring-jobs/transitions.ts'
import { claimScoringJob } from './scoring.ts'
import {
  deferDeliveries,
  failQueuedDeliveries,
  listDueOf,
  requeueDeliveries,
} from '../../src/tables/webhook-delivery-queue.ts'
import { enableEndpoint } from '../../src/tables/webhook-endpoints.ts'
import { clearEndpointsFailing } from '../../src/tables/webhook-endpoint-health.ts'
import type { World } from './contract/world.ts'
import type { Client } from './harness.ts'

const emptyRequest = {
  environment: 'SANDBOX',
  scope: 'TENANT',
  status: 'PENDING',
  tenantId: null,
  applicationId: null,
  target: 'under an older key',
  previousId: null,
  failures: 0,
  completedAt: null,
  failedAt: null,
  errorCode: null,
} satisfies Partial<DeletionRequestRow>

/** Claims a scoring job for a worker that never existed. */
export async function claimForGone({ database, clock }: Services, id: string): Promise<void> {
  await claimScoringJob(database, id, 'worker_gone', clock.now())
}

/** Calls the periodic tasks when each has something to do. */
export async function sweepEverything(services: Services): Promise<void> {
  await renewLease(services, 'worker_here', 1)
  await dispatchDue(services)
  for (const lane of ['singles', 'batches'] as const) {
    await redispatchAll(services, lane)
    await republishLost(services, lane, 0)
  }
  await failOverdue(services)
  await sweepOldDeliveries(services)
  await sweepOldEvents(services)
  await sweepEndpoints(services)
  await sweepOldRollups(services)
  await sweepAnswers(services)
  await sweepExpiredSets(services)
  await sweepResumes(services)
  await sealAuditRecords(services)
  await recordCheckpoints({ ...services, timings: { ...services.timings, auditCheckpointMs: -HOUR } })
  await sweepAuditRecords(services)
  for (const owner of await listLedgers(services.database)) {
    await verifyChain(services.database, owner)
    await deleteSealed(services.database, owner, 0)
  }
}

export type OpenJobs = { waiting: string; held: string }

/**
 * Calls code that runs only after a worker dies, a message is early or lost, a receiver is busy, or a deletion fails.
 */
export async function touchAccidents(
  services: Services,
  client: Client,
  { ids }: World,
  { waiting, held }: OpenJobs,
): Promise<void> {
  const { database, clock } = services
  await releaseStranded(services, 'worker_gone', () => false)
  await claimForGone(services, held)
  await rescueOrphans(services)
  await releaseWorker(services, 'worker_gone')

  const now = clock.now()
  await claimScoringJob(database, waiting, 'worker_gone', now - HOUR)
  await markPublished(database, [waiting], now + HOUR)
  await unpublishConfirmed(database, 'singles', now, 1)
  await wakeScoringJob(database, waiting, 0, now)

  const endpoint = ids['webhook-endpoints'] as string
  const deliveries = [ids.deliveries as string]
  await listDueOf(database, [{ id: endpoint, room: 1 }], now)
  await deferDeliveries(database, deliveries, now, now)
  await failQueuedDeliveries(database, deliveries, now)
  await requeueDeliveries(database, [endpoint], now)
  await clearEndpointsFailing(database, [endpoint])

  const id = newId('dr', now)
  // Due later, so that the service does not run this deletion itself.
  const times = { dueAt: now + HOUR, createdAt: now, updatedAt: now }
  const request = { ...emptyRequest, ...times, id, partnerId: client.partnerId }
  await database.transaction(() => insertDeletionRequest(database, request))
  await adoptTarget(database, request.target, 'under the newest key')
  await replaceIdempotentAnswer(database, { id: 'gone', sealedIn: 'answer', sealed: Buffer.of(1) }, Buffer.of(2))
  await replaceChunk(database, { id: 'gone', tenantId: 'gone' }, 0, Buffer.of(2))
  await listActiveFingerprints(database, now)
  // Each of these updates finds no row, and then looks for the reason.
  await revokeApiKeyOf(database, { partnerId: client.partnerId, environment: 'SANDBOX' }, 'gone', now)
  await revokeAnyApiKey(database, 'gone', now)
  await enableEndpoint(database, 'gone')
  await renewDeletionLease(database, 'gone', now)
  await findPartner(database, client.partnerId)
  await snoozeDeletion(database, request.id, now + HOUR, 1)
  await listRequestsOf(database, { ...request, previousId: id })
  await clearTarget(database, request.id)
  await findDeletionOf(database, 'target')
  await failDeletion(database, request.id, now, 'DELETION_REQUEST_FAILED')

  await countPartners(database)
  // Moving a partner needs a second cell, so it has its own tests.
  await listKeyHashes(database, client.partnerId)
  await findPartnerOfKey(database, client.keyId)
  await Promise.try(() => checkNotHeld({ heldAt: now })).catch(() => {})
  await touchQuotas(services, client)
  // Called directly, because the CLI command that stores a model check takes a minute.
  const model = { baseUrl: null, model: 'any' }
  await storeModelCheck(services.database, model, { checkedAt: 0, isFit: true, judgement: 'good' })
  await findModelCheck(services.database, model)
}

/** Does what a partner that uses its full quotas does. */
async function touchQuotas({ database }: Services, client: Client): Promise<void> {
  const owner = { partnerId: client.partnerId, environment: 'SANDBOX', tenant: client.tenant } as const
  const { headers } = await client.post('/v1/api-keys', {})
  await client.send('DELETE', headers.location as string)
  const { version } = await findCurrentVersion(database, owner, 'job-1')
  await countVersions(database, version!, 2)
  await database.transaction(() => deleteOldestUnused(database, owner, version!, { limit: 10, now: 0 }))
  await deleteEndedKeys(database, owner, 0, 0)
  const unchanged = { criteria: [{ text: 'Go', importance: 'PREFERRED' }] }
  for (const key of ['first', 'second'])
    await client.send('PUT', '/v1/jobs/job-unchanged/criteria', unchanged, { 'Idempotency-Key': key })
  await listEveryKept(database)
  await countUncounted({ database, draining: () => false })
  const { applicationId } = (await findApplication(database, owner, 'job-1', 'app-1')) ?? { applicationId: '' }
  await listSurplusScores(database, [applicationId], 0)
}
