import test from 'ava'
import { sweepExpiredSets } from '../../../src/features/criteria/question-sets.ts'
import { timings } from '../../../src/platform/timings.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Answer, type Client } from '../../support/harness.ts'

const sets = '/v1/jobs/job-1/question-sets'
const generations = '/v1/jobs/job-1/criteria-generations'
const jobContext = {
  jobTitle: 'Backend Engineer',
  jobDescription: "Requirements:\n- TypeScript\n- PostgreSQL\n- Several years of backend work\n- Bachelor's degree",
}

type Question = { id: string; selectionType: string; question: string; options: string[] }
type Given = { id: string; type: string; value: unknown }

async function makeSet(client: Client, job = 'job-1'): Promise<Answer> {
  const answer = await client.post(`/v1/jobs/${job}/question-sets`, { jobContext })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer
}

/** Answers every question with its first option. */
function firstOptions(questions: Question[]): Given[] {
  return questions.map(({ id, selectionType, options }) =>
    selectionType === 'single'
      ? { id, type: 'SINGLE_SELECT', value: options[0] }
      : { id, type: 'MULTI_SELECT', value: [options[0]] },
  )
}

const linesOf = ({ body }: Answer): string[] =>
  body.criteria.criteria.map(({ importance, text }: { importance: string; text: string }) => `${importance} ${text}`)

test('a set creates the job, returns its path and guidance, and is valid for 24 hours', async (t) => {
  const clock = new HandClock()
  const client = await (await startHarness(t, { overrides: { clock } })).client()
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.code, 'JOB_NOT_FOUND')
  const { status, headers, body } = await client.post(sets, { jobContext })
  t.is(status, 201)
  const { questionSet } = body
  t.is(headers.location, `${sets}/${questionSet.id}`)
  t.is(questionSet.jobId, 'job-1')
  t.is(Date.parse(questionSet.expiresAt), clock.now() + 24 * 60 * 60_000)
  t.regex(questionSet.guidance, /Answer every question/)
  t.true(questionSet.questions.some(({ options }: Question) => options.includes('PostgreSQL')))
  t.deepEqual((await client.get(headers.location as string)).body, body)
  t.deepEqual((await client.get(`${sets}/current`)).body, body)
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.code, 'CRITERIA_NOT_FOUND')
})

test('answers change the criteria, and a set can be used twice, even after a newer one is created', async (t) => {
  const clock = new HandClock()
  const client = await (await startHarness(t, { overrides: { clock } })).client()
  const { id: questionSetId, questions } = (await makeSet(client)).body.questionSet
  clock.instant += 1
  const newer = (await makeSet(client)).body.questionSet
  t.deepEqual((await client.get(`${sets}/current`)).body.questionSet, newer)
  const plain = await client.post(generations, { jobContext, questionSetId })
  t.is(plain.status, 201, 'a set without answers is allowed')
  t.true(linesOf(plain).includes('MUST_HAVE PostgreSQL'))
  const chosen = ['TypeScript', 'Experience can make up for it', '5 years']
  const answers = questions.map(({ id, selectionType, options }: Question) => {
    const option = options.find((one) => chosen.includes(one))
    const isSingle = selectionType === 'single'
    return { id, type: isSingle ? 'SINGLE_SELECT' : 'MULTI_SELECT', value: isSingle ? option : [option] }
  })
  const body = { jobContext, questionSetId, answers: answers.toReversed() }
  const answered = [await client.post(generations, body), await client.post('/v1/jobs/job-1/criteria/generate', body)]
  for (const answer of answered) {
    t.is(answer.status, 201)
    t.deepEqual(linesOf(answer), [
      'MUST_HAVE TypeScript',
      'PREFERRED PostgreSQL',
      'PREFERRED 5+ years of backend work',
      "NICE_TO_HAVE Bachelor's degree",
    ])
  }
})

test('an expired set is not found, and the sweep deletes it', async (t) => {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const client = await harness.client()
  const { services } = harness.server
  const { id: questionSetId } = (await makeSet(client)).body.questionSet
  clock.instant += timings.questionSetKeptMs / 2
  const newer = (await makeSet(client)).body.questionSet
  clock.instant += timings.questionSetKeptMs / 2
  for (const path of [`${sets}/${questionSetId}`, '/v1/jobs/none/question-sets/current'])
    t.is((await client.get(path)).body.code, 'QUESTION_SET_NOT_FOUND')
  t.is((await client.post(generations, { jobContext, questionSetId })).body.code, 'QUESTION_SET_NOT_FOUND')
  t.deepEqual((await client.get(`${sets}/current`)).body.questionSet, newer)
  clock.instant += 1
  await sweepExpiredSets(services)
  const left = () => services.database.select<{ id: string }>('SELECT id FROM question_sets')
  t.deepEqual(await left(), [{ id: newer.id }])
  clock.instant += timings.questionSetKeptMs / 2
  t.is((await client.get(`${sets}/current`)).body.code, 'QUESTION_SET_NOT_FOUND')
  await sweepExpiredSets(services)
  t.deepEqual(await left(), [])
})

