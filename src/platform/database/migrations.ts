/**
 * Brings a database to the schema of this release. There are no downward migrations. Several processes may migrate the
 * same database at once.
 *
 * To change the schema, add a file `migrations/<next number>-<what-it-does>.ts`, and never edit a released one:
 *
 *     import type { Migration } from '../migrations.ts'
 *
 *     export const up: Migration = async ({ createTable, addColumns, columns, nullable }) => {
 *       await createTable(
 *         'things',
 *         { id: columns.id(), partnerId: columns.id(), dueAt: nullable(columns.instant()) },
 *         { unique: { thing: ['partnerId', 'id'] }, indexes: { due: ['dueAt'] } },
 *       )
 *       await addColumns('others', { note: nullable(columns.line(100)) })
 *     }
 *
 * Processes of the previous release (N-1) keep running while release N is rolled out:
 *
 * - Expand in N: new tables, new columns that are nullable or have a default, plain indexes, wider types. No unique
 *   index on an existing table: it would refuse rows of N-1.
 * - Contract in N+1 at the earliest, when no process of N-1 runs any more: drop the column, table or index (statements
 *   refer to indexes by name, see `Database.by`) that N neither reads nor writes, and list it in `contracted` of the
 *   test below. If N-1 still reads a column, N has to write it: then drop it one release later.
 * - Never rename. Add the new column and write both; drop the old one once nothing reads it any more.
 * - A process works with a newer schema: it ignores unknown migrations and unknown columns, and its inserts leave these
 *   columns at their default.
 *
 * test/platform/database/expand-contract.test.ts checks every file against these rules. MySQL commits after each schema
 * change, and a file that stopped halfway, or was not recorded in time, runs again from its start: `createTable`,
 * `addColumns`, `dropIndex` and `replaceIndex` do nothing if the change already exists. Before any other statement, the
 * file must check that itself, in information_schema: only MariaDB has DROP … IF EXISTS. One table or one ALTER per
 * file is safest. A change waits 3 s for a table in use, so that requests behind it never wait long, and is retried for
 * two minutes.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { isContention } from './errors.ts'
import type { TableKeys } from './columns.ts'
import { type Column, type Database, columns, nullable } from './database.ts'
import { withMigrationLock, type CheckLock } from './migration-lock.ts'
import { addColumns, createTable, dropIndex, replaceIndex, tableKnown } from './schema-changes.ts'
import { writeStatistics } from './sqlite/statistics.ts'

export type Migration = (context: MigrationContext) => Promise<void>

export type MigrationContext = {
  database: Database
  columns: typeof columns
  nullable: typeof nullable
  /** Creates a table with its indexes, unless it exists. Indexes are named `<table>_<name>`. */
  createTable: <Columns extends { [name: string]: Column }>(
    table: string,
    columns: Columns,
    keys?: TableKeys<keyof Columns & string>,
  ) => Promise<void>
  /**
   * Adds nullable columns, which the previous release does not know, and indexes over old and new columns. Does nothing
   * if the first of the columns, or of the indexes, exists.
   */
  addColumns: (
    table: string,
    columns: { [name: string]: Column },
    keys?: Pick<TableKeys<string>, 'indexes'>,
  ) => Promise<void>
  /**
   * Drops the index `<table>_<index>`, which no statement of the previous release may name. Does nothing if it does not
   * exist.
   */
  dropIndex: (table: string, index: string) => Promise<void>
  /**
   * Replaces the columns of an index in one step, and keeps its name. The previous release may use the index, if the
   * new columns serve its statements too. Does nothing if the index already has these columns.
   */
  replaceIndex: (table: string, index: string, of: readonly string[]) => Promise<void>
}

const released = join(import.meta.dirname, 'migrations')
const stateTable = 'schema_migrations'
const migrationFiles = '[0-9][0-9][0-9][0-9]-*.ts'
/**
 * Files that were renumbered after a release, because two files had the number 3. Databases keep the old name, so that
 * neither this release nor the previous one applies the migration again.
 */
const storedNames: { readonly [file: string]: string | undefined } = { '0017-traces.ts': '0003-traces.ts' }

/** Returns the name under which a database records that a migration file has run. */
export function storedName(file: string): string {
  return storedNames[file] ?? file
}

/** This release can upgrade a database only if this file was its first migration. */
export const baseline = '0001-baseline.ts'
// The time for which a migration waits for a table in use. A stalled transaction of a server ends within half a minute
// (`heldSeconds` in mysql.ts). A transaction that blocks for longer was opened by a person, who has to end it.
const inUseMs = 120_000
// The pause between attempts is as long as an attempt can wait, so the previous release can use its tables at least
// half of the time.
const againMs = 3_000

