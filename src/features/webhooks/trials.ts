/**
 * Webhooks while a receiver is being written: a test event of any kind, and the endpoint of a listener on this machine.
 *
 * Both are the operator's, and for sandbox endpoints alone. A listener's endpoint is deleted when the listener ends; if
 * the process dies before, the next listener at that address takes the endpoint over.
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

/** The name that marks an endpoint as a listener's. */
const listenerName = 'cli webhooks listen'
/** More than any partner's quota, so that one page holds all. */
const endpointsMax = 10_000

/**
 * Sends one endpoint an event of a kind as the contract shows it: marked as a test, in no feed and no analytics.
 *
 * @throws VALIDATION_ERROR for a kind that there is not, and for an endpoint that is unknown or not of the sandbox
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

/** The contract's example of each kind of event. */
function examplesOf({ document }: Pick<Contract, 'document'>): Map<string, Event> {
  const schemas = Object.values(document.components.schemas) as { properties?: object; examples?: unknown[] }[]
  const events = schemas.filter(({ properties, examples }) => examples && properties && 'apiVersion' in properties)
  return new Map(events.map(({ examples }) => examples?.[0] as Event).map((event) => [event.type, event]))
}

/** The partner's sandbox endpoint at this address, which may be its own; made where there is none, for all kinds. */
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

/** Deletes the endpoint if it was made for a listener; one of the partner's own stays. */
export async function closeListener({ database, clock }: Needs, row: WebhookEndpointRow): Promise<void> {
  if (row.name !== listenerName) return
  await database.transaction(async () => {
    await deleteEndpoint(database, row, row.id, clock.now())
    await failPendingDeliveries(database, row.id)
  })
}
