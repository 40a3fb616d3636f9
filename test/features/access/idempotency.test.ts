import test from 'ava'
import { StatementRefused } from '../../../src/platform/database/errors.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Client } from '../../support/harness.ts'
import { fixture, recordStatements } from '../../support/scoring.ts'

const path = '/v1/jobs/job-1/criteria-generations'
const body = { jobContext: { jobDescription: 'Requirements: 3 years of welding' } }
const submission = { resumeUrl: fixture('strong') }
const submit = (client: Client, asked: object = submission) =>
  client.post('/v1/jobs/job-1/applications/a/scoring-jobs', asked, { 'Idempotency-Key': 'k' })

test('a repeat gets the first response and has no effect', async (t) => {
  const client = await (await startHarness(t)).client()
  const first = await client.post(path, body, { 'Idempotency-Key': 'k-1' })
  const second = await client.post(path, body, { 'Idempotency-Key': 'k-1' })
  t.is(second.status, 201)
  t.deepEqual(second.body, first.body)
  t.is(second.headers.location, first.headers.location)
  t.is(second.headers.etag, first.headers.etag)
  t.is(second.headers['idempotent-replayed'], 'true')
  t.is(first.headers['idempotent-replayed'], undefined)
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.criteria.version, 1)
})

test('a different request with a used key is refused', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.post(path, body, { 'Idempotency-Key': 'k-1' })
  const { status, body: problem } = await client.post(
    path,
    { jobContext: { jobDescription: 'Requirements: other' } },
    { 'Idempotency-Key': 'k-1' },
  )
  t.is(status, 422)
  t.is(problem.code, 'IDEMPOTENCY_KEY_ALREADY_USED')
})

test('the same key can be used independently by each partner, environment and tenant and on each path', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const others = [
    await harness.client({ partnerId: client.partnerId, tenant: 'b' }),
    await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' }),
    await harness.client(),
  ]
  const answers = [await client.post(path, body, { 'Idempotency-Key': 'k' })]
  for (const other of others) answers.push(await other.post(path, body, { 'Idempotency-Key': 'k' }))
  answers.push(await client.post('/v1/jobs/job-2/criteria-generations', body, { 'Idempotency-Key': 'k' }))
  t.deepEqual(
    answers.map(({ headers }) => headers['idempotent-replayed']),
    answers.map(() => undefined),
  )
  t.is(new Set(answers.map(({ body: answered }) => answered.criteria.id)).size, answers.length)
})

test('of 100 concurrent requests with the same key, one takes effect, and the others get its response or 409', async (t) => {
  const client = await (await startHarness(t)).client()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => client.post(path, body, { 'Idempotency-Key': 'k' })),
  )
  for (const { status, body: answered, headers } of answers) {
    if (status === 201) continue
    t.is(status, 409)
    t.is(answered.code, 'IDEMPOTENCY_REQUEST_IN_PROGRESS')
    t.true(Number(headers['retry-after']) >= 1)
  }
  t.is(
    new Set(answers.filter(({ status }) => status === 201).map(({ body: answered }) => answered.criteria.id)).size,
    1,
  )
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.criteria.version, 1)
})

test('a failed request frees its key', async (t) => {
  const client = await (await startHarness(t)).client()
  const submission = { resumeUrl: 'https://fixtures.sandbox.invalid/strong' }
  const submit = () => client.post('/v1/jobs/job-1/applications/a/scoring-jobs', submission, { 'Idempotency-Key': 'k' })
  t.is((await submit()).status, 404)
  await client.generate('job-1')
  t.is((await submit()).status, 202)
  t.is((await submit()).headers['idempotent-replayed'], 'true')
})

test('a key that is not a valid header value is refused', async (t) => {
  const client = await (await startHarness(t)).client()
  t.is((await client.post(path, body, { 'Idempotency-Key': 'x'.repeat(256) })).status, 400)
  t.is((await client.post(path, body, { 'Idempotency-Key': 'k\u00e9' })).status, 400)
})

test('a request that outlives its lease loses its key to the next request, and has no effect', async (t) => {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const client = await harness.client()
  const { pool, timings } = harness.server.services
  const generate = pool.generateCriteria
  const held = Promise.withResolvers<void>()
  const called = Promise.withResolvers<void>()
  pool.generateCriteria = async (...task) => {
    called.resolve()
    await held.promise
    return generate(...task)
  }
  const first = client.post(path, body, { 'Idempotency-Key': 'k' })
  await called.promise
  pool.generateCriteria = generate
  t.is((await client.post(path, body, { 'Idempotency-Key': 'k' })).body.code, 'IDEMPOTENCY_REQUEST_IN_PROGRESS')
  clock.instant += timings.idempotencyLeaseMs + 1
  const second = await client.post(path, body, { 'Idempotency-Key': 'k' })
  t.is(second.status, 201)
  held.resolve()
  t.is((await first).body.code, 'IDEMPOTENCY_REQUEST_IN_PROGRESS')
  t.is((await client.get('/v1/jobs/job-1/criteria')).body.criteria.version, 1)
  t.deepEqual((await client.post(path, body, { 'Idempotency-Key': 'k' })).body, second.body)
})

