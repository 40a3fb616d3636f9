/**
 * Tests the check that every response in the other tests passes through. If this check missed a kind of fault, those
 * tests would prove nothing.
 */
import test from 'ava'
import { createAnswerCheck, type Answered } from '../../../src/platform/contract/answers.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'

const { document } = loadContract()
const faultsOf = createAnswerCheck(document)
const exampleOf = (schema: string) => (document.components.schemas[schema] as { examples: [object] }).examples[0]

const sent = {
  'content-type': 'application/json; charset=utf-8',
  'x-trace-id': '0af7651916cd43dd8448eb211c80319c',
  'x-content-type-options': 'nosniff',
}
const counted = {
  ...sent,
  'x-ratelimit-bucket': 'read_and_ops',
  'x-ratelimit-limit': '20',
  'x-ratelimit-remaining': '19',
  'x-ratelimit-reset': '1772357400',
}
const usage: Answered = {
  method: 'GET',
  path: '/v1/usage',
  status: 200,
  headers: { ...counted, 'cache-control': 'no-store' },
  body: exampleOf('Usage'),
}
const error = { ...exampleOf('ErrorBody'), code: 'RATE_LIMITED', status: 429, retryable: true }
const refusal: Answered = { ...usage, status: 429, headers: { ...counted, 'retry-after': '1' }, body: error }

test('responses that match the contract have no faults', (t) => {
  t.deepEqual(faultsOf(usage), [])
  t.deepEqual(faultsOf(refusal), [])
  t.deepEqual(faultsOf({ ...usage, method: 'HEAD', body: undefined }), [])
  const notFound = { ...error, code: 'NOT_FOUND', status: 404, retryable: false }
  t.deepEqual(faultsOf({ ...refusal, path: '/v1/nothing', status: 404, headers: sent, body: notFound }), [])
})

const { 'x-trace-id': _, ...untraced } = counted
const { 'x-ratelimit-limit': __, ...unlimited } = counted
/** Faulty responses, each with the fault that must be detected. */
const faulty: Record<string, [Answered, RegExp]> = {
  'an undocumented status': [{ ...usage, status: 201 }, /the status 201 is not documented/],
  'a member that is not documented': [
    { ...usage, body: { ...(usage.body as object), colour: 1 } },
    /contains colour, which is not documented/,
  ],
  'a member that is missing': [{ ...usage, body: {} }, /must have required property 'plan'/],
  'a member of the wrong type': [
    { ...usage, body: { ...(usage.body as object), used: '1' } },
    /\/used must be integer/,
  ],
  'a value that is not documented': [
    { ...usage, headers: { ...counted, 'x-ratelimit-bucket': 'other' } },
    /x-ratelimit-bucket.*must be equal to one of the allowed values/,
  ],
  'a header that is missing': [{ ...usage, headers: untraced }, /the header x-trace-id is missing/],
  'a limit that is missing': [{ ...usage, headers: unlimited }, /the header x-ratelimit-limit is missing/],
  'a header that is not documented': [
    { ...usage, headers: { ...counted, etag: '"1"' } },
    /the header etag is not documented/,
  ],
  'the wrong content type': [
    { ...usage, headers: { ...counted, 'content-type': 'text/html' } },
    /content type is text\/html, not application\/json/,
  ],
  'a code that the operation does not document': [
    { ...refusal, status: 404, body: { ...error, code: 'JOB_NOT_FOUND', status: 404, retryable: false } },
    /the code JOB_NOT_FOUND is not documented/,
  ],
  'a code with the status of another code': [
    { ...refusal, status: 503, body: { ...error, status: 503 } },
    /RATE_LIMITED has no status 503/,
  ],
  'a body with a different status than the response': [
    { ...refusal, body: { ...error, status: 400 } },
    /status in the body differs/,
  ],
  'a wrong value of `retryable`': [
    { ...refusal, body: { ...error, retryable: false } },
    /RATE_LIMITED says retryable false/,
  ],
  'a missing Retry-After': [{ ...refusal, headers: counted }, /RATE_LIMITED has no Retry-After/],
}

for (const [name, [answered, fault]] of Object.entries(faulty))
  test(`${name} is detected`, (t) => t.regex(faultsOf(answered).join('; '), fault))
