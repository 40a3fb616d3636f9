/** The partners' client library against a real server: errors, and helpers that make several calls. */
import test from 'ava'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, ScreeningError, verifyWebhook } from '../../src/client/index.ts'
import type { EventKind } from '../../generated/types.gen.ts'
import { makeScene } from '../features/events/scene.ts'
import { startHarness } from '../support/harness.ts'
import { fixture } from '../support/scoring.ts'
import { privateFolder } from '../tools/services/process.ts'
import { registerEndpoint, startWebhooks } from '../support/webhook-scene.ts'

const [jobId, applicationId] = ['job-1', 'app-1']
const jobContext = { jobTitle: 'Gardener', jobDescription: 'Requirements:\n- A driving licence\n- Fluent French' }

test('a caller can go from a description to a score, and an edit of criteria that have changed is refused', async (t) => {
  const { api } = await (await startHarness(t)).client()
  const made = await api.createCriteriaGeneration({ jobId, body: { jobContext } })
  const { response } = await api.getCurrentCriteria({ jobId }).withResponse()
  const ifMatch = response.headers.get('ETag') as string
  const body = { text: 'Own tools', importance: 'PREFERRED' } as const
  const { criteria } = await api.addCriterion({ jobId, body }, { ifMatch })
  t.is(criteria.length, made.criteria.criteria.length + 1)
  const stale = await t.throwsAsync<ScreeningError>(api.addCriterion({ jobId, body }, { ifMatch }))
  t.deepEqual([stale?.code, stale?.status, stale?.retryable], ['CRITERIA_REVISION_CONFLICT', 409, true])
  await api.submitScoringJob({ jobId, applicationId, body: { resumeUrl: fixture('strong') } })
  const scored = await api.waitForScore({ jobId, applicationId })
  t.is(scored.result?.score, 10)
  t.deepEqual(await api.waitForScore({ jobId, applicationId, scoringJobId: scored.scoringJobId }), scored)
  t.regex(await api.getScoreReport({ jobId, applicationId }), /^<!doctype html>/i)
  const { data, response: gone } = await api.deleteApplication({ jobId, applicationId }).withResponse()
  t.is(gone.status, 202)
  t.truthy(data.deletionRequest.id)
})

test("a failed scoring job's error has the job's code, and a wait that takes too long fails with WAIT_ENDED", async (t) => {
  const { api } = await (await startHarness(t)).client()
  await api.createCriteriaGeneration({ jobId, body: { jobContext } })
  await api.submitScoringJob({ jobId, applicationId, body: { resumeUrl: fixture('resume-encrypted') } })
  const failed = await t.throwsAsync<ScreeningError>(api.waitForScore({ jobId, applicationId }))
  t.deepEqual([failed?.code, failed?.status, failed?.retryable], ['RESUME_ENCRYPTED', null, false])
  await api.submitScoringJob({ jobId, applicationId: 'app-2', body: { resumeUrl: fixture('slow') } })
  const late = await t.throwsAsync<ScreeningError>(
    api.waitForScore({ jobId, applicationId: 'app-2' }, { timeoutMs: 1 }),
  )
  t.is(late?.code, 'WAIT_ENDED')
  const unknown = await t.throwsAsync<ScreeningError>(api.waitForScore({ jobId, applicationId: 'app-3' }))
  t.is(unknown?.code, 'APPLICATION_NOT_FOUND')
})

test('a file is scored in one call, from its path or its bytes', async (t) => {
  const { api } = await (await startHarness(t)).client()
  await api.createCriteriaGeneration({ jobId, body: { jobContext } })
  const path = join(privateFolder(t), 'cv.txt')
  writeFileSync(path, 'Robin Sample\nExperience\nGardener at Acme, 2015 to 2024\nDriving licence\nFluent French\n')
  const fromPath = await api.scoreFile({ jobId, applicationId, file: path }, { idempotencyKey: 'once' })
  t.is(fromPath.status, 'completed')
  t.deepEqual(await api.scoreFile({ jobId, applicationId, file: path }, { idempotencyKey: 'once' }), fromPath)
  const bytes = { jobId, applicationId, file: new Blob([readFileSync(path)]), rescore: true }
  const fromBytes = await api.scoreFile(bytes)
  t.not(fromBytes.scoringJobId, fromPath.scoringJobId)
  t.is(fromBytes.scoringJob.audit?.fileSha256, fromPath.scoringJob.audit?.fileSha256)
  const empty = api.scoreFile({ jobId, applicationId, file: new Uint8Array() })
  t.is((await t.throwsAsync<ScreeningError>(empty))?.code, 'VALIDATION_ERROR')
  await t.throwsAsync(api.scoreFile({ jobId, applicationId, file: `${path}.gone` }), { code: 'ENOENT' })
})

