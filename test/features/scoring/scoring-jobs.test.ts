import test from 'ava'
import { scoringFailures } from '../../../src/features/scoring/sandbox-fixtures.ts'
import { timings } from '../../../src/platform/timings.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness } from '../../support/harness.ts'
import { until } from '../../tools/until.ts'

const fixture = (name: string) => `https://fixtures.sandbox.invalid/${name}`
const submissions = (application: string) => `/v1/jobs/job-1/applications/${application}/scoring-jobs`

test('the fixture `strong` scores 10 with a quote for every criterion, in both documented forms of the result', async (t) => {
  const client = await (await startHarness(t)).client()
  const { criteria } = (await client.generate('job-1')).body
  const { status, body } = await client.score('job-1', 'app-1', { resumeUrl: fixture('strong') })
  t.is(status, 200)
  t.is(body.status, 'completed')
  t.is(body.scoringJob.status, 'COMPLETED')
  t.is(body.scoringJob.criteriaVersionId, criteria.id)
  t.is(body.result.score, 10)
  t.is(body.scoringJob.score, 10)
  t.is(body.result.assessment.verdict, 'STRONG_MATCH')
  t.is(body.result.assessment.strengths.length, criteria.criteria.length)
  for (const { evidence } of body.result.assessment.criteria) t.true(evidence[0].quote.length > 0)
  t.is(body.scoringJob.audit.engine, 'sandbox')
  t.is(body.scoringJob.errorCode, null)
  t.deepEqual((await client.get('/v1/jobs/job-1/applications/app-1/score')).body, body)
})

test('the fixture `flagged` scores like `strong`, and the list can be filtered by its flag', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  const { body } = await client.score('job-1', 'f', { resumeUrl: fixture('flagged') })
  const strong = await client.score('job-1', 's', { resumeUrl: fixture('strong') })
  t.is(body.result.score, strong.body.result.score)
  t.deepEqual(body.scoringJob.integrity.flags, ['INSTRUCTION_LIKE_TEXT'])
  const { data } = (await client.get('/v1/jobs/job-1/applications?flag=INSTRUCTION_LIKE_TEXT')).body
  t.deepEqual(
    data.map(({ applicationId }: { applicationId: string }) => applicationId),
    ['f'],
  )
})

test('the fixture `moderate` scores 5.0 to 7.9 and `weak` below 5.0, with any criteria', async (t) => {
  const client = await (await startHarness(t)).client()
  const descriptions = [
    'Must have: a driving licence',
    'Requirements:\n- Java\n- SQL\n- Git\nNice to have:\n- Rust\n- Go',
    'Nice to have: humour',
  ]
  for (const [index, description] of descriptions.entries()) {
    await client.generate(`job-${index}`, description)
    const moderate = await client.score(`job-${index}`, 'm', { resumeUrl: fixture('moderate') })
    t.true(moderate.body.result.score >= 5 && moderate.body.result.score <= 7.9, `${moderate.body.result.score}`)
    t.is(moderate.body.result.assessment.verdict, 'MODERATE_MATCH')
    const weak = await client.score(`job-${index}`, 'w', { resumeUrl: fixture('weak') })
    t.true(weak.body.result.score < 5)
    t.is(weak.body.result.assessment.verdict, 'WEAK_MATCH')
  }
})

test('an unknown fixture is refused, and the error lists the fixtures that exist', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  const entry = { applicationId: 'app-1', resumeUrl: fixture('strog') }
  const single = await client.post('/v1/jobs/job-1/applications/app-1/scoring-jobs', { resumeUrl: entry.resumeUrl })
  const batch = await client.post('/v1/jobs/job-1/scoring-batches', { applications: [entry] })
  for (const [{ status, body }, field] of [
    [single, 'resumeUrl'],
    [batch, 'applications[0].resumeUrl'],
  ] as const) {
    t.is(status, 400)
    t.like(body.details[0], { field, code: 'unknown' })
    t.regex(body.details[0].message, /use one of strong, moderate, weak, slow, flagged, resume-fetch-failed/)
  }
})

