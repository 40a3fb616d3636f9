import test, { type ExecutionContext } from 'ava'
import { timings, type Timings } from '../../../src/platform/timings.ts'
import {
  badJson,
  failing,
  type FakeRequest,
  good,
  hang,
  obedient,
  reset,
  saying,
  startFakeGroq,
  throttled,
  wrongSchema,
  type Behaviour,
} from '../../tools/fakes/groq.ts'
import { criteriaOf } from '../../tools/fakes/chat-request.ts'
import { replying } from '../../tools/fakes/servers.ts'
import { startHarness, type Client } from '../../support/harness.ts'
import { file, startResumeHost } from '../../tools/fakes/resume-host.ts'
import { resumeLines } from '../../tools/samples/resumes.ts'
import { until } from '../../tools/until.ts'

const soon = { ...timings, retryFirstMs: 1, retryMsMax: 5, providerRestMs: 100, sweepMs: 10 }
const generations = '/v1/jobs/job-1/criteria-generations'
const jobContext = { jobTitle: 'Engineer', jobDescription: 'Requirements: Kubernetes, PostgreSQL, Terraform' }

async function start(t: ExecutionContext, changed: Partial<Timings> = {}) {
  const groq = await startFakeGroq()
  t.teardown(() => groq.close())
  const host = await startResumeHost({ '/cv.txt': file(resumeLines.join('\n')) })
  t.teardown(() => host.stop())
  const settings = {
    GROQ_API_KEY: 'gsk_canary_5521',
    GROQ_BASE_URL: groq.url,
    GROQ_MODEL: 'test-model',
    OUTBOUND_ALLOW: host.pair,
  }
  const harness = await startHarness(t, { settings, overrides: { timings: { ...soon, ...changed } } })
  const client = await harness.client({ environment: 'PRODUCTION' })
  return { groq, host, harness, client, resumeUrl: `${host.origin}/cv.txt` }
}

const score = async (client: Client, resumeUrl: string) =>
  (await client.score('job-1', 'app-1', { resumeUrl, rescore: true })).body

test('criteria and scores come from the model, and state its name', async (t) => {
  const { groq, client, resumeUrl } = await start(t)
  const { status, body } = await client.post(generations, { jobContext })
  t.is(status, 201)
  t.is(body.criteria.audit.engine, 'groq')
  t.is(body.criteria.audit.model, 'test-model')
  t.true(body.criteria.audit.tokens.input > 0)
  const scored = await score(client, resumeUrl)
  t.is(scored.status, 'completed')
  t.is(scored.scoringJob.audit.engine, 'groq')
  t.true(scored.scoringJob.audit.tokens.input > 0)
  const calls = groq.requests.length
  const again = await score(client, resumeUrl)
  t.is(groq.requests.length, calls, 'the same input causes no further call to the model')
  t.deepEqual(again.result, scored.result)
  t.deepEqual(again.scoringJob.audit.tokens, { input: 0, output: 0 })
})

test('if the model’s answers stay unusable, or the provider fails or hangs, a generation fails with that error’s code and creates no version', async (t) => {
  // The calls that fail end within this time, even on a busy machine. The call that hangs takes all of it.
  const { groq, client } = await start(t, { generationTimeoutMs: 8_000 })
  // The first call starts the thread, which takes longer on a busy machine.
  groq.otherwise(badJson)
  await client.post(generations, { jobContext })
  for (const [behaviour, status, code] of [
    [badJson, 502, 'AI_GENERATION_FAILED'],
    [wrongSchema, 502, 'AI_GENERATION_FAILED'],
    [failing(500), 502, 'AI_PROCESSING_FAILED'],
    [reset, 502, 'AI_PROCESSING_FAILED'],
    [throttled('30'), 502, 'AI_PROCESSING_FAILED'],
    [hang, 504, 'TIMEOUT'],
  ] as [Behaviour, number, string][]) {
    groq.otherwise(behaviour)
    const before = groq.requests.length
    const answer = await client.post(generations, { jobContext })
    t.is(answer.status, status, code)
    t.is(answer.body.code, code)
    t.true(answer.body.retryable)
    t.true(groq.requests.length - before <= 3)
  }
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.code, 'JOB_NOT_FOUND')
})

