/**
 * Events: what happened, recorded in the transaction in which it happened, and the feed of them.
 *
 * An event's text is fixed when it is made and never holds more than ids, states and counts: under 20 kB by far. If the
 * process dies after the commit, the event and its deliveries are rows; before it, nothing has happened.
 */
import type { Assessment, Event, EventKind } from '../../../generated/types.gen.ts'
import type { Owner, PartnerOwner } from '../../kit/caller.ts'
import { readCursor, toCursor } from '../../kit/cursors.ts'
import { newId } from '../../kit/ids.ts'
import { toIso } from '../../kit/time.ts'
import { callerOf } from '../../platform/contract/call.ts'
import type { Handler, Services } from '../../platform/services.ts'
import type { CriteriaVersionRow } from '../../tables/criteria-versions.ts'
import { insertEvents, listFeed, listTenantNames, sweepEvents, type EventRow } from '../../tables/events.ts'
import type { EventType } from '../../tables/events.ts'
import type { NamedScoringJobRow } from '../../tables/scoring-jobs.ts'
import { insertDeliveries, type NewDelivery } from '../../tables/webhook-deliveries.ts'
import { listEnabledEndpoints } from '../../tables/webhook-endpoints.ts'

export type Happening<Type extends EventType = EventKind> = PartnerOwner & {
  type: Type
  /** Ids of ours, so that a deletion finds the event; null where it belongs to none. */
  tenantId: string | null
  applicationId: string | null
  /** Holds callers' ids and no word of a resume, an answer or a job description. */
  data: Record<string, unknown>
}

type Locate = Pick<Services, 'contract'>

/** Inside the transaction of what happened. */
export async function recordEvent(services: Services, happening: Happening): Promise<void> {
  await recordEvents(services, [happening])
}

/**
 * All at once, for each partner and environment: inside the transaction of what happened, best at its end, as what
 * commits later than `eventFeedDelayMs` after it is missed by who reads the feed.
 */
export async function recordEvents(services: Services, happenings: Happening[]): Promise<void> {
  const owners = Map.groupBy(happenings, ({ partnerId, environment }) => `${partnerId} ${environment}`)
  for (const owned of owners.values()) await recordOwned(services, owned[0] as PartnerOwner, owned)
}

async function recordOwned(services: Services, owner: PartnerOwner, happenings: Happening[]): Promise<void> {
  const { database } = services
  const rows = await insertHappenings(services, owner, happenings)
  const endpoints = await listEnabledEndpoints(database, owner)
  const deliveries = endpoints.flatMap(({ id, events }) => {
    const kinds = events === null ? null : (JSON.parse(events) as string[])
    return rows.filter(({ type }) => kinds?.includes(type) ?? true).map((row) => newDelivery(row, id))
  })
  if (deliveries.length > 0) await insertDeliveries(database, deliveries)
}

/** A test of one endpoint alone, which is not in the feed. Inside a transaction. */
export async function recordTest(
  services: Services,
  endpointId: string,
  { partnerId, environment, data }: Pick<Happening, 'partnerId' | 'environment' | 'data'>,
): Promise<Event> {
  const subject = { partnerId, environment, tenantId: null, applicationId: null }
  const [row] = (await insertHappenings(services, subject, [{ ...subject, type: 'webhook.test', data }])) as [EventRow]
  await insertDeliveries(services.database, [newDelivery(row, endpointId)])
  return toEvent(row)
}

async function insertHappenings(
  { database, clock }: Services,
  owner: PartnerOwner,
  happenings: Happening<EventType>[],
): Promise<EventRow[]> {
  const ids = new Set(happenings.flatMap(({ tenantId }) => tenantId ?? []))
  const names = await listTenantNames(database, owner, [...ids])
  const now = clock.now()
  const rows = happenings.map((happening) => toRow(happening, names.get(happening.tenantId ?? '') ?? null, now))
  await insertEvents(database, rows)
  return rows
}

function toRow({ data, ...happening }: Happening<EventType>, tenantName: string | null, now: number): EventRow {
  const { type, environment } = happening
  const id = newId('evt', now)
  const event: Event = { id, type, timestamp: toIso(now), apiVersion: 'v1', environment, tenantId: tenantName, data }
  return { ...happening, id, body: JSON.stringify(event), inFeed: type === 'webhook.test' ? 0 : 1, createdAt: now }
}

