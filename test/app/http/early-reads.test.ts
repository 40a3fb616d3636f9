/** Reads begin while their request is counted; what is refused must not show, nor cost the database. */
import test, { type ExecutionContext } from 'ava'
import type { Limits } from '../../../src/kit/caller.ts'
import { HandClock } from '../../support/fakes/hand-clock.ts'
import { startHarness } from '../../support/harness.ts'
import { fixture } from '../../support/scoring.ts'
import { until } from '../../support/until.ts'

const criteria = '/v1/jobs/none/criteria'

/** A server whose clock stands; `hold` keeps counts back until it is called again, `reads` counts what was looked up. */
async function start(t: ExecutionContext, limits: Partial<Limits> = {}) {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const { services } = harness.server
  const { counters, read } = services
  let held = Promise.resolve()
  let reads = 0
  const take = counters.take.bind(counters)
  counters.take = async (windows) => {
    await held
    return take(windows)
  }
  services.read = (findAll, owner, key) => {
    reads += 1
    return read(findAll, owner, key)
  }
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  const client = await harness.client({ limits })
  return { clock, services, client, hold, reads: () => reads }
}

test('a read begins while it is counted, and is answered once it is', async (t) => {
  const { client, hold, reads } = await start(t)
  const letGo = hold()
  let isAnswered = false
  const answer = client.get(criteria).finally(() => (isAnswered = true))
  await until('the job is looked up', () => reads() === 1)
  t.false(isAnswered)
  letGo()
  const { body, headers } = await answer
  t.is(body.code, 'JOB_NOT_FOUND')
  t.is(headers['x-ratelimit-remaining'], '59')
})

test('a write begins once it is counted', async (t) => {
  const { services, client, hold } = await start(t)
  let writes = 0
  const { writeAll } = services
  services.writeAll = (calls, work) => {
    writes += 1
    return writeAll(calls, work)
  }
  const letGo = hold()
  const answer = client.post('/v1/jobs/none/applications/a/scoring-jobs', { resumeUrl: 'https://example.com/a' })
  await client.get('/healthz')
  t.is(writes, 0)
  letGo()
  await answer
  t.is(writes, 1)
})

test('a refused read hears of its limit alone, and the next ones of that second look nothing up', async (t) => {
  const { clock, client, hold, reads } = await start(t, { criteria_current_reads: 1 })
  await client.get(criteria)
  const letGo = hold()
  const refused = client.get(criteria)
  await until('the job is looked up', () => reads() === 2)
  letGo()
  t.is((await refused).body.code, 'RATE_LIMITED')
  for (let more = 0; more < 3; more += 1) t.is((await client.get(criteria)).body.code, 'RATE_LIMITED')
  t.is(reads(), 2)
  clock.instant += 1_000
  t.is((await client.get(criteria)).body.code, 'JOB_NOT_FOUND')
})

test('a wait that is refused ends with its answer', async (t) => {
  const { services, client, hold } = await start(t, { read_and_ops: 1 })
  await client.generate('job')
  const path = '/v1/jobs/job/applications/a'
  await client.post(`${path}/scoring-jobs`, { resumeUrl: fixture('slow') })
  const waits: AbortSignal[] = []
  services.waitForCompletion = async (_id, _ms, signal) => {
    waits.push(signal)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  }
  await client.get(`${path}/score`)
  const letGo = hold()
  const refused = client.get(`${path}/score`, { Prefer: 'wait=25' })
  await until('the wait begins', () => waits.length === 1)
  letGo()
  t.is((await refused).body.code, 'RATE_LIMITED')
  await until('the wait ends', () => waits[0]?.aborted)
  t.pass()
})
