import test, { type ExecutionContext } from 'ava'
import { periods } from '../../src/platform/services.ts'
import {
  badJson,
  failing,
  hang,
  obedient,
  reset,
  startFakeGroq,
  throttled,
  wrongSchema,
  type Behaviour,
} from '../support/fake-groq.ts'
import { startHarness, type Client } from '../support/harness.ts'
import { file, startResumeHost } from '../support/resume-host.ts'
import { resumeLines } from '../support/resumes.ts'

const soon = { ...periods, retryFirstMs: 1, retryMostMs: 5, sweepMs: 10, generationTimeoutMs: 3_000 }
const generations = '/v1/jobs/job-1/criteria-generations'
const jobContext = { jobTitle: 'Engineer', jobDescription: 'Requirements: Kubernetes, PostgreSQL, Terraform' }

async function start(t: ExecutionContext) {
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
  const harness = await startHarness(t, { settings, overrides: { periods: soon } })
  const client = await harness.client({ environment: 'PRODUCTION' })
  return { groq, harness, client, resumeUrl: `${host.origin}/cv.txt` }
}

const score = async (client: Client, resumeUrl: string) =>
  (await client.score('job-1', 'app-1', { resumeUrl, rescore: true })).body

test('criteria and scores come from the model, and say so', async (t) => {
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
  t.is(groq.requests.length, calls, 'the same input asks no model again')
  t.deepEqual(again.result, scored.result)
  t.deepEqual(again.scoringJob.audit.tokens, { input: 0, output: 0 })
})

test('a generation whose answer stays unusable, or whose provider fails or hangs, has its code and makes no version', async (t) => {
  const { groq, client } = await start(t)
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

test('one bad answer is repaired', async (t) => {
  const { groq, client, resumeUrl } = await start(t)
  groq.answer(badJson)
  t.is((await client.post(generations, { jobContext })).status, 201)
  groq.answer(wrongSchema)
  t.is((await score(client, resumeUrl)).status, 'completed')
})

test('verdicts that stay unusable are tried five times and end as AI_SCORING_FAILED', async (t) => {
  const { groq, client, resumeUrl } = await start(t)
  await client.post(generations, { jobContext })
  groq.otherwise(badJson)
  const failed = await score(client, resumeUrl)
  t.is(failed.error.code, 'AI_SCORING_FAILED')
  t.true(failed.error.retryable)
})

test('a provider that throttles or is away puts the job off at no cost, until it is back', async (t) => {
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

test('a model that obeys the resume earns it nothing: no quote, no credit', async (t) => {
  const { groq, client, resumeUrl } = await start(t)
  await client.post(generations, { jobContext })
  groq.otherwise(obedient)
  const scored = await score(client, resumeUrl)
  t.is(scored.status, 'completed')
  t.is(scored.result.score, 0)
  t.true(scored.scoringJob.audit.quotesRefused > 0)
  t.true(scored.result.assessment.criteria.every(({ verdict }: { verdict: string }) => verdict === 'NO_EVIDENCE'))
})

test('a caller that hangs up stops its generation, and no version is made', async (t) => {
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

test("neither the provider's key nor what it was told is logged", async (t) => {
  const { groq, harness, client, resumeUrl } = await start(t)
  await client.post(generations, { jobContext: { jobDescription: 'Requirements: canary8812' } })
  groq.answer(failing(500), badJson, badJson)
  await score(client, resumeUrl)
  const log = harness.log.join('\n')
  for (const secret of ['gsk_canary_5521', 'canary8812', 'Globex']) t.false(log.includes(secret), secret)
})
