/** The models in `src/tables` and the migrations define the same tables, on both dialects. */
import test from 'ava'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { typeOf, type AnyTable } from '../../../src/platform/database/columns.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { readSchema, type Schema } from '../../support/schema.ts'
import { dialects, openFor } from '../../tools/services/databases.ts'

const folder = join(import.meta.dirname, '../../../src/tables')
/** Tables without a model: the lists of applied migrations and their lock, and SQLite's own tables. */
const others = ['schema_migrations', 'schema_lock', 'sqlite_stat1']

async function declaredTables(): Promise<AnyTable[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const modules = await Promise.all(files.map((name) => import(join(folder, name)) as Promise<object>))
  const values = modules.flatMap((module) => Object.values(module) as unknown[])
  return values.filter(
    (value): value is AnyTable => typeof value === 'object' && value !== null && 'primaryKey' in value,
  )
}

/** Returns a column's type in lower case, without its collation and without an integer's length. */
const plain = (type: string) =>
  type
    .toLowerCase()
    .replace(' utf8mb4_bin', '')
    .replace(/\bint(?:eger)?(\(\d+\))?/, 'int')

function shown(columns: [name: string, type: string][], keys: string[][]) {
  return { columns: Object.fromEntries(columns), keys: keys.map((key) => key.join(' ')).sort() }
}

function declared({ columns, primaryKey, indexes }: AnyTable, dialect: 'mysql' | 'sqlite') {
  const types = Object.entries(columns).map(([name, column]): [string, string] => [
    name,
    plain(typeOf(column, dialect)),
  ])
  const named = indexes.map(({ name, unique, fields }) => [name, unique ? 'unique' : 'plain', ...fields])
  return shown(types, [['PRIMARY', 'unique', ...primaryKey], ...named])
}

function migrated(table: Schema[string] | undefined) {
  const types = Object.entries(table?.columns ?? {}).map(([name, { type, isNullable }]): [string, string] => [
    name,
    plain(`${type.replace(/^((?:big|tiny|)int)\(\d+\)/, '$1')}${isNullable ? '' : ' NOT NULL'}`),
  ])
  const keys = Object.entries(table?.indexes ?? {}).map(([name, { isUnique, columns }]) => [
    name.startsWith('sqlite_autoindex_') ? 'PRIMARY' : name,
    isUnique ? 'unique' : 'plain',
    ...columns,
  ])
  return shown(types, keys)
}

for (const [name, create] of Object.entries(dialects)) {
  test(`${name}: models and migrated tables have the same columns, types, nullability and keys`, async (t) => {
    const database = await openFor(t, create)
    await migrate(database)
    const schema = await readSchema(database)
    const tables = await declaredTables()
    const names = Object.keys(schema).filter((table) => !others.includes(table))
    t.deepEqual(tables.map((table) => table.name).sort(), names.sort())
    for (const table of tables) t.deepEqual(declared(table, database.dialect), migrated(schema[table.name]), table.name)
  })
}