/**
 * Applies the missing migrations in numeric order and returns their stored names. All or nothing on SQLite. On MySQL
 * waits up to `waitMs` for a table in use.
 * @throws Error with a message for the operator after that time; applied migrations stay, and the next call continues.
 */
export async function migrate(database: Database, folder: string = released, waitMs = inUseMs): Promise<string[]> {
  const applied: string[] = []
  // On SQLite the transaction is the only writer, which keeps other processes out.
  const patiently = (check?: CheckLock) =>
    database.transaction(() => applyPatiently(database, { folder, applied, check }, waitMs), { patient: true })
  if (database.dialect === 'sqlite') await patiently()
  else if (!(await isComplete(database, folder))) await withMigrationLock(database, patiently)
  return applied
}

/** Returns whether `database` has been migrated at least once. */
export function isMigrated(database: Database): Promise<boolean> {
  return tableKnown(database, stateTable)
}

/** Returns whether all migrations are applied. In that case, the start needs no lock. */
async function isComplete(database: Database, folder: string): Promise<boolean> {
  if (!(await isMigrated(database))) return false
  const applied = await listApplied(database)
  return globSync(migrationFiles, { cwd: folder }).every((file) => applied.includes(storedName(file)))
}

type Run = { folder: string; applied: string[]; check?: CheckLock | undefined }

/** Retries while a table is in use. That happens only on MySQL, because on SQLite the migration is the only writer. */
async function applyPatiently(database: Database, run: Run, waitMs: number): Promise<void> {
  for (let since: number | undefined; ; await delay(againMs)) {
    try {
      return await apply(database, run)
    } catch (error) {
      // Umzug throws its own error, with the database's error as the cause.
      if (!isContention(error) && !isContention((error as Error).cause)) throw error
      since ??= performance.now()
      if (performance.now() - since >= waitMs) throw new Error(inUse(error as Error), { cause: error })
    }
  }
}

/** Returns the message for an operator whose migration could not change a table. */
function inUse({ message }: Error): string {
  const find = 'SELECT trx_mysql_thread_id, trx_started FROM information_schema.innodb_trx'
  const toDo = `Find the old transaction (${find}), KILL it and start again. Migrations that were applied stay.`
  return `another transaction uses a table: ${message}. ${toDo}`
}

async function apply(database: Database, run: Run): Promise<void> {
  if (!(await isComplete(database, run.folder))) await applyMissing(database, run)
  if (database.dialect === 'sqlite') await writeStatistics(database)
}

/** Appends the name of each migration that it applies to `applied`. */
async function applyMissing(database: Database, { folder, applied, check }: Run): Promise<void> {
  const context: MigrationContext = {
    database,
    columns,
    nullable,
    createTable: (table, tableColumns, keys) => createTable(database, table, tableColumns, keys),
    addColumns: (table, added, keys) => addColumns(database, table, added, keys),
    dropIndex: (table, index) => dropIndex(database, table, index),
    replaceIndex: (table, index, of) => replaceIndex(database, table, index, of),
  }
  await context.createTable(stateTable, { name: columns.identifier(128) }, { primaryKey: ['name'] })
  await refuseUnreleased(database, folder)
  // Imported here, because loading umzug takes a twentieth of a start, and most starts do not need it.
  const { Umzug } = await import('umzug')
  const umzug = new Umzug({
    migrations: {
      glob: [migrationFiles, { cwd: folder }],
      resolve: ({ name, path }) => ({
        name: storedName(name),
        up: async () => {
          await check?.()
          await (
            await load(path!)
          )(context)
        },
      }),
    },
    storage: {
      executed: () => listApplied(database),
      logMigration: async ({ name }) => {
        await database.execute(`INSERT INTO ${stateTable} (name) VALUES ($1)`, [name])
        applied.push(name)
      },
      unlogMigration: () => Promise.reject(new Error('migrations only go forwards')),
    },
    logger: undefined,
  })
  await umzug.up()
}

async function listApplied(database: Database): Promise<string[]> {
  const rows = await database.select<{ name: string }>(`SELECT name FROM ${stateTable} ORDER BY name`)
  return rows.map(({ name }) => name)
}

/**
 * Refuses a database from a development version before the first release, whose tables and columns have other names.
 */
async function refuseUnreleased(database: Database, folder: string): Promise<void> {
  const applied = await listApplied(database)
  if (folder !== released || applied.length === 0 || applied.includes(baseline)) return
  throw new Error(
    `the database is from a version before the first release (${applied[0]}), which cannot be upgraded: start with an empty database, or run the version that created this one.`,
  )
}

async function load(path: string): Promise<Migration> {
  const { up } = (await import(pathToFileURL(path).href)) as { up: Migration }
  return up
}
