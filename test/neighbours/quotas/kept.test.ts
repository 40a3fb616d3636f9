/**
 * The quotas for open scoring jobs and stored bytes: exact under concurrent requests, and released by every deletion.
 */
import test from 'ava'
import { recount } from '../../../src/features/access/quotas.ts'
import { deleteNow } from '../../support/deletions.ts'
import type { Services } from '../../../src/platform/services.ts'
import type { Answer, Client } from '../../support/harness.ts'
import { fixture } from '../../support/scoring.ts'
import { until } from '../../tools/until.ts'
import { atOnce, item, keptBytesOf, madeOf, put, start } from './scene.ts'

/** Keeps jobs open by never publishing their messages. */
const hold = (services: Services) => {
  services.dispatch = () => {}
}
const submit = (client: Client, application: string, more: object = {}, headers = {}) =>
  client.post(
    `/v1/jobs/job-1/applications/${application}/scoring-jobs`,
    { resumeUrl: fixture('slow'), ...more },
    headers,
  )
const batch = (client: Client, names: string[], name = 'slow', answers: object[] = []) =>
  client.post('/v1/jobs/job-1/scoring-batches', {
    applications: names.map((applicationId) => ({
      applicationId,
      resumeUrl: fixture(name),
      candidateData: { applicationAnswers: answers },
    })),
  })
const answersOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ question: `Question ${n}`, answer: 'x'.repeat(8_000) }))

test.serial(
  '64 concurrent submissions are accepted up to the quota of open jobs, and a repeat returns the existing job',
  async (t) => {
    const { client, other, services, quotasOf } = await start(t, { openScoringJobs: 5 })
    hold(services)
    for (const one of [client, other]) await put(one, 'job-1', 'Go')
    const answers = await atOnce(64, (index) => submit(client, `a-${index}`))
    t.is(madeOf(t, answers, 'openScoringJobs'), 5)
    t.deepEqual((await quotasOf()).openScoringJobs, { used: 5, allowed: 5 })
    t.is(madeOf(t, [await batch(client, ['b-1'])], 'openScoringJobs'), 0)
    t.is((await submit(other, 'a')).status, 202, 'the other partner is not affected')
    const made = answers.findIndex(({ status }) => status === 202)
    const again = await submit(client, `a-${made}`, {}, { 'Idempotency-Key': 'another-key' })
    t.is(again.status, 202)
    t.is(again.body.scoringJob.id, answers[made]?.body.scoringJob.id)
    t.is(
      (await deleteNow(client, services, `/v1/jobs/job-1/applications/a-${made}`)).body.deletionRequest.status,
      'COMPLETED',
    )
    t.is((await submit(client, 'b-2')).status, 202)
    t.is((await quotasOf()).openScoringJobs.used, 5)
    await keptBytesOf(services, client)
  },
)

test.serial('when a job ends, another one can be submitted', async (t) => {
  const { client, quotasOf } = await start(t, { openScoringJobs: 3 })
  await put(client, 'job-1', 'Go')
  for (let round = 0; round < 3; round += 1) {
    t.is(
      (
        await batch(
          client,
          [1, 2, 3].map((n) => `${round}-${n}`),
          'resume-encrypted',
        )
      ).status,
      202,
    )
    await until('room', async () => (await quotasOf()).openScoringJobs.used === 0)
  }
})

test.serial(
  'concurrent submissions never store more bytes than the quota, and a deletion releases bytes',
  async (t) => {
    const { client, other, services, change, quotasOf } = await start(t)
    hold(services)
    for (const one of [client, other]) await put(one, 'job-1', 'Go')
    const allowed = 3_000_000
    await change({ keptBytes: allowed })
    const send = (index: number) => batch(client, [`a-${index}`, `b-${index}`], 'slow', answersOf(10))
    const made = madeOf(t, await atOnce(40, send), 'keptBytes')
    const { used } = (await quotasOf()).keptBytes
    t.true(made > 4 && made < 11, `${made}`)
    t.true(used <= allowed && used > allowed - 500_000, `${used}`)
    t.is(used, await keptBytesOf(services, client))
    t.is((await submit(other, 'a')).status, 202)
    t.is(madeOf(t, [await send(99)], 'keptBytes'), 0)
    await deleteNow(client, services, `/v1/tenants/${client.tenant}`)
    t.true((await keptBytesOf(services, client)) < 100_000)
    await put(client, 'job-1', 'Go')
    t.is((await send(100)).status, 202)
  },
)

test.serial(
  'at the limit, deletions and repeats are accepted, and all other requests are refused and change nothing',
  async (t) => {
    const { client, services, change, quotasOf } = await start(t)
    await put(client, 'job-1', 'Go')
    const key = (await client.post('/v1/api-keys', {})).headers.location as string
    const library = await client.post('/v1/criteria-library', item('Rust').criteria[0])
    const { body } = await submit(client, 'a')
    await change({ keptBytes: 1 })
    const before = await keptBytesOf(services, client)
    const keyed = (n: number) => ({ 'Idempotency-Key': `key-${n}` })
    t.is((await client.send('PUT', '/v1/jobs/job-1/criteria', item('Go'))).status, 200)
    t.is((await submit(client, 'a')).body.scoringJob.id, body.scoringJob.id)
    t.is(await keptBytesOf(services, client), before)
    const refused: Promise<Answer>[] = [
      put(client, 'job-1', 'Java'),
      put(client, 'job-2', 'Go'),
      submit(client, 'a', {}, keyed(3)),
      submit(client, 'b'),
      batch(client, ['c']),
      client.post('/v1/criteria-library', item('Perl').criteria[0]),
      client.post('/v1/webhook-endpoints', { url: 'https://example.com/hook' }),
      client.send('DELETE', '/v1/tenants/unknown'),
    ]
    t.is(madeOf(t, await Promise.all(refused), 'keptBytes'), 0)
    t.is(await keptBytesOf(services, client), before)
    t.is((await client.send('DELETE', key, undefined, keyed(1))).status, 204)
    t.is((await client.send('DELETE', library.headers.location as string, undefined, keyed(2))).status, 204)
    t.is((await client.send('DELETE', `/v1/tenants/${client.tenant}`)).status, 202)
    t.is((await quotasOf()).keptBytes.allowed, 1)
    await keptBytesOf(services, client)
  },
)

test.serial('the operator can correct drifted counts with a recount', async (t) => {
  const { client, services, quotasOf } = await start(t)
  await put(client, 'job-1', 'Go')
  const { used } = (await quotasOf()).keptBytes
  await services.database.execute(
    'UPDATE quota_lanes SET keptBytes = keptBytes + 7, openScoringJobs = openScoringJobs - 1 WHERE partnerId = $1',
    [client.partnerId],
  )
  t.not((await quotasOf()).keptBytes.used, used)
  const lanes = services.database.dialect === 'sqlite' ? 1 : 8
  const corrected = await recount(services, 'partner 1')
  t.deepEqual(corrected['SANDBOX'], { openScoringJobs: lanes, keptBytes: -7 * lanes })
  t.deepEqual([(await quotasOf()).keptBytes.used, (await quotasOf()).openScoringJobs.used], [used, 0])
})
