/**
 * One attempt at a delivery: sign, send, write the outcome.
 *
 * Everything before the write may happen twice: if the process dies after the receiver has accepted and before the
 * commit, the lease ends and the event is sent again, with the same id and the same bytes. This is the promised
 * at-least-once; a receiver that must not act twice remembers the ids it has seen.
 */
import type { DeliveryAttempt } from '../../../generated/types.gen.ts'
import { withJitter } from '../../kit/backoff.ts'
import { SECOND, toIso } from '../../kit/time.ts'
import { traceIdOf } from '../../kit/traceparent.ts'
import type { Contract } from '../../platform/contract/contract.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PostAnswer } from '../../platform/outbound/outbound.ts'
import type { Services } from '../../platform/services.ts'
import { addToRollups, updateLastError, type Counted } from '../../tables/rollups.ts'
import { failPendingDeliveries } from '../../tables/webhook-deliveries.ts'
import {
  lockDeliveryLease,
  updateTriedDelivery,
  type ClaimedDelivery,
  type TriedDelivery,
} from '../../tables/webhook-delivery-queue.ts'
import {
  clearEndpointFailing,
  disableEndpoint,
  lockEndpointHealth,
  markEndpointFailing,
} from '../../tables/webhook-endpoint-health.ts'
import type { DisabledReason, WebhookEndpointRow } from '../../tables/webhook-endpoints.ts'
import { signedHeaders, type Message } from './signatures.ts'

/** Statuses whose `Retry-After` is obeyed (RFC 6585, 4; RFC 9110, 15.6.4). */
const retryAfterStatuses = [429, 503]
/** Promised: this status disables the endpoint, because it is "likely to be permanent" (RFC 9110, 15.5.11). */
const gone = 410

export type AttemptNeeds = Pick<
  Services,
  | 'contract'
  | 'database'
  | 'clock'
  | 'log'
  | 'metrics'
  | 'tracing'
  | 'outbound'
  | 'timings'
  | 'secretKeys'
  | 'failpoint'
>
type Needs = Pick<Services, 'contract' | 'database' | 'clock'>

/** Sends a claimed delivery; resolves when its row states the outcome, or the lease is lost. */
export async function tryDelivery(
  services: AttemptNeeds,
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
  const span = services.tracing.start('webhook', 'client', delivery.traceparent)
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
  const outcome = await database.transaction(async (): Promise<Outcome | null> => {
    const isEnabled = await lockEndpointHealth(database, endpoint.id)
    if (!(await lockDeliveryLease(database, delivery))) return null
    const outcome =
      answer.error === null
        ? await accepted(services, endpoint, delivery)
        : await refused(services, endpoint, isEnabled, delivery, answer)
    await recordAttempt(services, delivery, attempt, outcome)
    return outcome
  })
  meter(services, delivery, at, answer, outcome)
  const traceId = traceIdOf(delivery.traceparent)
  const ids = { traceId, webhookDeliveryId: delivery.id, webhookEndpointId: endpoint.id }
  span.end({ attributes: { 'screening.webhook_delivery': delivery.id }, failure: answer.error ? 'refused' : undefined })
  log.info({ ...ids, statusCode: answer.statusCode, durationMs: answer.durationMs }, 'webhook delivery tried')
  if (!outcome) log.warn(ids, 'webhook delivery: its lease ended before its try')
  if (outcome?.disabled)
    log.info({ webhookEndpointId: endpoint.id, disabledReason: outcome.disabled }, 'webhook endpoint disabled')
}

const attemptOutcomes = { SUCCEEDED: 'succeeded', PENDING: 'retried', FAILED: 'failed' }

function meter(
  { metrics: { webhooks } }: Pick<Services, 'metrics'>,
  { dueAt }: ClaimedDelivery,
  beganAt: number,
  { durationMs }: PostAnswer,
  outcome: Outcome | null,
): void {
  webhooks.attempts.labels(outcome ? attemptOutcomes[outcome.status] : 'lease_lost').inc()
  webhooks.lag.observe(Math.max(0, beganAt - (dueAt ?? beganAt)) / SECOND)
  webhooks.durations.observe(durationMs / SECOND)
}

/** The answer to a try that could not be sent. */
const unsigned: PostAnswer = { statusCode: null, error: 'the secret cannot be read', retryAfterMs: null, durationMs: 0 }

/**
 * Null where SECRET_KEY does not decrypt the secret: the try fails as planned, since the operator may restore the key.
 */
function signOrNull(services: Pick<Services, 'secretKeys' | 'log'>, endpoint: WebhookEndpointRow, message: Message) {
  try {
    return signedHeaders(services, endpoint, message)
  } catch (error) {
    services.log.error(
      { webhookEndpointId: endpoint.id, err: error },
      'cannot read a webhook secret: is SECRET_KEY the one that encrypted it?',
    )
    return null
  }
}

/** `disabled`: why this outcome disables the endpoint. */
type Outcome = Pick<TriedDelivery, 'status' | 'failures' | 'dueAt'> & { disabled?: DisabledReason }

async function accepted(
  { database }: Needs,
  endpoint: WebhookEndpointRow,
  { failures }: ClaimedDelivery,
): Promise<Outcome> {
  await clearEndpointFailing(database, endpoint)
  return { status: 'SUCCEEDED', failures, dueAt: null }
}

/** `endpoint`: as it was when the try began; `isEnabled`: as it is now. */
async function refused(
  { contract, database, clock }: Needs,
  endpoint: WebhookEndpointRow,
  isEnabled: boolean,
  delivery: ClaimedDelivery,
  answer: PostAnswer,
): Promise<Outcome> {
  const now = clock.now()
  const failures = delivery.failures + 1
  if (!isEnabled) return { status: 'FAILED', failures, dueAt: null }
  await markEndpointFailing(database, endpoint, now)
  const { disabledAfterSeconds } = contract.retries.webhooks
  const [reason, failingBefore] =
    answer.statusCode === gone ? (['GONE', now] as const) : (['FAILING', now - disabledAfterSeconds * SECOND] as const)
  if (await disableEndpoint(database, endpoint, reason, failingBefore)) {
    await failPendingDeliveries(database, endpoint.id)
    return { status: 'FAILED', failures, dueAt: null, disabled: reason }
  }
  const dueAt = nextTryAt(contract, failures, answer, now)
  return { status: dueAt === null ? 'FAILED' : 'PENDING', failures, dueAt }
}

/** Null after the last try. */
function nextTryAt(
  { retries }: Pick<Contract, 'retries'>,
  failures: number,
  { statusCode, retryAfterMs }: PostAnswer,
  now: number,
): number | null {
  const { waitsSeconds, jitter } = retries.webhooks
  const waitSeconds = waitsSeconds[failures - 1]
  if (waitSeconds === undefined) return null
  const plannedMs = withJitter(waitSeconds * SECOND, jitter)
  const asksForTime = statusCode !== null && retryAfterStatuses.includes(statusCode)
  const askedMs = asksForTime ? (retryAfterMs ?? 0) : 0
  return now + Math.max(plannedMs, askedMs)
}

/**
 * The only place that writes an attempt: in the transaction of its outcome and behind the lease, so that a sender that
 * has lost the lease writes nothing.
 */
async function recordAttempt(
  { database }: Needs,
  delivery: ClaimedDelivery,
  attempt: DeliveryAttempt,
  { status, failures, dueAt }: Outcome,
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
