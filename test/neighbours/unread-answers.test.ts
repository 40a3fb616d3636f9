/** A partner that asks for much and reads none of it, and a caller beside it. */
import test from 'ava'
import { connect, type Socket } from 'node:net'
import { permissions } from '../../src/features/access/api-keys.ts'
import { changedContract } from '../support/contract/changed.ts'
import { startHarness, type Client } from '../support/harness.ts'
import { until } from '../support/until.ts'
import { HandClock } from '../support/fakes/hand-clock.ts'

const mebibyte = 2 ** 20
const unreadSeconds = 3
const contract = changedContract({
  'x-timeouts/unreadAnswerSeconds': unreadSeconds,
  'x-sizes/answer/unsentPartnerBytes': 16 * mebibyte,
  'x-sizes/answer/unsentAddressBytes': 4 * mebibyte,
})
const askedTimes = 150

/** Sixty kilobytes of criteria, named a hundred times in one request: six megabytes. */
async function makeLargeJob(client: Client): Promise<string> {
  const criteria = Array.from({ length: 30 }, (_, index) => ({
    text: `${index} ${'🙂'.repeat(490)}`,
    importance: 'PREFERRED',
  }))
  for (const job of ['large-1', 'large-2']) {
    const { status } = await client.send('PUT', `/v1/jobs/${job}/criteria`, { criteria })
    if (status !== 200) throw new Error(`the criteria were answered ${status}`)
  }
  return `/v1/jobs/criteria?jobIds=${Array.from({ length: 100 }, (_, index) => `large-${(index % 2) + 1}`).join()}`
}

/**
 * Connections of somebody who sends requests on each and does not read. `times` is above 1 where the system's buffers
 * may take one answer whole.
 */
function openDeaf(
  url: string | null,
  count: number,
  path: string,
  headers: Record<string, string>,
  times = 1,
): Socket[] {
  const { hostname, port } = new URL(url as string)
  const head = Object.entries({ Host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`.repeat(times))
    return socket.pause()
  })
}

test.serial('answers that nobody reads end, are few, and delay no neighbour', async (t) => {
  const { server, client: make, log } = await startHarness(t, { overrides: { contract } })
  const [attacker, neighbour] = [await make({ permissions: [...permissions] }), await make()]
  const path = await makeLargeJob(attacker)
  await neighbour.send('PUT', '/v1/jobs/job-1/criteria', { criteria: [{ text: 'Skill', importance: 'PREFERRED' }] })
  const before = process.memoryUsage().rss
  const sockets = openDeaf(server.url, askedTimes, path, {
    Authorization: `Bearer ${attacker.key}`,
    'X-Tenant-Id': attacker.tenant,
  })
  t.teardown(() => sockets.forEach((socket) => socket.destroy()))
  const refusal = await until('the partner is refused', async () => {
    const answer = await attacker.get(path)
    return answer.status === 429 && answer
  })
  t.is(refusal.body.details[0].code, 'unread_answers')
  t.true(Number(refusal.headers['retry-after']) >= 1)
  t.is((await neighbour.get('/v1/jobs/job-1/criteria')).status, 200)
  t.true(process.memoryUsage().rss - before < 200 * mebibyte)
  await until('the partner is served again', async () => (await attacker.get(path)).status === 200)
  t.true(log.some((line) => line.includes('an answer was not read in time')))
  // Those that were refused have small answers, which the system has taken.
  await until('no large answer is left', async () => (await sizesOf(server.adminUrl)) === 0)
})

async function sizesOf(adminUrl: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(/^screening_unread_answer_bytes (\d+)/m.exec(text)?.[1])
}

/** On which port, and how often on each connection: more bytes than the system's buffers take. */
const withoutKey: [path: string, port: 'url' | 'adminUrl', times: number][] = [
  ['/docs/reference.js', 'url', 4],
  ['/openapi.json', 'url', 60],
  ['/openapi.yaml', 'url', 60],
  ['/metrics', 'adminUrl', 1000],
]

for (const [path, port, times] of withoutKey)
  test.serial(`an address without a key that reads none of ${path} is refused, and others are not`, async (t) => {
    const { server } = await startHarness(t, { overrides: { contract } })
    const url = server[port] as string
    const first = await (await fetch(url + path)).bytes()
    const sockets = openDeaf(url, 20, path, {}, times)
    t.teardown(() => sockets.forEach((socket) => socket.destroy()))
    const refused = await until('the address is refused', async () => {
      const answer = await fetch(url + path)
      await answer.bytes()
      return answer.status === 503 && answer
    })
    t.log(`${first.length} bytes, ${sockets.length * times} times`)
    t.true(Number(refused.headers.get('retry-after')) >= 1)
    t.is((await fetch(`${server.url}/livez`)).status, 200)
    await until('the address is served again', async () => (await fetch(url + path)).ok)
    await until('no unread answer is left', async () => (await sizesOf(server.adminUrl)) === 0)
  })

test.serial('a large answer costs its share of the bucket, and ordinary ones a token each', async (t) => {
  const clock = new HandClock()
  const { client: make } = await startHarness(t, { overrides: { clock } })
  const client = await make({ permissions: [...permissions], limits: 'default' })
  const path = await makeLargeJob(client)
  const remaining = async () => Number((await client.get('/v1/jobs/large-1/criteria')).headers['x-ratelimit-remaining'])
  clock.instant += 1_000
  t.is(await remaining(), 59)
  const answer = await client.get(path)
  t.is(answer.body.items.length, 100)
  const bytes = Buffer.byteLength(JSON.stringify(answer.body))
  const tokens = Math.ceil(bytes / (256 * 1024)) - 1
  t.true(tokens >= 15, `${tokens}`)
  t.is(await remaining(), 57, 'this window does not pay')
  clock.instant += 1_000
  t.is(await remaining(), 59 - tokens)
  clock.instant += 1_000
  t.is(await remaining(), 59)
})
