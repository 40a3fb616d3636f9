/**
 * Functions for developing a receiver: send a test event of any kind, and create an endpoint for a listener on this
 * machine.
 *
 * Both serve operator commands, and work only with sandbox endpoints. A listener's endpoint is deleted when the
 * listener stops. If the process dies before that, the next listener at that address reuses the endpoint.
 */
import type { Event } from '../../../generated/types.gen.ts'
import type { PartnerOwner } from '../../kit/caller.ts'
import { invalid } from '../../kit/errors.ts'
import type { Contract } from '../../platform/contract/contract.ts'
import type { Services } from '../../platform/services.ts'
import { lockPartner } from '../../tables/partners.ts'
import { failPendingDeliveries } from '../../tables/webhook-deliveries.ts'
import { listEndpointsByIds } from '../../tables/webhook-endpoint-health.ts'
import {
  deleteEndpoint,
  enableEndpoint,
  listEndpoints,
  type WebhookEndpointRow,
} from '../../tables/webhook-endpoints.ts'
import { recordTest } from '../events/record.ts'
import { addEndpoint } from './webhook-endpoints.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'secretKeys'>

/** The name of endpoints that are created for a listener. */
const listenerName = 'cli webhooks listen'
/** More than any partner's quota, so that one page contains all endpoints. */
const endpointsMax = 10_000

/**
 * Sends an endpoint the contract's example of this kind of event. It is marked as a test, and excluded from the feed
 * and the analytics.
 *
 * @throws VALIDATION_ERROR for an unknown kind, and for an endpoint that is unknown or not in the sandbox
 */
export async function triggerEvent(
  services: Pick<Services, 'database' | 'clock'> & { contract: Pick<Contract, 'document'> },
  kind: string,
  endpointId: string,
): Promise<Event> {
  const { database } = services
  const examples = examplesOf(services.contract)
  const example = examples.get(kind)
  if (!example)
    throw invalid('kind', 'enum', `"${kind}" is not an event type; use one of ${[...examples.keys()].join(', ')}`)
  const [endpoint] = await listEndpointsByIds(database, [endpointId])
  if (!endpoint || endpoint.deletedAt !== null)
    throw invalid(
      'endpointId',
      'unknown',
      `there is no webhook endpoint "${endpointId}"; list them with: webhooks list`,
    )
  const { id, partnerId, environment } = endpoint
  if (environment !== 'SANDBOX')
    throw invalid('endpointId', 'enum', 'test events can only be sent to sandbox endpoints')
  const { type, tenantId, data } = example
  return database.transaction(() =>
    recordTest(services, id, { partnerId, environment, data, shown: { type, tenantId } }),
  )
}

/** Returns the contract's example of each kind of event. */
function examplesOf({ document }: Pick<Contract, 'document'>): Map<string, Event> {
  const schemas = Object.values(document.components.schemas) as { properties?: object; examples?: unknown[] }[]
  const events = schemas.filter(({ properties, examples }) => examples && properties && 'apiVersion' in properties)
  return new Map(events.map(({ examples }) => examples?.[0] as Event).map((event) => [event.type, event]))
}

/**
 * Returns the partner's sandbox endpoint at this address, even if the partner created it; creates an endpoint for all
 * kinds of events if there is none.
 */
export async function openListener(services: Needs, partnerId: string, url: string): Promise<WebhookEndpointRow> {
  const { database } = services
  const owner: PartnerOwner = { partnerId, environment: 'SANDBOX' }
  return database.transaction(async () => {
    await lockPartner(database, partnerId)
    const found = (await listEndpoints(database, owner, null, endpointsMax)).find((row) => row.url === url)
    if (!found) return (await addEndpoint(services, { ...owner, url, name: listenerName, enabled: true })).row
    if (found.name === listenerName) await enableEndpoint(database, found.id)
    return found
  })
}

/** Deletes the endpoint if it was created for a listener; keeps an endpoint that the partner created. */
export async function closeListener({ database, clock }: Needs, row: WebhookEndpointRow): Promise<void> {
  if (row.name !== listenerName) return
  await database.transaction(async () => {
    await deleteEndpoint(database, row, row.id, clock.now())
    await failPendingDeliveries(database, row.id)
  })
}
