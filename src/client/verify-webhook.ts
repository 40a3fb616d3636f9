/** Verifies webhook deliveries according to Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`. */
import type { WebhookEvent } from '../../generated/client.gen.ts'
import { webCrypto } from './crypto.ts'

/** The error for a delivery that must not be processed. The message contains the reason. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

export type Delivery = {
  /** The body exactly as received, as bytes or a string, before any JSON parser. */
  body: string | Uint8Array
  /** The headers of the request: a `Headers` object, or a plain object with lower-case names, as in Node. */
  headers: Headers | Record<string, string | string[] | undefined>
  /** The endpoint's secret, `whsec_…`; a list of secrets during a rotation. */
  secrets: string | readonly string[]
  /**
   * The maximum difference between the delivery's time and `now`, which prevents replays of old deliveries; five
   * minutes by default.
   */
  toleranceSeconds?: number
  /** The time to compare with, in epoch ms; the current time by default. */
  now?: number
}

/** The tolerance that Standard Webhooks recommends. */
const defaultToleranceSeconds = 300

/**
 * Resolves to the event of a genuine delivery. More event types may be added, so ignore unknown ones.
 *
 * @throws WebhookVerificationError if a header is missing, the time differs too much, or the signature matches no
 * secret
 * @throws TypeError if a secret is malformed
 */
export async function verifyWebhook(delivery: Delivery): Promise<WebhookEvent> {
  const { body, headers, secrets, toleranceSeconds = defaultToleranceSeconds, now = Date.now() } = delivery
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  const ageSeconds = Math.abs(now / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is not a Unix timestamp')
  if (ageSeconds > toleranceSeconds)
    throw new WebhookVerificationError(`webhook-timestamp is ${Math.round(ageSeconds)} s away from this clock`)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).map(keyOf)
  if (!(await isSignedBy(keys, signaturesIn(signatures), signed)))
    throw new WebhookVerificationError('webhook-signature matches none of the secrets')
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
}

type Bytes = Uint8Array<ArrayBuffer>

/** Returns whether a signature matches a key. WebCrypto compares in constant time. */
async function isSignedBy(keys: Bytes[], signatures: Bytes[], signed: Bytes): Promise<boolean> {
  const { subtle } = await webCrypto()
  for (const raw of keys) {
    const key = await subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of signatures) if (await subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

function headerOf(headers: Delivery['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`${name} is missing`)
  return value
}

/** Returns the version 1 signatures; other versions are ignored. */
function signaturesIn(text: string): Bytes[] {
  return text.split(' ').flatMap((one) => (one.startsWith('v1,') ? (bytesOf(one.slice(3)) ?? []) : []))
}

function keyOf(secret: string): Bytes {
  const key = bytesOf(secret.replace(/^whsec_/, ''))
  if (!key || key.length === 0) throw new TypeError('a webhook secret must be whsec_ followed by base64')
  return key
}

/** Decodes base64; returns null if the string is not base64. */
function bytesOf(base64: string): Bytes | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function joined(one: Uint8Array, other: Uint8Array): Bytes {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
