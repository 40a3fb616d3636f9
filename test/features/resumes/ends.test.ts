/** Who may use an uploaded resume, until when, and what deletes it. */
import test from 'ava'
import { reencryptResumes, sweepResumes } from '../../../src/features/resumes/stored-resumes.ts'
import { runScoringJob } from '../../../src/features/scoring/pipeline.ts'
import { workDeletions } from '../../../src/features/deletions/eraser.ts'
import { newId } from '../../../src/kit/ids.ts'
import { HOUR, MINUTE } from '../../../src/kit/time.ts'
import { insertChunk, insertResume } from '../../../src/tables/resumes.ts'
import { comparable } from '../../support/contract/matrix.ts'
import { still } from '../../support/deletions.ts'
import { startHarness, type Client } from '../../support/harness.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { file, redirect, startResumeHost } from '../../tools/fakes/resume-host.ts'
import { until } from '../../tools/until.ts'
import { chunkBytes, noRows, octets, resumeOf, rowsOf, upload } from './scene.ts'
import type { ExecutionContext } from 'ava'

/** Starts a server that runs jobs, sweeps and deletions only when a test runs them. */
async function startStill(t: ExecutionContext) {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { timings: { ...still, oldSweepMs: 1e9 }, clock } })
  const { services } = harness.server
  services.dispatch = () => {}
  const client = await harness.client()
  for (const job of ['job-1', 'job-2']) await client.generate(job)
  return { harness, services, clock, client }
}

const send = (client: Client, resumeUrl: string, application = 'app-1', job = 'job-1') =>
  client.post(`/v1/jobs/${job}/applications/${application}/scoring-jobs`, { resumeUrl })

const kept = async (client: Client): Promise<number> => (await client.get('/v1/usage')).body.quotas.keptBytes.used

test("another tenant's, environment's or partner's upload looks exactly like an unknown one", async (t) => {
  const { client: make, server } = await startHarness(t)
  const owner = await make()
  const { partnerId } = owner
  const { url, id } = (await upload(t, owner, resumeOf())).body.resume
  const strangers = {
    tenant: await make({ partnerId, tenant: 'other' }),
    environment: await make({ partnerId, environment: 'PRODUCTION' }),
    partner: await make(),
  }
  const fetchFile = () => t.fail('an upload was fetched') as never
  server.services.outbound = { ...server.services.outbound, fetchFile }
  const absent = `resume://${newId('rs', Date.now())}`
  for (const [name, client] of Object.entries(strangers)) {
    await client.generate('job-1')
    const nothing = await send(client, absent)
    t.deepEqual([nothing.status, nothing.body.code], [404, 'RESUME_NOT_FOUND'])
    const others = [url, `RESUME://${id}`, `resume://${id}/`, ' resume://x', 'resume:', 'resume://127.0.0.1/etc']
    for (const other of others)
      t.deepEqual(comparable(await send(client, other)), comparable(nothing), `${name}: ${other}`)
    const entries = [url, absent].map((resumeUrl, index) => ({ applicationId: `app-${index}`, resumeUrl }))
    const { headers } = await client.post('/v1/jobs/job-1/scoring-batches', { applications: entries })
    const { scoringJobs } = (await client.get(headers.location as string)).body
    const failures = scoringJobs.map(({ status, errorCode }: { status: string; errorCode: string }) => [
      status,
      errorCode,
    ])
    t.deepEqual(failures, Array(2).fill(['FAILED', 'RESUME_NOT_FOUND']))
  }
  t.is((await rowsOf(server.services)).resume_uses, 0)
})

test("a host's redirect cannot lead to an upload, and a webhook cannot be sent to an upload's URL", async (t) => {
  const host = await startResumeHost({ '/cv': file('text') })
  t.teardown(() => host.stop())
  const { client: make } = await startHarness(t, { settings: { OUTBOUND_ALLOW: host.pair } })
  const client = await make()
  await client.generate('job-1')
  const { url } = (await upload(t, client, resumeOf())).body.resume
  host.routes.set('/cv', redirect(url))
  const { body } = await client.score('job-1', 'app-1', { resumeUrl: `${host.origin}/cv` })
  t.is(body.error.code, 'RESUME_URL_BLOCKED')
  t.is((await client.post('/v1/webhook-endpoints', { url })).status, 400)
})

test('an upload is deleted after a day, or later when no open scoring job needs it, and its bytes no longer count as stored', async (t) => {
  const { services, clock, client } = await startStill(t)
  const before = await kept(client)
  const { url, expiresAt } = (await upload(t, client, resumeOf(2.5 * chunkBytes))).body.resume
  const ofFile = (await kept(client)) - before
  t.true(ofFile > 2.5 * chunkBytes && ofFile < 2.6 * chunkBytes + 4 * 5_000, `${ofFile}`)
  clock.instant += 23 * HOUR
  const { body } = await send(client, url)
  clock.instant = Date.parse(expiresAt) + 2 * MINUTE
  t.is((await send(client, url, 'app-2')).body.code, 'RESUME_NOT_FOUND')
  t.is((await send(client, url)).status, 202, 'a repeat gets the existing job')
  await sweepResumes(services)
  t.is((await rowsOf(services)).resume_chunks, 3)
  await runScoringJob(services, 'worker_a', body.scoringJobId)
  t.is((await client.get('/v1/jobs/job-1/applications/app-1/score')).body.status, 'completed')
  const scored = await kept(client)
  await sweepResumes(services)
  t.deepEqual(await rowsOf(services), noRows)
  t.true(scored - (await kept(client)) >= ofFile)
})

