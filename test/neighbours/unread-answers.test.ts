/** One partner requests large responses and reads none of them, while another caller works normally. */
import test from 'ava'
import { permissions } from '../../src/features/access/api-keys.ts'
import { changedContract } from '../support/contract/changed.ts'
import { startHarness, type Client } from '../support/harness.ts'
import { until } from '../tools/until.ts'
import { largeCriteria, largeJobs, largePath, openDeaf } from '../tools/fakes/deaf-caller.ts'
import { HandClock } from '../tools/fakes/hand-clock.ts'

const mebibyte = 2 ** 20
const unreadSeconds = 3
const contract = changedContract({
  'x-timeouts/unreadAnswerSeconds': unreadSeconds,
  'x-sizes/answer/unsentPartnerBytes': 16 * mebibyte,
  'x-sizes/answer/unsentAddressBytes': 4 * mebibyte,
})
const askedTimes = 150

/** Creates jobs with large criteria, and returns the path that reads all of them. */
async function makeLargeJobs(client: Client): Promise<string> {
  for (const job of largeJobs) {
    const { status } = await client.send('PUT', `/v1/jobs/${job}/criteria`, { criteria: largeCriteria })
    if (status !== 200) throw new Error(`the criteria got ${status}`)
  }
  return largePath
}

const openMany = (count: number, ...of: Parameters<typeof openDeaf>) =>
  Array.from({ length: count }, () => openDeaf(...of))

test.serial('unread responses are limited in number and time, and do not delay other partners', async (t) => {
  const { server, client: make, log } = await startHarness(t, { overrides: { contract } })
  const [attacker, neighbour] = [await make({ permissions: [...permissions] }), await make()]
  const path = await makeLargeJobs(attacker)
  await neighbour.send('PUT', '/v1/jobs/job-1/criteria', { criteria: [{ text: 'Skill', importance: 'PREFERRED' }] })
  const before = process.memoryUsage().rss
  const sockets = openMany(askedTimes, server.url as string, path, {
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
  t.true(log.some((line) => line.includes('did not read a response in time')))
  // The responses to refused requests do not count as unread. They are so small that they fit into the system's
  // buffers.
  await until('no large answer is left', async () => (await sizesOf(server.adminUrl)) === 0)
})

async function sizesOf(adminUrl: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(/^screening_unread_answer_bytes (\d+)/m.exec(text)?.[1])
}

/** For each path, its port, and after how many requests on a connection the responses exceed the system's buffers. */
const withoutKey: [path: string, port: 'url' | 'adminUrl', times: number][] = [
  ['/docs/reference.js', 'url', 4],
  ['/openapi.json', 'url', 60],
  ['/openapi.yaml', 'url', 60],
  ['/metrics', 'adminUrl', 1000],
]

for (const [path, port, times] of withoutKey)
  test.serial(
    `an address that requests ${path} without a key and reads no response is refused, and other addresses are not`,
    async (t) => {
      const { server } = await startHarness(t, { overrides: { contract } })
      const url = server[port] as string
      const first = await (await fetch(url + path)).bytes()
      const sockets = openMany(20, url, path, {}, times)
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
    },
  )

test.serial(
  'a large response takes tokens from the bucket in proportion to its size, and an ordinary response takes one',
  async (t) => {
    const clock = new HandClock()
    const { client: make } = await startHarness(t, { overrides: { clock } })
    const client = await make({ permissions: [...permissions], limits: 'default' })
    const path = await makeLargeJobs(client)
    const remaining = async () =>
      Number((await client.get('/v1/jobs/large-1/criteria')).headers['x-ratelimit-remaining'])
    clock.instant += 1_000
    t.is(await remaining(), 59)
    const answer = await client.get(path)
    t.is(answer.body.items.length, 100)
    const bytes = Buffer.byteLength(JSON.stringify(answer.body))
    const tokens = Math.ceil(bytes / (256 * 1024)) - 1
    t.true(tokens >= 15, `${tokens}`)
    t.is(await remaining(), 57, 'the size counts from the next second on')
    clock.instant += 1_000
    t.is(await remaining(), 59 - tokens)
    clock.instant += 1_000
    t.is(await remaining(), 59)
  },
)
