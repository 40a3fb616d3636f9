/** When the client retries, how long it waits, and what it throws in the end. */
import test from 'ava'
import { createClient, ScreeningError, type Client, type ClientOptions } from '../../src/client/index.ts'

type Sent = { url: string; method: string; headers: Record<string, string>; body: string | undefined; at: number }
type Step = () => Response | Promise<Response>

/** Returns a client whose fetch follows a script, repeats the last step, and records the requests. */
function scripted(script: Step[], options: Partial<ClientOptions> = {}): { client: Client; sent: Sent[] } {
  const sent: Sent[] = []
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    const { method = 'GET', headers, body } = init
    sent.push({
      url: String(url),
      method,
      headers: headers as Record<string, string>,
      body: body as string | undefined,
      at: Date.now(),
    })
    const step = script[Math.min(sent.length, script.length) - 1] as Step
    return step()
  }
  const own = {
    baseUrl: 'http://service.invalid/',
    apiKey: 'sk_test_a',
    tenantId: 'acme',
    fetch: fetch as typeof globalThis.fetch,
  }
  return { client: createClient({ ...own, ...options }), sent }
}

const json = (status: number, body: object, headers: Record<string, string> = {}): Step => {
  return () =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
}
const failure = (status: number, code: string, retryable: boolean, headers = {}): Step =>
  json(status, { code, message: 'Not now.', status, retryable, traceId: 'abc', details: null }, headers)
const dropped: Step = () => {
  throw new TypeError('fetch failed')
}
const accepted = json(202, { scoringJobId: 'sj_1' })
const submission = { jobId: 'job 1', applicationId: 'app/1', body: { resumeUrl: 'https://a.example/cv.pdf' } }

test('a submission is repeated with the same idempotency key, and not before Retry-After', async (t) => {
  const { client, sent } = scripted([failure(503, 'SERVICE_UNAVAILABLE', true, { 'Retry-After': '1' }), accepted])
  t.is((await client.submitScoringJob(submission)).scoringJobId, 'sj_1')
  const [first, second] = sent as [Sent, Sent]
  t.is(first.url, 'http://service.invalid/v1/jobs/job%201/applications/app%2F1/scoring-jobs')
  t.is(first.method, 'POST')
  t.deepEqual(JSON.parse(first.body as string), submission.body)
  t.is(first.headers.Authorization, 'Bearer sk_test_a')
  t.is(first.headers['X-Tenant-Id'], 'acme')
  t.regex(first.headers['Idempotency-Key'] as string, /^[0-9a-f]{32}$/)
  t.deepEqual(second.headers, first.headers)
  t.true(second.at - first.at >= 990, `${second.at - first.at} ms`)
  await client.submitScoringJob(submission)
  t.not(sent[2]?.headers['Idempotency-Key'], first.headers['Idempotency-Key'])
})

test("a call's options take precedence over the client's options", async (t) => {
  const { client, sent } = scripted([accepted])
  await client.submitScoringJob(submission, { tenantId: 'other', idempotencyKey: 'mine' })
  t.is(sent[0]?.headers['X-Tenant-Id'], 'other')
  t.is(sent[0]?.headers['Idempotency-Key'], 'mine')
})

const passing: Record<string, Step> = {
  'a lost connection': dropped,
  'a 429 from a rate limit': failure(429, 'RATE_LIMITED', true, { 'Retry-After': '0' }),
  'a repeat of a request that is still running': failure(409, 'IDEMPOTENCY_REQUEST_IN_PROGRESS', true, {
    'Retry-After': '0',
  }),
  'a proxy that cannot reach the service': () => new Response('<html>', { status: 502 }),
  'a response that breaks off': () =>
    new Response('{"scoringJobId":', { headers: { 'Content-Type': 'application/json' } }),
}
for (const [name, step] of Object.entries(passing))
  test(`the client retries after ${name}`, async (t) => {
    const { client, sent } = scripted([step, accepted])
    t.is((await client.submitScoringJob(submission)).scoringJobId, 'sj_1')
    t.is(sent.length, 2)
  })

const lasting: Record<string, Step> = {
  'an invalid request': failure(400, 'VALIDATION_ERROR', false),
  'an exhausted quota': failure(429, 'MONTHLY_TRIAL_QUOTA_EXCEEDED', false),
  'criteria that have changed': failure(409, 'CRITERIA_REVISION_CONFLICT', true),
  'a Retry-After of hours': failure(503, 'SERVICE_UNAVAILABLE', true, { 'Retry-After': '7200' }),
}
for (const [name, step] of Object.entries(lasting))
  test(`the client does not retry after ${name}`, async (t) => {
    const { client, sent } = scripted([step, accepted])
    await t.throwsAsync(client.submitScoringJob(submission), { instanceOf: ScreeningError })
    t.is(sent.length, 1)
  })

