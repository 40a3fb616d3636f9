/**
 * Schema changes for migrations, in each dialect's SQL. Each can be repeated, which is necessary because MySQL
 * commits after each change: a migration that stopped halfway runs again from its start.
 */
import { typeOf, type Column, type TableKeys } from './columns.ts'
import type { Database } from './database.ts'

/**
 * See `MigrationContext`. On MySQL, one statement creates the table and its indexes, so that after a crash either all
 * or none of them exist.
 */
export async function createTable<Columns extends { [name: string]: Column }>(
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

/**
 * See `MigrationContext`. On MySQL, one statement makes all changes, so that after a crash either all or none of them
 * exist.
 */
export async function addColumns(
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
      UNION ${indexKnown('$3')}`
    if ((await database.select(known, [table, first, listed[0]?.bare ?? ''])).length > 0) return
    const inline = listed.map(({ kind, name, of }) => `ADD ${kind} ${name} (${of})`)
    await database.execute(`ALTER TABLE \`${table}\` ${[...adding, ...inline].join(', ')}`)
    return
  }
  // On SQLite, all pending migrations run in one transaction, so a migration that is not recorded has changed nothing.
  for (const column of adding) await database.execute(`ALTER TABLE \`${table}\` ${column}`)
  await createIndexes(database, table, listed)
}

/** See `MigrationContext`. */
export async function dropIndex(database: Database, table: string, index: string): Promise<void> {
  const name = `${table}_${index}`
  if (database.dialect === 'sqlite') {
    await database.execute(`DROP INDEX IF EXISTS \`${name}\``)
    return
  }
  if ((await database.select(indexKnown('$2'), [table, name])).length === 0) return
  await database.execute(`ALTER TABLE \`${table}\` DROP INDEX \`${name}\``)
}

/** See `MigrationContext`. On MySQL, one statement replaces the index, so that it exists at every moment. */
export async function replaceIndex(
  database: Database,
  table: string,
  index: string,
  of: readonly string[],
): Promise<void> {
  const name = `${table}_${index}`
  if (database.dialect === 'sqlite') {
    await dropIndex(database, table, index)
    await createIndexes(database, table, indexesOf(table, { indexes: { [index]: of } }))
    return
  }
  const parts = await database.select<{ part: string }>(
    `SELECT column_name AS part FROM information_schema.statistics
      WHERE table_schema = DATABASE() AND table_name = $1 AND index_name = $2 ORDER BY seq_in_index`,
    [table, name],
  )
  if (parts.map(({ part }) => part).join() === of.join()) return
  await database.execute(`ALTER TABLE \`${table}\` DROP INDEX \`${name}\`, ADD INDEX \`${name}\` (${quoted(of)})`)
}

/** Returns the SQL that follows FROM to find MySQL's row for the index `name` of table $1, if it exists. */
const indexKnown = (name: string): string =>
  `SELECT 1 FROM information_schema.statistics
    WHERE table_schema = DATABASE() AND table_name = $1 AND index_name = ${name}`

/** Returns whether the database has the table. */
export async function tableKnown(database: Database, table: string): Promise<boolean> {
  const known =
    database.dialect === 'sqlite'
      ? 'SELECT 1 FROM sqlite_master WHERE name = $1'
      : 'SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = $1'
  return (await database.select(known, [table])).length > 0
}

type Index = { kind: string; name: string; bare: string; of: string }

function columnsOf(database: Database, of: { [name: string]: Column }): string[] {
  return Object.entries(of).map(([name, column]) => `\`${name}\` ${typeOf(column, database.dialect)}`)
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
