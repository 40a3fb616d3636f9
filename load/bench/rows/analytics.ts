/**
 * Measures how the cost of analytics grows with the data: runs the same queries over 10,000 and over 1,000,000 failed
 * scoring jobs, and as many delivery attempts, of one partner in 90 days. Prints the plan of every query.
 *
 * Uses a temporary SQLite file, and a temporary database on MariaDB.
 */
import { randomBytes } from 'node:crypto'
import { getErrorAnalytics, getWebhookHealth } from '../../../src/features/analytics.ts'
import { HOUR } from '../../../src/kit/time.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import type { Bind, Database } from '../../../src/platform/database/database.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { type Services } from '../../../src/platform/services.ts'
import { timings } from '../../../src/platform/timings.ts'
import { addToRollups } from '../../../src/tables/rollups.ts'
import { insertEndpoint } from '../../../src/tables/webhook-endpoints.ts'
import { median, type Sample } from '../results.ts'
import { onMysql, onSqlite } from '../throwaway.ts'
import type { OwnRow, Round } from './row.ts'

const [small, large] = [10_000, 1_000_000]
const spanMs = 90 * 24 * HOUR
/**
 * This time is in the middle of an hour, a minute and a second, so that every queried period begins and ends with
 * partial ones.
 */
const now = Date.UTC(2026, 5, 15, 10, 30, 30, 500)
const ranges = ['1h', '24h', '7d', '30d', '90d'] as const
const operations = { errors: getErrorAnalytics, 'webhook-health': getWebhookHealth }
/** The number of measurements: enough for a median on a busy machine. */
const rounds = 51
const counting = 'counting one'
const contract = loadContract()
const owner = { partnerId: 'p_bench', environment: 'SANDBOX' as const }
const endpointIds = Array.from({ length: 5 }, (_, index) => `we_bench_${index}`)
const codes = Object.keys(contract.catalogue).filter((code) => /^(RESUME|AI|TIMEOUT|TASK)/.test(code))

/** Consecutive rows use the error codes and the endpoints in turn. Every tenth attempt fails. */
const jobs = codes.map((subject) => ({ kind: 'SCORING_FAILURE', subject }))
const attempts = endpointIds.flatMap((subject) =>
  Array.from({ length: 10 }, (_, n) => ({ kind: n === 0 ? 'DELIVERY_FAILURE' : 'DELIVERY_SUCCESS', subject })),
)

/**
 * Inserts the analytics counters of `count` jobs and attempts, evenly spread over the period. The database generates
 * the rows, because creating a million jobs through the service would take too long.
 */
async function seed(database: Database, count: number): Promise<void> {
  await database.execute('DELETE FROM rollups')
  const each = `SELECT a.n * 1000 + b.n AS i, ${now - spanMs} + (a.n * 1000 + b.n) * ${spanMs / count} AS at
    FROM bench_numbers a JOIN bench_numbers b WHERE a.n < ${count / 1_000}`
  for (const list of [jobs, attempts])
    for (const grainMs of [1, 60_000, 3_600_000, 86_400_000])
      await database.execute(
        `INSERT INTO rollups (partnerId, environment, kind, grainMs, startAt, subject, count, lastError, lastErrorAt)
          SELECT '${owner.partnerId}', '${owner.environment}', s.kind, ${grainMs}, e.at - e.at % ${grainMs}, s.subject, COUNT(*),
              '503', MAX(e.at)
            FROM (${each}) e JOIN bench_subjects s ON s.list = ${list === jobs ? 0 : 1} AND s.n = e.i % ${list.length}
            GROUP BY 3, 4, 5, 6`,
      )
}

async function prepare(database: Database): Promise<void> {
  await migrate(database)
  await insertEndpoints(database)
  await database.execute('CREATE TABLE bench_numbers (n BIGINT PRIMARY KEY)')
  await database.execute('CREATE TABLE bench_subjects (list BIGINT, n BIGINT, kind VARCHAR(24), subject VARCHAR(48))')
  const fill = (table: string, rows: string[]) => database.execute(`INSERT INTO ${table} VALUES ${rows}`)
  await fill(
    'bench_numbers',
    Array.from({ length: 1_000 }, (_, n) => `(${n})`),
  )
  for (const [list, subjects] of [jobs, attempts].entries())
    await fill(
      'bench_subjects',
      subjects.map(({ kind, subject }, n) => `(${list}, ${n}, '${kind}', '${subject}')`),
    )
}

