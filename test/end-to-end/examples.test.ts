import test from 'ava'
import { document } from '../tools/answer-faults.ts'
import { startHarness } from '../support/harness.ts'

const exampleOf = (schema: string) =>
  (document.components.schemas as Record<string, { examples: object[] }>)[schema]?.examples[0]

/** Returns the response without ids and times, which are different in each call. */
const withoutIdentity = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (name, member) =>
      /^(id|createdAt|queuedAt|scoringJobId|criteriaVersionId|traceId)$/.test(name) ? undefined : member,
    ),
  )

test('the example request for a generation really gets the example response', async (t) => {
  const client = await (await startHarness(t)).client()
  const { status, body } = await client.post(
    '/v1/jobs/job-4711/criteria-generations',
    exampleOf('CriteriaGenerationRequest'),
  )
  t.is(status, 201)
  t.deepEqual(withoutIdentity(body), withoutIdentity(exampleOf('CriteriaReply')))
  const read = await client.get('/v1/jobs/job-4711/criteria/versions/current')
  t.deepEqual(withoutIdentity(read.body), withoutIdentity(exampleOf('CriteriaVersionReply')))
})

test('the example request for a submission really gets the example response', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-4711')
  const { status, body } = await client.post(
    '/v1/jobs/job-4711/applications/app-1/scoring-jobs',
    exampleOf('ScoringRequest'),
  )
  t.is(status, 202)
  t.deepEqual(withoutIdentity(body), withoutIdentity(exampleOf('ScoringJobReply')))
})

test("a failed job really has the example's response", async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-4711')
  const { body } = await client.post('/v1/jobs/job-4711/applications/app-1/scoring-jobs', {})
  t.deepEqual(withoutIdentity(body), withoutIdentity(exampleOf('ErrorBody')))
})
