/**
 * Every code in the catalogue is produced here or listed as reserved. The tests share one server, except those that
 * need short timeouts. They run one by one, because each breaks the server in a different way.
 */
import test from 'ava'
import { workDeletions } from '../../src/features/deletions/eraser.ts'
import { scoringFailures } from '../../src/features/scoring/sandbox-fixtures.ts'
import type { ErrorCode } from '../../src/kit/errors.ts'
import { HOUR } from '../../src/kit/time.ts'
import { DatabaseUnavailable } from '../../src/platform/database/database.ts'
import { type Failpoint } from '../../src/platform/services.ts'
import { timings } from '../../src/platform/timings.ts'
import { contract } from '../support/contract/operations.ts'
import { fileContext } from '../support/contract/server.ts'
import { badJson, failing, good, hang, startFakeGroq, type FakeGroq } from '../tools/fakes/groq.ts'
import { HandClock } from '../tools/fakes/hand-clock.ts'
import { startHarness, type Answer, type Client, type Harness } from '../support/harness.ts'

const reserved: Partial<Record<ErrorCode, string>> = {
  UNKNOWN: 'what a client calls a code that it does not know; the service never sends it',
}

const shared = fileContext()
const clock = new HandClock()
const absent = '0198a3c2-7b1e-7c3a-9d52-3f6a1b2c4d5e'
const job = '/v1/jobs/job-1'
const jobContext = { jobDescription: 'Requirements: patience' }
const criteria = [{ text: 'Patience', importance: 'MUST_HAVE' }]
const override = { verdict: 'MET', reason: 'Her referee confirms it.', reviewer: 'Dana Ruiz' }
const fixture = (name: string) => `https://fixtures.sandbox.invalid/${name}`

let groq: FakeGroq
let harness: Harness
let client: Client
let broken: Failpoint | null = null

test.before(async () => {
  groq = await startFakeGroq()
  shared.teardown(() => groq.close())
  const failpoint = (point: Failpoint) => {
    if (point === broken) throw new Error('broken by the test')
  }
  // Deletions stay open until the test runs them.
  const overrides = { clock, failpoint, timings: { ...timings, deletionSweepMs: 1e9 } }
  harness = await startHarness(shared, { settings: settingsOf(groq), overrides })
  client = await harness.client()
  await client.send('PUT', `${job}/criteria`, { criteria })
})

const settingsOf = ({ url }: FakeGroq) => ({ GROQ_API_KEY: 'gsk_test', GROQ_BASE_URL: url })

/** Returns the response to a read while every database query fails with `error`. */
async function whileReadsFail(error: Error): Promise<Answer> {
  const { database } = harness.server.services
  const { select } = database
  Object.assign(database, { select: () => Promise.reject(error) })
  return client.get(`${job}/criteria`).finally(() => Object.assign(database, { select }))
}