test('there is a fixture for every code with which a scoring job can fail', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  for (const code of scoringFailures) {
    const { body } = await client.score('job-1', code, { resumeUrl: fixture(code.toLowerCase().replaceAll('_', '-')) })
    t.is(body.status, 'failed')
    t.is(body.scoringJob.errorCode, code)
    t.is(body.error.code, code)
    t.is(body.error.message, body.scoringJob.errorMessage)
    t.false('result' in body)
    t.false('score' in body.scoringJob)
  }
})

test('the fixture `slow` is queued, and ends ten seconds after its submission', async (t) => {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock, timings: { ...timings, sweepMs: 20 } } })
  const client = await harness.client()
  await client.generate('job-1')
  const { headers, body } = await client.post(submissions('app-1'), { resumeUrl: fixture('slow') })
  const location = headers.location as string
  const { database } = harness.server.services
  const isSnoozed = async () =>
    (await database.select(`SELECT id FROM scoring_jobs WHERE status = 'PENDING' AND attempt > 0`)).length === 1
  await until('the job is snoozed', isSnoozed)
  t.is((await client.get(location)).body.status, 'queued')
  clock.instant += timings.slowFixtureMs
  const ended = await client.ended(location)
  t.is(ended.body.result.score, 10)
  t.is(Date.parse(ended.body.completedAt) - Date.parse(body.queuedAt), timings.slowFixtureMs)
})

test('the 202 response says where and when to poll', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  const { status, headers, body } = await client.post(submissions('app-1'), { resumeUrl: fixture('strong') })
  t.is(status, 202)
  t.is(headers.location, `${submissions('app-1')}/${body.scoringJobId}`)
  t.true(Number(headers['retry-after']) >= 1)
  t.is(body.status, 'queued')
  t.is(body.scoringJob.status, 'PENDING')
  t.false(body.scoringJob.isRescore)
  const { startedAt, completedAt, failedAt, errorCode, errorMessage } = body.scoringJob
  t.deepEqual([startedAt, completedAt, failedAt, errorCode, errorMessage], [null, null, null, null, null])
})

test('a second submission gets the existing job, whatever its body', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  const first = await client.score('job-1', 'app-1', { resumeUrl: fixture('weak') })
  for (const resumeUrl of [fixture('weak'), fixture('strong'), 'https://localhost/cv.pdf']) {
    const { status, headers, body } = await client.post(submissions('app-1'), { resumeUrl })
    t.is(status, 202)
    t.is(headers['x-scoring-deduplicated'], 'true')
    t.true(body.deduplicated)
    t.is(body.scoringJobId, first.body.scoringJobId)
    t.is(headers['retry-after'], undefined)
  }
})

test('after a failed job the application can be submitted again', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  const failed = await client.score('job-1', 'app-1', { resumeUrl: fixture('resume-encrypted') })
  const again = await client.score('job-1', 'app-1', { resumeUrl: fixture('strong') })
  t.not(again.body.scoringJobId, failed.body.scoringJobId)
  t.false(again.body.scoringJob.isRescore)
  t.is(again.body.status, 'completed')
})

// Serial, because each request waits for a connection, which takes seconds on a busy machine.
test.serial('64 concurrent first submissions of one application create one job', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => client.post(submissions('app-1'), { resumeUrl: fixture('strong') })),
  )
  t.true(answers.every(({ status }) => status === 202))
  t.is(new Set(answers.map(({ body }) => body.scoringJobId)).size, 1)
  t.is(answers.filter(({ body }) => !body.deduplicated).length, 1)
})

