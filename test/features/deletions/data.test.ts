/** Erasure: after a deletion, no text that a caller has sent is found anywhere. */
import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { deleteNow, placesOf, still, tablesOf } from '../../support/deletions.ts'
import { backend, startHarness, type Client } from '../../support/harness.ts'
import { file, startResumeHost, status } from '../../tools/fakes/resume-host.ts'
import { until } from '../../tools/until.ts'

/** All of the deleted owner's data contains `canary`, and all of the remaining owner's data contains `keeper`. */
const canary = 'canary4711'
const keeper = 'keeper0815'

/** Starts a resume host and two receivers, one of which accepts its deliveries, while the other refuses all of them. */
async function startScene(t: ExecutionContext) {
  const host = await startResumeHost({ '/hook': status(204), '/broken-hook': status(500) })
  t.teardown(() => host.stop())
  const harness = await startHarness(t, {
    settings: { OUTBOUND_ALLOW: host.pair },
    overrides: { timings: { ...still, sweepMs: 100, retryFirstMs: 1, retryMsMax: 1 } },
  })
  const client = await harness.client()
  for (const path of ['/hook', '/broken-hook']) {
    const { status: made } = await client.post('/v1/webhook-endpoints', { url: `${host.origin}${path}` })
    t.is(made, 201)
  }
  const resumeUrl = (mark: string, kind: string) => {
    const path = `/${mark}-${kind}`
    if (kind === 'good') host.routes.set(path, file(`Ms ${mark} Miller\n6 years of carpentry at ${mark}\n`.repeat(9)))
    if (kind === 'corrupted') host.routes.set(path, file(`%PDF-1.7 ${mark} ${'x'.repeat(200)}`))
    return `${host.origin}${path}?token=${mark}-token`
  }
  return { harness, client, resumeUrl }
}

type Scene = Awaited<ReturnType<typeof startScene>>

const contextOf = (mark: string) => ({
  jobTitle: mark,
  jobDescription: `Requirements:\n- 5 years of ${mark}\n- Fluent ${mark} in speech`,
})

