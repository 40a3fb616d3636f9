/**
 * Writes the outcomes of attempts, and derives the endpoints' health from them.
 *
 * Attempts of all partners that end while a transaction runs share the next transaction. That takes a constant number
 * of statements for all accepted deliveries, and a few more for each refused one. Only this module writes attempts. It
 * checks leases, so that a sender that has lost a delivery's lease writes nothing. If the process dies before the
 * commit, the leases end and the events are sent again.
 */
import type { DeliveryAttempt } from '../../../generated/types.gen.ts'
import { withJitter } from '../../kit/backoff.ts'
import { SECOND, toIso } from '../../kit/time.ts'
import type { Outcome } from '../../platform/concurrency/batcher.ts'
import { batched } from '../../platform/concurrency/batches.ts'
import type { Contract } from '../../platform/contract/contract.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PostAnswer } from '../../platform/outbound/outbound.ts'
import type { Services } from '../../platform/services.ts'
import { addToRollups, updateLastError, type Counted } from '../../tables/rollups.ts'
import { failPendingDeliveries } from '../../tables/webhook-deliveries.ts'
import {
  lockLeases,
  updateTriedDeliveries,
  type ClaimedDelivery,
  type TriedDelivery,
} from '../../tables/webhook-delivery-queue.ts'
import {
  clearEndpointsFailing,
  disableEndpoint,
  lockEndpointHealth,
  markEndpointFailing,
  type EndpointHealth,
} from '../../tables/webhook-endpoint-health.ts'
import type { DisabledReason, WebhookEndpointRow } from '../../tables/webhook-endpoints.ts'

/** Statuses whose `Retry-After` is respected (RFC 6585, 4; RFC 9110, 15.6.4). */
const retryAfterStatuses = [429, 503]
/**
 * This status disables the endpoint, as promised, because the condition is "likely to be permanent" (RFC 9110,
 * 15.5.11).
 */
const gone = 410

type Needs = Pick<Services, 'contract' | 'database' | 'clock'>

/** An attempt that has ended. `at`: when it started, epoch ms; `endpoint`: the endpoint's state at that time. */
export type Tried = { endpoint: WebhookEndpointRow; delivery: ClaimedDelivery; at: number; answer: PostAnswer }

/** `disabled`: why this outcome disables the endpoint. */
export type TryOutcome = Pick<TriedDelivery, 'status' | 'failures' | 'dueAt'> & { disabled?: DisabledReason }

/** Writes and returns the outcome of an attempt; writes nothing and returns null if its lease has expired. */
export const writeOutcome = batched('webhook_outcome', writeOutcomes, { linger: true })

/** Writes the outcomes of many attempts in one transaction. */
export async function writeOutcomes(services: Needs, tries: Tried[]): Promise<Outcome<TryOutcome | null>[]> {
  const outcomes = await services.database.transaction(() => settle(services, tries))
  return tries.map((tried) => ({ ok: true, value: outcomes.get(tried) ?? null }))
}

/**
 * Fails a delivery whose event no longer exists. This is counted neither as an attempt nor as a failure of the
 * endpoint.
 */
export async function failUntried(database: Database, delivery: ClaimedDelivery): Promise<void> {
  await database.transaction(async () => {
    const leased = await lockLeases(database, [delivery])
    const failed = leased.map((row) => ({ ...row, status: 'FAILED' as const, dueAt: null }))
    await updateTriedDeliveries(database, failed)
  })
}

