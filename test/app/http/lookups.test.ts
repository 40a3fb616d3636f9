/** Lookups begin while they are counted; what is refused must not show, nor cost the database. */
import test, { type ExecutionContext } from 'ava'
import type { Limits } from '../../../src/kit/caller.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Answer, type Client } from '../../support/harness.ts'
import { fixture } from '../../support/scoring.ts'
import { until } from '../../tools/until.ts'

const criteria = '/v1/jobs/none/criteria'

/**
 * A server whose clock stands. `hold` keeps counts back until what it returns is called; `counting` says how many have
 * begun, and `reads` how many lookups.
 */
async function start(t: ExecutionContext, limits: Partial<Limits> = {}) {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const { services } = harness.server
  const { counters, read } = services
  let held = Promise.resolve()
  let [counting, reads] = [0, 0]
  const take = counters.take.bind(counters)
  counters.take = async (windows) => {
    counting += 1
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
  return { clock, services, client, hold, counting: () => counting, reads: () => reads }
}

test('a lookup begins while it is counted, and is answered once it is', async (t) => {
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

const others: Record<string, (client: Client) => Promise<Answer>> = {
  write: (client) => client.post('/v1/jobs/none/applications/a/scoring-jobs', { resumeUrl: fixture('strong') }),
  'read of many things': (client) => client.get('/v1/jobs/criteria?jobIds=none'),
}

for (const [name, ask] of Object.entries(others)) {
  test(`a ${name} begins once it is counted`, async (t) => {
    const { services, client, hold, counting, reads } = await start(t)
    let writes = 0
    const { writeAll } = services
    services.writeAll = (calls, work) => {
      writes += 1
      return writeAll(calls, work)
    }
    const letGo = hold()
    const answer = ask(client)
    await until('it is being counted', () => counting() === 1)
    await client.get('/livez')
    t.is(writes + reads(), 0)
    letGo()
    await answer
    t.is(writes + reads(), 1)
  })
}

test('a refused lookup hears of its limit alone, and the next ones of that second look nothing up', async (t) => {
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
