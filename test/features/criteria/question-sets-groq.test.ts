import test, { type ExecutionContext } from 'ava'
import { timings, type Timings } from '../../../src/platform/timings.ts'
import { sectionsOf } from '../../tools/fakes/chat-request.ts'
import {
  badJson,
  failing,
  good,
  hang,
  reset,
  startFakeGroq,
  throttled,
  wrongSchema,
  type Behaviour,
} from '../../tools/fakes/groq.ts'
import { startHarness, type Client } from '../../support/harness.ts'
import { until } from '../../tools/until.ts'

const sets = '/v1/jobs/job-1/question-sets'
const jobContext = { jobTitle: 'Engineer', jobDescription: 'Requirements: canary8812' }

async function start(t: ExecutionContext, changes: Partial<Timings> = {}) {
  const groq = await startFakeGroq()
  t.teardown(() => groq.close())
  const settings = { GROQ_API_KEY: 'gsk_canary_5521', GROQ_BASE_URL: groq.url, GROQ_MODEL: 'test-model' }
  const harness = await startHarness(t, { settings, overrides: { timings: { ...timings, ...changes } } })
  return { groq, harness, client: await harness.client({ environment: 'PRODUCTION' }) }
}

/** Sends a request whose caller disconnects when `disconnect` is called. */
function hastyCall(client: Client, headers: Record<string, string>) {
  const caller = new AbortController()
  const own = { Authorization: `Bearer ${client.key}`, 'X-Tenant-Id': 'acme', 'Content-Type': 'application/json' }
  const body = JSON.stringify({ jobContext })
  const call = fetch(`${client.url}${sets}`, {
    method: 'POST',
    headers: { ...own, ...headers },
    body,
    signal: caller.signal,
  })
  return { call, disconnect: () => caller.abort() }
}

const absent = async (t: ExecutionContext, client: Client) => {
  t.is((await client.get(`${sets}/current`)).body.code, 'QUESTION_SET_NOT_FOUND')
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.code, 'JOB_NOT_FOUND')
}

test("the model's questions are stored, and the answers to them are passed to the model as data", async (t) => {
  const { groq, harness, client } = await start(t)
  const { status, body } = await client.post(sets, { jobContext })
  t.is(status, 201)
  const { id: questionSetId, questions } = body.questionSet
  t.is(questions[1].question, 'Which skills are a must?')
  const answers = [
    { id: questions[1].id, type: 'MULTI_SELECT', value: ['Go', 'SQL'] },
    { id: questions[0].id, type: 'SINGLE_SELECT', value: 'Senior' },
    { id: questions[2].id, type: 'SINGLE_SELECT', value: 'No' },
  ]
  const generated = await client.post('/v1/jobs/job-1/criteria-generations', { jobContext, questionSetId, answers })
  t.is(generated.status, 201)
  const told = sectionsOf((await groq.arrival(2)).body).find(({ label }) => label === 'CLARIFICATIONS')
  t.is(
    told?.text,
    'How senior should the person be?\nSenior\n\nWhich skills are a must?\nGo; SQL\n\nIs a degree required?\nNo',
  )
  for (const secret of ['gsk_canary_5521', 'canary8812']) t.false(harness.log.join('\n').includes(secret), secret)
})

test('answers that do not match their questions are refused without a call to the model', async (t) => {
  const { groq, client } = await start(t)
  const { id: questionSetId } = (await client.post(sets, { jobContext })).body.questionSet
  const generation = { jobContext, questionSetId, answers: [] }
  t.is((await client.post('/v1/jobs/job-1/criteria-generations', generation)).body.code, 'ANSWER_MISMATCH')
  t.is(groq.requests.length, 1)
})

test('if the questions stay unusable or the provider fails, the request fails with its code and stores nothing', async (t) => {
  const { groq, client } = await start(t)
  for (const [behaviour, code] of [
    [badJson, 'AI_GENERATION_FAILED'],
    [wrongSchema, 'AI_GENERATION_FAILED'],
    [failing(401), 'AI_PROCESSING_FAILED'],
    [reset, 'AI_PROCESSING_FAILED'],
    [throttled('30'), 'AI_PROCESSING_FAILED'],
  ] as [Behaviour, string][]) {
    groq.otherwise(behaviour)
    const { status, body } = await client.post(sets, { jobContext })
    t.is(status, 502, code)
    t.is(body.code, code)
    t.true(body.retryable)
  }
  await absent(t, client)
})

test('if the provider does not respond, the request fails with TIMEOUT', async (t) => {
  const { groq, client } = await start(t, { generationTimeoutMs: 100 })
  groq.otherwise(hang)
  const { status, body } = await client.post(sets, { jobContext })
  t.is(status, 504)
  t.is(body.code, 'TIMEOUT')
  await absent(t, client)
})

test('a caller that disconnects stops the generation of its question set, and no set is created', async (t) => {
  const { groq, client } = await start(t)
  groq.otherwise(hang)
  const { call, disconnect } = hastyCall(client, {})
  const { gone } = await groq.arrival(1)
  disconnect()
  await t.throwsAsync(call)
  await gone
  await absent(t, client)
})

test('a request with an idempotency key creates its set even if its caller disconnects', async (t) => {
  const { groq, harness, client } = await start(t)
  const noticed = Promise.withResolvers<void>()
  groq.answer(async (request, response) => {
    await noticed.promise
    await good(request, response)
  })
  const { call, disconnect } = hastyCall(client, { 'Idempotency-Key': 'k' })
  await groq.arrival(1)
  disconnect()
  await t.throwsAsync(call)
  await until('the disconnection is logged', () => harness.log.some((line) => line.includes('the caller disconnected')))
  noticed.resolve()
  await until('the set is there', async () => (await client.get(`${sets}/current`)).status === 200)
  const again = await client.post(sets, { jobContext }, { 'Idempotency-Key': 'k' })
  t.is(again.headers['idempotent-replayed'], 'true')
  t.deepEqual(again.body, (await client.get(`${sets}/current`)).body)
  t.is(groq.requests.length, 1)
})
