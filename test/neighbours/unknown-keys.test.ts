/** A client without a valid key tries many keys, and an ordinary partner calls. */
import test, { type ExecutionContext } from 'ava'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { timings } from '../../src/platform/timings.ts'
import { startHarness } from '../support/harness.ts'

/** How many unknown keys per address are looked up. */
const lookedUpMax = 20
const path = '/v1/rate-limit-status'
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns a key with a correct checksum that was never issued. */
function unknownKey(): string {
  const secret = `sk_test_${randomBytes(16).toString('hex')}`
  let sum = ''
  for (let rest = crc32(secret); sum.length < 6; rest = Math.floor(rest / 62)) sum = base62.charAt(rest % 62) + sum
  return secret + sum
}

/**
 * Starts a server whose lookups of keys are counted, and a client that sends unknown keys over keep-alive connections.
 */
async function start(t: ExecutionContext, settings: Record<string, string> = {}) {
  const overrides = { timings: { ...timings, strangerMs: 300 } }
  const harness = await startHarness(t, { settings, overrides })
  const { database } = harness.server.services
  const select = database.select.bind(database)
  const lookups = { count: 0 }
  database.select = (sql, bind) => {
    if (sql.includes('WHERE k.sha256')) lookups.count += 1
    return select(sql, bind)
  }
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const ask = async (headers: Record<string, string> = {}) => {
    const startedAt = performance.now()
    const all = { Authorization: `Bearer ${unknownKey()}`, ...headers }
    const [answer] = (await once(get(harness.server.url + path, { agent, headers: all }), 'response')) as [
      IncomingMessage,
    ]
    await once(answer.resume(), 'end')
    return { status: answer.statusCode, connection: answer.headers.connection, ms: performance.now() - startedAt }
  }
  const flood = () => Promise.all(Array.from({ length: lookedUpMax }, () => ask()))
  return { harness, lookups, ask, flood }
}

test('from the 21st unknown key on, an address gets late responses without a lookup, and its connections are closed', async (t) => {
  const { lookups, ask, flood } = await start(t)
  for (const { status, connection } of await flood()) {
    t.is(status, 401)
    t.is(connection, 'keep-alive')
  }
  t.is(lookups.count, lookedUpMax)
  const late = await Promise.all(Array.from({ length: 10 }, () => ask()))
  for (const { status, connection, ms } of late) {
    t.is(status, 401)
    t.is(connection, 'close')
    t.true(ms >= 300, `${ms}`)
  }
  t.is(lookups.count, lookedUpMax)
})

test('valid keys are not affected by the flood, even when they are used for the first time', async (t) => {
  const { harness, ask, flood } = await start(t)
  const before = await harness.client()
  await flood()
  await ask()
  const flooding = ask()
  for (const { key } of [before, await harness.client()]) {
    const { status, connection } = await ask({ Authorization: `Bearer ${key}` })
    t.is(status, 200)
    t.is(connection, 'keep-alive')
  }
  await flooding
})

test('a forwarded address is used only if a trusted proxy is configured', async (t) => {
  const alone = await start(t)
  await alone.flood()
  t.is((await alone.ask({ 'X-Forwarded-For': '198.51.100.7' })).connection, 'close')
  const behind = await start(t, { TRUST_PROXY: '1' })
  const from = (address: string) => behind.ask({ 'X-Forwarded-For': `192.0.2.99, ${address}` })
  for (let count = 0; count < lookedUpMax; count += 1) await from('198.51.100.7')
  t.is((await from('198.51.100.7')).connection, 'close')
  t.is((await from('198.51.100.8')).connection, 'keep-alive')
})

test('unknown keys from addresses in one IPv6 network are counted together', async (t) => {
  const { ask } = await start(t, { TRUST_PROXY: '127.0.0.0/8' })
  for (let host = 1; host <= lookedUpMax; host += 1)
    await ask({ 'X-Forwarded-For': `2001:db8:1:2::${host.toString(16)}` })
  t.is((await ask({ 'X-Forwarded-For': '2001:db8:1:2:ffff::1' })).connection, 'close')
  t.is((await ask({ 'X-Forwarded-For': '2001:db8:1:3::1' })).connection, 'keep-alive')
})

test('a caller that disconnects while it waits does not affect other callers', async (t) => {
  const { harness, flood, ask } = await start(t)
  await flood()
  const call = get(harness.server.url + path, { headers: { Authorization: `Bearer ${unknownKey()}` } })
  call.on('error', () => {})
  await delay(50)
  call.destroy()
  t.is((await ask()).status, 401)
  t.deepEqual(
    harness.log.filter((line) => line.includes('"level":"error"')),
    [],
  )
})
