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
 * Servers of the release before still run while it is applied: add, and remove only what they no longer use. MySQL
 * commits after each change of the schema, so a crash can leave a file half applied, and it will be run again: one
 * table, or one ALTER, a file is safest.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Umzug } from 'umzug'
import { type Column, type Database, DatabaseUnavailable, columns, nullable } from './database.ts'

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
    keys?: Pick<TableKeys<string>, 'unique' | 'indexes'>,
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
// Another process is migrating; a new table takes milliseconds, a large one changed a minute or more.
const lockWaitSeconds = 600

/**
 * Applies what is missing, in the order of the numbers; the names applied, none when there was nothing to do.
 * On SQLite all or nothing.
 */
export async function migrate(database: Database, folder: string = released): Promise<string[]> {
  // The transaction is what keeps other processes out: on SQLite as the only writer, on MySQL as the connection that
  // holds the lock, which the server frees when the process dies.
  return database.transaction(() => locked(database, () => apply(database, folder)), { patient: true })
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

async function apply(database: Database, folder: string): Promise<string[]> {
  const context: MigrationContext = {
    database,
    columns,
    nullable,
    createTable: (table, tableColumns, keys) => createTable(database, table, tableColumns, keys),
    addColumns: (table, added, keys) => addColumns(database, table, added, keys),
  }
  await context.createTable(stateTable, { name: columns.identifier(128) }, { primaryKey: ['name'] })
  const umzug = new Umzug({
    migrations: {
      glob: ['[0-9][0-9][0-9][0-9]-*.ts', { cwd: folder }],
      resolve: ({ name, path }) => ({ name, up: async () => (await load(path!))(context) }),
    },
    storage: {
      executed: async () => {
        const rows = await database.select<{ name: string }>(`SELECT name FROM ${stateTable}`)
        return rows.map(({ name }) => name)
      },
      logMigration: async ({ name }) => {
        await database.execute(`INSERT INTO ${stateTable} (name) VALUES ($1)`, [name])
      },
      unlogMigration: () => Promise.reject(new Error('migrations go forwards only')),
    },
    logger: undefined,
  })
  return (await umzug.up()).map(({ name }) => name)
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
  { unique = {}, indexes = {} }: Pick<TableKeys<string>, 'unique' | 'indexes'> = {},
): Promise<void> {
  const adding = columnsOf(database, added).map((line) => `ADD COLUMN ${line}`)
  const listed = indexesOf(table, { unique, indexes })
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
