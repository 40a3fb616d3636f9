/**
 * The main flow with openapi-fetch and the types of openapi-typescript. Ends with an error at the first unexpected
 * result.
 */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

const { BASE_URL = '', API_KEY = '', JOB: jobId = '' } = process.env
const client = createClient<paths>({ baseUrl: BASE_URL, headers: { Authorization: `Bearer ${API_KEY}` } })
const header = { 'X-Tenant-Id': 'acme' }
const ofJob = { header, path: { jobId } }
const ofApplication = { header, path: { jobId, applicationId: 'app-1' } }

/**
 * Returns a response's data.
 *
 * @throws Error if the response is a failure
 */
async function data<T>(answer: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await answer
  assert.ok(data, JSON.stringify(error))
  return data
}

const draft = { text: '5+ years of experience with TypeScript', importance: 'MUST_HAVE' } as const
const body = { criteria: [draft] }
const reply = await data(client.PUT('/v1/jobs/{jobId}/criteria', { params: ofJob, body }))
assert.equal(reply.criteria.criteria.length, 1)

const resume = { resumeUrl: 'https://fixtures.sandbox.invalid/strong' }
const jobsPath = '/v1/jobs/{jobId}/applications/{applicationId}/scoring-jobs'
const { scoringJobId } = await data(client.POST(jobsPath, { params: ofApplication, body: resume }))
const path = { ...ofApplication.path, scoringJobId }
const read = () => data(client.GET(`${jobsPath}/{scoringJobId}`, { params: { header, path } }))
for (let last = await read(); !last.completedAt; last = await read()) {
  assert.equal(last.failedAt, undefined)
  await sleep(200)
}

const scorePath = '/v1/jobs/{jobId}/applications/{applicationId}/score'
const latest = await data(client.GET(scorePath, { params: ofApplication }))
assert.ok(latest.result && latest.result.score > 0)
const jobs = await data(client.GET('/v1/jobs/{jobId}/scoring-jobs', { params: ofJob }))
assert.deepEqual(
  jobs.data.map(({ id }) => id),
  [scoringJobId],
)

const receiver = { url: 'https://hooks.example.com/screening', events: ['score.completed' as const] }
const created = await data(client.POST('/v1/webhook-endpoints', { body: { enabled: true, ...receiver } }))
assert.ok(created.secret)
await client.DELETE('/v1/webhook-endpoints/{webhookEndpointId}', {
  params: { path: { webhookEndpointId: created.endpoint.id } },
})

const nobody = { header, path: { jobId, applicationId: 'nobody' } }
const missing = await client.GET(scorePath, { params: nobody })
assert.equal(missing.error?.status, 404)
