/** A server in development whose responses differ from its contract. */
import test from 'ava'
import { changedContract } from '../../../support/contract/changed.ts'
import { startHarness, type Harness } from '../../../support/harness.ts'

const schemas = 'components/schemas'
const development = { settings: { NODE_ENV: 'development' } }
/** Each change makes a response of `GET /v1/usage` differ from the contract. */
const changes: Record<string, { values: Record<string, unknown>; fault: RegExp }> = {
  'a member that the contract does not contain': {
    values: { [`${schemas}/Usage/properties`]: {} },
    fault: /contains \w+, which is not documented/,
  },
  'a member that is missing': {
    values: { [`${schemas}/Usage/required`]: ['colour'] },
    fault: /must have required property 'colour'/,
  },
  'a header that the contract does not contain': {
    values: { 'paths/~1v1~1usage/get/responses/200/headers': {} },
    fault: /the header x-ratelimit-bucket is not documented/,
  },
  'a status that the contract does not contain': {
    values: { 'paths/~1v1~1usage/get/responses': {} },
    fault: /the status 200 is not documented/,
  },
}

const faultsIn = ({ log }: Harness) =>
  log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a response does not match the API contract')

for (const [name, { values, fault }] of Object.entries(changes))
  test(`in development ${name} becomes a 500, and the log shows the fault under its trace id`, async (t) => {
    const harness = await startHarness(t, { ...development, overrides: { contract: changedContract(values) } })
    const client = await harness.client()
    const { status, body } = await client.get('/v1/usage')
    t.is(status, 500)
    t.is(body.code, 'INTERNAL_ERROR')
    const [told] = faultsIn(harness)
    t.is(told.traceId, body.traceId)
    t.regex(told.faults.join(), fault)
  })

test('a correct response is unchanged in development, and responses are not checked in production', async (t) => {
  const honest = await startHarness(t, development)
  const client = await honest.client()
  t.is((await client.get('/v1/usage')).status, 200)
  t.is((await client.get('/v1/jobs/none/criteria')).body.code, 'JOB_NOT_FOUND')
  t.is((await client.get('/docs', { 'Accept-Encoding': 'gzip' })).status, 200)
  t.is((await client.generate('job-1')).status, 201)
  t.deepEqual(faultsIn(honest), [])
  const contract = changedContract({ [`${schemas}/Usage/properties`]: {} })
  const production = await startHarness(t, { overrides: { contract } })
  t.is((await (await production.client()).get('/v1/usage')).status, 200)
})