test('a set of another job, tenant, environment or partner is not found, whatever its id looks like', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const { id } = (await makeSet(client)).body.questionSet
  await makeSet(client, 'job-2')
  const absent = await client.get('/v1/jobs/none/question-sets/current')
  const unknown = async (caller: Client, path: string, questionSetId: string) => {
    const answer = await caller.get(`${path}/question-sets/${questionSetId}`)
    t.is(answer.status, 404)
    t.deepEqual({ ...answer.body, traceId: '' }, { ...absent.body, traceId: '' })
    const body = { jobContext, questionSetId }
    t.is((await caller.post(`${path}/criteria-generations`, body)).body.code, 'QUESTION_SET_NOT_FOUND')
  }
  await unknown(client, '/v1/jobs/job-2', id)
  await unknown(client, '/v1/jobs/job-1', 'qs_0198a3c2-7b1e-7c3a-9d52-3f6a1b2c4d5e')
  for (const form of ['x', '%F0%9F%98%80', "'%20OR%201=1"])
    t.is((await client.get(`${sets}/${form}`)).body.code, 'QUESTION_SET_NOT_FOUND')
  for (const other of [
    await harness.client({ partnerId: client.partnerId, tenant: 'other' }),
    await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' }),
    await harness.client(),
  ]) {
    await makeSet(other)
    await unknown(other, '/v1/jobs/job-1', id)
  }
})

test('if answers do not match their questions, each of them is listed, and no version is created', async (t) => {
  const client = await (await startHarness(t)).client()
  const { id: questionSetId, questions } = (await makeSet(client)).body.questionSet
  const given = firstOptions(questions)
  const multi = given.findIndex(({ type }) => type === 'MULTI_SELECT')
  const single = given.findIndex(({ type }) => type === 'SINGLE_SELECT')
  const [option] = given[multi]?.value as [string]
  const changed = (at: number, change: Partial<Given>) => given.with(at, { ...(given[at] as Given), ...change })
  const required = (count: number) => Array.from({ length: count }, () => 'answers required')
  const cases: [what: string, answers: Given[], details: string[]][] = [
    ['no answer at all', [], required(given.length)],
    ['one is missing', given.slice(1), required(1)],
    ['one is repeated', [...given, given[0] as Given], [`answers[${given.length}].id repeated`]],
    ['an unknown question', [...given, { ...given[0]!, id: 'qn_x' }], [`answers[${given.length}].id unknown`]],
    ['no option', changed(single, { value: 'x' }), [`answers[${single}].value enum`]],
    ['another spelling', changed(single, { value: `${given[single]?.value} ` }), [`answers[${single}].value enum`]],
    ['a list for one', changed(single, { value: [given[single]?.value] }), [`answers[${single}].value mismatch`]],
    ['the type of many', changed(single, { type: 'MULTI_SELECT' }), [`answers[${single}].type mismatch`]],
    ['no value of many', changed(multi, { value: [] }), [`answers[${multi}].value minItems`]],
    ['a value of many twice', changed(multi, { value: [option, option] }), [`answers[${multi}].value[1] repeated`]],
    ['no option of many', changed(multi, { value: [option, 'x'] }), [`answers[${multi}].value[1] enum`]],
    [
      'one for many',
      changed(multi, { type: 'SINGLE_SELECT', value: option }),
      [`answers[${multi}].type mismatch`, `answers[${multi}].value mismatch`],
    ],
    ['two faults', changed(single, { value: 'x' }).slice(0, -1), [`answers[${single}].value enum`, ...required(1)]],
  ]
  for (const [what, answers, expected] of cases) {
    const { status, body } = await client.post(generations, { jobContext, questionSetId, answers })
    t.is(status, 400, what)
    t.is(body.code, 'ANSWER_MISMATCH', what)
    const details = body.details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
    t.deepEqual(details, expected, what)
  }
  const typed = await client.post(generations, { jobContext, questionSetId, answers: changed(single, { value: 5 }) })
  t.is(typed.body.code, 'VALIDATION_ERROR')
  t.is((await client.post(generations, { jobContext, answers: [] })).body.code, 'VALIDATION_ERROR')
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.code, 'CRITERIA_NOT_FOUND')
  t.is((await client.post(generations, { jobContext, questionSetId, answers: given })).status, 201)
})

test('a request that breaks the contract creates neither a set nor the job', async (t) => {
  const client = await (await startHarness(t)).client()
  t.is((await client.post(sets, { jobContext: { jobTitle: 'x' } })).body.code, 'MISSING_JOB_DESCRIPTION')
  t.is((await client.post(sets, { jobContext: { jobDescription: ' ' } })).body.code, 'MISSING_JOB_DESCRIPTION')
  const other = await client.post(sets, { jobContext: { ...jobContext, jobId: 'job-2' } })
  t.is(other.status, 400)
  t.is(other.body.details[0].field, 'jobContext.jobId')
  t.is((await client.get(`${sets}/current`)).body.code, 'QUESTION_SET_NOT_FOUND')
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.code, 'JOB_NOT_FOUND')
})

test('a repeat with the same idempotency key gets the same set and creates no other', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const first = await client.post(sets, { jobContext }, { 'Idempotency-Key': 'k' })
  const again = await client.post(sets, { jobContext }, { 'Idempotency-Key': 'k' })
  t.is(again.status, 201)
  t.is(again.headers['idempotent-replayed'], 'true')
  t.is(again.headers.location, first.headers.location)
  t.deepEqual(again.body, first.body)
  t.is((await harness.server.services.database.select('SELECT id FROM question_sets')).length, 1)
})

test('concurrent requests for the first set of a job create the job once', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const made = await Promise.all(Array.from({ length: 10 }, () => makeSet(client)))
  t.is(new Set(made.map(({ body }) => body.questionSet.id)).size, 10)
  t.is((await harness.server.services.database.select('SELECT id FROM jobs')).length, 1)
})

test('question sets need the same permissions as criteria', async (t) => {
  const harness = await startHarness(t)
  const { partnerId } = await harness.client()
  const reader = await harness.client({ partnerId, permissions: ['criteria.read'] })
  t.is((await reader.post(sets, { jobContext })).status, 403)
  const writer = await harness.client({ partnerId, permissions: ['criteria.write'] })
  await makeSet(writer)
  t.is((await reader.get(`${sets}/current`)).status, 200)
  t.is((await writer.get(`${sets}/current`)).status, 403)
})
