/**
 * Writes fixed statistics for SQLite's query planner, so that plans stay good as the tables grow.
 *
 * Fills `sqlite_stat1` with the figures of a database after a busy year, as SQLite recommends for stable plans ("Manual
 * Control Of Query Plans Using SQLITE_STAT Tables"). Without statistics, SQLite considers every index equally good: it
 * read all jobs of a partner to find the few in flight (measured: 2 ms with 3,000 jobs). With statistics from ANALYZE,
 * plans would change with a table's current content.
 */
import type { Database } from '../database.ts'

const rows = 1_000_000
/** The number of rows that are still open. Most rows have ended, and queries look for the others. */
const open = 500
/**
 * The assumed number of distinct values in each column. For `status`, the number is chosen so that as many rows share a
 * status as are open. Other columns have `valuesOfOthers` values.
 */
const valuesOf: { [column: string]: number | undefined } = {
  partnerId: 20,
  tenantId: 1_000,
  environment: 2,
  status: rows / open,
  lane: 2,
  type: 4,
  kind: 4,
  grainMs: 3,
  month: 12,
}
const valuesOfOthers = 100_000

type IndexColumn = { tableName: string; indexName: string; isUnique: number; name: string }
type Statistic = { tbl: string; idx: string; stat: string }

/**
 * Writes the statistics. Call it within the transaction that may have changed the schema; open connections reload them.
 */
export async function writeStatistics(database: Database): Promise<void> {
  const columns = await database.select<IndexColumn>(
    `SELECT t.name AS tableName, i.name AS indexName, i."unique" AS isUnique, c.name AS name
      FROM sqlite_schema t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY i.name, c.seqno`,
  )
  const wanted = [...Map.groupBy(columns, ({ indexName }) => indexName).values()].map(statisticOf)
  await database.execute('ANALYZE sqlite_schema') // creates the table if it does not exist
  const known = await database.select<Statistic>('SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY idx')
  if (JSON.stringify(known) === JSON.stringify(wanted)) return
  await database.execute('DELETE FROM sqlite_stat1')
  for (const { tbl, idx, stat } of wanted)
    await database.execute('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ($1, $2, $3)', [tbl, idx, stat])
  await database.execute('ANALYZE sqlite_schema') // makes this connection reload it
}

/**
 * Returns an index's statistics: the table's row count and, for each prefix of the index's columns, how many rows have
 * the same values.
 */
function statisticOf(columns: IndexColumn[]): Statistic {
  let sharing = rows
  const counts = columns.map(({ name, isUnique }, position) => {
    sharing = Math.max(1, Math.round(sharing / (valuesOf[name] ?? valuesOfOthers)))
    return isUnique && position === columns.length - 1 ? 1 : sharing
  })
  const { tableName, indexName } = columns[0] as IndexColumn
  return { tbl: tableName, idx: indexName, stat: [rows, ...counts].join(' ') }
}