/** A request for each code that a response can have. */
const requests: Partial<Record<ErrorCode, () => Promise<Answer>>> = {
  UNAUTHORIZED: () => client.get(`${job}/criteria`, { Authorization: '' }),
  FORBIDDEN: async () => (await harness.client({ permissions: ['webhooks'] })).get(`${job}/criteria`),
  VALIDATION_ERROR: () => client.get(`${job}/criteria?surprise=1`),
  MISSING_JOB_DESCRIPTION: () => client.post(`${job}/criteria-generations`, { jobContext: {} }),
  ANSWER_MISMATCH: async () => {
    const { body } = await client.post(`${job}/question-sets`, { jobContext })
    const answers = { questionSetId: body.questionSet.id, answers: [] }
    return client.post(`${job}/criteria-generations`, { jobContext, ...answers })
  },
  CRITERIA_INVALID: async () => {
    const { id } = (await client.get(`${job}/criteria`)).body.criteria
    return client.send('POST', `${job}/criteria/versions/${id}/archive`)
  },
  CRITERIA_REVISION_CONFLICT: () =>
    client.send('PUT', `${job}/criteria`, { criteria }, { 'If-Match': `"cv_${absent}"` }),
  SCORE_NOT_READY: async () => {
    await client.post(`${job}/applications/open/scoring-jobs`, { resumeUrl: fixture('slow') })
    return client.send('PUT', `${job}/applications/open/score/overrides/cr_${absent}`, override)
  },
  SCORE_REVISION_CONFLICT: async () => {
    const { body } = await client.score('job-1', 'scored', { resumeUrl: fixture('strong') })
    const { criterionId } = body.result.assessment.criteria[0]
    return client.send('PUT', `${job}/applications/scored/score/overrides/${criterionId}`, override, {
      'If-Match': `"sj_${absent}"`,
    })
  },
  NOT_FOUND: () => client.get('/v1/nothing'),
  TENANT_NOT_FOUND: async () => {
    await client.send('PUT', `${job}/criteria`, { criteria }, { 'X-Tenant-Id': 'leaving' })
    await client.send('DELETE', '/v1/tenants/leaving')
    return client.get(`${job}/criteria`, { 'X-Tenant-Id': 'leaving' })
  },
  JOB_NOT_FOUND: () => client.get('/v1/jobs/none/criteria'),
  APPLICATION_NOT_FOUND: () => client.get(`${job}/applications/none/score`),
  QUESTION_SET_NOT_FOUND: () => client.get(`${job}/question-sets/qs_${absent}`),
  CRITERIA_NOT_FOUND: async () => {
    await client.post('/v1/jobs/asked/question-sets', { jobContext })
    return client.get('/v1/jobs/asked/criteria')
  },
  CRITERION_NOT_FOUND: () => client.get(`${job}/criteria/items/cr_${absent}`),
  CRITERIA_VERSION_NOT_FOUND: () => client.get(`${job}/criteria/versions/cv_${absent}`),
  SCORING_JOB_NOT_FOUND: () => client.get(`${job}/applications/a/scoring-jobs/sj_${absent}`),
  BATCH_NOT_FOUND: () => client.get(`${job}/scoring-batches/sb_${absent}`),
  LIBRARY_CRITERION_NOT_FOUND: () => client.get(`/v1/criteria-library/lc_${absent}`),
  DELETION_REQUEST_NOT_FOUND: () => client.get(`/v1/deletion-requests/dr_${absent}`),
  RESUME_URL_BLOCKED: () =>
    client.post(`${job}/applications/blocked/scoring-jobs`, { resumeUrl: 'https://10.0.0.1/cv.pdf' }),
  RESUME_NOT_FOUND: () =>
    client.post(`${job}/applications/missing/scoring-jobs`, { resumeUrl: `resume://rs_${absent}` }),
  RATE_LIMITED: async () => {
    const limited = await harness.client({ limits: { read_and_ops: 1 } })
    await limited.get('/v1/usage')
    return limited.get('/v1/usage')
  },
  MONTHLY_TRIAL_QUOTA_EXCEEDED: async () => {
    const trial = await harness.client({ plan: 'trial' })
    await trial.send('PUT', `${job}/criteria`, { criteria })
    // The clock is stopped, so that reservations do not expire.
    const resumeUrl = fixture('slow')
    const applications = Array.from({ length: 100 }, (_, index) => ({ applicationId: `app-${index}`, resumeUrl }))
    await trial.post(`${job}/scoring-batches`, { applications })
    return trial.post(`${job}/applications/one-more/scoring-jobs`, { resumeUrl })
  },
  IDEMPOTENCY_KEY_ALREADY_USED: async () => {
    const put = (text: string) =>
      client.send(
        'PUT',
        '/v1/jobs/keyed/criteria',
        { criteria: [{ text, importance: 'PREFERRED' }] },
        { 'Idempotency-Key': 'k' },
      )
    await put('one')
    return put('another')
  },
  IDEMPOTENCY_REQUEST_IN_PROGRESS: async () => {
    const held = Promise.withResolvers<void>()
    groq.answer(async (...call) => {
      await held.promise
      await good(...call)
    })
    const generate = () => client.post('/v1/jobs/held/criteria-generations', { jobContext }, { 'Idempotency-Key': 'h' })
    const arrived = groq.arrival(groq.requests.length + 1)
    const first = generate()
    await arrived
    const second = await generate()
    held.resolve()
    await first
    return second
  },
  AI_GENERATION_FAILED: () => {
    groq.answer(badJson, badJson)
    return client.post(`${job}/criteria-generations`, { jobContext })
  },
  AI_PROCESSING_FAILED: async () => {
    groq.otherwise(failing(500))
    return client.post(`${job}/criteria-generations`, { jobContext }).finally(() => groq.otherwise(good))
  },
  TIMEOUT: async () => {
    const provider = await startFakeGroq()
    shared.teardown(() => provider.close())
    provider.otherwise(hang)
    const overrides = { timings: { ...timings, generationTimeoutMs: 100 } }
    const impatient = await (await startHarness(shared, { settings: settingsOf(provider), overrides })).client()
    return impatient.post(`${job}/criteria-generations`, { jobContext })
  },
  SERVICE_UNAVAILABLE: () => whileReadsFail(new DatabaseUnavailable('connection refused')),
  INTERNAL_ERROR: () => whileReadsFail(new Error('a confidential defect')),
}