test('the unfinished upload of a process that died is deleted, and no submission can use it', async (t) => {
  const { services, clock, client } = await startStill(t)
  const before = await kept(client)
  const { database, timings } = services
  const [tenant] = await database.select<{ id: string }>('SELECT id FROM tenants')
  const [id, tenantId] = [newId('rs', clock.now()), tenant!.id]
  const owner = { partnerId: client.partnerId, environment: 'SANDBOX' as const }
  const expiresAt = clock.now() + timings.draftKeptMs
  await database.transaction(async () => {
    await insertResume(database, owner, { id, tenantId, sizeBytes: 4, isDraft: 1, createdAt: clock.now(), expiresAt })
    await insertChunk(database, owner, { resumeId: id, place: 0, tenantId, bytes: Buffer.from('half') })
  })
  t.is((await send(client, `resume://${id}`)).body.code, 'RESUME_NOT_FOUND')
  await sweepResumes(services)
  t.is((await rowsOf(services)).resumes, 1)
  clock.instant = expiresAt + 2 * MINUTE
  await sweepResumes(services)
  t.deepEqual(await rowsOf(services), noRows)
  t.is(await kept(client), before)
})

test('the deletion of an application also deletes its uploads, immediately and even if other applications use them', async (t) => {
  const { services, client } = await startStill(t)
  const bytes = resumeOf(1.5 * chunkBytes)
  const once = { ...octets, 'Idempotency-Key': 'once' }
  const { url } = (await upload(t, client, bytes, once)).body.resume
  const other = (await upload(t, client, resumeOf())).body.resume.url
  await send(client, url)
  const { scoringJobId } = (await send(client, url, 'app-2', 'job-2')).body
  await client.send('DELETE', '/v1/jobs/job-1/applications/app-1')
  t.is((await send(client, url, 'app-3')).body.code, 'RESUME_NOT_FOUND', 'even before the deletion runs')
  await runScoringJob(services, 'worker_a', scoringJobId)
  const { body } = await client.get('/v1/jobs/job-2/applications/app-2/score')
  t.deepEqual([body.status, body.error.code, body.error.retryable], ['failed', 'RESUME_NOT_FOUND', false])
  await workDeletions(services)
  t.deepEqual(await rowsOf(services), { resumes: 1, resume_chunks: 1, resume_uses: 0 })
  t.is((await send(client, other, 'app-3')).status, 202)
  const repeated = await upload(t, client, bytes, once)
  t.is(
    repeated.headers['idempotent-replayed'],
    undefined,
    'the stored response, which contains the hash of the file, is deleted',
  )
})

test('the deletion of a tenant deletes its uploads, including one that is still arriving', async (t) => {
  const { services, client } = await startStill(t)
  await upload(t, client, resumeOf(1.5 * chunkBytes))
  const body = new TransformStream<Uint8Array>()
  const writer = body.writable.getWriter()
  const arriving = upload(t, client, body.readable)
  await writer.write(new Uint8Array(resumeOf(2.5 * chunkBytes)))
  await until('a chunk is stored', async () => (await rowsOf(services)).resumes === 2)
  await client.send('DELETE', '/v1/tenants/acme', undefined, { 'X-Tenant-Id': '' })
  await workDeletions(services)
  t.deepEqual(await rowsOf(services), noRows)
  await writer.write(new Uint8Array(resumeOf(chunkBytes)))
  await writer.close()
  const { status, body: answered } = await arriving
  t.deepEqual([status, answered.code], [404, 'TENANT_NOT_FOUND'])
  t.deepEqual(await rowsOf(services), noRows)
})

test('an upload is stored encrypted, and is encrypted again when the secret key is rotated', async (t) => {
  const { services, client } = await startStill(t)
  const { url } = (await upload(t, client, resumeOf(2.5 * chunkBytes))).body.resume
  const rows = await services.database.select<{ bytes: Buffer }>('SELECT bytes FROM resume_chunks')
  t.false(rows.some(({ bytes }) => bytes.includes('Robin Sample')))
  const [old] = services.secretKeys
  const next = Buffer.alloc(32, 7)
  services.secretKeys = [next, old]
  t.is(await reencryptResumes(services), 1)
  t.is(await reencryptResumes(services), 0)
  services.secretKeys = [next]
  await runScoringJob(services, 'worker_a', (await send(client, url)).body.scoringJobId)
  t.is((await client.get('/v1/jobs/job-1/applications/app-1/score')).body.status, 'completed')
})
