/** `make load SCENARIO=limits` judges real servers: an honest one, and each lie that it must find. */
import test, { type ExecutionContext } from 'ava'
import { serverClockOf } from '../../load/verdict/clock.ts'
import { judgeBuckets } from '../../load/verdict/windows.ts'
import { defaultContract } from './contract.ts'
import { sendTraffic, triedBuckets } from './traffic.ts'
import { HandClock } from '../support/fakes/hand-clock.ts'
import { startHarness } from '../support/harness.ts'
import type { Count, Limited } from '../../src/platform/counters/counters.ts'

const { limits } = defaultContract
const tried = {
  ...limits,
  buckets: Object.fromEntries(Object.entries(limits.buckets).filter(([name]) => triedBuckets.includes(name))),
}

/** How a server counts one window; the last argument is its honest way. */
type Lie = (window: Limited, clock: HandClock, honest: (window: Limited) => Promise<Count>) => Promise<Count>

/** The checks of a server that counts so, after seconds of traffic by two partners. */
async function checksOf(t: ExecutionContext, lie: Lie) {
  const clock = new HandClock()
  const { server, client } = await startHarness(t, { overrides: { clock } })
  const honest = server.services.counters
  const clients = [await client({ limits: 'default' }), await client({ limits: 'default' })]
  const countHonestly = async (window: Limited) => (await honest.take([window]))[0] as Count
  server.services.counters = {
    take: (windows) => Promise.all(windows.map((window) => lie(window, clock, countHonestly))),
    peek: (windows) => honest.peek(windows),
    acquire: (...of) => honest.acquire(...of),
    active: (key) => honest.active(key),
    degraded: () => honest.degraded(),
    close: () => honest.close(),
  }
  const samples = await sendTraffic(clients, clock)
  const checks = judgeBuckets(samples, tried, serverClockOf(samples))
  return { broken: checks.filter(({ held }) => !held).map(({ name }) => name), text: JSON.stringify(checks) }
}

test('an honest server passes', async (t) => {
  const { broken, text } = await checksOf(t, (window, _, honest) => honest(window))
  t.deepEqual(broken, [], text)
})

test('one extra token is found', async (t) => {
  const { broken, text } = await checksOf(t, async (window, _, honest) => {
    const count = await honest({ ...window, limit: window.limit + 1 })
    return { ...count, limit: window.limit, remaining: Math.max(0, count.remaining - 1) }
  })
  t.deepEqual(broken, Object.keys(tried.buckets), text)
  t.regex(text, /21 of \d+ let through instead of 20/)
})

test('a window that is shifted by 100 ms is found', async (t) => {
  const counts = new Map<string, number>()
  const { broken, text } = await checksOf(t, async ({ key, limit, windowMs }, clock) => {
    const now = clock.instant
    const resetAt = (Math.floor((now - 100) / windowMs) + 1) * windowMs
    const taken = (counts.get(`${key} ${resetAt}`) ?? 0) + 1
    counts.set(`${key} ${resetAt}`, taken)
    const remaining = Math.max(0, limit - taken)
    return { allowed: taken <= limit, limit, remaining, resetAt, resetInMs: resetAt + 100 - now, degraded: false }
  })
  t.deepEqual(broken, Object.keys(tried.buckets), text)
  t.regex(text, /misses the moment of its request/)
})

test('a bucket that two partners share is found', async (t) => {
  const { broken, text } = await checksOf(t, (window, _, honest) =>
    honest({ ...window, key: window.key.split(':')[0] as string }),
  )
  t.deepEqual(broken, Object.keys(tried.buckets), text)
})