async function insertEndpoints(database: Database): Promise<void> {
  const states = { enabled: 1 as const, disabledReason: null, failingSince: null, deletedAt: null, createdAt: now }
  const secrets = { secret: randomBytes(32), previousSecret: null, previousUntil: null }
  for (const id of endpointIds)
    await database.transaction(() =>
      insertEndpoint(database, {
        ...{ id, ...owner, url: 'https://example.com/', name: null, events: null },
        ...states,
        ...secrets,
      }),
    )
}

type Question = { name: string; ask: () => Promise<unknown> }

/** Returns each operation for each time range, without the cache that keeps results for a minute. */
function questionsOf(database: Database): Question[] {
  const services = { contract, database, clock: { now: () => now }, timings: { ...timings, analyticsCacheMs: 0 } }
  const caller = { ...owner, keyId: 'key_bench', permissions: new Set(), plan: 'standard', limits: {} } as never
  return Object.entries(operations).flatMap(([name, operation]) =>
    ranges.map((timeRange) => ({
      name: nameOf(name, timeRange),
      ask: () => operation({ caller, query: { timeRange } }, services as unknown as Services),
    })),
  )
}

const nameOf = (operation: string, timeRange: string) => `${operation} ${timeRange}`
const askedNames = () => Object.keys(operations).flatMap((name) => ranges.map((range) => nameOf(name, range)))

async function medianMs({ ask }: Question): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    await ask()
    times.push(performance.now() - from)
  }
  return median(times)
}

/** Returns the operation that records the end of a failed job in the counters. */
function countingOf(database: Database): Question {
  const counted = { ...owner, kind: 'SCORING_FAILURE' as const, subject: 'TIMEOUT', at: now }
  return { name: counting, ask: () => addToRollups(database, [counted]) }
}

/** Prints the plan of every distinct query: how the database reads each table. */
async function printPlans(database: Database, questions: Question[]): Promise<void> {
  const asked = new Map<string, readonly Bind[]>()
  const select = database.select.bind(database)
  database.select = (sql, bind = []) => {
    asked.set(sql, bind)
    return select(sql, bind)
  }
  for (const { ask } of questions) await ask()
  database.select = select
  const explain = database.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN FORMAT=TRADITIONAL'
  const lines = new Set<string>()
  for (const [sql, bind] of asked)
    for (const row of await select<Record<string, unknown>>(`${explain} ${sql}`, bind))
      lines.add(String(row.detail ?? `${row.table ?? '-'}: ${row.type}, key ${row.key}, ${row.ref}, ${row.Extra}`))
  console.log([...lines].map((line) => `  ${line}`).join('\n'))
}

/** Measures each query in ms. `ours` is the time with 1,000,000 rows, `versus` the time with 10,000. */
async function measure(database: Database): Promise<Round> {
  await prepare(database)
  const questions = [...questionsOf(database), countingOf(database)]
  const samples: Sample[] = []
  for (const count of [small, large]) {
    // A statement that inserts a million rows takes longer than the time limit that the service sets for a statement.
    await database.transaction(() => seed(database, count), { patient: true })
    const sample: Sample = {}
    for (const question of questions) sample[question.name] = await medianMs(question)
    samples.push(sample)
  }
  await printPlans(database, questions)
  const [versus, ours] = samples as [Sample, Sample]
  return { ours, versus }
}

function analyticsRow(where: string, round: () => Promise<Round>): OwnRow {
  const name = `analytics of ${large.toLocaleString('en')} against ${small.toLocaleString('en')}, ${where}`
  const lines = [...askedNames(), counting].map((figure, index) => ({
    ...{ name: index === 0 ? `${name}: ${figure}` : `  ${figure}`, figure, unit: 'ms', targets: [] },
  }))
  return { name, stage: 'cluster', roundsMax: 1, lines, round }
}

export const analytics: OwnRow[] = [
  analyticsRow('SQLite', () => onSqlite(measure)),
  analyticsRow('MariaDB', () => onMysql(measure)),
]
