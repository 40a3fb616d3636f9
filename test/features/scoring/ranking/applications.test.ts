/** A job's applications, a tenant's jobs, and the ranking page. */
import test from 'ava'
import type { Applications, Job, RankedApplication } from '../../../../generated/types.gen.ts'
import { createBackfill } from '../../../../src/features/scoring/ranking/upkeep.ts'
import { fileContext } from '../../../support/contract/server.ts'
import { startHarness, type Client, type Harness } from '../../../support/harness.ts'
import { batchWhen, fixture, isClosed, submitBatch } from '../../../support/scoring.ts'

const shared = fileContext()
let harness: Harness

test.before(async () => {
  harness = await startHarness(shared)
})

const path = '/v1/jobs/job-1/applications'
const names = { strong: 's', moderate: 'm', weak: 'w' } as const

/** Creates a job with one application for each of these fixtures, submitted in this order. */
async function startJob(fixtures = ['weak', 'strong', 'moderate', 'strong', 'resume-empty']): Promise<Client> {
  const client = await harness.client()
  await client.generate('job-1')
  const ids = fixtures.map((name, index) => `${names[name as keyof typeof names] ?? 'f'}${index}`)
  const { headers } = await submitBatch(client, fixtures, ids)
  await batchWhen(client, headers.location as string, isClosed)
  return client
}

