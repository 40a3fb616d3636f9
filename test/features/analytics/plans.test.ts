/** On both databases, no analytics statement scans a whole table or index, so its cost depends only on its range. */
import test from 'ava'
import { getErrorAnalytics, getWebhookHealth, sweepOldRollups } from '../../../src/features/analytics.ts'
import { HOUR } from '../../../src/kit/time.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import type { Bind, Database } from '../../../src/platform/database/database.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { type Services } from '../../../src/platform/services.ts'
import { timings } from '../../../src/platform/timings.ts'
import { addToRollups, updateLastError, type Counted } from '../../../src/tables/rollups.ts'
import { insertEndpoint } from '../../../src/tables/webhook-endpoints.ts'
import { dialects, openFor } from '../../tools/services/databases.ts'

const now = Date.UTC(2026, 5, 15, 10, 30, 30, 500)
const ranges = ['1h', '24h', '7d', '30d', '90d'] as const
/** Enough rows that every optimiser prefers an index. Two other owners have rows too. */
const failuresOfEach = 700
const partners = ['p_a', 'p_b', 'p_c']

async function seed(database: Database): Promise<Counted> {
  const failures = partners.flatMap((partnerId) =>
    Array.from({ length: failuresOfEach }, (_, index): Counted => {
      const subject = `we_${partnerId}_${index % 40}`
      return { partnerId, environment: 'SANDBOX', kind: 'DELIVERY_FAILURE', subject, at: now - index * 3 * HOUR }
    }),
  )
  await addToRollups(database, failures)
  for (const id of new Set(failures.map(({ subject }) => subject)))
    await database.transaction(() => insertEndpoint(database, { ...endpoint, id, partnerId: id.slice(3, 6) }))
  return failures[0] as Counted
}

const endpoint = {
  environment: 'SANDBOX' as const,
  url: 'https://example.com/',
  name: null,
  events: null,
  enabled: 1 as const,
  disabledReason: null,
  secret: Buffer.alloc(32),
  previousSecret: null,
  previousUntil: null,
  failingSince: null,
  createdAt: now,
  deletedAt: null,
}

/** Returns every statement that `work` sends, with its binds. */
async function statementsOf(database: Database, work: () => Promise<void>): Promise<Map<string, readonly Bind[]>> {
  const statements = new Map<string, readonly Bind[]>()
  const { select, execute } = database
  database.select = (sql, bind = []) => {
    statements.set(sql, bind)
    return select.call(database, sql, bind) as Promise<never>
  }
  database.execute = (sql, bind = []) => {
    statements.set(sql, bind)
    return execute.call(database, sql, bind)
  }
  await work()
  Object.assign(database, { select, execute })
  return statements
}

/** Returns the tables that a statement scans completely, according to the database's query plan. */
async function fullScans(database: Database, sql: string, bind: readonly Bind[]): Promise<string[]> {
  if (database.dialect === 'sqlite') {
    const plan = await database.select<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, bind)
    // `parts` is a subquery of rows that are already aggregated.
    return plan.map(({ detail }) => detail).filter((detail) => /^SCAN (?!parts$)/.test(detail))
  }
  const plan = await database.select<{ table: string | null; type: string | null; key: string | null }>(
    // MySQL 9 returns a tree unless the traditional format is requested.
    `EXPLAIN FORMAT=TRADITIONAL ${sql}`,
    bind,
  )
  return plan
    .filter(({ table, type }) => table !== null && !table.startsWith('<') && ['ALL', 'index'].includes(type ?? ''))
    .map(({ table, type, key }) => `${table} ${type} ${key}`)
}

for (const [dialect, create] of Object.entries(dialects)) {
  test(`${dialect}: no analytics statement scans a whole table or index`, async (t) => {
    const database = await openFor(t, create)
    await migrate(database)
    const newest = await seed(database)
    if (database.dialect === 'mysql') await database.select('ANALYZE TABLE rollups, webhook_endpoints')
    const services = { contract: loadContract(), database, clock: { now: () => now }, timings } as unknown as Services
    const caller = { partnerId: 'p_a', environment: 'SANDBOX' } as never
    const statements = await statementsOf(database, async () => {
      for (const timeRange of ranges) {
        await getErrorAnalytics({ caller, query: { timeRange } }, services)
        const { body } = await getWebhookHealth({ caller, query: { timeRange } }, services)
        t.true(body.summary.totalDeliveries > 0, timeRange)
      }
      await updateLastError(database, newest, 'no answer')
      // At this time only a few rows are due for deletion, as in a service that sweeps every ten minutes.
      await sweepOldRollups({
        ...services,
        clock: { now: () => now + 3 * 24 * HOUR, ago: (ms) => now + 3 * 24 * HOUR - ms },
      })
    })
    t.true(statements.size >= 7)
    for (const [sql, bind] of statements) t.deepEqual(await fullScans(database, sql, bind), [], sql)
    t.not((await fullScans(database, 'SELECT * FROM rollups', [])).length, 0, 'the check finds a full scan')
  })
}