/** Creates everything that a tenant can have except applications, each part with `mark` in it. */
async function fillTenant(t: ExecutionContext, client: Client, mark: string) {
  const send = async (method: string, path: string, body: object, key: string = randomUUID()) => {
    const answer = await client.send(method, path, body, { 'Idempotency-Key': key })
    t.true(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer
  }
  const job = `/v1/jobs/job-${mark}`
  const jobContext = contextOf(mark)
  await send('POST', `${job}/question-sets`, { jobContext })
  await send('POST', `${job}/criteria-generations`, { jobContext }, mark)
  await send('POST', `${job}/criteria/items`, { text: 'Carpentry', importance: 'PREFERRED' })
  await send('POST', '/v1/criteria-library', { text: `Likes ${mark}`, importance: 'MUST_HAVE', category: mark })
  return { client, job, send }
}

type Filled = Awaited<ReturnType<typeof fillTenant>>

/** Creates applications in every final state, single and in batches, with `mark` in all their data. */
async function fillApplications(
  t: ExecutionContext,
  { resumeUrl }: Scene,
  { client, job, send }: Filled,
  mark: string,
) {
  const candidateData = { applicationAnswers: [{ question: `Why ${mark}?`, answer: `Because of ${mark}.` }] }
  const scored = async (kind: string, more: object = {}) => {
    const path = `${job}/applications/app-${mark}-${kind}/scoring-jobs`
    const body = { resumeUrl: resumeUrl(mark, kind), candidateData, ...more }
    const { headers, body: sent } = await send('POST', path, body)
    t.truthy(sent.scoringJobId)
    return (await client.ended(headers.location as string)).body
  }
  t.is((await scored('good')).status, 'completed')
  const bytes = Buffer.from(`Ms ${mark} Miller\n6 years of carpentry at ${mark}\n`.repeat(9_000))
  const { resume } = await client.api.uploadResume({ body: bytes }, { idempotencyKey: randomUUID() })
  t.is((await scored('uploaded', { resumeUrl: resume.url })).status, 'completed')
  t.is((await scored('corrupted')).error.code, 'RESUME_CORRUPTED')
  t.is((await scored('missing')).error.code, 'RESUME_FETCH_FAILED')
  const applications = ['good', 'missing'].map((kind) => ({
    applicationId: `app-${mark}-${kind}`,
    resumeUrl: resumeUrl(mark, kind),
    candidateData,
  }))
  const { headers } = await send('POST', `${job}/scoring-batches`, { applications })
  const good = `${job}/applications/app-${mark}-good/score`
  const { criterionId } = (await client.get(good)).body.result.assessment.criteria[0]
  const decision = { verdict: 'NOT_MET', reason: `The referee of ${mark} says no.`, reviewer: `Reviewer of ${mark}` }
  await send('PUT', `${good}/overrides/${criterionId}`, decision)
  await send('POST', `${good}/review-requests`, {})
  const closed = async () => (await client.get(headers.location as string)).body.batch.completedAt !== null
  await until('the batch ends', closed)
}

/** Sends invalid requests, and checks that no response quotes them. */
async function sendFaulty(t: ExecutionContext, client: Client, job: string, mark: string): Promise<void> {
  const application = `${job}/applications/app-${mark}-x`
  const answers = [
    await client.post(`${application}/scoring-jobs`, { resumeUrl: `ftp://${mark}` }),
    await client.post(`${application}/scoring-jobs`, {
      resumeUrl: mark,
      candidateData: { applicationAnswers: [mark] },
    }),
    await client.post(`${application}/scoring-jobs`, `{"${mark}`),
    await client.get(`${application}/score`),
    await client.get(`${job}-other/criteria`),
  ]
  for (const { status: answered, body } of answers) {
    t.true(answered >= 400)
    t.false(JSON.stringify(body).includes(mark), JSON.stringify(body))
  }
}

async function fill(t: ExecutionContext, scene: Scene, mark: string) {
  const client = await scene.harness.client({ tenant: `tenant-${mark}`, partnerId: scene.client.partnerId })
  const filled = await fillTenant(t, client, mark)
  await fillApplications(t, scene, filled, mark)
  await sendFaulty(t, client, filled.job, mark)
  return filled
}

const countsOf = async ({ harness }: Scene, table: string) => (await tablesOf(harness.server.services))[table]?.length

test('after a tenant is deleted, only its billing rows remain', async (t) => {
  const scene = await startScene(t)
  const { services } = scene.harness.server
  await fill(t, scene, canary)
  const kept = await fill(t, scene, keeper)
  const before = await placesOf(scene.harness, canary)
  for (const table of ['tenants', 'jobs', 'applications', 'criteria_versions', 'question_sets', 'library_criteria'])
    t.true(before.includes(`table ${table}`), table)
  for (const table of ['scoring_jobs', 'verdicts', 'events', 'idempotent_answers', 'resume_chunks'])
    t.true(before.includes(`table ${table}`), table)
  t.false(before.includes('log'))
  if (backend === 'embedded') t.true(before.some((place) => place.startsWith('file screening')))
  const units = await countsOf(scene, 'usage_units')

  const { body } = await deleteNow(scene.client, services, `/v1/tenants/tenant-${canary}`)
  t.is(body.deletionRequest.status, 'COMPLETED')
  t.deepEqual(await placesOf(scene.harness, canary), [])
  t.is(await countsOf(scene, 'usage_units'), units)
  await assertKept(t, scene, kept)
})

test('after an application is deleted, all of its data is gone, but its job and tenant remain', async (t) => {
  const scene = await startScene(t)
  const { services } = scene.harness.server
  const filled = await fillTenant(t, scene.client, keeper)
  await fillApplications(t, scene, filled, keeper)
  await fillApplications(t, scene, filled, canary)
  const before = await placesOf(scene.harness, canary)
  for (const table of ['applications', 'scoring_jobs', 'events', 'idempotent_answers', 'resume_chunks'])
    t.true(before.includes(`table ${table}`), table)
  const units = await countsOf(scene, 'usage_units')
  for (const kind of ['good', 'uploaded', 'corrupted', 'missing']) {
    const { body } = await deleteNow(scene.client, services, `${filled.job}/applications/app-${canary}-${kind}`)
    t.is(body.deletionRequest.status, 'COMPLETED')
  }
  t.deepEqual(await placesOf(scene.harness, canary), [])
  t.is(await countsOf(scene, 'usage_units'), units)
  await assertKept(t, scene, filled)
})

/** Checks the remaining owner's scores, criteria, library and stored answers. */
async function assertKept(t: ExecutionContext, { harness }: Scene, { client, job, send }: Filled): Promise<void> {
  const score = await client.get(`${job}/applications/app-${keeper}-good/score`)
  t.is(score.body.status, 'completed')
  t.true(JSON.stringify(score.body.scoringJob.assessment.criteria).includes(keeper))
  t.is((await client.get(`${job}/criteria`)).status, 200)
  t.is((await client.get('/v1/criteria-library')).body.criteria.length, 1)
  t.is((await client.get(`${job}/question-sets/current`)).status, 200)
  const replayed = await send('POST', `${job}/criteria-generations`, { jobContext: contextOf(keeper) }, keeper)
  t.is(replayed.headers['idempotent-replayed'], 'true')
  const tables = await tablesOf(harness.server.services)
  const events = (tables['events'] ?? []).filter(({ body }) => String(body).includes(keeper))
  const eventIds = new Set(events.map(({ id }) => id))
  t.true(events.length >= 4)
  const deliveries = (tables['webhook_deliveries'] ?? []).filter(({ eventId }) => eventIds.has(eventId))
  t.is(deliveries.length, 2 * events.length, 'delivered to both receivers')
}
