import test, { type ExecutionContext } from 'ava'
import { HOUR } from '../../../src/kit/time.ts'
import { timings, type Timings } from '../../../src/platform/timings.ts'
import { startHarness, type Client, type Harness } from '../../support/harness.ts'
import { gather } from '../scoring/crowd.ts'

/** Sets a job's criteria by hand, and returns the version's criteria. */
async function setCriteria(t: ExecutionContext, client: Client, job: string, ...texts: string[]) {
  const criteria = texts.map((text) => ({ text, importance: 'PREFERRED' }))
  const { status, body } = await client.send('PUT', `/v1/jobs/${job}/criteria`, { criteria })
  t.is(status, 200)
  return body.criteria.criteria
}

test('criteria of several jobs are returned in the order of the request, with null for a job without criteria', async (t) => {
  const client = await (await startHarness(t)).client()
  const a = await setCriteria(t, client, 'a', 'Patience')
  const b = await setCriteria(t, client, 'b:2', 'A driving licence', 'Two years as a courier')
  await setCriteria(t, client, 'archived', 'Kubernetes')
  t.is((await client.send('DELETE', '/v1/jobs/archived/criteria')).status, 200)
  const { status, body } = await client.get('/v1/jobs/criteria?jobIds=b%3A2,none,a,archived,b%3A2,A')
  t.is(status, 200)
  t.deepEqual(body.items, [
    { jobId: 'b:2', criteria: b },
    { jobId: 'none', criteria: null },
    { jobId: 'a', criteria: a },
    { jobId: 'archived', criteria: null },
    { jobId: 'b:2', criteria: b },
    { jobId: 'A', criteria: null },
  ])
  const plain = await client.get('/v1/jobs/criteria?jobIds=b:2,none,a,archived,b:2,A')
  t.deepEqual(plain.body, body)
  const encoded = await client.get('/v1/jobs/criteria?jobIds=b%3A2%2Cnone%2Ca%2Carchived%2Cb%3A2%2CA')
  t.deepEqual(encoded.body, body)
  t.deepEqual((await client.get('/v1/jobs/criteria?jobIds=a')).body.items, [{ jobId: 'a', criteria: a }])
})

test('a read of several jobs does not show jobs of another tenant, environment or partner', async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  await setCriteria(t, client, 'a', 'Patience')
  for (const other of [
    await harness.client({ partnerId: client.partnerId, tenant: 'other' }),
    await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' }),
    await harness.client(),
  ]) {
    const { body } = await other.get('/v1/jobs/criteria?jobIds=a')
    t.deepEqual(body.items, [{ jobId: 'a', criteria: null }])
  }
})

test('job ids may be comma-separated or separate parameters', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const query of ['jobIds=a,b', 'jobIds=a&jobIds=b']) {
    const { body } = await client.get(`/v1/jobs/criteria?${query}`)
    t.deepEqual(
      body.items.map(({ jobId }: { jobId: string }) => jobId),
      ['a', 'b'],
    )
  }
})

test('an invalid list of job ids is refused', async (t) => {
  const client = await (await startHarness(t)).client()
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `job-${index}`).join(',')
  t.is((await client.get(`/v1/jobs/criteria?jobIds=${ids(100)}`)).body.items.length, 100)
  for (const query of [
    '',
    '?jobIds',
    '?jobIds=',
    '?jobIds=,',
    '?jobIds=a,',
    '?jobIds=a,,b',
    '?jobIds=a%20b',
    '?jobIds=..',
    `?jobIds=${'x'.repeat(129)}`,
    `?jobIds=${ids(101)}`,
    '?jobIds=a&other=b',
    '?jobIds[]=a',
    '?jobIds[x]=a',
  ]) {
    const { status, body } = await client.get(`/v1/jobs/criteria${query}`)
    t.is(status, 400, query.slice(0, 40))
    t.is(body.code, 'VALIDATION_ERROR')
  }
})

/**
 * Returns the smallest number of statements that `work` sends in five runs. In the other runs, background work may have
 * added some.
 */
