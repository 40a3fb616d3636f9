import test from 'ava'
import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { makeSecret, signedHeaders } from '../../../src/features/webhooks/signatures.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'

/** The receiver: the published package `standardwebhooks` decides which signatures are valid. */
const services = { secretKeys: [randomBytes(32)] as const }

function makeEndpoint(id = 'we_1') {
  const { text, sealed } = makeSecret(services, id)
  return { text, endpoint: { id, secret: sealed, previousSecret: null, previousUntil: null } }
}

/** Returns whether a receiver with this secret accepts the message. */
function accepts(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

test('a secret is `whsec_` followed by 32 bytes in base64, different each time', (t) => {
  const secrets = Array.from({ length: 100 }, () => makeEndpoint().text)
  for (const secret of secrets) {
    t.regex(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    t.is(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32)
  }
  t.is(new Set(secrets).size, 100)
})

test('receivers accept 1,000 payloads and refuse each of them if it is tampered with', (t) => {
  const now = Date.now()
  const payload = fc.record({ id: fc.uuid(), data: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()) })
  const run = fc.property(payload, fc.nat(), (value, place) => {
    const { text, endpoint } = makeEndpoint()
    const body = JSON.stringify(value)
    const headers = signedHeaders(services, endpoint, { id: `evt_${value.id}`, body, now })
    const at = place % body.length
    const tampered = `${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`
    return (
      accepts(text, body, headers) &&
      !accepts(text, tampered, headers) &&
      !accepts(text, body, { ...headers, 'webhook-id': `${headers['webhook-id']}0` }) &&
      !accepts(text, body, { ...headers, 'webhook-timestamp': `${Number(headers['webhook-timestamp']) - 1}` }) &&
      !accepts(makeEndpoint().text, body, headers)
    )
  })
  t.notThrows(() => fc.assert(run, { numRuns: 1_000 }))
})

test('both secrets sign during the overlap, and only the new one afterwards', (t) => {
  const clock = new HandClock()
  const { text: older, endpoint } = makeEndpoint()
  const { text: newer, sealed } = makeSecret(services, endpoint.id)
  // The test's clock runs ahead of the receiver's by at most this minute, and the receiver accepts up to five.
  const previousUntil = clock.instant + 60_000
  const rotated = { ...endpoint, secret: sealed, previousSecret: endpoint.secret, previousUntil }
  const acceptedBy = () => {
    const headers = signedHeaders(services, rotated, { id: 'evt_1', body: '{}', now: clock.now() })
    t.regex(headers['webhook-signature'], /^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$/)
    return [older, newer].map((secret) => accepts(secret, '{}', headers))
  }
  t.deepEqual(acceptedBy(), [true, true])
  clock.instant = previousUntil - 1
  t.deepEqual(acceptedBy(), [true, true])
  clock.instant = previousUntil
  t.deepEqual(acceptedBy(), [false, true])
})

test('an attempt an hour later has a new timestamp and the same id', (t) => {
  const { endpoint } = makeEndpoint()
  const [first, second] = [0, 3_600_000].map((now) =>
    signedHeaders(services, endpoint, { id: 'evt_1', body: '{}', now }),
  )
  t.is(second?.['webhook-id'], 'evt_1')
  t.deepEqual([first?.['webhook-timestamp'], second?.['webhook-timestamp']], ['0', '3600'])
  t.not(first?.['webhook-signature'], second?.['webhook-signature'])
})

test('a stored secret is encrypted, and cannot be decrypted for another endpoint or with another key', (t) => {
  const { text, endpoint } = makeEndpoint('we_1')
  const stored = Buffer.from(endpoint.secret)
  t.false(stored.includes(text))
  t.false(stored.includes(Buffer.from(text.slice('whsec_'.length), 'base64')))
  const message = { id: 'evt_1', body: '{}', now: 0 }
  t.throws(() => signedHeaders(services, { ...endpoint, id: 'we_2' }, message))
  t.throws(() => signedHeaders({ secretKeys: [randomBytes(32)] }, endpoint, message))
})
