/** Several API processes that share counters in Redis, and what callers see while it is unavailable. */
import test from 'ava'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { backend, startHarness } from '../../support/harness.ts'
import { readServices } from '../../tools/services/services.ts'
import { startTcpProxy } from '../../tools/fakes/tcp-proxy.ts'
import { valueOf } from '../../support/scrape.ts'
import { until } from '../../tools/until.ts'

const path = '/v1/jobs/none/criteria'

if (backend === 'services') {
  test('three API processes that share a Redis allow exactly the limit in a second', async (t) => {
    const clock = new HandClock()
    const harness = await startHarness(t, { overrides: { clock }, role: 'api' })
    const client = await harness.client({ limits: 'default' })
    const start = () => harness.startAnother({ overrides: { clock }, role: 'api' })
    const others = await Promise.all([start(), start()])
    const clients = [client, ...others.map(({ url }) => client.at(url as string))]
    for (let second = 0; second < 3; second += 1) {
      clock.instant += 1_000
      const answers = await Promise.all(Array.from({ length: 120 }, (_, at) => clients[at % 3]!.get(path)))
      t.is(answers.filter(({ status }) => status === 404).length, 60)
      t.is(answers.filter(({ status }) => status === 429).length, 60)
    }
  })

  test('while Redis is unavailable, no request fails, and each process counts alone and reports this; afterwards they count together', async (t) => {
    const proxy = await startTcpProxy(Number(new URL(readServices()?.REDIS_URL as string).port))
    t.teardown(() => proxy.stop())
    const clock = new HandClock()
    const settings = { REDIS_URL: `redis://127.0.0.1:${proxy.port}` }
    const harness = await startHarness(t, { overrides: { clock }, settings })
    const client = await harness.client({ limits: 'default' })
    /**
     * Returns whether this request was counted without Redis (header), and whether the buckets are without Redis now
     * (body). The two differ if Redis returns in between.
     */
    const told = async () => {
      clock.instant += 1_000
      const { status, headers, body } = await client.get('/v1/rate-limit-status')
      t.is(status, 200)
      return [headers['x-ratelimit-degraded'] === 'true', body.degraded]
    }
    const degraded = async () => (await client.get('/readyz')).body.degraded
    t.deepEqual(await told(), [false, false])
    t.deepEqual(await degraded(), {})

    await proxy.cut()
    const answers = await Promise.all(Array.from({ length: 120 }, () => client.get(path)))
    t.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [404, 429])
    t.deepEqual(await told(), [true, true])
    t.deepEqual(await degraded(), { redis: 'Redis is unavailable: each process counts on its own' })
    t.is(await valueOf(harness.server.adminUrl, 'screening_degraded', { part: 'limiter' }), 1)
    clock.instant += 1_000
    const alone = await Promise.all(Array.from({ length: 120 }, () => client.get(path)))
    t.is(alone.filter(({ status }) => status === 404).length, 60)
    t.true(alone.every(({ headers }) => headers['x-ratelimit-degraded'] === 'true'))

    await proxy.restore()
    await until('the processes count together again', async () => !(await told()).includes(true))
    t.deepEqual(await degraded(), {})
    const said = harness.log.filter((line) => line.includes('Redis is')).map((line) => JSON.parse(line).msg as string)
    t.deepEqual(said, [
      'Redis is unavailable: each process counts on its own until it returns',
      'Redis is available again: processes share their counters',
    ])
  })
} else {
  test('a single process counts in memory and is never degraded', async (t) => {
    const client = await (await startHarness(t)).client()
    t.deepEqual((await client.get('/readyz')).body.degraded, {})
    t.is((await client.get(path)).headers['x-ratelimit-degraded'], undefined)
  })
}
