import test, { type ExecutionContext } from 'ava'
import { failing, good, startFakeGroq, type Behaviour } from '../../tools/fakes/groq.ts'
import { backend, startHarness, type Answer, type Client } from '../../support/harness.ts'
import { until } from '../../tools/until.ts'

const path = '/v1/jobs/a/criteria-generations'
const body = { jobContext: { jobDescription: 'Requirements: Kubernetes' } }

/**
 * Starts a server whose model responds only after `answer` is called, and a client that only the default slots limit.
 */
async function start(t: ExecutionContext) {
  const groq = await startFakeGroq()
  t.teardown(() => groq.close())
  const held = Promise.withResolvers<void>()
  let [active, most] = [0, 0]
  const slow: Behaviour = async (request, response) => {
    active += 1
    most = Math.max(most, active)
    void request.gone.then(() => (active -= 1))
    await held.promise
    await good(request, response)
  }
  groq.otherwise(slow)
  const settings = { GROQ_API_KEY: 'gsk_test', GROQ_BASE_URL: groq.url }
  const harness = await startHarness(t, { settings })
  const client = await harness.client({ limits: { criteria_ai: 100_000, rate_limit_status: 100_000 } })
  return { groq, harness, client, answer: () => held.resolve(), most: () => most }
}

async function slots(client: Client): Promise<{ limit: number; active: number; retryAfterSeconds: number }> {
  return (await client.get('/v1/rate-limit-status')).body.buckets.criteria_ai_inflight
}

function untilActive(client: Client, count: number): Promise<unknown> {
  return until(`${count} slots are taken`, async () => (await slots(client)).active === count)
}

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort()

/** Resolves to the `count` responses that arrive first. */
async function firstOf(count: number, sent: Promise<Answer>[]): Promise<Answer[]> {
  const come: Answer[] = []
  const enough = Promise.withResolvers<void>()
  for (const answer of sent) void answer.then((each) => come.push(each) === count && enough.resolve())
  await enough.promise
  return come
}

function checkRefusal(t: ExecutionContext, { status, headers, body: problem }: Answer): void {
  t.is(status, 429)
  t.is(problem.code, 'RATE_LIMITED')
  t.true(problem.retryable)
  t.regex(headers['retry-after'] as string, /^[1-4]$/)
  t.is(headers['x-ratelimit-bucket'], 'criteria_ai')
  t.deepEqual(problem.details[0], {
    field: 'criteria_ai',
    code: 'in_flight',
    message: 'the maximum of 4 concurrent requests is in progress',
  })
}

test('of 12 concurrent generations 4 run and the others are refused, and each slot is freed when its generation ends', async (t) => {
  const { groq, client, answer, most } = await start(t)
  const answers = Array.from({ length: 12 }, () => client.post(path, body))
  for (const refused of await firstOf(8, answers)) checkRefusal(t, refused)
  await groq.arrival(4)
  const { limit, active, retryAfterSeconds } = await slots(client)
  t.deepEqual({ limit, active }, { limit: 4, active: 4 })
  t.true(retryAfterSeconds >= 1 && retryAfterSeconds <= 4)
  checkRefusal(t, await client.post('/v1/jobs/a/criteria/generate', body))
  answer()
  t.deepEqual(statuses(await Promise.all(answers)), [201, 201, 201, 201, ...Array<number>(8).fill(429)])
  t.is(most(), 4)
  t.deepEqual(await slots(client), { limit: 4, active: 0, retryAfterSeconds: 0 })
  t.deepEqual(
    statuses(await Promise.all(Array.from({ length: 4 }, () => client.post(path, body)))),
    [201, 201, 201, 201],
  )
})

