/**
 * One attempt at a delivery: sign, send, write the outcome.
 *
 * Everything before the write may happen twice. If the process dies between the receiver's response and the commit, the
 * lease ends, and the event is sent again with the same id and the same bytes. This is the promised at-least-once
 * delivery: a receiver that must not act twice stores the ids that it has processed.
 */
import { SECOND } from '../../kit/time.ts'
import { traceIdOf } from '../../kit/traceparent.ts'
import type { PostAnswer } from '../../platform/outbound/outbound.ts'
import type { Services } from '../../platform/services.ts'
import type { ClaimedDelivery } from '../../tables/webhook-delivery-queue.ts'
import type { WebhookEndpointRow } from '../../tables/webhook-endpoints.ts'
import { failUntried, writeOutcome, type TryOutcome } from './outcomes.ts'
import { signedHeaders, type Message } from './signatures.ts'

export type AttemptNeeds = Pick<
  Services,
  | 'database'
  | 'clock'
  | 'log'
  | 'metrics'
  | 'tracing'
  | 'outbound'
  | 'timings'
  | 'secretKeys'
  | 'failpoint'
  | 'batchers'
>

/** Sends a claimed delivery. Resolves when the outcome is in its row, or the lease is lost. */
export async function tryDelivery(
  services: AttemptNeeds,
  endpoint: WebhookEndpointRow,
  delivery: ClaimedDelivery,
): Promise<void> {
  const { database, clock, log, outbound, timings } = services
  const { eventId, body } = delivery
  if (body === null) return failUntried(database, delivery)
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
  const outcome = await writeOutcome(services, endpoint.partnerId, { endpoint, delivery, at, answer })
  meter(services, delivery, at, answer, outcome)
  const traceId = traceIdOf(delivery.traceparent)
  const ids = { traceId, webhookDeliveryId: delivery.id, webhookEndpointId: endpoint.id }
  span.end({ attributes: { 'screening.webhook_delivery': delivery.id }, failure: answer.error ? 'refused' : undefined })
  log.info({ ...ids, statusCode: answer.statusCode, durationMs: answer.durationMs }, 'webhook delivery attempted')
  if (!outcome) log.warn(ids, 'webhook delivery: the lease expired before the attempt ended')
  if (outcome?.disabled)
    log.info({ webhookEndpointId: endpoint.id, disabledReason: outcome.disabled }, 'webhook endpoint disabled')
}

const attemptOutcomes = { SUCCEEDED: 'succeeded', PENDING: 'retried', FAILED: 'failed' }

function meter(
  { metrics: { webhooks } }: Pick<Services, 'metrics'>,
  { dueAt }: ClaimedDelivery,
  beganAt: number,
  { durationMs }: PostAnswer,
  outcome: TryOutcome | null,
): void {
  webhooks.attempts.labels(outcome ? attemptOutcomes[outcome.status] : 'lease_lost').inc()
  webhooks.lag.observe(Math.max(0, beganAt - (dueAt ?? beganAt)) / SECOND)
  webhooks.durations.observe(durationMs / SECOND)
}

/** The result if an attempt could not be signed. */
const unsigned: PostAnswer = {
  statusCode: null,
  error: 'the webhook secret could not be decrypted',
  retryAfterMs: null,
  durationMs: 0,
}

/**
 * Returns the signed headers, or null if SECRET_KEY does not decrypt the secret. The attempt then fails and is retried,
 * because the operator may restore the key.
 */
function signOrNull(services: Pick<Services, 'secretKeys' | 'log'>, endpoint: WebhookEndpointRow, message: Message) {
  try {
    return signedHeaders(services, endpoint, message)
  } catch (error) {
    services.log.error(
      { webhookEndpointId: endpoint.id, err: error },
      'cannot decrypt a webhook secret; check that SECRET_KEY is the key that encrypted it',
    )
    return null
  }
}