test('an error contains its trace id and lists each fault in the request', async (t) => {
  const harness = await startHarness(t)
  const { api } = await harness.client()
  const error = await t.throwsAsync<ScreeningError>(api.createCriteriaGeneration({ jobId, body: {} as never }))
  t.true(error instanceof ScreeningError && error instanceof Error)
  t.is(error?.code, 'VALIDATION_ERROR')
  t.is(error?.details[0]?.field, 'jobContext')
  t.true(harness.log.some((line) => line.includes(error?.traceId as string)))
})

test('iterating a list returns all of its items, page by page', async (t) => {
  const client = await (await startHarness(t)).client({ permissions: ['keys'] })
  const made: string[] = []
  for (const name of ['a', 'b', 'c']) {
    const { apiKey } = await client.api.createApiKey({ body: { name, permissions: ['keys'] } })
    made.unshift(apiKey.id)
  }
  const found: string[] = []
  for await (const { id } of client.api.listAll('listApiKeys', { limit: 2 })) found.push(id)
  t.deepEqual(found, [...made, client.keyId])
})

test('iterating the feed ends after its newest event', async (t) => {
  const { client, record } = await makeScene(t)
  const kinds = ['score.completed', 'score.failed', 'deletion.completed'] as const
  const all = async (types?: EventKind[]) => {
    const found: string[] = []
    for await (const { type } of client.api.listAll('listEvents', { types, limit: 2 })) found.push(type)
    return found
  }
  t.deepEqual(await all(), [])
  await record(...kinds)
  t.deepEqual(await all(), [...kinds])
  t.deepEqual(await all(['score.failed', 'score.completed']), ['score.completed', 'score.failed'])
})

test("a call with an idempotency key used before returns the first call's response", async (t) => {
  const { api } = await (await startHarness(t)).client()
  await api.createCriteriaGeneration({ jobId, body: { jobContext } })
  const submit = (idempotencyKey: string) =>
    api.submitScoringJob(
      { jobId, applicationId, body: { resumeUrl: fixture('strong'), rescore: true } },
      { idempotencyKey },
    )
  const first = await submit('one')
  const { data, response } = await submit('one').withResponse()
  t.is(data.scoringJobId, first.scoringJobId)
  t.is(response.headers.get('Idempotent-Replayed'), 'true')
  t.not((await submit('two')).scoringJobId, first.scoringJobId)
})

test('an unavailable server is a transient failure', async (t) => {
  const harness = await startHarness(t)
  const { url, key } = await harness.client()
  await harness.server.stop()
  const away = createClient({ baseUrl: url, apiKey: key, retries: 0 })
  const error = await t.throwsAsync<ScreeningError>(away.getUsage())
  t.deepEqual([error?.code, error?.status, error?.retryable], ['CONNECTION_FAILED', null, true])
})

test("verifyWebhook accepts the service's deliveries, even during a rotation of the secret", async (t) => {
  const { receiver, client } = await startWebhooks(t)
  const inbox = receiver.inbox('/hooks')
  const { id: webhookEndpointId, secret: old } = await registerEndpoint(client, inbox.url)
  const { secret } = await client.api.rotateWebhookSecret({ webhookEndpointId })
  const { event } = await client.api.testWebhookEndpoint({ webhookEndpointId })
  await inbox.arrived(1)
  const [delivery] = inbox.ledger
  for (const secrets of [old, secret as string, [secret as string, old]]) {
    const verified = await verifyWebhook({
      ...(delivery as { headers: Record<string, string>; body: string }),
      secrets,
    })
    t.deepEqual<object, object>(verified, event)
    if (verified.type === 'webhook.test') t.is(verified.data.webhookEndpointId, webhookEndpointId)
  }
})
