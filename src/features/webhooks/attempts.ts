/**
 * One try of one delivery: sign, send, write what came of it.
 *
 * Everything before the write may happen twice: if the process dies after the receiver has accepted and before the
 * commit, the lease ends and the event comes again, with the same id and the same bytes. That is the at-least-once of
 * the promise; a receiver that must not act twice keeps the ids it has seen.
 */
import type { DeliveryAttempt } from '../../../generated/types.gen.ts'
import { withJitter } from '../../kit/backoff.ts'
import { DAY, HOUR, MINUTE, SECOND, toIso } from '../../kit/time.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PostAnswer } from '../../platform/outbound/outbound.ts'
import type { Services } from '../../platform/services.ts'
import { addToRollups, updateLastError, type Counted } from '../../tables/rollups.ts'
import {
  failPendingDeliveries,
  lockClaimedDelivery,
  updateTriedDelivery,
  type ClaimedDelivery,
  type TriedDelivery,
} from '../../tables/webhook-deliveries.ts'
import {
  clearEndpointFailing,
  disableEndpoint,
  lockClaimedEndpoint,
  markEndpointFailing,
} from '../../tables/webhook-endpoint-health.ts'
import type { DisabledReason, WebhookEndpointRow } from '../../tables/webhook-endpoints.ts'
import { signedHeaders, type Message } from './signatures.ts'

/** Promised: how long after each failed try the next one comes; after the last there is none. */
export const retryPlanMs: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
/** Promised: so that what failed together does not come back together. */
const jitter = 0.1
/** Statuses whose `Retry-After` says when to come back (RFC 6585, 4; RFC 9110, 15.6.4). */
const retryAfterStatuses = [429, 503]
/** Promised: nothing but failures for that long disables an endpoint. */
const failingMsMax = 5 * DAY
/** "It is gone, and that is likely to be permanent" (RFC 9110, 15.5.11): promised to disable the endpoint. */
const gone = 410

/** Sends a claimed delivery; resolves when the row says what came of it, or somebody else has it. */
export async function tryDelivery(
  services: Services,
  endpoint: WebhookEndpointRow,
  delivery: ClaimedDelivery,
): Promise<void> {
  const { database, clock, log, outbound, timings } = services
  const { eventId, body } = delivery
  if (body === null) {
    await database.transaction(() => updateTriedDelivery(database, { ...delivery, status: 'FAILED', dueAt: null }))
    return
  }
  const at = clock.now()
  const signed = signOrNull(services, endpoint, { id: eventId, body, now: at })
  const answer = signed
    ? await outbound.post(endpoint.url, {
        headers: { 'content-type': 'application/json', ...signed },
        body,
        timeoutMs: timings.deliveryTimeoutMs,
      })
    : unsigned
  await services.failpoint('delivered')
  const attempt = { at: toIso(at), statusCode: answer.statusCode, error: answer.error, durationMs: answer.durationMs }
  const end = await database.transaction(async (): Promise<End | null> => {
    const isEnabled = await lockClaimedEndpoint(database, endpoint.id)
    if (!(await lockClaimedDelivery(database, delivery))) return null
    const end =
      answer.error === null
        ? await accepted(services, endpoint, delivery)
        : await refused(services, endpoint, isEnabled, delivery, answer)
    await recordAttempt(services, delivery, attempt, end)
    return end
  })
  const ids = { webhookDeliveryId: delivery.id, webhookEndpointId: endpoint.id }
  log.debug({ ...ids, statusCode: answer.statusCode, durationMs: answer.durationMs }, 'webhook delivery tried')
  if (!end) log.warn(ids, 'webhook delivery: its lease ended before its try')
  if (end?.disabled) log.info({ webhookEndpointId: endpoint.id, reason: end.disabled }, 'webhook endpoint disabled')
}

/** What comes of a try that nothing was sent in. */
const unsigned: PostAnswer = { statusCode: null, error: 'the secret cannot be read', retryAfterMs: null, durationMs: 0 }

/** Null where the secret is not of this key: the try fails by the plan, for the operator may put the key back. */
function signOrNull(services: Services, endpoint: WebhookEndpointRow, message: Message) {
  try {
    return signedHeaders(services, endpoint, message)
  } catch (error) {
    services.log.error({ webhookEndpointId: endpoint.id, err: error }, 'webhook secret cannot be read: SECRET_KEY?')
    return null
  }
}

/** `disabled`: why the endpoint is sent nothing more from now on. */
type End = Pick<TriedDelivery, 'status' | 'failures' | 'dueAt'> & { disabled?: DisabledReason }

async function accepted(
  { database }: Services,
  endpoint: WebhookEndpointRow,
  { failures }: ClaimedDelivery,
): Promise<End> {
  await clearEndpointFailing(database, endpoint)
  return { status: 'SUCCEEDED', failures, dueAt: null }
}

/** `endpoint`: as it was when it was sent to; `isEnabled`: by now. */
async function refused(
  { database, clock }: Services,
  endpoint: WebhookEndpointRow,
  isEnabled: boolean,
  delivery: ClaimedDelivery,
  answer: PostAnswer,
): Promise<End> {
  const now = clock.now()
  const failures = delivery.failures + 1
  if (!isEnabled) return { status: 'FAILED', failures, dueAt: null }
  await markEndpointFailing(database, endpoint, now)
  const [reason, failingBefore] =
    answer.statusCode === gone ? (['GONE', now] as const) : (['FAILING', now - failingMsMax] as const)
  if (await disableEndpoint(database, endpoint, reason, failingBefore)) {
    await failPendingDeliveries(database, endpoint.id)
    return { status: 'FAILED', failures, dueAt: null, disabled: reason }
  }
  const dueAt = nextTryAt(failures, answer, now)
  return { status: dueAt === null ? 'FAILED' : 'PENDING', failures, dueAt }
}

/** Null after the last try. */
function nextTryAt(failures: number, { statusCode, retryAfterMs }: PostAnswer, now: number): number | null {
  const waitMs = retryPlanMs[failures - 1]
  if (waitMs === undefined) return null
  const plannedMs = withJitter(waitMs, jitter)
  const asksForTime = statusCode !== null && retryAfterStatuses.includes(statusCode)
  const askedMs = asksForTime ? (retryAfterMs ?? 0) : 0
  return now + Math.max(plannedMs, askedMs)
}

/**
 * The one place where an attempt is written, in the transaction of its end and behind the lease: nothing is written by
 * who has lost it.
 */
async function recordAttempt(
  { database }: Services,
  delivery: ClaimedDelivery,
  attempt: DeliveryAttempt,
  { status, failures, dueAt }: End,
): Promise<void> {
  const { id, leaseId } = delivery
  const attempts = JSON.stringify([...(JSON.parse(delivery.attempts) as DeliveryAttempt[]), attempt])
  const isMine = await updateTriedDelivery(database, { id, leaseId, status, failures, dueAt, attempts })
  if (isMine && delivery.isTest === 0) await countAttempt(database, delivery, attempt)
}

async function countAttempt(
  database: Database,
  { partnerId, environment, endpointId: subject }: ClaimedDelivery,
  { at, error }: DeliveryAttempt,
): Promise<void> {
  const kind = error === null ? 'DELIVERY_SUCCESS' : 'DELIVERY_FAILURE'
  const counted: Counted = { partnerId, environment, kind, subject, at: Date.parse(at) }
  await addToRollups(database, [counted])
  if (error !== null) await updateLastError(database, counted, error)
}