async function list(client: Client, query = ''): Promise<Applications> {
  const { status, body } = await client.get(`${path}${query}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

const idsOf = ({ data }: Applications) => data.map(({ applicationId }) => applicationId)

/** Reads a list to its end, one application per page. */
async function walk(client: Client, query: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ;) {
    const page = await list(client, `?limit=1${query}${cursor}`)
    ids.push(...idsOf(page))
    if (page.nextCursor === null) return ids
    cursor = `&cursor=${page.nextCursor}`
  }
}

test('applications are listed by score, then by submission; applications without a score come last', async (t) => {
  const client = await startJob()
  const ranking = ['s1', 's3', 'm2', 'w0', 'f4']
  t.deepEqual(idsOf(await list(client)), ranking)
  t.deepEqual(await walk(client, ''), ranking)
  t.deepEqual(await walk(client, '&sort=score'), ranking.toReversed())
  t.deepEqual(await walk(client, '&sort=submittedAt'), ['w0', 's1', 'm2', 's3', 'f4'])
  t.deepEqual(await walk(client, '&sort=-submittedAt'), ['f4', 's3', 'm2', 's1', 'w0'])
  const [first] = (await list(client)).data as [RankedApplication]
  const score = (await client.get(`${path}/s1/score`)).body
  t.deepEqual([first.score, first.scoringJobId, first.status], [score.result.score, score.scoringJobId, 'COMPLETED'])
  t.deepEqual(first.scoreRange, score.result.assessment.scoreRange)
  t.deepEqual([first.verdict, first.stale, first.flags, first.overrides], ['STRONG_MATCH', false, [], []])
  const failed = (await list(client, '?status=FAILED')).data
  t.deepEqual(
    failed.map(({ applicationId, errorCode, score }) => [applicationId, errorCode, score]),
    [['f4', 'RESUME_EMPTY', undefined]],
  )
})

test('filters can be combined, and work with each sort order', async (t) => {
  const client = await startJob()
  const { criteria } = (await client.get('/v1/jobs/job-1/criteria')).body.criteria
  const { id } = criteria[0]
  const { score } = (await list(client)).data.find(({ applicationId }) => applicationId === 'm2') as RankedApplication
  const weak = (await client.get(`${path}/w0/score`)).body.result.assessment.criteria[0].verdict
  const cases: [string, string[]][] = [
    ['status=COMPLETED', ['s1', 's3', 'm2', 'w0']],
    ['verdict=STRONG_MATCH', ['s1', 's3']],
    ['verdict=WEAK_MATCH', ['w0']],
    [`minScore=${score}`, ['s1', 's3', 'm2']],
    [`minScore=${score}&verdict=MODERATE_MATCH`, ['m2']],
    ['minScore=10&verdict=WEAK_MATCH', []],
    ['status=PENDING', []],
    ['flag=HIDDEN_TEXT', []],
    [`criterionId=${id}&criterionVerdict=${weak}&verdict=WEAK_MATCH`, ['w0']],
    [`criterionId=${id}&criterionVerdict=MET&verdict=STRONG_MATCH`, ['s1', 's3']],
    ['criterionId=cr_unknown&criterionVerdict=MET', []],
    [`updatedSince=${new Date(Date.now() + 60_000).toISOString()}`, []],
    [`updatedSince=${new Date(Date.now() - 60_000).toISOString()}&status=FAILED`, ['f4']],
  ]
  for (const [query, expected] of cases) {
    t.deepEqual(idsOf(await list(client, `?${query}`)), expected, query)
    t.deepEqual((await walk(client, `&sort=submittedAt&${query}`)).sort(), expected.toSorted(), query)
  }
  for (const query of [
    'criterionId=a',
    'criterionVerdict=MET',
    'sort=name',
    'minScore=11',
    'cursor=1.x',
    'updatedSince=x',
  ])
    t.is((await client.get(`${path}?${query}`)).body.code, 'VALIDATION_ERROR', query)
  const { nextCursor } = await list(client, '?limit=1')
  t.is((await client.get(`${path}?sort=submittedAt&cursor=${nextCursor}`)).body.code, 'VALIDATION_ERROR')
})

test('a cursor stays valid while new scores arrive', async (t) => {
  const client = await startJob(['strong', 'moderate', 'weak'])
  const first = await list(client, '?limit=2')
  t.deepEqual(idsOf(first), ['s0', 'm1'])
  for (const [name, kind] of [
    ['new-strong', 'strong'],
    ['new-weak', 'weak'],
  ] as const)
    await client.score('job-1', name, { resumeUrl: fixture(kind) })
  t.deepEqual(idsOf(await list(client, `?limit=9&cursor=${first.nextCursor}`)), ['w2', 'new-weak'])
})

test('a list shows rescores, overrides, older criteria and deletions immediately', async (t) => {
  const client = await startJob(['weak', 'strong'])
  await client.score('job-1', 'w0', { resumeUrl: fixture('strong'), rescore: true })
  t.deepEqual(idsOf(await list(client)), ['w0', 's1'])
  const { criterionId, text } = (await client.get(`${path}/w0/score`)).body.result.assessment.criteria[0]
  const decision = { verdict: 'NOT_MET', reason: 'Her referee denies all of it.', reviewer: 'Dana Ruiz' }
  await client.send('PUT', `${path}/w0/score/overrides/${criterionId}`, decision)
  const { data } = await list(client)
  t.deepEqual(
    data.map(({ applicationId }) => applicationId),
    ['s1', 'w0'],
  )
  const { overriddenAt, ...override } = data[1]?.overrides[0] ?? {}
  t.truthy(overriddenAt)
  const named = { criterionId, text, ...decision, engineVerdict: 'MET', kind: 'OVERRIDE' }
  t.deepEqual(override, named as typeof override)
  t.deepEqual(idsOf(await list(client, `?criterionId=${criterionId}&criterionVerdict=NOT_MET`)), ['w0'])
  const page = (await client.get('/v1/jobs/job-1/ranking')).body as string
  for (const word of ['Dana Ruiz', decision.reason, text]) t.true(page.includes(word), word)
  await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria: [{ text: 'Patience', importance: 'MUST_HAVE' }] })
  t.deepEqual(
    (await list(client)).data.map(({ stale }) => stale),
    [true, true],
  )
  await client.send('DELETE', `${path}/w0`)
  t.deepEqual(idsOf(await list(client)), ['s1'])
})

test('jobs are listed with the number of applications in each state, the current version and the last activity', async (t) => {
  const client = await startJob()
  await client.post(`${path}/open/scoring-jobs`, { resumeUrl: fixture('slow') })
  await client.send('PUT', '/v1/jobs/job-0/criteria', { criteria: [{ text: 'Patience', importance: 'MUST_HAVE' }] })
  const { data, nextCursor } = (await client.get('/v1/jobs')).body as { data: Job[]; nextCursor: null }
  t.deepEqual(
    data.map(({ jobId }) => jobId),
    ['job-0', 'job-1'],
  )
  t.is(nextCursor, null)
  const [empty, full] = data as [Job, Job]
  t.deepEqual(empty.applications, { pending: 0, processing: 0, completed: 0, failed: 0 })
  const { pending, processing, ...ended } = full.applications
  t.deepEqual([pending + processing, ended], [1, { completed: 4, failed: 1 }])
  t.is(full.currentVersion?.version, 1)
  t.true(full.lastActivityAt >= full.createdAt)
  await client.score('job-1', 'w0', { resumeUrl: fixture('resume-encrypted'), rescore: true })
  await client.send('DELETE', `${path}/s1`)
  const second = (await client.get('/v1/jobs?limit=1&cursor=job-0')).body.data[0] as Job
  t.deepEqual([second.applications.completed, second.applications.failed], [2, 2])
  t.true(second.lastActivityAt > full.lastActivityAt)
})

test('the ranking is an HTML page with a matrix of verdicts and a link to the next page', async (t) => {
  const client = await startJob()
  const { body, headers } = await client.get('/v1/jobs/job-1/ranking?limit=3')
  t.is(headers['cache-control'], 'no-store')
  t.regex(headers['content-security-policy'] ?? '', /^default-src 'none'/)
  t.true(body.indexOf('>s1<') < body.indexOf('>s3<') && !body.includes('>w0<'))
  t.false(/<script/i.test(body))
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '') ?? []
  const { body: rest, headers: last } = await client.get(next)
  t.true(['>w0<', '>f4<'].every((name) => rest.includes(name)))
  t.regex(rest, /<td class="number">4<\/td>\s*<th scope="row" dir="auto">w0</)
  t.is(last.link, undefined)
})

test('maintenance adds applications from an earlier release to the list, and corrects entries that an earlier release left out of date', async (t) => {
  const client = await startJob()
  const before = await list(client)
  const { database } = harness.server.services
  const [{ jobId } = { jobId: '' }] = await database.select<{ jobId: string }>(
    `SELECT jobId FROM application_scores WHERE scoringJobId = $1`,
    [before.data[0]?.scoringJobId ?? ''],
  )
  await database.execute('DELETE FROM application_scores WHERE jobId = $1 AND place < 30', [jobId])
  await database.execute('UPDATE application_scores SET place = 101, verdicts = NULL WHERE jobId = $1', [jobId])
  await createBackfill()(harness.server.services)
  const strip = ({ data }: Applications) => data.map(({ updatedAt: _at, ...rest }) => rest)
  t.deepEqual(strip(await list(client)), strip(before))
})
