/** The client accepts what the Standard Webhooks library signs, and nothing else. */
import test from 'ava'
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, WebhookVerificationError } from '../../src/client/index.ts'

const secretOf = () => `whsec_${randomBytes(32).toString('base64')}`
const [secret, other] = [secretOf(), secretOf()]
const now = Date.UTC(2026, 2, 1)
const event = { id: 'evt_1', type: 'score.failed', data: { errorCode: 'TIMEOUT', note: 'naïve ☕' } }
const body = JSON.stringify(event)

function signed(by: string[] = [secret], at = now, text = body): Record<string, string> {
  const signatures = by.map((one) => new Webhook(one).sign('evt_1', new Date(at), text))
  const timestamp = String(Math.floor(at / 1000))
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

test('a genuine delivery is accepted as text and as bytes, and with headers in any form', async (t) => {
  const bytes = new TextEncoder().encode(body)
  const ways = [
    { body, headers: signed() },
    { body: bytes, headers: new Headers(signed()) },
    { body: Buffer.from(body), headers: signed() },
  ]
  for (const way of ways) {
    const taken: object = await verifyWebhook({ ...way, secrets: secret, now })
    t.deepEqual(taken, event)
  }
})

test('while a secret is replaced, deliveries may have both signatures, or the receiver may use both secrets', async (t) => {
  const either = [
    { by: [secret, other], secrets: secret },
    { by: [secret, other], secrets: other },
    { by: [secret], secrets: [other, secret] },
  ]
  for (const { by, secrets } of either)
    t.is((await verifyWebhook({ body, headers: signed(by), secrets, now })).id, 'evt_1')
})

test('the timestamp may differ from the clock by five minutes, or by the tolerance that the caller sets', async (t) => {
  const at = (offMs: number, toleranceSeconds?: number) =>
    verifyWebhook({ body, headers: signed([secret], now + offMs), secrets: secret, now, toleranceSeconds })
  await t.notThrowsAsync(at(300_000))
  await t.notThrowsAsync(at(-300_000))
  await t.throwsAsync(at(301_000), { instanceOf: WebhookVerificationError, message: /301 s away/ })
  await t.throwsAsync(at(-301_000), { instanceOf: WebhookVerificationError })
  await t.throwsAsync(at(-11_000, 10), { instanceOf: WebhookVerificationError })
  await t.notThrowsAsync(at(-301_000, 400))
})

const forged: Record<string, { body?: string; headers: Record<string, string> }> = {
  'another body': { body: body.replace('TIMEOUT', 'UNKNOWN'), headers: signed() },
  'another id': { headers: { ...signed(), 'webhook-id': 'evt_2' } },
  'another timestamp': { headers: { ...signed(), 'webhook-timestamp': String(now / 1000 + 1) } },
  'another secret': { headers: signed([other]) },
  'another version': {
    headers: { ...signed(), 'webhook-signature': signed()['webhook-signature']?.replace('v1,', 'v2,') as string },
  },
  'a shortened signature': {
    headers: { ...signed(), 'webhook-signature': signed()['webhook-signature']?.slice(0, 20) as string },
  },
  'a signature that is not base64': { headers: { ...signed(), 'webhook-signature': 'v1,!' } },
  'no signature': { headers: { ...signed(), 'webhook-signature': '' } },
  'no timestamp': { headers: { ...signed(), 'webhook-timestamp': 'NaN' } },
  'no header': { headers: {} },
}
for (const [name, { body: sent = body, headers }] of Object.entries(forged))
  test(`a delivery with ${name} is refused`, async (t) => {
    await t.throwsAsync(verifyWebhook({ body: sent, headers, secrets: secret, now }), {
      instanceOf: WebhookVerificationError,
    })
  })

test("a malformed secret is reported as the receiver's error, not as a fault in the delivery", async (t) => {
  for (const secrets of ['', 'whsec_', 'whsec_*'])
    await t.throwsAsync(verifyWebhook({ body, headers: signed(), secrets, now }), { instanceOf: TypeError })
  await t.throwsAsync(verifyWebhook({ body, headers: signed(), secrets: [], now }), {
    instanceOf: WebhookVerificationError,
  })
})
