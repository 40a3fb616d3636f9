/** `generated/schema.sql`: the whole schema in one file, read from an embedded database that the migrations created. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrations.ts'
import { openDatabase } from '../src/platform/database/open.ts'

const head = `-- Written by \`make generate\` from src/platform/database/migrations. This file creates nothing: the migrations do.
-- It is the schema of the embedded SQLite database. MySQL has the same columns and keys, as
-- test/platform/database/models.test.ts proves; there TEXT is MEDIUMTEXT, BLOB is MEDIUMBLOB, a flag (an INTEGER here) is a
-- TINYINT, and every table is of InnoDB with the collation utf8mb4_bin.
`

type Column = { name: string; type: string; notnull: 0 | 1; pk: number }
type Index = { name: string; unique: 0 | 1; column: string }

/** Returns the statements that would create every table with its indexes, sorted by name. */
export async function schemaSql(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'schema-'))
  const database = openDatabase({ file: join(folder, 'schema.db') })
  try {
    await migrate(database)
    const tables = await database.select<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    const texts: string[] = []
    for (const { name } of tables) texts.push(await tableSql(database, name))
    return [head, ...texts].join('\n')
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
}

async function tableSql(database: Database, table: string): Promise<string> {
  const columns = await database.select<Column>('SELECT name, type, "notnull", pk FROM pragma_table_info($1)', [table])
  const indexes = await database.select<Index>(
    `SELECT l.name, l."unique", i.name AS "column" FROM pragma_index_list($1) l, pragma_index_info(l.name) i
      WHERE l.origin = 'c' ORDER BY l.name, i.seqno`,
    [table],
  )
  const lines = columns.map(({ name, type, notnull }) => `${name} ${type}${notnull ? ' NOT NULL' : ''}`)
  const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk)
  lines.push(`PRIMARY KEY (${key.map(({ name }) => name).join(', ')})`)
  const created = Map.groupBy(indexes, ({ name }) => name)
    .entries()
    .map(([name, parts]) => {
      const kind = parts[0]?.unique ? 'UNIQUE INDEX' : 'INDEX'
      return `CREATE ${kind} ${name} ON ${table} (${parts.map(({ column }) => column).join(', ')});\n`
    })
  return `CREATE TABLE ${table} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);\n${[...created].join('')}`
}
