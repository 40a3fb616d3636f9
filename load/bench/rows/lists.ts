/**
 * Measures how the time for a page of a job's applications, and of the export, grows with the data: one job with 10,000
 * and with 1,000,000 applications that have every possible score. Each page is read as the operation reads it, and
 * written as JSON.
 */
import { exportScores } from '../../../src/features/scoring/ranking/exports.ts'
import { listApplications } from '../../../src/features/scoring/ranking/applications.ts'
import { StreamedBody, WrittenBody } from '../../../src/kit/stored-json.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import type { Services } from '../../../src/platform/services.ts'
import { timings } from '../../../src/platform/timings.ts'
import { criteriaVersions } from '../../../src/tables/criteria-versions.ts'
import { jobs } from '../../../src/tables/jobs.ts'
import { tenants } from '../../../src/tables/tenants.ts'
import { atMost, type Sample } from '../results.ts'
import { onMysql, onSqlite } from '../throwaway.ts'
import type { OwnRow, Round } from './row.ts'

const [small, large] = [10_000, 1_000_000]
/** The number of measured pages: enough for a 95th percentile. */
const pagesMax = 100
const limit = 100
const now = Date.UTC(2026, 5, 15)
const owner = { partnerId: 'p_bench', environment: 'SANDBOX' as const }
const [tenantId, jobId, versionId] = ['tn_bench', 'job_bench', 'cv_bench']
const criteria = ['TypeScript', 'PostgreSQL', 'Kubernetes', 'Terraform'].map((text, order) => {
  return { id: `cr_${order}`, text, importance: 'PREFERRED', order }
})
/** The number of places in the ranking: one for each possible score, one for open jobs and one for failed ones. */
const places = 103

/**
 * Inserts `count` applications directly into the database, because submitting them through the API would take hours.
 */
async function seed(database: Database, count: number): Promise<void> {
  for (const table of ['application_scores', 'scoring_jobs', 'applications'])
    await database.execute(`DELETE FROM ${table}`)
  const insert = (table: string, columns: Record<string, string>) =>
    database.execute(
      `INSERT INTO ${table} (${Object.keys(columns).join(', ')})
        SELECT ${Object.values(columns).join(', ')} FROM
          (SELECT a.n * 1000 + b.n AS i, CAST(10000000 + a.n * 1000 + b.n AS CHAR) AS id, (a.n * 271 + b.n * 17) % ${places} AS place
             FROM bench_numbers a JOIN bench_numbers b WHERE a.n < ${count / 1_000}) e`,
    )
  const ids = { id: 'e.id', tenantId: `'${tenantId}'`, jobId: `'${jobId}'` }
  const at = `${now} + e.i`
  const status = `CASE e.place WHEN 101 THEN 'PENDING' WHEN 102 THEN 'FAILED' ELSE 'COMPLETED' END`
  await insert('applications', { ...ids, externalId: 'e.id', latestScoringJobId: 'e.id', createdAt: at })
  const counts = { attempt: '1', transientFailures: '0', lostWorkers: '0', dueAt: at, queuedAt: at }
  const owned = { partnerId: `'${owner.partnerId}'`, environment: `'${owner.environment}'` }
  const kinds = { lane: `'batches'`, status, isRescore: '0', criteriaVersionId: `'${versionId}'` }
  await insert('scoring_jobs', { ...ids, ...owned, ...kinds, ...counts, applicationId: 'e.id' })
  const shown = { verdicts: `'MPN-'`, highTenths: '100', isDropped: '0', flags: `'[]'`, updatedAt: at }
  const rest = { place: 'e.place', scoringJobId: 'e.id', criteriaVersionId: `'${versionId}'` }
  await insert('application_scores', { ...ids, ...rest, ...shown })
}

async function prepare(database: Database): Promise<void> {
  await migrate(database)
  await database.insert(tenants, [{ id: tenantId, ...owner, externalId: 'acme', createdAt: now, heldAt: null }])
  const job = { id: jobId, tenantId, externalId: 'job-1', currentVersionId: versionId, lastVersion: 1, createdAt: now }
  await database.insert(jobs, [job])
  const version = { id: versionId, tenantId, jobId, version: 1, status: 'ACTIVE' as const, createdAt: now }
  const none = { audit: null, jobTitle: null, archivedAt: null, answeredUntil: null }
  await database.insert(criteriaVersions, [{ ...version, ...none, criteria: JSON.stringify(criteria) }])
  await database.execute('CREATE TABLE bench_numbers (n BIGINT PRIMARY KEY)')
  await database.execute(
    `INSERT INTO bench_numbers VALUES ${Array.from({ length: 1_000 }, (_, n) => `(${n})`).join(', ')}`,
  )
}

