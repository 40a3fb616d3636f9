/** An invalid request's details: one for each fault, in words. */
import test from 'ava'
import { startHarness } from '../../support/harness.ts'

type Detail = { field: string; code: string; message: string }

const items = '/v1/jobs/job-1/criteria/items'
const submissions = '/v1/jobs/job-1/applications/app-1/scoring-jobs'
const resumeUrl = 'https://fixtures.sandbox.invalid/strong'

const faulty: [title: string, request: [string, string, unknown?, Record<string, string>?], details: string[]][] = [
  [
    'a member is missing',
    ['POST', items, { text: 'Rust' }],
    ['importance required: is required: MUST_HAVE, PREFERRED or NICE_TO_HAVE'],
  ],
  [
    'members of two alternatives are mixed',
    ['POST', items, { text: 'Rust', importance: 'PREFERRED', libraryCriterionId: 'lc_1' }],
    ['libraryCriterionId additionalProperties: is not a known property; allowed: text, importance'],
  ],
  [
    'a value is not one of the allowed ones',
    ['POST', items, { text: 'Rust', importance: 'SOME' }],
    ['importance enum: must be MUST_HAVE, PREFERRED or NICE_TO_HAVE'],
  ],
  [
    'a text is too long and another is blank',
    ['PUT', '/v1/jobs/job-1/criteria', { criteria: [draft('x'.repeat(501)), draft(' ')] }],
    ['criteria[0].text maxLength: must have at most 500 characters', 'criteria[1].text pattern: must not be blank'],
  ],
  [
    'a value has the wrong type',
    ['POST', submissions, { resumeUrl: 7, candidateData: [] }],
    ['resumeUrl type: must be a string', 'candidateData type: must be an object'],
  ],
  [
    'a timestamp is a number',
    ['POST', '/v1/webhook-endpoints/we_1/recover', { since: 5 }],
    ['since type: must be a string'],
  ],
  [
    'a member is unknown',
    ['POST', submissions, { resumeUrl, resume: 'x' }],
    [
      'resume additionalProperties: is not a known property; allowed: resumeUrl, candidateData, rescore, criteriaVersionId',
    ],
  ],
  [
    'a member requires another one',
    ['POST', submissions, { resumeUrl, criteriaVersionId: 'cv_1' }],
    ['rescore dependentRequired: is required when `criteriaVersionId` is sent'],
  ],
  [
    'a member requires another one to be true',
    ['POST', submissions, { resumeUrl, rescore: false, criteriaVersionId: 'cv_1' }],
    ['criteriaVersionId dependentRequired: is only allowed with `rescore: true`'],
  ],
  [
    'a change has no members',
    ['PATCH', '/v1/jobs/job-1/criteria/items/cr_1', {}],
    [' minProperties: must contain at least one of text, importance'],
  ],
  [
    'a query parameter has a forbidden value and another is unknown',
    ['GET', '/v1/jobs/job-1/scoring-jobs?status=DONE'],
    ['status enum: must be PENDING, PROCESSING, COMPLETED or FAILED'],
  ],
  ['a number is out of range', ['GET', '/v1/events?limit=101'], ['limit maximum: must be at most 100']],
  [
    'a parameter is unknown',
    ['GET', '/v1/usage?page=1'],
    ['page unknown: is not a known query parameter; this operation accepts none'],
  ],
  [
    'a header does not match its pattern',
    ['PATCH', '/v1/jobs/job-1/criteria/items/cr_1', { text: 'x' }, { 'If-Match': 'cv_1' }],
    ['If-Match pattern: must be * or a list of entity tags, each in double quotes'],
  ],
  [
    'a cursor is of another list',
    ['GET', '/v1/api-keys?cursor=we_0198a3c2-7b1e-7c3a-9d52-3f6a1b2c4d5e'],
    ['cursor pattern: must be the nextCursor from a previous page of this list'],
  ],
]

function draft(text: string) {
  return { text, importance: 'PREFERRED' }
}

for (const [title, [method, path, body, headers], details] of faulty)
  test(`one detail says what is wrong when ${title}`, async (t) => {
    const client = await (
      await startHarness(t)
    ).client({ permissions: ['keys', 'webhooks', 'criteria.write', 'scoring.read', 'scoring.write'] })
    const answer = await client.send(method, path, body, headers)
    t.is(answer.status, 400)
    t.deepEqual(
      answer.body.details.map(({ field, code, message }: Detail) => `${field} ${code}: ${message}`),
      details,
    )
  })

test('null is treated as absent if a member is optional, and as a value if the schema allows null', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  const { status } = await client.post(submissions, { resumeUrl, candidateData: null, rescore: null })
  t.is(status, 202)
  const library = await client.post('/v1/criteria-library', { ...draft('Fluent German'), category: 'languages' })
  const change = { text: null, category: null }
  const { body } = await client.send('PATCH', library.headers.location as string, change)
  t.like(body.criterion, { text: 'Fluent German', category: null })
  t.is((await client.post(submissions, { resumeUrl: null })).status, 400)
})