async function settle(services: Needs, tries: Tried[]): Promise<Map<Tried, TryOutcome>> {
  const { database } = services
  const ids = new Set(tries.map(({ endpoint }) => endpoint.id))
  const health = await lockEndpointHealth(database, [...ids])
  const leased = await lockLeases(
    database,
    tries.map(({ delivery }) => delivery),
  )
  const mine = tries.filter(({ delivery }) => leased.includes(delivery))
  const accepted = mine.filter(({ answer }) => isAccepted(answer))
  const refused = mine.filter(({ answer }) => !isAccepted(answer))
  await clearEndpointsFailing(database, recovered(accepted, health))
  const outcomes = new Map<Tried, TryOutcome>()
  for (const tried of accepted)
    outcomes.set(tried, { status: 'SUCCEEDED', failures: tried.delivery.failures, dueAt: null })
  const reasons = new Map<Tried, DisabledReason | undefined>()
  for (const tried of refused) reasons.set(tried, await blame(services, tried, health))
  // The outcomes are decided last: if one attempt disables its endpoint, the endpoint's other attempts are not retried
  // either.
  for (const [tried, disabled] of reasons)
    outcomes.set(tried, { ...refusedOf(services, tried, health.get(tried.endpoint.id)), disabled })
  await recordAttempts(services, outcomes)
  return outcomes
}

const isAccepted = ({ error }: PostAnswer) => error === null

/**
 * Returns the ids of failing endpoints that have accepted a delivery. An attempt is ignored if the endpoint's URL was
 * changed after it started.
 */
function recovered(accepted: Tried[], health: Map<string, EndpointHealth>): string[] {
  const ids = accepted.flatMap(({ endpoint: { id, url } }) => {
    const now = health.get(id)
    return now?.url === url && now.failingSince !== null ? [id] : []
  })
  return [...new Set(ids)]
}

/**
 * Marks the endpoint as failing. If the endpoint has failed for too long, or has responded with 410, disables it and
 * returns the reason.
 */
async function blame(
  { contract, database, clock }: Needs,
  { endpoint, answer }: Tried,
  health: Map<string, EndpointHealth>,
): Promise<DisabledReason | undefined> {
  if (health.get(endpoint.id)?.enabled !== 1) return undefined
  const now = clock.now()
  await markEndpointFailing(database, endpoint, now)
  const { disabledAfterSeconds } = contract.retries.webhooks
  const [reason, failingBefore] =
    answer.statusCode === gone ? (['GONE', now] as const) : (['FAILING', now - disabledAfterSeconds * SECOND] as const)
  if (!(await disableEndpoint(database, endpoint, reason, failingBefore))) return undefined
  await failPendingDeliveries(database, endpoint.id)
  health.delete(endpoint.id) // so that the endpoint's other attempts in this transaction see that it is disabled
  return reason
}

function refusedOf({ contract, clock }: Needs, { delivery, answer }: Tried, endpoint?: EndpointHealth): TryOutcome {
  const failures = delivery.failures + 1
  const dueAt = endpoint?.enabled === 1 ? nextTryAt(contract, failures, answer, clock.now()) : null
  return { status: dueAt === null ? 'FAILED' : 'PENDING', failures, dueAt }
}

/** Returns when to retry; null after the last attempt. */
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

async function recordAttempts({ database }: Needs, outcomes: Map<Tried, TryOutcome>): Promise<void> {
  const rows = [...outcomes].map(([{ delivery, at, answer }, { status, failures, dueAt }]): TriedDelivery => {
    const { statusCode, error, durationMs } = answer
    const attempt: DeliveryAttempt = { at: toIso(at), statusCode, error, durationMs }
    const attempts = JSON.stringify([...(JSON.parse(delivery.attempts) as DeliveryAttempt[]), attempt])
    return { id: delivery.id, status, attempts, failures, dueAt }
  })
  await updateTriedDeliveries(database, rows)
  // Delivery health excludes tests.
  const counted = [...outcomes.keys()].filter(({ delivery }) => delivery.isTest === 0)
  await addToRollups(database, counted.map(countedOf))
  for (const tried of counted)
    if (tried.answer.error !== null) await updateLastError(database, countedOf(tried), tried.answer.error)
}

function countedOf({ delivery: { partnerId, environment, endpointId: subject }, at, answer }: Tried): Counted {
  return { partnerId, environment, kind: isAccepted(answer) ? 'DELIVERY_SUCCESS' : 'DELIVERY_FAILURE', subject, at }
}