type Kind = { name: string; query: Record<string, unknown>; placeOf?: (page: number, count: number) => string }

/**
 * Returns where a measured page begins, as a share of the list. The pages are from all parts of the list in mixed
 * order, and each begins far enough from the end to be full.
 */
const spread = (page: number) => 0.1 + (0.8 * ((page * 37) % pagesMax)) / pagesMax
const placeCursor = (page: number, count: number) =>
  `${Math.floor(spread(page) * places)}.${10_000_000 + Math.floor(spread(page + 1) * count)}`
const idCursor = (page: number, count: number) => String(10_000_000 + Math.floor(spread(page) * count))
const kinds: Kind[] = [
  { name: 'the strongest', query: { sort: '-score' } },
  { name: 'any page by score', query: { sort: '-score' }, placeOf: placeCursor },
  { name: 'any page by score, weakest first', query: { sort: 'score' }, placeOf: placeCursor },
  { name: 'any page by submission', query: { sort: '-submittedAt' }, placeOf: idCursor },
  {
    name: 'with a status, a score and a verdict',
    query: { status: 'COMPLETED', minScore: 5, verdict: 'MODERATE_MATCH' },
  },
  {
    name: 'with a verdict of a criterion',
    query: { criterionId: 'cr_0', criterionVerdict: 'MET' },
    placeOf: placeCursor,
  },
]
const exporting = 'any 100 lines of the export'

async function p95Of(read: (page: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let page = 0; page < pagesMax; page += 1) {
    const from = performance.now()
    await read(page)
    times.push(performance.now() - from)
  }
  return times.toSorted((one, other) => one - other)[Math.ceil(0.95 * pagesMax) - 1] as number
}

/** @throws Error if the page is not full */
async function readPage(reply: { body: unknown }): Promise<void> {
  const { body } = reply
  let text = ''
  if (body instanceof StreamedBody) for await (const piece of body.pieces) text += piece
  else if (body instanceof WrittenBody) text = [...body.pieces()].join('')
  const items = text.split('"applicationId"').length - 1
  if (items < limit) throw new Error(`a page has ${items} of ${limit} applications`)
}

/** Returns the 95th percentile of the time for each kind of page, in milliseconds. */
async function pagesOf(database: Database, count: number): Promise<Sample> {
  const services = { database, timings, clock: { now: () => now + 2 * large + timings.eventFeedDelayMs } }
  const call = { caller: owner, tenant: 'acme', path: { jobId: 'job-1' } }
  const sample: Sample = {}
  for (const { name, query, placeOf } of kinds)
    sample[name] = await p95Of(async (page) => {
      const asked = { ...query, limit, ...(placeOf ? { cursor: placeOf(page, count) } : {}) }
      await readPage(await listApplications({ ...call, query: asked } as never, services as unknown as Services))
    })
  sample[exporting] = await p95Of(async (page) => {
    const cursor = `${now + Math.floor(spread(page) * (count - limit))}.`
    await readPage(await exportScores({ ...call, query: { cursor, limit } } as never, services as unknown as Services))
  })
  return sample
}

async function measure(database: Database): Promise<Round> {
  await prepare(database)
  const samples: Sample[] = []
  for (const count of [small, large]) {
    // A statement that inserts a million rows takes longer than the time limit that the service sets for a statement.
    await database.transaction(() => seed(database, count), { patient: true })
    samples.push(await pagesOf(database, count))
  }
  const [versus, ours] = samples as [Sample, Sample]
  return { ours, versus }
}

function listsRow(where: string, round: () => Promise<Round>): OwnRow {
  const name = `a page of ${limit} of ${large.toLocaleString('en')} applications against ${small.toLocaleString('en')}, ${where}, p95`
  const figures = [...kinds.map(({ name: kind }) => kind), exporting]
  const lines = figures.map((figure, index) => ({
    ...{ name: index === 0 ? `${name}: ${figure}` : `  ${figure}`, figure, unit: 'ms', targets: [atMost(50, 'ms')] },
  }))
  return { name, stage: 'cluster', roundsMax: 1, lines, round }
}

export const lists: OwnRow[] = [
  listsRow('SQLite', () => onSqlite(measure)),
  listsRow('MariaDB', () => onMysql(measure)),
]