test('a single unusable answer is repaired', async (t) => {
  const { groq, client, resumeUrl } = await start(t)
  groq.answer(badJson)
  t.is((await client.post(generations, { jobContext })).status, 201)
  groq.answer(wrongSchema)
  t.is((await score(client, resumeUrl)).status, 'completed')
})

test('a job whose verdicts stay unusable is attempted five times and fails with AI_SCORING_FAILED', async (t) => {
  const { groq, client, resumeUrl } = await start(t)
  await client.post(generations, { jobContext })
  groq.otherwise(badJson)
  const failed = await score(client, resumeUrl)
  t.is(failed.error.code, 'AI_SCORING_FAILED')
  t.true(failed.error.retryable)
})

test('while the provider throttles or is unavailable, the job is snoozed, which does not count as an attempt', async (t) => {
  const { groq, harness, client, resumeUrl } = await start(t)
  await client.post(generations, { jobContext })
  groq.answer(...Array.from({ length: 8 }, () => throttled('0')))
  t.is((await score(client, resumeUrl)).status, 'completed')
  const [row] = await harness.server.services.database.select<{ transientFailures: number; attempt: number }>(
    'SELECT transientFailures, attempt FROM scoring_jobs',
  )
  t.is(row?.transientFailures, 0)
  t.true((row?.attempt as number) > 1)
})

test("while a provider's circuit breaker is open, no file is fetched and no request waits for the provider", async (t) => {
  const { groq, host, harness, client, resumeUrl } = await start(t, { providerRestMs: 3_600_000 })
  const { database } = harness.server.services
  await client.post(generations, { jobContext })
  groq.otherwise(failing(503))
  const submit = (name: string, url: string) =>
    client.post(`/v1/jobs/job-1/applications/${name}/scoring-jobs`, { resumeUrl: url })
  for (let index = 0; index < 10; index += 1) await submit(`crowd-${index}`, resumeUrl)
  await until('the circuit breaker opens', () => harness.log.some((line) => line.includes('circuit breaker open')))
  const before = groq.requests.length
  const late = await submit('late', `${new URL(resumeUrl).origin}/late.txt`)
  const rows = () =>
    database.select<{ transientFailures: number }>(
      'SELECT transientFailures FROM scoring_jobs WHERE dueAt > queuedAt AND id = $1',
      [late.body.scoringJobId],
    )
  await until('the late job is snoozed', async () => (await rows()).length > 0)
  t.deepEqual(await rows(), [{ transientFailures: 0 }])
  t.is((await client.get(late.headers.location as string)).body.status, 'queued')
  t.false(host.requests.some(({ path }) => path === '/late.txt'))
  t.like(await client.post(generations, { jobContext }), { status: 502, body: { code: 'AI_PROCESSING_FAILED' } })
  t.is(groq.requests.length, before)
})

test('with a wrong key, no job fails: jobs wait, /readyz and the metrics state the cause, and they continue with a valid key', async (t) => {
  const { groq, harness, client, resumeUrl } = await start(t)
  await client.post(generations, { jobContext })
  groq.otherwise(failing(401))
  const job = await client.post('/v1/jobs/job-1/applications/app-1/scoring-jobs', { resumeUrl })
  const degraded = async () => (await client.get('/readyz')).body.degraded.model as string | undefined
  t.regex((await until('the cause is named', degraded)) ?? '', /refuses the API key: correct GROQ_API_KEY/)
  t.is(harness.log.filter((line) => line.includes('refuses the API key')).length, 1)
  t.is((await client.post(generations, { jobContext })).body.code, 'AI_PROCESSING_FAILED')
  groq.otherwise(good)
  await until(
    'the job completes',
    async () => (await client.get(job.headers.location as string)).body.status === 'completed',
  )
  t.is(await degraded(), undefined)
  groq.otherwise(throttled('30'))
  t.is((await client.post(generations, { jobContext })).headers['retry-after'], '30', 'the wait is passed on')
})

