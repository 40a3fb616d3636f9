/**
 * Webhook secrets and signatures by Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`.
 *
 * A secret is in clear text only in the answer that shows it and while it signs.
 */
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { decrypt, encrypt } from '../../kit/encryption.ts'
import { SECOND } from '../../kit/time.ts'
import type { Services } from '../../platform/services.ts'
import type { WebhookEndpointRow } from '../../tables/webhook-endpoints.ts'

/** As long as the hash; the specification allows 24 to 64. */
const secretBytes = 32

type Key = Pick<Services, 'secretKey'>
type Signing = Pick<WebhookEndpointRow, 'id' | 'secret' | 'previousSecret' | 'previousUntil'>

/** Makes a secret: `text` is shown to its owner, `sealed` is stored with the endpoint of this id. */
export function makeSecret({ secretKey }: Key, endpointId: string): { text: string; sealed: Uint8Array } {
  const text = `whsec_${randomBytes(secretBytes).toString('base64')}`
  return { text, sealed: encrypt(secretKey, endpointId, text) }
}

/** `id`: the event's; `body`: its text exactly as sent; `now`: the instant of this try, epoch ms. */
export type Message = { id: string; body: string; now: number }

/** The headers of one try, signed with each of the endpoint's secrets that is valid now. */
export function signedHeaders(
  { secretKey }: Key,
  endpoint: Signing,
  { id, body, now }: Message,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const { secret, previousSecret, previousUntil } = endpoint
  const overlaps = previousSecret !== null && previousUntil !== null && now < previousUntil
  const signatures = (overlaps ? [secret, previousSecret] : [secret]).map((sealed) =>
    new Webhook(decrypt(secretKey, endpoint.id, sealed)).sign(id, new Date(now), body),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / SECOND)),
    'webhook-signature': signatures.join(' '),
  }
}
