/** The log shows where refused requests come from, so that an operator can block an attacker. */
import test from 'ava'
import { sendRaw } from '../../support/raw-http.ts'
import { startHarness, type Harness } from '../../support/harness.ts'
import { until } from '../../tools/until.ts'

const path = '/v1/rate-limit-status'

/** Returns the log line of the request with this trace id. */
async function lineOf({ log }: Harness, traceId: unknown): Promise<Record<string, unknown>> {
  const line = await until('the request is logged', () => log.find((text) => text.includes(String(traceId))))
  return JSON.parse(line) as Record<string, unknown>
}

test("a refused request is logged with its client's address, and a successful one without it", async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client({ permissions: ['scoring.read'] })
  const refused = [
    await client.get(path, { Authorization: 'Bearer nobody' }),
    await client.get('/v1/api-keys'),
    await client.get('/v1/nothing'),
  ]
  t.deepEqual(
    refused.map(({ status }) => status),
    [401, 403, 404],
  )
  for (const { status, body } of refused) t.like(await lineOf(harness, body.traceId), { status, address: '127.0.0.1' })
  const { headers } = await client.get(path)
  t.false('address' in (await lineOf(harness, headers['x-trace-id'])))
})

test("bytes that are not HTTP are also logged with the client's address", async (t) => {
  const harness = await startHarness(t)
  const { status, headers } = await sendRaw(harness.server.url as string, 'nonsense\r\n\r\n')
  t.like(await lineOf(harness, headers['x-trace-id']), { status, address: '127.0.0.1' })
})

test('behind a proxy, the forwarded address is logged if it is an IP address', async (t) => {
  const alone = await startHarness(t)
  const behind = await startHarness(t, { settings: { TRUST_PROXY: '1' } })
  const addressOf = async (harness: Harness, forwarded: string) => {
    const client = await harness.client()
    const { body } = await client.get(path, { Authorization: 'Bearer nobody', 'X-Forwarded-For': forwarded })
    return (await lineOf(harness, body.traceId))['address']
  }
  t.is(await addressOf(alone, '198.51.100.7'), '127.0.0.1')
  t.is(await addressOf(behind, '192.0.2.99, 198.51.100.7'), '198.51.100.7')
  t.is(await addressOf(behind, '2001:db8::7'), '2001:db8::7')
  t.is(await addressOf(behind, 'canary'), null)
  t.is(await addressOf(behind, `fe80::1%${'a'.repeat(1_000)}`), null)
  t.false(behind.log.join('').includes('canary'))
})