test('a rescore creates a new job, which becomes the latest, with the criteria at the time it was accepted', async (t) => {
  const client = await (await startHarness(t)).client()
  const one = (await client.generate('job-1')).body.criteria
  const first = await client.score('job-1', 'app-1', { resumeUrl: fixture('strong'), rescore: true })
  t.false(first.body.scoringJob.isRescore, 'there was no earlier job')
  const two = (await client.generate('job-1', 'Requirements: welding')).body.criteria
  const current = await client.score('job-1', 'app-1', { resumeUrl: fixture('weak'), rescore: true })
  t.true(current.body.scoringJob.isRescore)
  t.is(current.body.scoringJob.criteriaVersionId, two.id)
  const pinned = await client.score('job-1', 'app-1', {
    resumeUrl: fixture('strong'),
    rescore: true,
    criteriaVersionId: one.id,
  })
  t.is(pinned.body.scoringJob.criteriaVersionId, one.id)
  t.is((await client.get('/v1/jobs/job-1/applications/app-1/score')).body.scoringJobId, pinned.body.scoringJobId)
  t.deepEqual((await client.get(`${submissions('app-1')}/${first.body.scoringJobId}`)).body, first.body)
})

test('a submission is refused if anything that it refers to does not exist', async (t) => {
  const client = await (await startHarness(t)).client()
  const submit = (body: object) => client.post(submissions('app-1'), { resumeUrl: fixture('strong'), ...body })
  t.is((await submit({})).body.code, 'JOB_NOT_FOUND')
  await client.generate('job-1')
  const other = (await client.generate('job-2')).body.criteria
  t.is((await submit({ criteriaVersionId: other.id })).body.code, 'VALIDATION_ERROR')
  t.is((await submit({ criteriaVersionId: other.id, rescore: false })).body.code, 'VALIDATION_ERROR')
  for (const id of [other.id, 'cv_x', 'ü'])
    t.is((await submit({ criteriaVersionId: id, rescore: true })).body.code, 'CRITERIA_VERSION_NOT_FOUND')
  t.is((await client.get('/v1/jobs/job-1/applications/app-1/score')).body.code, 'APPLICATION_NOT_FOUND')
  t.is(
    (await client.get(`${submissions('app-1')}/sj_0198a3c2-8f00-7d11-8a44-0c9b8a7d6e5f`)).body.code,
    'SCORING_JOB_NOT_FOUND',
  )
})

test('a resume URL is refused if it is malformed, and blocked if its host is private', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  await client.generate('job-1')
  for (const resumeUrl of [
    '',
    'cv.pdf',
    'http://example.com/cv.pdf',
    'ftp://example.com/cv',
    'https://me:secret@example.com/cv',
    'https://',
  ]) {
    const { status, body } = await client.post(submissions('app-1'), { resumeUrl })
    t.is(status, 400, resumeUrl)
    t.is(body.code, 'VALIDATION_ERROR')
    t.is(body.details[0].field, 'resumeUrl')
  }
  for (const resumeUrl of [
    'https://127.0.0.1/cv',
    'https://localhost/cv',
    'https://[::1]/cv',
    'https://2130706433/cv',
    'https://intranet/cv',
    'https://a.internal/cv',
    'https://10.0.0.1/cv',
    'https://169.254.169.254/latest',
  ]) {
    const { status, body } = await client.post(submissions('app-1'), { resumeUrl })
    t.is(status, 422, resumeUrl)
    t.is(body.code, 'RESUME_URL_BLOCKED')
  }
  t.is((await client.get('/v1/jobs/job-1/applications/app-1/score')).status, 404, 'nothing was accepted')
  const live = await harness.client({ environment: 'PRODUCTION' })
  await live.generate('job-1')
  t.is((await live.post(submissions('app-1'), { resumeUrl: fixture('strong') })).body.code, 'RESUME_URL_BLOCKED')
})

test('candidate data over 256 KiB is refused, and members other than the answers are ignored', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  const large = await client.post(submissions('a'), {
    resumeUrl: fixture('strong'),
    candidateData: { notes: 'x'.repeat(262_144) },
  })
  t.is(large.status, 400)
  t.is(large.body.details[0].field, 'candidateData')
  const other = await client.post(submissions('a'), {
    resumeUrl: fixture('strong'),
    candidateData: { notes: { deep: [1] }, applicationAnswers: [] },
  })
  t.is(other.status, 202)
})
