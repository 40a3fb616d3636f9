/** Preferences that must not affect a score, and job descriptions without requirements. */
import test from 'ava'
import { startHarness } from '../../support/harness.ts'

const codesOf = (body: { warnings?: { code: string }[] }) => (body.warnings ?? []).map(({ code }) => code)

test('a job description without requirements gets CRITERIA_INVALID and creates no version', async (t) => {
  const client = await (await startHarness(t)).client()
  const jobContext = { jobTitle: 'Nurse', jobDescription: 'hi' }
  for (const path of ['criteria-generations', 'question-sets']) {
    const { status, body } = await client.post(`/v1/jobs/a/${path}`, { jobContext })
    t.is(status, 422, path)
    t.like(body, { code: 'CRITERIA_INVALID', retryable: false })
    t.like(body.details[0], { field: 'jobContext.jobDescription', code: 'nothing_asked' })
  }
  t.is((await client.get('/v1/jobs/a/criteria')).status, 404)
})

test('a generation warns about improper preferences, and each criterion quotes the passage it comes from', async (t) => {
  const client = await (await startHarness(t)).client()
  const jobDescription = 'Requirements:\n- SQL\n- Native English speaker\n- Must be at least 18 years of age'
  const { status, body } = await client.post('/v1/jobs/a/criteria-generations', { jobContext: { jobDescription } })
  t.is(status, 201)
  t.deepEqual(codesOf(body), ['PROTECTED', 'FACT_TO_CONFIRM'])
  t.like(body.criteria.criteria[0], { text: 'SQL', sourceQuote: 'SQL' })
  t.deepEqual((await client.get('/v1/jobs/a/criteria')).body.criteria, body.criteria)
})

test('an improper preference in a hand-written criterion causes only a warning', async (t) => {
  const client = await (await startHarness(t)).client()
  const criteria = [
    { text: 'SQL', importance: 'MUST_HAVE' },
    { text: 'Good culture fit', importance: 'PREFERRED' },
  ]
  const put = await client.send('PUT', '/v1/jobs/a/criteria', { criteria })
  t.deepEqual([put.status, codesOf(put.body)], [200, ['UNVERIFIABLE']])
  const item = { text: 'Recent photo required', importance: 'MUST_HAVE' }
  const added = await client.post('/v1/jobs/a/criteria/items', item)
  t.deepEqual([added.status, codesOf(added.body)], [201, ['PROTECTED']])
  const path = `/v1/jobs/a/criteria/items/${added.body.criterion.id}`
  t.deepEqual(codesOf((await client.send('PATCH', path, { text: 'Under 30 years old' })).body), ['PROTECTED'])
  t.deepEqual(codesOf((await client.send('PATCH', path, { text: 'Figma' })).body), [])
})

test('a criterion keeps its quoted passage until its text changes', async (t) => {
  const client = await (await startHarness(t)).client()
  const { criteria } = (await client.generate('a', 'Requirements:\n- SQL skills\n- Python')).body.criteria
  const [first] = criteria
  const path = `/v1/jobs/a/criteria/items/${first.id}`
  t.is((await client.send('PATCH', path, { importance: 'PREFERRED' })).body.criterion.sourceQuote, 'SQL skills')
  t.is((await client.send('PATCH', path, { text: 'Oracle' })).body.criterion.sourceQuote, undefined)
})