test('slots are counted per partner and environment', async (t) => {
  const { harness, groq, client, answer } = await start(t)
  const { partnerId } = client
  const production = await harness.client({ partnerId, environment: 'PRODUCTION' })
  const other = await harness.client()
  const answers = Array.from({ length: 4 }, () => client.post(path, body))
  await groq.arrival(4)
  const more = [production.post(path, body), other.post(path, body)]
  await groq.arrival(6)
  const tenant = await harness.client({ partnerId, tenant: 'other' })
  checkRefusal(t, await tenant.post(path, body))
  answer()
  t.deepEqual(statuses(await Promise.all([...answers, ...more])), Array<number>(6).fill(201))
})

/** Sends a generation whose caller disconnects when `disconnect` is called. */
function hangable({ url, key }: Client, headers: Record<string, string> = {}) {
  const caller = new AbortController()
  const all = { Authorization: `Bearer ${key}`, 'X-Tenant-Id': 'acme', 'Content-Type': 'application/json', ...headers }
  const init = { method: 'POST', headers: all, body: JSON.stringify(body), signal: caller.signal }
  const ended = fetch(url + path, init).catch(() => null)
  return async () => {
    caller.abort()
    await ended
  }
}

test('a caller that disconnects frees its slot', async (t) => {
  const { groq, client, answer } = await start(t)
  const hangUps = Array.from({ length: 4 }, () => hangable(client))
  await groq.arrival(4)
  checkRefusal(t, await client.post(path, body))
  await Promise.all(hangUps.map((disconnect) => disconnect()))
  await untilActive(client, 0)
  answer()
  t.is((await client.post(path, body)).status, 201)
})

test('a generation with an idempotency key continues after its caller disconnects, and keeps its slot until it ends', async (t) => {
  const { groq, client, answer } = await start(t)
  const disconnect = hangable(client, { 'Idempotency-Key': 'k' })
  await groq.arrival(1)
  await disconnect()
  const others = Array.from({ length: 3 }, () => client.post(path, body))
  await groq.arrival(4)
  checkRefusal(t, await client.post(path, body))
  t.is((await slots(client)).active, 4)
  answer()
  t.deepEqual(statuses(await Promise.all(others)), [201, 201, 201])
  await untilActive(client, 0)
  t.is((await client.post(path, body, { 'Idempotency-Key': 'k' })).headers['idempotent-replayed'], 'true')
})

test('a replay takes no slot, and a request refused for lack of a slot frees its idempotency key', async (t) => {
  const { groq, client, answer } = await start(t)
  groq.answer(good)
  const [done, refused] = [{ 'Idempotency-Key': 'done' }, { 'Idempotency-Key': 'refused' }]
  t.is((await client.post(path, body, done)).status, 201)
  const others = Array.from({ length: 4 }, () => client.post(path, body))
  await groq.arrival(5)
  t.is((await client.post(path, body, done)).headers['idempotent-replayed'], 'true')
  checkRefusal(t, await client.post(path, body, refused))
  answer()
  t.deepEqual(statuses(await Promise.all(others)), [201, 201, 201, 201])
  const again = await client.post(path, body, refused)
  t.is(again.status, 201)
  t.is(again.headers['idempotent-replayed'], undefined)
})

test('a failed generation frees its slot', async (t) => {
  const { groq, client } = await start(t)
  groq.otherwise(failing(500))
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => client.post(path, body)))
    t.deepEqual(statuses(answers), [502, 502, 502, 502])
  }
})

if (backend === 'services') {
  test('two API processes together run at most 4 generations of a partner', async (t) => {
    const { harness, groq, client, answer, most } = await start(t)
    const there = client.at((await harness.startAnother({ role: 'api' })).url as string)
    const answers = Array.from({ length: 12 }, (_, at) => (at % 2 ? client : there).post(path, body))
    for (const refused of await firstOf(8, answers)) checkRefusal(t, refused)
    await groq.arrival(4)
    for (const process of [client, there]) {
      t.is((await slots(process)).active, 4)
    }
    answer()
    t.deepEqual(statuses(await Promise.all(answers)), [201, 201, 201, 201, ...Array<number>(8).fill(429)])
    t.is(most(), 4)
  })
}
