import { request } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { fail } from '../../../src/features/scoring/completion.ts'
import { DatabaseUnavailable } from '../../../src/platform/database/database.ts'
import type { Services } from '../../../src/platform/services.ts'
import { startHarness } from '../../support/harness.ts'
import { fixture, recordStatements, type Statement } from '../../support/scoring.ts'
import { still } from '../../support/still-timings.ts'
import { until } from '../../tools/until.ts'

const resumeUrl = fixture('strong')
const submissions = (application: string) => `/v1/jobs/job-1/applications/${application}/scoring-jobs`

/** Starts a server whose jobs stay open until a test ends them. */
async function start(t: ExecutionContext) {
  const harness = await startHarness(t, { overrides: { timings: { ...still, longPollIntervalMs: 20 } } })
  const client = await harness.client()
  await client.generate('job-1')
  const { services } = harness.server
  services.dispatch = () => {}
  const submit = async (application: string, body: object = {}) => {
    const { headers, body: accepted } = await client.post(submissions(application), { resumeUrl, ...body })
    return { id: accepted.scoringJobId as string, location: headers.location as string }
  }
  const end = (id: string) => services.database.transaction(() => fail(services, { id, attempt: 0 }, 'TIMEOUT'))
  return { harness, client, services, submit, end, look: watchLooks(services) }
}

/** Resolves with the job ids of the next poll that includes these jobs. */
function watchLooks({ database }: Services): (...ids: string[]) => Promise<readonly unknown[]> {
  const statements = recordStatements(database)
  return async (...ids) => {
    const before = statements.length
    const isLook = ({ sql, binds }: Statement) =>
      sql.startsWith('SELECT id FROM scoring_jobs WHERE id IN') && ids.every((id) => binds.includes(id))
    return (await until('a poll includes these jobs', () => statements.slice(before).find(isLook))).binds
  }
}

test('a read with Prefer: wait is answered when the job ends, and its response says that it waited', async (t) => {
  const { client, submit, end, look } = await start(t)
  const { id, location } = await submit('a')
  const answer = client.get(location, { Prefer: 'respond-async, wait=25' })
  await look(id)
  await end(id)
  const { status, headers, body } = await answer
  t.is(status, 200)
  t.is(body.status, 'failed')
  t.is(headers['preference-applied'], 'wait=25')
  const ended = await client.get(location, { Prefer: 'wait=25' })
  t.is(ended.headers['preference-applied'], 'wait=25')
  t.deepEqual(ended.body, body)
})

test('a wait that times out is answered with the current state of the job', async (t) => {
  const { client, submit } = await start(t)
  const { location } = await submit('a')
  const { headers, body } = await client.get(location, { Prefer: 'wait=1' })
  t.is(body.status, 'queued')
  t.is(headers['preference-applied'], 'wait=1')
})

test('a wait for the latest score ends with the job that was the latest when the wait began', async (t) => {
  const { client, submit, end, look } = await start(t)
  const first = await submit('a')
  const answer = client.get('/v1/jobs/job-1/applications/a/score', { Prefer: 'wait=25' })
  await look(first.id)
  const second = await submit('a', { rescore: true })
  await end(first.id)
  t.is((await answer).body.scoringJobId, first.id)
  t.is((await client.get('/v1/jobs/job-1/applications/a/score')).body.scoringJobId, second.id)
})

test('an unsupported preference is ignored, and a read of an unknown job does not wait', async (t) => {
  const { client, submit } = await start(t)
  const { location } = await submit('a')
  for (const prefer of ['wait=0', 'wait=26', 'wait=soon', 'return=minimal']) {
    const { status, headers, body } = await client.get(location, { Prefer: prefer })
    t.is(status, 200)
    t.is(body.status, 'queued')
    t.is(headers['preference-applied'], undefined)
  }
  const unknown = submissions('a') + '/sj_0198a3c2-8f00-7d11-8a44-0c9b8a7d6e5f'
  t.is((await client.get(unknown, { Prefer: 'wait=25' })).body.code, 'SCORING_JOB_NOT_FOUND')
  const missing = await client.get('/v1/jobs/job-1/applications/b/score', { Prefer: 'wait=25' })
  t.is(missing.body.code, 'APPLICATION_NOT_FOUND')
})

test('one database poll serves all waiting requests, and each is answered when its own job ends', async (t) => {
  const { client, submit, end, look } = await start(t)
  const jobs = await Promise.all(Array.from({ length: 10 }, (_, index) => submit(`app-${index}`)))
  const answers = jobs.flatMap(({ location }) => [1, 2, 3].map(() => client.get(location, { Prefer: 'wait=25' })))
  const ids = jobs.map(({ id }) => id)
  t.is((await look(...ids)).length, 10)
  const [one, ...others] = ids as [string, ...string[]]
  await end(one)
  for (const { body } of await Promise.all(answers.slice(0, 3))) t.is(body.status, 'failed')
  t.is((await look(...others)).length, 9)
  for (const id of others) await end(id)
  for (const { body } of await Promise.all(answers)) t.is(body.status, 'failed')
})

test('a long poll ends as soon as its caller disconnects', async (t) => {
  const { client, harness, submit, end, look } = await start(t)
  const [one, other] = [await submit('a'), await submit('b')]
  const headers = { Authorization: `Bearer ${client.key}`, 'X-Tenant-Id': client.tenant, Prefer: 'wait=25' }
  const asked = request(client.url + one.location, { headers })
  asked.on('error', () => {}).end()
  await look(one.id)
  asked.destroy()
  await until('the disconnection is logged', () => harness.log.some((line) => line.includes('the caller disconnected')))
  const answer = client.get(other.location, { Prefer: 'wait=25' })
  t.deepEqual(await look(other.id), [other.id])
  await end(other.id)
  await answer
})

test('a server that drains answers all waiting requests with the current state of the job', async (t) => {
  const { client, harness, submit, look } = await start(t)
  const { id, location } = await submit('a')
  const answer = client.get(location, { Prefer: 'wait=25' })
  await look(id)
  const stopped = harness.server.stop()
  const { status, body } = await answer
  t.is(status, 200)
  t.is(body.status, 'queued')
  await stopped
})

test('if the database becomes unavailable, a long poll gets the same error as any other read', async (t) => {
  const { client, services, submit, look } = await start(t)
  const { id, location } = await submit('a')
  const answer = client.get(location, { Prefer: 'wait=25' })
  await look(id)
  const { select } = services.database
  services.database.select = () => Promise.reject(new DatabaseUnavailable('cut'))
  const { status, headers, body } = await answer
  services.database.select = select
  t.is(status, 503)
  t.is(body.code, 'SERVICE_UNAVAILABLE')
  t.true(Number(headers['retry-after']) >= 1)
})
