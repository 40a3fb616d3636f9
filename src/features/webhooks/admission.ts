/** Admission of webhook attempts: decides how many may be in flight, so that no endpoint delays another. */
import type { QueuedDelivery } from '../../tables/webhook-delivery-queue.ts'
import type { WebhookEndpointRow } from '../../tables/webhook-endpoints.ts'

/**
 * Maximum number of attempts in flight per process. An attempt may last 15 s, but while it waits it costs only a
 * socket. If a hundred endpoints hang at the same time, they have 800 attempts in flight.
 */
export const triesMax = 1_024
/** Maximum number of attempts in flight per endpoint: a receiver that takes 100 ms gets 80 events per second. */
const triesOfEndpointMax = 8
/** Maximum number of attempts in flight to one failing endpoint. */
const triesOfFailingMax = 1
/** Maximum number of attempts in flight to all failing endpoints together. The rest are for working endpoints. */
const triesOfAllFailingMax = 32

/** An attempt in flight; `isFailing`: whether its endpoint was failing when the attempt started. */
export type Try = { endpointId: string; isFailing: boolean }

/** Returns the number of further attempts that an endpoint may have in flight. */
export function roomFor(
  { id, failingSince }: Pick<WebhookEndpointRow, 'id' | 'failingSince'>,
  inFlight: readonly Try[],
): number {
  const own = inFlight.filter(({ endpointId }) => endpointId === id).length
  const room = triesMax - inFlight.length
  if (failingSince === null) return Math.max(0, Math.min(room, triesOfEndpointMax - own))
  const failing = inFlight.filter(({ isFailing }) => isFailing).length
  return Math.max(0, Math.min(room, triesOfAllFailingMax - failing, triesOfFailingMax - own))
}

export function tryOf({ id, failingSince }: Pick<WebhookEndpointRow, 'id' | 'failingSince'>): Try {
  return { endpointId: id, isFailing: failingSince !== null }
}

/**
 * Splits deliveries into those that can be attempted now (`admitted`) and the others. For each endpoint, admits the
 * first deliveries, up to the maximum number of attempts in flight.
 */
export function admit(
  rows: readonly QueuedDelivery[],
  endpoints: ReadonlyMap<string, Pick<WebhookEndpointRow, 'id' | 'failingSince'>>,
  inFlight: readonly Try[],
): { admitted: QueuedDelivery[]; left: QueuedDelivery[] } {
  const admitted: QueuedDelivery[] = []
  const left: QueuedDelivery[] = []
  const tries = [...inFlight]
  for (const [id, own] of Map.groupBy(rows, ({ endpointId }) => endpointId)) {
    const endpoint = endpoints.get(id)
    const room = endpoint ? roomFor(endpoint, tries) : 0
    const begun = own.slice(0, room)
    admitted.push(...begun)
    left.push(...own.slice(room))
    if (endpoint) tries.push(...begun.map(() => tryOf(endpoint)))
  }
  return { admitted, left }
}

/** Returns whether to send a delivery at all: a disabled endpoint receives only tests, a deleted endpoint nothing. */
export function isWanted(
  { isTest }: Pick<QueuedDelivery, 'isTest'>,
  endpoint: Pick<WebhookEndpointRow, 'enabled' | 'deletedAt'> | undefined,
): boolean {
  if (!endpoint || endpoint.deletedAt !== null) return false
  return endpoint.enabled === 1 || isTest === 1
}