test.serial('every code is produced here or reserved, and a code has a status only if a response can have it', (t) => {
  const raised = [...Object.keys(requests), ...scoringFailures, 'DELETION_REQUEST_FAILED', ...Object.keys(reserved)]
  t.deepEqual([...new Set(raised)].toSorted(), Object.keys(contract.catalogue).toSorted())
  const withStatus = Object.entries(contract.catalogue).filter(([, { statuses }]) => statuses.length > 0)
  t.deepEqual(withStatus.map(([code]) => code).toSorted(), Object.keys(requests).toSorted())
})

/** Codes whose responses have Retry-After. */
const waits = ['RATE_LIMITED', 'IDEMPOTENCY_REQUEST_IN_PROGRESS', 'TENANT_NOT_FOUND', 'SERVICE_UNAVAILABLE']

for (const [code, raise] of Object.entries(requests)) {
  test.serial(`${code} is returned as the catalogue describes it`, async (t) => {
    const { status, headers, body } = await raise()
    t.is(body.code, code)
    const { statuses, retryable, meaning, action } = contract.catalogue[code as ErrorCode]
    t.true(statuses.includes(status), `${status}`)
    t.is(body.status, status)
    t.is(body.retryable, retryable)
    t.is(body.message, `${meaning} ${action}`)
    t.is(body.type, `/errors/${code.toLowerCase().replaceAll('_', '-')}`)
    t.is(Number(headers['retry-after'] ?? 0) >= 1, waits.includes(code))
    t.is(headers['www-authenticate'], code === 'UNAUTHORIZED' ? 'Bearer' : undefined)
  })
}

test.serial(
  "a defect is logged with its response's trace id, and the response reveals nothing about the defect",
  async (t) => {
    const { body } = await whileReadsFail(new Error('a confidential defect'))
    t.false(JSON.stringify(body).includes('confidential defect'))
    const logged = harness.log.filter((line) => line.includes(body.traceId) && line.includes('confidential defect'))
    t.is(logged.length, 1)
  },
)

for (const code of scoringFailures) {
  test.serial(`${code} is the result of a failed scoring job`, async (t) => {
    const resumeUrl = fixture(code.toLowerCase().replaceAll('_', '-'))
    const { body } = await client.score('job-1', `app-${code}`, { resumeUrl })
    const { meaning, retryable } = contract.catalogue[code]
    t.is(body.status, 'failed')
    t.deepEqual(body.error, { code, message: meaning, retryable })
    t.is(body.scoringJob.errorCode, code)
  })
}

test.serial('DELETION_REQUEST_FAILED is the result of a deletion that fails five times', async (t) => {
  const { headers } = await client.send('DELETE', `${job}/applications/app-TIMEOUT`)
  broken = 'erasing'
  for (let failures = 0; failures < 5; failures += 1) {
    clock.instant += HOUR
    await workDeletions(harness.server.services)
  }
  broken = null
  const { deletionRequest } = (await client.get(headers.location as string)).body
  t.is(deletionRequest.status, 'FAILED')
  t.is(deletionRequest.errorCode, 'DELETION_REQUEST_FAILED')
})
