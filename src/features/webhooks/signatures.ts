/**
 * Webhook secrets and signatures, as Standard Webhooks 1.0 specifies: HMAC-SHA256 over `id.timestamp.body`.
 *
 * A secret is in clear text only in the response that shows it, and in memory while it is used to sign.
 */
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { decrypt, encrypt, reencrypt } from '../../kit/encryption.ts'
import { SECOND } from '../../kit/time.ts'
import type { Services } from '../../platform/services.ts'
import {
  listEveryEndpoint,
  lockEndpoint,
  updateEndpointSecrets,
  type WebhookEndpointRow,
} from '../../tables/webhook-endpoints.ts'

/** The length of the hash; the specification allows 24 to 64. */
const secretBytes = 32

type Keys = Pick<Services, 'secretKeys'>
type Signing = Pick<WebhookEndpointRow, 'id' | 'secret' | 'previousSecret' | 'previousUntil'>

/** Creates a secret: `text` is shown to its owner, and `sealed` is stored with the endpoint that has this id. */
export function makeSecret({ secretKeys }: Keys, endpointId: string): { text: string; sealed: Uint8Array } {
  const text = `whsec_${randomBytes(secretBytes).toString('base64')}`
  return { text, sealed: encrypt(secretKeys, endpointId, text) }
}

/** `id`: the id of the event; `body`: its text exactly as sent; `now`: the time of this attempt, epoch ms. */
export type Message = { id: string; body: string; now: number }

/** Returns the endpoint's secrets that are valid at a given time, in clear text. */
export function secretsOf({ secretKeys }: Keys, endpoint: Signing, now: number): string[] {
  const { secret, previousSecret, previousUntil } = endpoint
  const overlaps = previousSecret !== null && previousUntil !== null && now < previousUntil
  return (overlaps ? [secret, previousSecret] : [secret]).map((sealed) => decrypt(secretKeys, endpoint.id, sealed))
}

/** Returns the headers of one attempt, signed with each of the endpoint's secrets that is valid now. */
export function signedHeaders(
  keys: Keys,
  endpoint: Signing,
  { id, body, now }: Message,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const signatures = secretsOf(keys, endpoint, now).map((secret) => new Webhook(secret).sign(id, new Date(now), body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / SECOND)),
    'webhook-signature': signatures.join(' '),
  }
}

/**
 * Encrypts all secrets under the newest key, and returns how many endpoints it changed. Can be repeated, and can run
 * while servers are running.
 */
export async function reencryptEndpoints({
  database,
  secretKeys,
}: Pick<Services, 'database' | 'secretKeys'>): Promise<number> {
  let changed = 0
  for (const listed of await listEveryEndpoint(database)) {
    await database.transaction(async () => {
      const row = await lockEndpoint(database, listed, listed.id)
      const renew = (sealed: Uint8Array) => reencrypt(secretKeys, listed.id, sealed)
      const secret = row && renew(row.secret)
      const previous = row?.previousSecret ? renew(row.previousSecret) : null
      if (!row || !(secret ?? previous)) return
      const renewed = { secret: secret ?? row.secret, previousSecret: previous ?? row.previousSecret }
      await updateEndpointSecrets(database, { ...row, ...renewed })
      changed += 1
    })
  }
  return changed
}
