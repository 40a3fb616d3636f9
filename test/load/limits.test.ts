/**
 * The checks in `make load SCENARIO=limits` on real servers: a correct server passes, and each planted fault is
 * detected. `k6/limits.test.ts` tests the same through k6.
 */
import test, { type ExecutionContext } from 'ava'
import { serverClockOf } from '../../load/verdict/clock.ts'
import { judgeBuckets } from '../../load/verdict/windows.ts'
import { defaultContract } from './contract.ts'
import { extraToken, plant, sharedBy, shifted, type Lie } from './lies.ts'
import { sendTraffic, triedBuckets } from './traffic.ts'
import { HandClock } from '../tools/fakes/hand-clock.ts'
import { startHarness, type Client } from '../support/harness.ts'

const { limits } = defaultContract
const tried = {
  ...limits,
  buckets: Object.fromEntries(Object.entries(limits.buckets).filter(([name]) => triedBuckets.includes(name))),
}

/** A fault in a server's counters. `clients` are two partners. */
type Fault = (clients: Client[]) => Lie

/** Returns the checks on a server with this fault, after a few seconds of traffic from two partners. */
async function checksOf(t: ExecutionContext, fault?: Fault) {
  const clock = new HandClock()
  const { server, client } = await startHarness(t, { overrides: { clock } })
  const clients = [await client({ limits: 'default' }), await client({ limits: 'default' })]
  if (fault) plant(server.services, fault(clients))
  const samples = await sendTraffic(clients, clock)
  const checks = judgeBuckets(samples, tried, serverClockOf(samples))
  return { broken: checks.filter(({ held }) => !held).map(({ name }) => name), text: JSON.stringify(checks) }
}

test('a correct server passes', async (t) => {
  const { broken, text } = await checksOf(t)
  t.deepEqual(broken, [], text)
})

const faults: [title: string, fault: Fault, said: RegExp][] = [
  ['one extra token', () => extraToken, /21 of \d+ let through instead of 20/],
  ['a window that is shifted by 100 ms', () => shifted(100), /misses the moment of its request/],
  ['a bucket that two partners share', ([one, other]) => sharedBy(one!.partnerId, other!.partnerId), /let through/],
]
for (const [title, fault, said] of faults)
  test(`${title} is detected`, async (t) => {
    const { broken, text } = await checksOf(t, fault)
    t.deepEqual(broken, Object.keys(tried.buckets), text)
    t.regex(text, said)
  })
