/**
 * Brings a database to the schema of this release, forwards only, whoever else tries at the same time.
 *
 * To change the schema add a file `migrations/<next number>-<what-it-does>.ts`, and never edit one that was released:
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
 * Processes of the release before (N-1) run while release N is applied, and until the last of them has ended:
 *
 *   - Expand in N: new tables, new columns that are nullable or have a default, plain indexes, wider types. No unique
 *     index on a table that is there: rows of N-1 would be refused.
 *   - Contract in N+1 at the earliest, when no process of N-1 runs any more: drop the column, table or index (code
 *     names indexes, see `Database.by`) that N neither reads nor writes, and list it in `contracted` of the test below.
 *     What N-1 still reads N has to write: then it goes one release later.
 *   - Never rename. Add the new column and write both; once nothing reads the old one any more, drop it.
 *   - A process on a newer schema starts and works: migrations that it does not know it leaves alone, columns that it
 *     does not know ride along in its reads and take their default in its inserts.
 *
 * test/platform/database/expand-contract.test.ts holds every file to this. MySQL commits after each change of the schema, and a
 * file that ended half-way, or was not noted in time, is run again from its start: `createTable` and `addColumns`
 * leave alone what is there, any other statement has to find out for itself (DROP … IF EXISTS is MariaDB's alone: ask
 * information_schema). One table, or one ALTER, a file is safest. A change waits 3 s for a table that is in use, so
 * that nobody waits for long behind it, and is tried again for two minutes.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { MigrationError, Umzug } from 'umzug'
import { isContention } from './errors.ts'
import { type Column, type Database, DatabaseUnavailable, columns, nullable } from './database.ts'
import { writeStatistics } from './sqlite-statistics.ts'

export type Migration = (context: MigrationContext) => Promise<void>

export type MigrationContext = {
  database: Database
  columns: typeof columns
  nullable: typeof nullable
  /** Makes the table with its indexes, unless it is there. Indexes are named `<table>_<name>`. */
  createTable: <Columns extends { [name: string]: Column }>(
    table: string,
    columns: Columns,
    keys?: TableKeys<keyof Columns & string>,
  ) => Promise<void>
  /**
   * Adds nullable columns, which the release before does not know, and indexes over old and new ones; nothing where the
   * first of the columns, or of the indexes, is there.
   */
  addColumns: (
    table: string,
    columns: { [name: string]: Column },
    keys?: Pick<TableKeys<string>, 'indexes'>,
  ) => Promise<void>
}

/** Lists of columns by the index's name; the primary key is `id` unless it says otherwise. */
export type TableKeys<Name extends string> = {
  primaryKey?: readonly Name[]
  unique?: { [index: string]: readonly Name[] }
  indexes?: { [index: string]: readonly Name[] }
}

const released = join(import.meta.dirname, 'migrations')
const stateTable = 'schema_migrations'
/** The first migration of every database that this release can bring up to date. */
const baseline = '0001-baseline.ts'
// Another process is migrating; a new table takes milliseconds, a large one changed a minute or more.
const lockWaitSeconds = 600
// A transaction of ours that stands still is ended within half a minute (`heldSeconds` in mysql.ts): what is in the
// way for longer is a person's, who has to end it. A release can wait so long.
const inUseMs = 120_000
// As long as an attempt waits at most: half of the time the release before has its tables to itself.
const againMs = 3_000

/**
 * Applies what is missing, in the order of the numbers; the names applied, none when there was nothing to do.
 * On SQLite all or nothing. On MySQL a table may be in use by others for `waitMs`.
 * @throws Error with a message for a person when it was for longer; what is applied stays, and the next call goes on.
 */
export async function migrate(database: Database, folder: string = released, waitMs = inUseMs): Promise<string[]> {
  const applied: string[] = []
  // The transaction is what keeps other processes out: on SQLite as the only writer, on MySQL as the connection that
  // holds the lock, which the server frees when the process dies.
  const work = () => locked(database, () => applyPatiently(database, folder, applied, waitMs))
  await database.transaction(work, { patient: true })
  return applied
}

async function locked<T>(database: Database, work: () => Promise<T>): Promise<T> {
  if (database.dialect === 'sqlite') return work()
  const name = `${stateTable} ${database.name}`.slice(0, 64) // as long as a name of a lock may be
  const [row] = await database.select<{ taken: number }>(`SELECT GET_LOCK($1, ${lockWaitSeconds}) AS taken`, [name])
  if (row?.taken !== 1) throw new DatabaseUnavailable('another process has been migrating for ten minutes')
  try {
    return await work()
  } finally {
    await database.select('SELECT RELEASE_LOCK($1)', [name])
  }
}

/** On SQLite nobody else writes meanwhile. */
async function applyPatiently(database: Database, folder: string, applied: string[], waitMs: number): Promise<void> {
  for (let since: number | undefined; ; await delay(againMs)) {
    try {
      return await apply(database, folder, applied)
    } catch (error) {
      if (!isContention(error instanceof MigrationError ? error.cause : error)) throw error
      since ??= performance.now()
      if (performance.now() - since >= waitMs) throw new Error(inUse(error as Error), { cause: error })
    }
  }
}

