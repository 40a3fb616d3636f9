/** The contract marks what is sensitive, and the log omits it. */
import test from 'ava'
import { loadContract, type Schema } from '../../../src/platform/contract/contract.ts'
import { sensitiveNames } from '../../../src/platform/contract/sensitive.ts'
import { changedContract } from '../../support/contract/changed.ts'
import { startHarness } from '../../support/harness.ts'
import { fixture } from '../../support/scoring.ts'

const { document, operations, resolve, sensitive } = loadContract()

test('keys, secrets, resumes, names, texts, answers, quotes and callers’ ids are sensitive', (t) => {
  const all = [
    ...['authorization', 'x-tenant-id', 'idempotency-key', 'key', 'secret', 'name', 'url', 'resumeUrl'],
    ...['jobId', 'jobIds', 'applicationId', 'tenantId', 'tenantExternalId', 'path', 'location'],
    ...['jobDescription', 'text', 'question', 'answer', 'value', 'candidateData', 'quote', 'sourceQuote', 'reason'],
  ]
  t.deepEqual(
    all.filter((name) => !sensitive.has(name)),
    [],
  )
  for (const ours of ['traceId', 'scoringJobId', 'webhookEndpointId', 'code', 'status', 'message', 'route'])
    t.false(sensitive.has(ours), ours)
})

/** Text from callers that is not sensitive: ids that we issued, and words from the contract. */
const harmless = ['questionSetId', 'criteriaVersionId', 'libraryCriterionId', 'criterionIds', 'id', 'type', 'language']

/** Returns the names of a schema's members with free text. */
function textsOf(schema: Schema, name: string): string[] {
  const { type, properties = {}, items, oneOf = [], enum: values, format } = resolve(schema)
  const isText = [type].flat().includes('string') && !values && !format
  return [
    ...(isText ? [name] : []),
    ...Object.entries(properties).flatMap(([each, member]) => textsOf(member, each)),
    ...(items ? textsOf(items, name) : []),
    ...oneOf.flatMap((form) => textsOf(form, name)),
  ]
}

test('every string in a request body is marked as sensitive, except ids that we issued', (t) => {
  const bodies = operations.flatMap(
    ({ definition }) => definition.requestBody?.content['application/json']?.schema ?? [],
  )
  const texts = new Set(bodies.flatMap((schema) => textsOf(schema, '')))
  t.true(texts.size > 15)
  t.deepEqual([...texts].filter((name) => !sensitive.has(name)).toSorted(), [...harmless].toSorted())
})

test('a member, a schema that it refers to, the schema of its items, a parameter and a header can be marked as sensitive', (t) => {
  const schemas = {
    Secret: { 'x-sensitive': true },
    Body: {
      properties: {
        own: { type: 'string', 'x-sensitive': true },
        referred: { $ref: '#/components/schemas/Secret' },
        listed: { items: { $ref: '#/components/schemas/Secret' } },
        open: { type: 'string' },
      },
    },
  }
  const parameters = [
    { name: 'marked', in: 'query', 'x-sensitive': true },
    { name: 'typed', in: 'path', schema: { $ref: '#/components/schemas/Secret' } },
    { name: 'shown', in: 'query', schema: { type: 'string' } },
  ]
  const answer = { headers: { 'X-Made': { 'x-sensitive': true }, 'X-Shown': {} } }
  const names = sensitiveNames({
    components: { schemas },
    paths: { '/a': { get: { parameters, responses: [answer] } } },
  })
  t.deepEqual([...names].toSorted(), ['X-Made', 'listed', 'marked', 'own', 'referred', 'typed', 'x-made'])
})

test('a value that the contract marks is removed from the log', async (t) => {
  const { ScoringJobId } = document.components.parameters
  const completedLine = async (contract = loadContract()) => {
    const harness = await startHarness(t, { overrides: { contract } })
    const client = await harness.client()
    await client.generate('job-1')
    const { body } = await client.score('job-1', 'app-1', { resumeUrl: fixture('strong') })
    const line = harness.log.find((each) => each.includes('"scoring job: completed"')) as string
    return { line, id: body.scoringJobId as string }
  }
  const before = await completedLine()
  t.is(JSON.parse(before.line).scoringJobId, before.id)
  const contract = changedContract({ 'components/parameters/ScoringJobId': { ...ScoringJobId, 'x-sensitive': true } })
  const after = await completedLine(contract)
  t.is(JSON.parse(after.line).scoringJobId, '[redacted]')
  t.false(after.line.includes(after.id))
})
