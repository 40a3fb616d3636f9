/** Admission of webhook tries: which may be in flight, so that no endpoint delays another. Pure. */
import type { QueuedDelivery } from '../../tables/webhook-delivery-queue.ts'
import type { WebhookEndpointRow } from '../../tables/webhook-endpoints.ts'

/**
 * Tries in flight in a process. A try may last 15 s but only waits, which costs a socket; the ten endpoints of ten
 * partners, all hanging for the first time, take 400.
 */
export const triesMax = 512
/** To one endpoint: a receiver that takes 100 ms gets 40 a second. */
const triesOfEndpointMax = 4
/** To one failing endpoint, and to all failing endpoints together: they never take the room of the others. */
const triesOfFailingMax = 1
const triesOfAllFailingMax = 32

/** A try in flight; `isFailing`: whether its endpoint had accepted nothing since a failure when the try began. */
export type Try = { endpointId: string; isFailing: boolean }

/** How many more tries an endpoint may have in flight. */
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

/** Whether to send a delivery at all: a disabled endpoint receives tests alone, a deleted one nothing. */
export function isWanted(
  { isTest }: Pick<QueuedDelivery, 'isTest'>,
  endpoint: Pick<WebhookEndpointRow, 'enabled' | 'deletedAt'> | undefined,
): boolean {
  if (!endpoint || endpoint.deletedAt !== null) return false
  return endpoint.enabled === 1 || isTest === 1
}
