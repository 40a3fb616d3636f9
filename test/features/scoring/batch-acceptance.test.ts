/** A batch is accepted completely or not at all, and with a constant number of statements. */
import test from 'ava'
import { dispatchDue } from '../../../src/features/scoring/rescue.ts'
import type { Table } from '../../../src/platform/database/database.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness } from '../../support/harness.ts'
import { batchWhen, fixture, isClosed, recordStatements, submitBatch } from '../../support/scoring.ts'
import { still } from '../../support/still-timings.ts'

test('a batch that breaks a rule is refused as a whole, and every error states its field', async (t) => {
  const { services, client } = await start(t)
  const submit = (applications: unknown[], job = 'job-1') =>
    client.post(`/v1/jobs/${job}/scoring-batches`, { applications })
  const entry = (applicationId: string, resumeUrl = fixture('strong')) => ({ applicationId, resumeUrl })
  const { status, body } = await submit([
    entry('a'),
    entry('b', 'http://example.com/cv'),
    entry('a', 'https://me:secret@example.com/cv'),
    entry('c', 'cv.pdf'),
  ])
  t.is(status, 400)
  const faults = body.details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
  t.deepEqual(faults, [
    'applications[1].resumeUrl invalid_url',
    'applications[2].applicationId repeated',
    'applications[2].resumeUrl invalid_url',
    'applications[3].resumeUrl invalid_url',
  ])
  t.is((await submit([])).status, 400)
  t.is((await submit(Array.from({ length: 101 }, (_, index) => entry(`${index}`)))).status, 400)
  t.is((await submit([entry('a')], 'job-2')).body.code, 'JOB_NOT_FOUND')
  t.deepEqual(await services.database.select('SELECT id FROM applications'), [])
})

test('a repeat with an idempotency key gets the same batch and creates no other', async (t) => {
  const { services, client } = await start(t)
  const key = { 'Idempotency-Key': 'k' }
  const first = await submitBatch(client, ['strong', 'weak'], ['a', 'b'], key)
  const again = await submitBatch(client, ['strong', 'weak'], ['a', 'b'], key)
  t.is(again.headers['idempotent-replayed'], 'true')
  t.deepEqual(again.body, first.body)
  t.is(again.headers.location, first.headers.location)
  t.is((await submitBatch(client, ['weak', 'strong'], ['a', 'b'], key)).body.code, 'IDEMPOTENCY_KEY_ALREADY_USED')
  t.is((await services.database.select('SELECT id FROM scoring_batches')).length, 1)
})

test('accepting and reading a batch of a hundred takes as many statements as a batch of one', async (t) => {
  const { services, client } = await start(t)
  services.dispatch = () => {}
  const statements = recordStatements(services.database)
  const count = async (size: number) => {
    const names = Array.from({ length: size }, (_, index) => `${size}-${index}`)
    // The second batch contains the same entries. It uses their existing jobs, except that blocked entries get new
    // ones.
    const entries = names.map((applicationId, index) => ({
      applicationId,
      resumeUrl: index % 2 === 0 ? fixture('strong') : 'https://localhost/cv',
    }))
    const counts: number[] = []
    for (let round = 0; round < 2; round += 1) {
      statements.length = 0
      const { headers } = await client.post('/v1/jobs/job-1/scoring-batches', { applications: entries })
      counts.push(statements.length)
      statements.length = 0
      t.is((await client.get(headers.location as string)).body.scoringJobs.length, size)
      counts.push(statements.length)
    }
    return counts
  }
  await count(2)
  const few = await count(4)
  t.deepEqual(await count(100), few)
  t.is(few[1], 1)
  t.true((few[0] as number) <= 12, `${few[0]}`)
})

test('a batch whose transaction fails leaves nothing, and jobs whose messages are lost are published later', async (t) => {
  const clock = new HandClock()
  const { services, client } = await start(t, { clock })
  const { database, dispatch } = services
  const { insert } = database
  database.insert = ((table: Table<object>, ...rest: [object[]]) => {
    if (table.name === 'scoring_batch_jobs') throw new Error('the connection is lost')
    return insert.call(database, table, ...rest)
  }) as typeof insert
  t.is((await submitBatch(client, ['strong', 'weak'])).status, 500)
  database.insert = insert
  for (const table of ['applications', 'scoring_jobs', 'scoring_batches', 'scoring_batch_jobs'])
    t.deepEqual(await database.select(`SELECT * FROM ${table}`), [], table)

  services.dispatch = () => {}
  const { headers } = await submitBatch(client, ['strong', 'weak'])
  services.dispatch = dispatch
  clock.instant += still.republishAfterMs
  await dispatchDue(services)
  t.is((await batchWhen(client, headers.location as string, isClosed)).batch.status, 'COMPLETED')
})

async function start(t: Parameters<typeof startHarness>[0], overrides: object = {}) {
  const harness = await startHarness(t, { overrides: { timings: still, ...overrides } })
  const client = await harness.client()
  await client.generate('job-1')
  return { harness, client, services: harness.server.services }
}