test('a stored response is kept for 24 hours, encrypted', async (t) => {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const client = await harness.client()
  const { database, timings } = harness.server.services
  const first = await client.post(path, body, { 'Idempotency-Key': 'k' })
  const [row] = await database.select<{ answer: Uint8Array }>('SELECT answer FROM idempotent_answers')
  t.false(Buffer.from(row?.answer as Uint8Array).includes(first.body.criteria.id))
  clock.instant += timings.idempotencyKeptMs - 1
  t.is((await client.post(path, body, { 'Idempotency-Key': 'k' })).headers['idempotent-replayed'], 'true')
  clock.instant += 2
  t.is((await client.post(path, body, { 'Idempotency-Key': 'k' })).body.criteria.version, 2)
})

test('after a deadlock on an expired key the whole transaction runs again', async (t) => {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const client = await harness.client()
  const { database, timings } = harness.server.services
  await client.generate('job-1')
  t.is((await submit(client)).status, 202)
  clock.instant += timings.idempotencyKeptMs + 1
  const { execute } = database
  let deadlocks = 0
  database.execute = async (sql, binds) => {
    if (sql.startsWith('DELETE FROM idempotent_answers') && (deadlocks += 1) === 1)
      throw new StatementRefused('ER_LOCK_DEADLOCK', 'Deadlock found')
    return execute.call(database, sql, binds)
  }
  const { status, headers } = await submit(client)
  t.is(status, 202)
  t.is(headers['idempotent-replayed'], undefined)
  t.is(deadlocks, 2)
})

test('a repeat gets the stored response even if the same request would fail by now', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  const first = await submit(client)
  await client.send('DELETE', '/v1/jobs/job-1/criteria')
  const fresh = await client.post('/v1/jobs/job-1/applications/b/scoring-jobs', submission)
  t.is(fresh.body.code, 'CRITERIA_NOT_FOUND')
  const again = await submit(client)
  t.is(again.headers['idempotent-replayed'], 'true')
  t.deepEqual(again.body, first.body)
  // With a new key, each of these requests would fail with another error.
  for (const other of [{ resumeUrl: 'https://localhost/cv' }, { ...submission, rescore: true }])
    t.is((await submit(client, other)).body.code, 'IDEMPOTENCY_KEY_ALREADY_USED')
})

test('a repeat writes nothing to the database', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  await client.generate('job-1')
  const statements = recordStatements(harness.server.services.database)
  const inserts = () => statements.splice(0).filter(({ sql }) => /^INSERT INTO `applications`/.test(sql)).length
  const first = await submit(client)
  t.is(inserts(), 1)
  const { headers, body } = await submit(client)
  t.is(headers['idempotent-replayed'], 'true')
  t.deepEqual(body, first.body)
  t.is(inserts(), 0)
})

test('concurrent requests with the same key in one process get the same response', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  await client.generate('job-1')
  const twins = Array.from({ length: 32 }, () => submit(client, { ...submission, rescore: true }))
  const answers = await Promise.all(twins)
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [202])
  t.is(new Set(answers.map(({ body }) => body.scoringJobId)).size, 1)
  t.is((await harness.server.services.database.select('SELECT id FROM scoring_jobs')).length, 1)
})

test('a request is rolled back and gets the stored response if another request used its key after the first lookup', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  const { database } = harness.server.services
  await client.generate('job-1')
  const once = { 'Idempotency-Key': 'k' }
  const criteria = { criteria: [{ text: 'Kubernetes', importance: 'PREFERRED' }] }
  const edit = () => client.send('PUT', '/v1/jobs/job-2/criteria', JSON.stringify(criteria), once)
  for (const send of [() => submit(client), edit]) {
    const first = await send()
    const { select } = database
    let looks = 0
    // Only the first lookup misses, as if it came before the other request's commit.
    database.select = async <Row extends object>(sql: string, binds?: never) =>
      sql.includes('JOIN idempotent_answers') && (looks += 1) === 1
        ? []
        : select.call<typeof database, [string, never?], Promise<Row[]>>(database, sql, binds)
    const second = await send()
    database.select = select
    t.is(looks, 2)
    t.is(second.headers['idempotent-replayed'], 'true')
    t.deepEqual(second.body, first.body)
  }
  t.is((await client.get('/v1/jobs/job-2/criteria')).body.criteria.version, 1)
})

test('a request whose body has the same members in another order is a repeat', async (t) => {
  const client = await (await startHarness(t)).client()
  const key = { 'Idempotency-Key': 'k' }
  const first = '{"criteria":[{"text":"Kubernetes","importance":"PREFERRED"}]}'
  const again = '{ "criteria": [ { "importance": "PREFERRED", "text": "Kubernetes" } ] }'
  const made = await client.send('PUT', '/v1/jobs/a/criteria', first, key)
  const replayed = await client.send('PUT', '/v1/jobs/a/criteria', again, key)
  t.is(replayed.headers['idempotent-replayed'], 'true')
  t.deepEqual(replayed.body, made.body)
  const other = '{"criteria":[{"text":"Kubernetes","importance":"MUST_HAVE"}]}'
  t.is((await client.send('PUT', '/v1/jobs/a/criteria', other, key)).body.code, 'IDEMPOTENCY_KEY_ALREADY_USED')
})