test("a resume that exceeds the model's context fails at the first attempt, and its audit gives the reason", async (t) => {
  const { groq, client, resumeUrl } = await start(t)
  await client.post(generations, { jobContext })
  groq.otherwise(
    replying(400, {
      error: {
        ...{ code: 400, type: 'exceed_context_size_error', n_prompt_tokens: 1137, n_ctx: 1024 },
        message: 'request (1137 tokens) exceeds the available context size (1024 tokens), try increasing it',
      },
    }),
  )
  const { error, scoringJob } = await score(client, resumeUrl)
  t.like(error, { code: 'AI_PROCESSING_FAILED', reason: 'too_long_for_model', retryable: false })
  t.is(scoringJob.audit.failure, 'the model reads 1,024 tokens; this score needs 1,137')
  t.is(groq.requests.length, 2)
})

test('a job whose quotes are all invented by the model fails without a score, and shows its cost', async (t) => {
  const { groq, client, resumeUrl } = await start(t)
  await client.post(generations, { jobContext })
  groq.otherwise(obedient)
  const failed = await score(client, resumeUrl)
  t.like(failed, { status: 'failed', error: { code: 'AI_SCORING_FAILED', retryable: true } })
  // Five attempts of two calls each.
  t.deepEqual(failed.scoringJob.tokensLost, { input: 1_000, output: 200 })
})

/** The correct answer, except that the first criterion's quote is not in any text. */
const misquoting: Behaviour = ({ body }, response) => {
  const verdicts = criteriaOf(body).map(({ id }, index) => ({
    ...{ criterionId: id, verdict: 'MET', reason: 'As the resume shows.' },
    evidence: [{ source: 'RESUME', answerIndex: null, quote: index === 0 ? 'nowhere to be found' : quotes[index] }],
  }))
  return saying({ verdicts })({ body } as FakeRequest, response)
}
const quotes = resumeLines.filter((line) => line.split(' ').length > 4)

test('a verdict whose quote cannot be verified is flagged on score and report, and not reused for the next score', async (t) => {
  const { groq, client, resumeUrl } = await start(t)
  await client.send('PUT', '/v1/jobs/job-1/criteria', {
    criteria: ['Kubernetes', 'Leadership', 'Nursing'].map((text) => ({ text, importance: 'PREFERRED' })),
  })
  groq.otherwise(misquoting)
  const scored = await score(client, resumeUrl)
  t.is(scored.status, 'completed')
  t.deepEqual(scored.scoringJob.integrity, {
    flags: ['QUOTE_NOT_VERIFIED'],
    findings: [{ flag: 'QUOTE_NOT_VERIFIED', reason: 'quote_not_found' }],
  })
  const [first] = scored.result.assessment.criteria
  t.like(first, {
    ...{ verdict: 'NO_EVIDENCE', evidence: [] },
    reason: "The model's quote could not be verified in the resume.",
  })
  const { body: page } = await client.get('/v1/jobs/job-1/applications/app-1/score/report')
  t.regex(String(page), /Limits of this score/)
  t.notRegex(String(page), /None of this changes the score/)
  groq.otherwise(good)
  const again = await score(client, resumeUrl)
  t.is(again.scoringJob.audit.reused, 2)
  t.is(again.scoringJob.integrity, undefined)
})

test('a caller that disconnects stops its generation, and no version is created', async (t) => {
  const { groq, client } = await start(t)
  groq.otherwise(hang)
  const caller = new AbortController()
  const headers = { Authorization: `Bearer ${client.key}`, 'X-Tenant-Id': 'acme', 'Content-Type': 'application/json' }
  const call = fetch(`${client.url}${generations}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ jobContext }),
    signal: caller.signal,
  })
  const { gone } = await groq.arrival(1)
  caller.abort()
  await t.throwsAsync(call)
  await gone
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.code, 'JOB_NOT_FOUND')
})

test("neither the provider's key nor its prompts are logged", async (t) => {
  const { groq, harness, client, resumeUrl } = await start(t)
  await client.post(generations, { jobContext: { jobDescription: 'Requirements: canary8812' } })
  groq.answer(failing(500), badJson, badJson)
  await score(client, resumeUrl)
  const log = harness.log.join('\n')
  for (const secret of ['gsk_canary_5521', 'canary8812', 'Globex']) t.false(log.includes(secret), secret)
})
