/** Responses that repeat a version's criteria are stored as references to the version, and replayed in full. */
import test, { type ExecutionContext } from 'ava'
import { randomBytes } from 'node:crypto'
import { reencryptAnswers } from '../../../src/features/access/stored-answers.ts'
import { setQuotas } from '../../../src/features/access/quotas.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Client } from '../../support/harness.ts'
import { still } from '../../support/still-timings.ts'

const criteria = Array.from({ length: 30 }, (_, n) => ({ text: `${n} ${'x'.repeat(480)}`, importance: 'PREFERRED' }))
const put = (client: Client, key: string, wanted: object[] = criteria) =>
  client.send('PUT', '/v1/jobs/job-1/criteria', { criteria: wanted }, { 'Idempotency-Key': key })

/** Creates a job with one version, and an edit under the key `k` that left its criteria unchanged. */
async function start(t: ExecutionContext) {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock, timings: { ...still, keyCacheMs: 0 } } })
  const client = await harness.client()
  await put(client, 'first')
  clock.instant += 1_000
  const unchanged = await put(client, 'k')
  return { clock, client, unchanged, services: harness.server.services }
}

type Row = { answer: Uint8Array | null; reference: Uint8Array | null; leaseUntil: number }

test('an edit that changes nothing stores no criteria, and a repeat of the edit returns all of the criteria', async (t) => {
  const { client, unchanged, services } = await start(t)
  t.is(unchanged.status, 200)
  const rows = await services.database.select<Row>('SELECT * FROM idempotent_answers ORDER BY createdAt')
  t.true((rows[0]?.answer?.length ?? 0) > 14_000, 'the response to the edit that created the version is stored in full')
  t.is(rows[1]?.answer, null)
  t.true((rows[1]?.reference?.length ?? 0) < 500)
  const again = await put(client, 'k')
  t.is(again.headers['idempotent-replayed'], 'true')
  t.deepEqual(
    [again.status, again.headers.etag, JSON.stringify(again.body)],
    [200, unchanged.headers.etag, JSON.stringify(unchanged.body)],
  )
})

test('a stored response stays the same when its version is archived or the secret key is rotated', async (t) => {
  const { client, unchanged, services } = await start(t)
  await put(client, 'next', criteria.slice(1))
  await client.post(`/v1/jobs/job-1/criteria/versions/${unchanged.body.criteria.id}/archive`, {})
  const [old] = services.secretKeys
  services.secretKeys = [randomBytes(32), old]
  t.is(await reencryptAnswers(services), 3)
  services.secretKeys = [services.secretKeys[0]]
  t.deepEqual((await put(client, 'k')).body, unchanged.body)
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.criteria.version, 2, 'the repeat has no effect')
})

test('a version is kept as long as a stored response refers to it', async (t) => {
  const { clock, client, unchanged, services } = await start(t)
  await setQuotas(services, 'partner 1', { criteriaVersionsPerJob: 1 })
  await put(client, 'next', criteria.slice(1))
  t.deepEqual((await put(client, 'k')).body, unchanged.body)
  clock.instant += services.timings.idempotencyKeptMs
  await put(client, 'later', criteria.slice(2))
  const kept = await services.database.select<{ version: number }>('SELECT version FROM criteria_versions')
  t.deepEqual(
    kept.map(({ version }) => version),
    [3],
  )
})

test('the previous release treats a stored reference as a request in progress, until the key expires', async (t) => {
  const { clock, services } = await start(t)
  const [row] = await services.database.select<Row>('SELECT * FROM idempotent_answers WHERE answer IS NULL')
  t.is(row?.leaseUntil, clock.instant + services.timings.idempotencyKeptMs)
})