/** For whoever waits for a release. */
function inUse({ message }: Error): string {
  const find = 'SELECT trx_mysql_thread_id, trx_started FROM information_schema.innodb_trx'
  const toDo = `Find the old transaction (${find}), KILL it and start again: what is applied stays.`
  return `a table is in use by others: ${message}. ${toDo}`
}

/** Adds to `applied` what it applies. */
async function apply(database: Database, folder: string, applied: string[]): Promise<void> {
  const context: MigrationContext = {
    database,
    columns,
    nullable,
    createTable: (table, tableColumns, keys) => createTable(database, table, tableColumns, keys),
    addColumns: (table, added, keys) => addColumns(database, table, added, keys),
  }
  await context.createTable(stateTable, { name: columns.identifier(128) }, { primaryKey: ['name'] })
  await refuseUnreleased(database, folder)
  const umzug = new Umzug({
    migrations: {
      glob: ['[0-9][0-9][0-9][0-9]-*.ts', { cwd: folder }],
      resolve: ({ name, path }) => ({ name, up: async () => (await load(path!))(context) }),
    },
    storage: {
      executed: () => listApplied(database),
      logMigration: async ({ name }) => {
        await database.execute(`INSERT INTO ${stateTable} (name) VALUES ($1)`, [name])
        applied.push(name)
      },
      unlogMigration: () => Promise.reject(new Error('migrations go forwards only')),
    },
    logger: undefined,
  })
  await umzug.up()
  if (database.dialect === 'sqlite') await writeStatistics(database)
}

async function listApplied(database: Database): Promise<string[]> {
  const rows = await database.select<{ name: string }>(`SELECT name FROM ${stateTable} ORDER BY name`)
  return rows.map(({ name }) => name)
}

/** Development versions had other names for tables and columns, and nothing of theirs was released. */
async function refuseUnreleased(database: Database, folder: string): Promise<void> {
  const applied = await listApplied(database)
  if (folder !== released || applied.length === 0 || applied.includes(baseline)) return
  throw new Error(
    `the database is from a version before the first release (${applied[0]}), which cannot be upgraded: start with an empty database, or with the version that made this one.`,
  )
}

async function load(path: string): Promise<Migration> {
  const { up } = (await import(pathToFileURL(path).href)) as { up: Migration }
  return up
}

/** On MySQL in one statement with its indexes, so that a crash leaves all of the table or nothing. */
async function createTable<Columns extends { [name: string]: Column }>(
  database: Database,
  table: string,
  tableColumns: Columns,
  { primaryKey = ['id'], unique = {}, indexes = {} }: TableKeys<keyof Columns & string> = {},
): Promise<void> {
  const lines = [...columnsOf(database, tableColumns), `PRIMARY KEY (${quoted(primaryKey)})`]
  const listed = indexesOf(table, { unique, indexes })
  const create = `CREATE TABLE IF NOT EXISTS \`${table}\``
  if (database.dialect === 'mysql') {
    const options = 'ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'
    const inline = listed.map(({ kind, name, of }) => `${kind} ${name} (${of})`)
    await database.execute(`${create} (${[...lines, ...inline].join(', ')}) ${options}`)
    return
  }
  await database.execute(`${create} (${lines.join(', ')})`)
  await createIndexes(database, table, listed)
}

/** On MySQL in one statement, so that a crash leaves all of it or nothing. */
async function addColumns(
  database: Database,
  table: string,
  added: { [name: string]: Column },
  { indexes = {} }: Pick<TableKeys<string>, 'indexes'> = {},
): Promise<void> {
  const adding = columnsOf(database, added).map((line) => `ADD COLUMN ${line}`)
  const listed = indexesOf(table, { indexes })
  if (database.dialect === 'mysql') {
    const first = Object.keys(added)[0] ?? ''
    const known = `SELECT 1 FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = $1 AND column_name = $2
      UNION SELECT 1 FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = $1 AND index_name = $3`
    if ((await database.select(known, [table, first, listed[0]?.bare ?? ''])).length > 0) return
    const inline = listed.map(({ kind, name, of }) => `ADD ${kind} ${name} (${of})`)
    await database.execute(`ALTER TABLE \`${table}\` ${[...adding, ...inline].join(', ')}`)
    return
  }
  // All migrations of a start are one transaction there: what is not recorded is not in the file either.
  for (const column of adding) await database.execute(`ALTER TABLE \`${table}\` ${column}`)
  await createIndexes(database, table, listed)
}

type Index = { kind: string; name: string; bare: string; of: string }

function columnsOf(database: Database, of: { [name: string]: Column }): string[] {
  return Object.entries(of).map(([name, column]) => `\`${name}\` ${column[database.dialect]}`)
}

function indexesOf(table: string, { unique = {}, indexes = {} }: TableKeys<string>): Index[] {
  const toIndex =
    (kind: string) =>
    ([index, of]: [string, readonly string[]]) => {
      const bare = `${table}_${index}`
      return { kind, name: `\`${bare}\``, bare, of: quoted(of) }
    }
  return [...Object.entries(unique).map(toIndex('UNIQUE INDEX')), ...Object.entries(indexes).map(toIndex('INDEX'))]
}

async function createIndexes(database: Database, table: string, indexes: Index[]): Promise<void> {
  for (const { kind, name, of } of indexes) {
    await database.execute(`CREATE ${kind} IF NOT EXISTS ${name} ON \`${table}\` (${of})`)
  }
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
