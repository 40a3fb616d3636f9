/** A candidate asks for a review, which stays open until a person decides. */
import test from 'ava'
import { sealAuditRecords } from '../../../../src/features/audit/chain.ts'
import { fileContext } from '../../../support/contract/server.ts'
import type { Client } from '../../../support/harness.ts'
import { fixture } from '../../../support/scoring.ts'
import { kubernetes, postgres, setCriteria, startScene, typescript, type Scene } from '../what-if/scene.ts'

const shared = fileContext()
let scene: Scene
let isDying = false
test.before(async () => {
  const failpoint = (point: string) => {
    if (isDying && point === 'finishing') throw new Error('the process dies')
  }
  scene = await startScene(shared, { overrides: { failpoint } })
  scene.harness.server.services.timings.eventFeedDelayMs = 0
})

const application = '/v1/jobs/job-1/applications/anna'
const decision = { verdict: 'MET', reason: 'Ran Kubernetes at Acme, as her referee says.', reviewer: 'Dana Ruiz' }

/** Returns a partner's scored application `anna`, and the path for overriding its verdict on Kubernetes. */
async function scored(): Promise<{ client: Client; override: string }> {
  const client = await scene.harness.client()
  await setCriteria(client, [typescript, postgres, kubernetes])
  const { result } = (await client.score('job-1', 'anna', { resumeUrl: scene.url('knowing') })).body
  const { criterionId } = result.assessment.criteria.find((one: { text: string }) => one.text === kubernetes.text)
  return { client, override: `${application}/score/overrides/${criterionId}` }
}

const request = (client: Client, headers = {}) =>
  client.send('POST', `${application}/score/review-requests`, undefined, headers)
const listed = async (client: Client) => (await client.get('/v1/jobs/job-1/applications')).body.data[0]
const eventsOf = async (client: Client, type = 'score.review_requested') =>
  (await client.get(`/v1/events?types=${type}`)).body.data

test('a review request is recorded once, with an event and an audit record, and is shown until a person decides', async (t) => {
  const { client, override } = await scored()
  const before = await listed(client)
  const { status, body } = await request(client)
  t.is(status, 200)
  const { requestedAt, ...ids } = body.reviewRequest
  t.deepEqual(ids, { jobId: 'job-1', applicationId: 'anna', scoringJobId: before.scoringJobId })
  t.deepEqual((await request(client)).body, body)
  const [event, ...others] = await eventsOf(client)
  t.deepEqual(others, [])
  t.like(event.data, { applicationId: 'anna', scoringJobId: before.scoringJobId, score: before.score })
  const after = await listed(client)
  t.deepEqual({ ...after, updatedAt: before.updatedAt }, { ...before, reviewRequestedAt: requestedAt })
  t.true(after.updatedAt >= requestedAt)
  const lines = (await client.get(`/v1/exports/scores?updatedSince=${requestedAt}`)).body as string
  t.is((JSON.parse(lines) as { reviewRequestedAt: string }).reviewRequestedAt, requestedAt)
  t.true((await client.get('/v1/jobs/job-1/ranking')).body.includes('The candidate asked for a review on'))
  t.true((await client.get(`${application}/score/explanation`)).body.includes('You asked for a review on'))
  t.is((await client.send('PUT', override, decision)).status, 200)
  t.is((await listed(client)).reviewRequestedAt, undefined)
  t.false((await client.get('/v1/jobs/job-1/ranking')).body.includes('asked for a review'))
  await sealAuditRecords(scene.harness.server.services)
  const records = ((await client.get('/v1/audit-records')).body as string)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.deepEqual(
    records.map(({ record }) => record.kind),
    ['score.completed', 'score.review_requested', 'score.overridden'],
  )
  t.is(records[1].record.requestedBy, client.keyId)
  t.is(records[1].record.change, undefined)
})

test('a confirmed verdict closes a review request, even if the same decision was made before the request', async (t) => {
  const { client, override } = await scored()
  await request(client)
  await client.send('PUT', override, { ...decision, verdict: 'NO_EVIDENCE' })
  t.is((await listed(client)).reviewRequestedAt, undefined)
  await request(client)
  t.is((await eventsOf(client)).length, 2)
  await client.send('PUT', override, { ...decision, verdict: 'NO_EVIDENCE' })
  t.is((await listed(client)).reviewRequestedAt, undefined)
  await client.send('PUT', override, { ...decision, verdict: 'NO_EVIDENCE' })
  t.is((await eventsOf(client, 'score.overridden')).length, 2)
})

test('neither the removal of an override nor a rescore closes a review request', async (t) => {
  const { client, override } = await scored()
  await client.send('PUT', override, decision)
  await request(client)
  await client.send('DELETE', override)
  t.truthy((await listed(client)).reviewRequestedAt)
  await client.score('job-1', 'anna', { resumeUrl: scene.url('knowing'), rescore: true })
  t.truthy((await listed(client)).reviewRequestedAt)
})

test('ten concurrent review requests are recorded as one', async (t) => {
  const { client } = await scored()
  const answers = await Promise.all(Array.from({ length: 10 }, () => request(client)))
  t.is(new Set(answers.map(({ body }) => body.reviewRequest.requestedAt)).size, 1)
  t.is((await eventsOf(client)).length, 1)
})

test('a replayed review request is not recorded again', async (t) => {
  const { client, override } = await scored()
  const headers = { 'Idempotency-Key': 'ask-1' }
  const { body } = await request(client, headers)
  await client.send('PUT', override, decision)
  const again = await request(client, headers)
  t.is(again.headers['idempotent-replayed'], 'true')
  t.deepEqual(again.body, body)
  t.is((await listed(client)).reviewRequestedAt, undefined)
})

test('only a completed score can be reviewed', async (t) => {
  const { client } = await scored()
  const codeOf = async (name: string) =>
    (await client.send('POST', `/v1/jobs/job-1/applications/${name}/score/review-requests`)).body.code
  t.is(await codeOf('none'), 'APPLICATION_NOT_FOUND')
  await client.score('job-1', 'failed', { resumeUrl: fixture('resume-empty') })
  t.is(await codeOf('failed'), 'SCORE_NOT_READY')
})

test.serial(
  'a review request or an override whose process dies before its commit leaves no trace, and can be repeated',
  async (t) => {
    const { client, override } = await scored()
    const { database } = scene.harness.server.services
    const tables = ['scoring_jobs', 'applications', 'application_scores', 'overrides', 'audit_records', 'events']
    const everything = async () =>
      Promise.all(tables.map((table) => database.select(`SELECT * FROM ${table} ORDER BY 1, 2`)))
    for (const [method, target, body] of [
      ['POST', `${application}/score/review-requests`],
      ['PUT', override, decision],
      ['DELETE', override],
    ] as const) {
      // Seals all records now, so that no sweep seals one while the states are compared.
      await sealAuditRecords(scene.harness.server.services)
      const before = await everything()
      isDying = true
      const headers = { 'Idempotency-Key': method }
      t.is((await client.send(method, target, body, headers)).status, 500)
      isDying = false
      t.deepEqual(await everything(), before, method)
      t.is((await client.send(method, target, body, headers)).status, 200)
      t.notDeepEqual(await everything(), before, method)
    }
  },
)
