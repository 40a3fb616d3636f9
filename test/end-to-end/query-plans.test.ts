/**
 * Every statement in the service finds its rows through an index, however large the tables are. A statement that
 * changes rows by id locks no other rows, however small the tables are. `whole-service.ts` must make the service send
 * every statement. The first test reports those that it does not send, including conditions that only some calls add.
 */
import test from 'ava'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openData } from '../../src/app/open-data.ts'
import { readConfig } from '../../src/kit/config.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { watchBranches, type Unrun } from '../support/branch-coverage.ts'
import { fileContext } from '../support/contract/server.ts'
import { explain } from '../support/query-plans.ts'
import { multiplyRows, type AnyTable } from '../support/row-copies.ts'
import { recordStatements, type Sample, type Statement } from '../support/statement-recorder.ts'
import { tablesWithoutTenant, tenantTables } from './tenant-names.ts'
import { tenantless } from './tenantless-statements.ts'

/** Functions in `src/tables` that may scan or sort a table, with the reason. */
const allowed: Record<string, string> = {
  listPartners: "the operator's list of all partners",
  countPartners: 'once at a start, and partners are few',
  listAllApiKeys: "the operator's list of all keys",
  listActiveFingerprints: 'once a second while somebody tries unknown keys; partners have few keys each',
  listEveryEndpoint: "the operator's list of all webhook endpoints",
  sweepWorkers: 'a row for each process that scores',
  listConcurrency: 'likewise',
  listApiKeysOf: 'a partner has few keys',
  countActiveKeys: 'likewise',
  listKeyHashes: 'likewise; for a move to another cell',
  deleteEndedKeys: 'likewise',
  listQuotaCounts: 'three rows of a partner and environment',
  listKept: 'eight rows of a partner and environment',
  listEveryKept: "the operator's list: sixteen rows of each partner",
  recountKept: "the operator's recount, and once for a partner of an earlier release: all rows of an owner",
  findUncounted: 'once in ten minutes; partners are few',
  listSurplusScores: 'of an application, its scores, which are 50; counted in an index alone',
  listScoresByVersion: 'of an application, its scores, which are 50',
  listChains: 'once in ten minutes; partners are few',
  listLedgers: "the operator's check of all audit records, in an index alone",
  listBodiesOf: "the operator's check of all audit records: one event a day",
  countUnsealed: 'records of the last second',
  listLibrary: 'a library holds at most 1,000 criteria',
  lockLibraryCount: 'likewise',
  countOpen: "the operator's look at the queues",
  readBacklog: 'metrics and the operator: open jobs are counted, in an index alone, and the counts kept for a while',
  countTargets: "the operator's command that rotates the secret key",
  countUsage: 'what is billed is counted from the rows that bill, in an index alone, and kept for a while',
  listWaitingPartners: 'of the partners, which are few, each has one step of an index of scoring jobs',
  countConfirmed: 'likewise; jobs with a message are as many as the workers have room for',
  unpublishConfirmed: 'likewise',
  listOverdue: 'likewise; jobs at work are as many as well',
  listUnclaimed: 'likewise; for the operator, who gets the longest waits first, jobs that wait too long are sorted',
}

const folder = join(import.meta.dirname, '../../src/tables')
const shared = fileContext()
let statements: Statement[]
let database: Database
let unrun: Unrun[]

test.before(async (t) => {
  t.timeout(600_000)
  const watch = await watchBranches(folder)
  shared.teardown(watch.stop)
  const recorder = recordStatements()
  shared.teardown(recorder.stop)
  // Imports src/tables only now, because it must be instrumented first.
  const { runWholeService } = await import('../support/whole-service.ts')
  const { server, settings } = await runWholeService(shared)
  // The server stops here, because its periodic tasks would process the copied rows.
  await server.stop()
  statements = recorder.statements()
  unrun = await watch.unrun()
  database = (await openData(readConfig(settings, []))).database
  shared.teardown(() => database.close())
})

