/** Examines a database's schema, and what a release would miss in a later schema. */
import type { Database } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { observe } from './migrations.ts'

export type Schema = { [table: string]: Table }
type Table = { columns: { [name: string]: Column }; indexes: { [name: string]: Index } }
/** `type` includes the length, the sign and the collation. */
type Column = { type: string; isNullable: boolean; hasDefault: boolean }
type Index = { isUnique: boolean; columns: string[] }

type ColumnLine = { ofTable: string; name: string; type: string; isNullable: number; hasDefault: number }
type IndexLine = { ofTable: string; name: string; isUnique: number; part: string }

const queries = {
  mysql: {
    columns: `SELECT table_name AS ofTable, column_name AS name, CONCAT_WS(' ', column_type, collation_name) AS type,
        is_nullable = 'YES' AS isNullable, column_default IS NOT NULL OR extra <> '' AS hasDefault
      FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position`,
    indexes: `SELECT table_name AS ofTable, index_name AS name, non_unique = 0 AS isUnique, column_name AS part
      FROM information_schema.statistics WHERE table_schema = DATABASE() ORDER BY table_name, index_name, seq_in_index`,
  },
  sqlite: {
    columns: `SELECT m.name AS ofTable, c.name AS name, c.type AS type, c.\`notnull\` = 0 AS isNullable,
        c.dflt_value IS NOT NULL AS hasDefault
      FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY m.name, c.cid`,
    indexes: `SELECT m.name AS ofTable, l.name AS name, l.\`unique\` AS isUnique, i.name AS part
      FROM sqlite_master m, pragma_index_list(m.name) l, pragma_index_info(l.name) i
      WHERE m.type = 'table' ORDER BY m.name, l.name, i.seqno`,
  },
}

export async function readSchema(database: Database): Promise<Schema> {
  const { columns, indexes } = queries[database.dialect]
  const schema: Schema = {}
  for (const { ofTable, name, type, isNullable, hasDefault } of await database.select<ColumnLine>(columns)) {
    schema[ofTable] ??= { columns: {}, indexes: {} }
    schema[ofTable].columns[name] = { type, isNullable: isNullable === 1, hasDefault: hasDefault === 1 }
  }
  for (const { ofTable, name, isUnique, part } of await database.select<IndexLine>(indexes)) {
    const index = ((schema[ofTable] as Table).indexes[name] ??= { isUnique: isUnique === 1, columns: [] })
    index.columns.push(part)
  }
  return schema
}

/**
 * Applies a folder's migrations. Lists what each removes from the previous release, for example `0002-less.ts:
 * things.at is gone`.
 */
export async function migrationFaults(database: Database, folder: string): Promise<string[]> {
  const faults: string[] = []
  let before: Schema = {}
  const look = async (sql: string, bind: readonly unknown[]) => {
    if (!sql.startsWith('INSERT INTO schema_migrations')) return
    const after = await readSchema(database)
    faults.push(...lossesOf(before, after).map((loss) => `${bind[0]}: ${loss}`))
    before = after
  }
  await migrate(observe(database, look), folder)
  return faults
}

/** Returns what a process that expects the schema `before` can no longer read, write or refer to. */
function lossesOf(before: Schema, after: Schema): string[] {
  return Object.entries(before).flatMap(([name, table]) => {
    const now = after[name]
    if (!now) return [`${name} is gone`]
    return [...columnLosses(table, now), ...indexLosses(table, now)].map((loss) => `${name}.${loss}`)
  })
}

function columnLosses(before: Table, after: Table): string[] {
  const known = Object.entries(before.columns).flatMap(([name, column]) => {
    const now = after.columns[name]
    if (!now) return [`${name} is gone`]
    return [
      ...(holds(now.type, column.type) ? [] : [`${name} is narrower, or of another kind`]),
      ...(column.isNullable && !now.isNullable ? [`${name} refuses null`] : []),
      ...(isOptional(column) && !isOptional(now) ? [`${name} wants a value`] : []),
    ]
  })
  const added = Object.entries(after.columns).filter(([name, column]) => !before.columns[name] && !isOptional(column))
  return [...known, ...added.map(([name]) => `${name} is new and wants a value`)]
}

/** Returns whether an insert may omit the column. */
function isOptional({ isNullable, hasDefault }: Column): boolean {
  return isNullable || hasDefault
}

function indexLosses(before: Table, after: Table): string[] {
  const known = Object.entries(before.indexes).flatMap(([name, index]) => {
    const now = after.indexes[name]
    if (!now) return [`${name} is gone`]
    const isSame = now.isUnique === index.isUnique && String(now.columns) === String(index.columns)
    return isSame ? [] : [`${name} is another index`]
  })
  const added = Object.entries(after.indexes).filter(([name, { isUnique }]) => !before.indexes[name] && isUnique)
  return [...known, ...added.map(([name]) => `${name} is new and unique`)]
}

/** Families of types, each from narrow to wide. */
const families = [
  ['tinyint', 'smallint', 'mediumint', 'int', 'bigint'],
  ['tinytext', 'text', 'mediumtext', 'longtext'],
  ['tinyblob', 'blob', 'mediumblob', 'longblob'],
]

/** Returns whether every value of the narrow type fits into the wide one. */
function holds(wide: string, narrow: string): boolean {
  const [to, from] = [partsOf(wide), partsOf(narrow)]
  if (to.rest !== from.rest) return false
  if (to.base === from.base) return to.length >= from.length
  const family = families.find((names) => names.includes(from.base)) ?? []
  return family.indexOf(to.base) > family.indexOf(from.base)
}

/** for example `varchar(48) utf8mb4_bin` */
function partsOf(type: string): { base: string; length: number; rest: string } {
  const [, base = '', length = '0', rest = ''] = /^(\w+)(?:\((\d+)\))?(.*)$/.exec(type.toLowerCase()) ?? []
  return { base, length: Number(length), rest }
}