/** An event on its way to an endpoint, from when the event was made. */
function newDelivery(event: EventRow, endpointId: string): NewDelivery {
  const { id: eventId, partnerId, environment, type, createdAt } = event
  const isTest = type === 'webhook.test' ? 1 : 0
  return { id: newId('wd', createdAt), eventId, endpointId, partnerId, environment, type, isTest, createdAt }
}

function toEvent({ body }: Pick<EventRow, 'body'>): Event {
  return JSON.parse(body) as Event
}

// ── what happens ────────────────────────────────────────────────────────────────────────────────

export type EndedScoringJob = PartnerOwner &
  Pick<NamedScoringJobRow, 'id' | 'tenantId' | 'applicationId' | 'job' | 'application' | 'status'> &
  Pick<NamedScoringJobRow, 'scoreTenths' | 'assessment' | 'errorCode'>

/** Of a scoring job that has just ended: `row` as it is after that. */
export function scoreEvent(row: EndedScoringJob, { contract }: Locate): Happening {
  const { id: scoringJobId, job: jobId, application: applicationId, status, partnerId, environment, tenantId } = row
  const path = contract.locate('getScoringJob', { jobId, applicationId, scoringJobId })
  const ids = { scoringJobId, jobId, applicationId, status }
  const subject = { partnerId, environment, tenantId, applicationId: row.applicationId }
  if (row.scoreTenths === null || row.assessment === null) {
    return { ...subject, type: 'score.failed', data: { ...ids, errorCode: row.errorCode, path } }
  }
  const { verdict } = JSON.parse(row.assessment) as Assessment
  return { ...subject, type: 'score.completed', data: { ...ids, score: row.scoreTenths / 10, verdict, path } }
}

/** `job`: the caller's own id of it. */
export type EndedBatch = PartnerOwner & {
  id: string
  tenantId: string
  job: string
  status: 'COMPLETED' | 'PARTIAL_FAILURE' | 'FAILED'
  totalJobs: number
  completedJobs: number
  failedJobs: number
}

/** Of a batch that has just ended, however it did. */
export function batchEvent(batch: EndedBatch, { contract }: Locate): Happening {
  const { id: scoringBatchId, job: jobId, partnerId, environment, tenantId } = batch
  const { status, totalJobs, completedJobs, failedJobs } = batch
  const path = contract.locate('getScoringBatch', { jobId, scoringBatchId })
  const data = { scoringBatchId, jobId, status, totalJobs, completedJobs, failedJobs, path }
  return { type: 'batch.completed', partnerId, environment, tenantId, applicationId: null, data }
}

/** Of a new version of a job's criteria, whatever made it. */
export function versionEvent(row: CriteriaVersionRow, owner: Owner, jobId: string, { contract }: Locate): Happening {
  const { id: criteriaVersionId, version, tenantId } = row
  const path = contract.locate('getCriteriaVersion', { jobId, criteriaVersionId })
  const { partnerId, environment } = owner
  const data = { criteriaVersionId, jobId, version, path }
  return { type: 'criteria.version.created', partnerId, environment, tenantId, applicationId: null, data }
}

export type EndedDeletion = PartnerOwner & { id: string; status: 'COMPLETED' | 'FAILED' }

/** Of a deletion request that has just ended; names nothing of what was deleted. */
export function deletionEvent(request: EndedDeletion, { contract }: Locate): Happening {
  const { id: deletionRequestId, partnerId, environment } = request
  const data = { deletionRequestId, path: contract.locate('getDeletionRequest', { deletionRequestId }) }
  const type = request.status === 'COMPLETED' ? 'deletion.completed' : 'deletion.failed'
  return { type, partnerId, environment, tenantId: null, applicationId: null, data }
}

// ── the feed ────────────────────────────────────────────────────────────────────────────────────

export const listEvents: Handler<'listEvents'> = async (call, { database, clock, timings }) => {
  const { cursor, types = null, limit } = call.query
  const until = clock.now() - timings.eventFeedDelayMs // before the query, which may take its time
  const found = await listFeed(database, callerOf(call), { types, after: readCursor(cursor, 'evt'), limit })
  const rows = found.filter(({ createdAt }) => createdAt <= until)
  const last = rows.at(-1)
  // Also where there is nothing more for now: a caller goes on from there.
  const nextCursor = last ? toCursor(last.id) : (cursor ?? null)
  return { status: 200, body: { data: rows.map(toEvent), nextCursor } }
}

/** Deletes the events that are older than promised. */
export async function sweepOldEvents({ database, clock, timings }: Services): Promise<void> {
  await sweepEvents(database, clock.now() - timings.eventsKeptMs)
}