async function statementsOf({ server }: Harness, work: () => Promise<void>): Promise<number> {
  const { database } = server.services
  const { select, execute } = database
  let count = 0
  const counted =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Answer) =>
    (...asked: Asked) => {
      count += 1
      return ask.apply(database, asked)
    }
  Object.assign(database, { select: counted(select), execute: counted(execute) })
  const counts: number[] = []
  while (counts.length < 5) {
    count = 0
    await work()
    counts.push(count)
  }
  Object.assign(database, { select, execute })
  return Math.min(...counts)
}

/** Timings under which no background task runs, and a key is looked up only once. */
const still = { timings: Object.fromEntries(Object.keys(timings).map((name) => [name, HOUR])) as Timings }

test('a read of current criteria sends one statement, however many jobs are requested', async (t) => {
  const harness = await startHarness(t, { overrides: still })
  const client = await harness.client()
  await setCriteria(t, client, 'job-1', 'Patience')
  const ids = Array.from({ length: 100 }, (_, index) => `job-${index}`).join(',')
  for (const path of [
    '/v1/jobs/job-1/criteria',
    '/v1/jobs/job-1/criteria/versions/current',
    `/v1/jobs/criteria?jobIds=${ids}`,
  ]) {
    const asked = await statementsOf(harness, async () => void t.is((await client.get(path)).status, 200))
    t.is(asked, 1, path.slice(0, 40))
  }
})

test('concurrent reads in one tenant share a statement, even for different jobs', async (t) => {
  const harness = await startHarness(t, { overrides: still })
  const client = await harness.client()
  const [one, other] = [await setCriteria(t, client, 'a', 'Patience'), await setCriteria(t, client, 'b', 'Tact')]
  const gathered = gather(harness.server.services)
  const asked = await statementsOf(harness, async () => {
    gathered('short_criteria', 3)
    const answers = await Promise.all(['a', 'b,a', 'c'].map((ids) => client.get(`/v1/jobs/criteria?jobIds=${ids}`)))
    t.deepEqual(
      answers.map(({ body }) => body.items.map(({ criteria }: { criteria: unknown }) => criteria)),
      [[one], [other, one], [null]],
    )
  })
  t.is(asked, 1)
})

test("a partner's concurrent reads of a hundred jobs share one statement, unless a job has long criteria", async (t) => {
  const harness = await startHarness(t, { overrides: still })
  const client = await harness.client()
  const short = await setCriteria(t, client, 'short', 'Patience')
  const long = await setCriteria(t, client, 'long', ...Array.from({ length: 10 }, (_, n) => `${n} ${'🙂'.repeat(490)}`))
  const listOf = (ids: string[]) =>
    `/v1/jobs/criteria?jobIds=${Array.from({ length: 100 }, (_, n) => ids[n % ids.length]).join()}`
  const gathered = gather(harness.server.services)
  const asked = await statementsOf(harness, async () => {
    gathered('short_criteria', 16)
    const answers = await Promise.all(Array.from({ length: 16 }, () => client.get(listOf(['short', 'none']))))
    for (const { body } of answers) t.deepEqual(body.items.at(0).criteria, short)
  })
  t.is(asked, 1)
  const askedTwice = await statementsOf(harness, async () => {
    const { body } = await client.get(listOf(['short', 'long']))
    t.deepEqual(
      body.items.slice(0, 2).map(({ criteria }: { criteria: unknown }) => criteria),
      [short, long],
    )
  })
  t.is(askedTwice, 2)
})

test('the number of statements that an edit sends is small and does not grow with criteria or versions', async (t) => {
  const harness = await startHarness(t, { overrides: still })
  const client = await harness.client()
  const add = async (text: string) => {
    const answer = await client.post('/v1/jobs/job-1/criteria/items', { text, importance: 'PREFERRED' })
    t.is(answer.status, 201)
  }
  let added = 0
  await setCriteria(t, client, 'job-1', 'Patience')
  const first = await statementsOf(harness, () => add(`Skill ${added++}`))
  while (added < 24) await add(`Skill ${added++}`)
  t.is(await statementsOf(harness, () => add(`Skill ${added++}`)), first)
  // An edit reads the tenant, the job and the version, and writes the new version, the job, the event and the counts.
  t.true(first <= 11, `${first}`)
})
