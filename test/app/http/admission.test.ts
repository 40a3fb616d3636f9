/** A request starts only after it has been counted, and a refused request causes no query. */
import test, { type ExecutionContext } from 'ava'
import type { Limits } from '../../../src/kit/caller.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Answer, type Client } from '../../support/harness.ts'
import { fixture } from '../../support/scoring.ts'
import { until } from '../../tools/until.ts'

const criteria = '/v1/jobs/none/criteria'

/**
 * Starts a server whose clock is stopped. `hold` delays calls to the counters until the returned function is called.
 * `counting` is how many calls to the counters have started, and `begun` how many operations have started.
 */
async function start(t: ExecutionContext, limits: Partial<Limits> = {}) {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const { services } = harness.server
  const { counters, batchers, keysOf } = services
  let held = Promise.resolve()
  let [counting, begun] = [0, 0]
  const take = counters.take.bind(counters)
  counters.take = async (windows) => {
    counting += 1
    await held
    return take(windows)
  }
  services.batchers = (kind) => (owner, item) => {
    if (kind.isRead) begun += 1
    return batchers(kind)(owner, item)
  }
  services.keysOf = (calls) => {
    begun += 1
    return keysOf(calls)
  }
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  const client = await harness.client({ limits })
  return { clock, client, hold, counting: () => counting, begun: () => begun }
}

const requests: Record<string, (client: Client) => Promise<Answer>> = {
  lookup: (client) => client.get(criteria),
  write: (client) => client.post('/v1/jobs/none/applications/a/scoring-jobs', { resumeUrl: fixture('strong') }),
  'read of several jobs': (client) => client.get('/v1/jobs/criteria?jobIds=none'),
}

for (const [name, ask] of Object.entries(requests)) {
  test(`a ${name} starts only once it has been counted`, async (t) => {
    const { client, hold, counting, begun } = await start(t)
    const letGo = hold()
    const answer = ask(client)
    await until('it is being counted', () => counting() === 1)
    await client.get('/livez')
    t.is(begun(), 0)
    letGo()
    await answer
    t.is(begun(), 1)
  })
}

test('a read over the limit gets only the refusal and causes no query', async (t) => {
  const { clock, client, begun } = await start(t, { criteria_current_reads: 1 })
  t.is((await client.get(criteria)).body.code, 'JOB_NOT_FOUND')
  for (let more = 0; more < 3; more += 1) t.is((await client.get(criteria)).body.code, 'RATE_LIMITED')
  t.is(begun(), 1)
  clock.instant += 1_000
  t.is((await client.get(criteria)).body.code, 'JOB_NOT_FOUND')
})
