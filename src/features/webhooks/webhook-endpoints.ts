/**
 * Webhook endpoints: where a partner's events are sent, and the secrets that sign them.
 *
 * Each change is one transaction. If the process dies before the commit, nothing has changed. After the commit, the
 * response is stored without its secret under the caller's idempotency key. Secrets must never be logged, and neither
 * must URLs, which may contain credentials.
 */
import type {
  EventKind,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookSecretRotation,
} from '../../../generated/types.gen.ts'
import type { PartnerOwner } from '../../kit/caller.ts'
import { toPage } from '../../kit/cursors.ts'
import { invalid, ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { written } from '../../kit/stored-json.ts'
import { SECOND, toIso } from '../../kit/time.ts'
import { callerOf, type Reply } from '../../platform/contract/call.ts'
import { allowedOf, limitReached } from '../../platform/contract/quotas.ts'
import { checkUrl } from '../../platform/outbound/outbound.ts'
import type { Handler, Services } from '../../platform/services.ts'
import { exemptKept } from '../../tables/kept-counts.ts'
import { lockPartner } from '../../tables/partners.ts'
import { failPendingDeliveries } from '../../tables/webhook-deliveries.ts'
import {
  countEndpoints,
  deleteEndpoint,
  enableEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  sweepDeletedEndpoints,
  updateEndpoint,
  updateEndpointSecrets,
  type WebhookEndpointRow,
} from '../../tables/webhook-endpoints.ts'
import { recordTest } from '../events/record.ts'
import { makeSecret } from './signatures.ts'

export const createWebhookEndpoint: Handler<'createWebhookEndpoint'> = async (call, services) => {
  const { database, contract } = services
  const { partnerId, environment } = callerOf(call)
  const { webhookEndpoints: endpointsMax } = allowedOf(contract, callerOf(call))
  const { url, name = null, events, enabled = true } = call.body
  checkAddress(services, url)
  return services.write(call, async (): Promise<Reply<'createWebhookEndpoint'>> => {
    // Locks the partner's row, so that two concurrent requests cannot both create the last endpoint.
    await lockPartner(database, partnerId)
    if ((await countEndpoints(database, { partnerId, environment })) >= endpointsMax)
      throw limitReached('webhookEndpoints', endpointsMax)
    const { row, secret } = await addEndpoint(services, { partnerId, environment, url, name, events, enabled })
    const location = contract.locate('getWebhookEndpoint', { webhookEndpointId: row.id })
    return { status: 201, body: { endpoint: toEndpoint(row, services), secret }, headers: { Location: location } }
  })
}

type NewEndpoint = PartnerOwner & Pick<WebhookEndpointRow, 'url' | 'name'> & { events?: EventKind[]; enabled: boolean }

/** Creates an endpoint without checking its address or the number of endpoints. Call it inside a transaction. */
export async function addEndpoint(
  services: Pick<Services, 'database' | 'clock' | 'secretKeys'>,
  { events, enabled, ...columns }: NewEndpoint,
): Promise<{ row: WebhookEndpointRow; secret: string }> {
  const createdAt = services.clock.now()
  const id = newId('we', createdAt)
  const { text: secret, sealed } = makeSecret(services, id)
  const row: WebhookEndpointRow = {
    id,
    ...columns,
    events: events ? JSON.stringify(events) : null,
    ...stateOf(enabled),
    secret: sealed,
    previousSecret: null,
    previousUntil: null,
    failingSince: null,
    createdAt,
    deletedAt: null,
  }
  await insertEndpoint(services.database, row)
  return { row, secret }
}

export const listWebhookEndpoints: Handler<'listWebhookEndpoints'> = async (call, services) => {
  const { cursor = null, limit } = call.query
  const found = await listEndpoints(services.database, callerOf(call), cursor, limit + 1)
  const { rows, nextCursor } = toPage(found, limit)
  return { status: 200, body: written(() => ({ data: rows.map((row) => toEndpoint(row, services)), nextCursor })) }
}

export const getWebhookEndpoint: Handler<'getWebhookEndpoint'> = async (call, services) => {
  const row = known(await findEndpoint(services.database, callerOf(call), call.path.webhookEndpointId))
  return { status: 200, body: { endpoint: toEndpoint(row, services) } }
}

export const changeWebhookEndpoint: Handler<'changeWebhookEndpoint'> = async (call, services) => {
  const { database } = services
  if (call.body.url !== undefined) checkAddress(services, call.body.url)
  return services.write(call, async (): Promise<Reply<'changeWebhookEndpoint'>> => {
    const row = changed(known(await lockEndpoint(database, callerOf(call), call.path.webhookEndpointId)), call.body)
    await updateEndpoint(database, row)
    if (call.body.enabled === false) await failPendingDeliveries(database, row.id)
    return { status: 200, body: { endpoint: toEndpoint(row, services) } }
  })
}

export const deleteWebhookEndpoint: Handler<'deleteWebhookEndpoint'> = async (call, services) => {
  const { database, clock } = services
  const { webhookEndpointId } = call.path
  return services.write(call, async (): Promise<Reply<'deleteWebhookEndpoint'>> => {
    const deleted = await deleteEndpoint(database, callerOf(call), webhookEndpointId, clock.now())
    if (!deleted) throw new ServiceError('NOT_FOUND')
    exemptKept(database, callerOf(call))
    await failPendingDeliveries(database, webhookEndpointId)
    return { status: 204, body: undefined }
  })
}

export const rotateWebhookSecret: Handler<'rotateWebhookSecret'> = async (call, services) => {
  const { database, clock } = services
  const { overlapSeconds } = call.body as Required<WebhookSecretRotation> // the default is set even if there is no body
  return services.write(call, async (): Promise<Reply<'rotateWebhookSecret'>> => {
    const row = known(await lockEndpoint(database, callerOf(call), call.path.webhookEndpointId))
    const { text: secret, sealed } = makeSecret(services, row.id)
    // A second rotation during an overlap drops the oldest secret.
    const previousUntil = clock.now() + overlapSeconds * SECOND
    await updateEndpointSecrets(database, { ...row, secret: sealed, previousSecret: row.secret, previousUntil })
    return { status: 200, body: { secret } }
  })
}

/**
 * Sends a test event, even while the endpoint is disabled, so that a partner can test a repaired receiver before it
 * enables the endpoint.
 */
export const testWebhookEndpoint: Handler<'testWebhookEndpoint'> = async (call, services) => {
  const { database, contract } = services
  const { partnerId, environment } = callerOf(call)
  const { webhookEndpointId } = call.path
  return services.write(call, async (): Promise<Reply<'testWebhookEndpoint'>> => {
    known(await findEndpoint(database, { partnerId, environment }, webhookEndpointId))
    const data = { webhookEndpointId, path: contract.locate('getWebhookEndpoint', { webhookEndpointId }) }
    const event = await recordTest(services, webhookEndpointId, { partnerId, environment, data })
    return { status: 202, body: { event } }
  })
}

/** Enables an endpoint, even one that its partner disabled. @throws VALIDATION_ERROR if it does not exist */
export async function enableEndpointById({ database }: Pick<Services, 'database'>, id: string): Promise<void> {
  if (!(await database.transaction(() => enableEndpoint(database, id))))
    throw invalid('endpointId', 'unknown', `there is no webhook endpoint "${id}"; list them with: webhooks list`)
}

/** Removes the rows of endpoints that were deleted so long ago that nothing refers to them any more. */
export async function sweepEndpoints({
  database,
  clock,
  timings,
}: Pick<Services, 'database' | 'clock' | 'timings'>): Promise<void> {
  await sweepDeletedEndpoints(database, clock.now() - timings.deletedEndpointsKeptMs)
}

/**
 * Checks a URL when it is saved. Each delivery attempt also checks the addresses that the URL's host resolves to.
 * @throws VALIDATION_ERROR
 */
function checkAddress({ outboundAllow }: Pick<Services, 'outboundAllow'>, text: string): void {
  const verdict = checkUrl(text, outboundAllow)
  if (verdict.ok) return
  const url = URL.parse(text)
  const isAddress = url !== null && url.username === '' && url.password === ''
  throw invalid('url', isAddress ? 'url_not_public' : 'invalid_url', verdict.message)
}

/** Returns a row that must exist. @throws NOT_FOUND */
function known(row: WebhookEndpointRow | null): WebhookEndpointRow {
  if (!row) throw new ServiceError('NOT_FOUND')
  return row
}

function changed(
  row: WebhookEndpointRow,
  { url = row.url, name = row.name, events, enabled }: WebhookEndpointChange,
): WebhookEndpointRow {
  return {
    ...row,
    url,
    name,
    events: events ? JSON.stringify(events) : row.events,
    ...(enabled === undefined ? {} : stateOf(enabled)),
    // Restarts the five days after which failures disable the endpoint: failures of the old URL are not counted against
    // the new URL.
    failingSince: enabled || url !== row.url ? null : row.failingSince,
  }
}

function stateOf(enabled: boolean): Pick<WebhookEndpointRow, 'enabled' | 'disabledReason'> {
  return enabled ? { enabled: 1, disabledReason: null } : { enabled: 0, disabledReason: 'REQUESTED' }
}

function toEndpoint(row: WebhookEndpointRow, { contract }: Pick<Services, 'contract'>): WebhookEndpoint {
  const { id, url, name, enabled, disabledReason, createdAt } = row
  const kinds = contract.resolve({ $ref: '#/components/schemas/EventKind' }) as { enum?: EventKind[] }
  const events = row.events === null ? (kinds.enum ?? []) : (JSON.parse(row.events) as EventKind[])
  return { id, url, name, events, enabled: enabled === 1, disabledReason, createdAt: toIso(createdAt) }
}