/** Matches code that can affect a statement: code that uses a string or the database, and does not only throw. */
const ofStatement = /^(?!throw\b).*(?:\bdatabase\b|['"`])/s

test.serial('every function in src/tables has sent each of its statements in every form', (t) => {
  t.deepEqual(
    unrun.filter(({ code }) => ofStatement.test(code)),
    [],
    'add calls that send them to whole-service.ts or whole-service-rows.ts',
  )
  const senders = new Set(statements.flatMap((statement) => [...statement.senders.keys()]))
  t.deepEqual(
    Object.keys(allowed).filter((name) => !senders.has(name)),
    [],
    'exceptions for functions that no longer exist',
  )
})

/** Syntax that either MySQL or MariaDB does not support. */
const unportable: Record<string, RegExp> = {
  'MySQL has no RETURNING': /\bRETURNING\b/i,
  'MariaDB has no FOR SHARE': /\bFOR SHARE\b/i,
  'MariaDB has no LATERAL': /\bLATERAL\b/i,
  'MySQL refuses a bound LIMIT from a driver that sends numbers as DOUBLE': /\b(LIMIT|OFFSET) \$/i,
  'the JSON functions of the two differ, except for those of a key table': /\bJSON_(?!TABLE\(|EACH\()\w+\(/i,
}

test.serial('no statement uses syntax that only one of MySQL and MariaDB supports', (t) => {
  for (const [reason, pattern] of Object.entries(unportable)) {
    const found = statements.filter(({ samples }) => samples.some(({ sql }) => pattern.test(sql)))
    t.deepEqual(
      found.map(({ place }) => place),
      [],
      reason,
    )
  }
})

test.serial('a statement is restricted to a tenant unless it is listed with a reason', async (t) => {
  const ofTenants = tenantTables(await tables())
  const found = statements.filter(({ place, samples }) =>
    samples.some(({ sql }) => !ofSchema.test(place) && tablesWithoutTenant(sql, ofTenants).length > 0),
  )
  const listed = Object.values(tenantless).flatMap(({ senders }) => senders)
  const senders = new Set(found.map(senderOf))
  const unlisted = [...senders].filter((name) => !listed.includes(name))
  const inVain = listed.filter((name) => !senders.has(name))
  t.deepEqual(
    { unlisted, inVain },
    { unlisted: [], inVain: [] },
    'add the tenant, or a reason to tenantless-statements',
  )
})

test.serial('a statement that changes a row also sets a column that a move to another cell compares', async (t) => {
  const { partnerRows } = await import('../../src/tables/moving/partner-rows.ts')
  const marks = new Map(partnerRows.flatMap(({ table, mark }) => (mark ? [[table.name, [mark].flat().join()]] : [])))
  const updates = statements.flatMap(({ samples: [sample], place }) => {
    const [, name = '', set = ''] = /^UPDATE (\w+).*? SET (.*) WHERE /s.exec(sample?.sql ?? '') ?? []
    return marks.has(name) ? [{ name, set, place }] : []
  })
  t.true(updates.length > 20)
  const isMarked = ({ name, set }: { name: string; set: string }) =>
    [...set.matchAll(/(?:^|,)\s*(\w+)\s*=/g)].some(([, column]) => marks.get(name)?.includes(`r.${column}`))
  t.deepEqual(
    updates.filter((update) => !isMarked(update)).map(({ place, set }) => `${place}: ${set}`),
    [],
    'add a column to the mark in partner-rows.ts',
  )
})

test.serial('on tables with few rows, a statement that changes rows by id locks no other rows', async (t) => {
  const faults = await faultsOf(({ fault }) => fault === 'locks others')
  t.is(faults, '')
})

test.serial(
  'on large tables, no statement scans a whole table or a large part of it, or sorts more than a page',
  async (t) => {
    t.timeout(600_000)
    // SQLite needs no more rows, because its statistics already describe the tables as large.
    if (database.dialect === 'mysql') await multiplyRows(database, await tables())
    t.is(await faultsOf(() => true), '')
  },
)

/** Returns the faults as text, each with its query plan. */
async function faultsOf(isWanted: (found: { fault: string }) => boolean): Promise<string> {
  const faults = new Set<string>()
  for (const { samples, senders, place } of statements) {
    const names = [...senders.keys()]
    if (names.some((name) => name in allowed)) continue
    for (const { sql, bind } of samples.filter(isExplained)) {
      const found = (await explain(database, sql, bind)).filter(isWanted)
      for (const { table, fault, plan } of found)
        faults.add(`${names} (${place}): ${table} ${fault}\n${sql}\n${plan}\n`)
    }
  }
  return [...faults].join('\n')
}

/** Returns false for queries of the database's own tables, which are not the service's. */
function isExplained({ sql }: Sample): boolean {
  return (
    /^(SELECT|UPDATE|DELETE|WITH)\b.*\b(FROM|SET)\b/s.test(sql) &&
    !/\b(information_schema|schema_migrations|sqlite_\w+)\b/.test(sql)
  )
}

/** Matches code that sends statements only at startup, for migrations. */
const ofSchema = /^src\/platform\/database\/(migrations|schema-changes)/

/** Returns the function that sent the statement, or its file if the stack does not show the function. */
function senderOf({ senders, place }: Statement): string {
  const [name] = senders.keys()
  return name ?? place.replace(/:\d+$/, '')
}

async function tables(): Promise<AnyTable[]> {
  const modules = await Promise.all(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => import(join(folder, name)) as Promise<object>),
  )
  return modules.flatMap((module) => Object.values(module) as unknown[]).filter(isTable)
}

function isTable(value: unknown): value is AnyTable {
  return typeof value === 'object' && value !== null && 'primaryKey' in value
}