test('after a lost connection, a request for a secret that is shown only once is not repeated', async (t) => {
  const lost = scripted([dropped, json(201, {})])
  const error = await t.throwsAsync<ScreeningError>(lost.client.createApiKey({ body: {} }))
  t.deepEqual([error?.code, error?.status, error?.retryable], ['CONNECTION_FAILED', null, true])
  t.is(lost.sent.length, 1)
  const refused = scripted([failure(503, 'SERVICE_UNAVAILABLE', true), json(201, { key: 'sk_test_b' })])
  t.is((await refused.client.createApiKey({ body: {} })).key, 'sk_test_b')
})

test("the client throws the service's error after its last attempt", async (t) => {
  const details = [{ field: 'resumeUrl', code: 'required', message: 'must be there' }]
  const body = { code: 'A_NEW_CODE', message: 'No.', status: 503, retryable: true, traceId: 'abc', details }
  const { client, sent } = scripted([json(503, body, { 'Retry-After': '0', 'X-Trace-Id': 'abc' })], { retries: 1 })
  const error = await t.throwsAsync<ScreeningError>(client.submitScoringJob(submission))
  t.is(sent.length, 2)
  t.true(error instanceof Error)
  const { code, status, retryable, traceId, retryAfterSeconds } = error
  t.deepEqual([code, status, retryable, traceId, retryAfterSeconds], ['A_NEW_CODE', 503, true, 'abc', 0])
  t.deepEqual(error?.details, details)
  t.is(error?.message, 'A_NEW_CODE: No. (resumeUrl must be there)')
  await t.throwsAsync(client.submitScoringJob(submission, { retries: 0 }))
  t.is(sent.length, 3)
})

test("an error's message contains its first details and the number of remaining ones", async (t) => {
  const details = ['a', 'b', '', 'd', 'e'].map((field) => ({ field, code: 'required', message: 'is required' }))
  const body = { code: 'VALIDATION_ERROR', message: 'No.', status: 400, retryable: false, traceId: 'abc', details }
  const { client } = scripted([json(400, body, {})])
  const error = await t.throwsAsync<ScreeningError>(client.submitScoringJob(submission))
  t.is(error?.message, 'VALIDATION_ERROR: No. (a is required; b is required; is required; and 2 more)')
})

test('a caller can abort a call, even between attempts', async (t) => {
  const caller = new AbortController()
  const reason = new Error('enough')
  const step: Step = () => {
    caller.abort(reason)
    return failure(503, 'SERVICE_UNAVAILABLE', true, { 'Retry-After': '60' })()
  }
  const { client, sent } = scripted([step])
  t.is(await t.throwsAsync(client.submitScoringJob(submission, { signal: caller.signal })), reason)
  t.is(await t.throwsAsync(client.getUsage({}, { signal: caller.signal })), reason)
  t.is(sent.length, 1)
})

test('an attempt that takes too long is treated like a lost connection', async (t) => {
  const never = (_url: unknown, { signal }: RequestInit) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
  const { client } = scripted([], { fetch: never as typeof fetch, timeoutMs: 5, retries: 0 })
  const error = await t.throwsAsync<ScreeningError>(client.getUsage())
  t.is(error?.code, 'CONNECTION_FAILED')
  t.regex(error?.message, /timed out after 5 ms/)
})

test('a call with a parameter that would change the path, or without a tenant, is not sent', async (t) => {
  const { client, sent } = scripted([accepted], { tenantId: undefined })
  for (const jobId of ['..', '.', ''])
    await t.throwsAsync(client.getCurrentCriteria({ jobId }, { tenantId: 'a' }), { instanceOf: TypeError })
  await t.throwsAsync(client.getCurrentCriteria({ jobId: 'job-1' }), { message: /tenantId/ })
  t.is(sent.length, 0)
  await client.listCriteriaOfJobs({ jobIds: ['a', 'b&c'] }, { tenantId: 'a' })
  t.is(sent[0]?.url, 'http://service.invalid/v1/jobs/criteria?jobIds=a%2Cb%26c')
  t.false('Idempotency-Key' in (sent[0] as Sent).headers)
})

test('a web page cannot use a live key', (t) => {
  const page = globalThis as { window?: object; document?: object }
  Object.assign(page, { window: {}, document: {} })
  try {
    const own = { baseUrl: 'http://service.invalid' }
    t.throws(() => createClient({ ...own, apiKey: 'sk_live_a' }), { message: /live key/ })
    t.notThrows(() => createClient({ ...own, apiKey: 'sk_test_a' }))
  } finally {
    delete page.window
    delete page.document
  }
  t.notThrows(() => createClient({ baseUrl: 'http://service.invalid', apiKey: 'sk_live_a' }))
})
