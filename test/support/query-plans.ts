/** Examines how the databases plan to find a statement's rows, and what is wrong with the plan. */
import type { Bind, Database } from '../../src/platform/database/database.ts'

/**
 * A fault in a plan. `table` is the table's name in the statement. `locks others` means that the statement also locks
 * rows that it does not select.
 */
export type PlanFault = { table: string; fault: string; plan: string }

/** How many rows may be sorted: one more than a list's page, or the entries in a batch. */
const sortedMax = 101
const namesIds = /\bWHERE\b.*\bid (=|IN)/s

/** Returns the faults of this database's plan for a SELECT, UPDATE or DELETE. */
export async function explain(database: Database, sql: string, bind: readonly Bind[]): Promise<PlanFault[]> {
  return database.dialect === 'mysql' ? explainOnMysql(database, sql, bind) : explainOnSqlite(database, sql, bind)
}

/** A line of EXPLAIN, which says how one table is read for one SELECT within the statement. */
type MysqlLine = {
  id: number | null
  table: string | null
  type: string | null
  key: string | null
  rows: number | null
  Extra: string | null
}

async function explainOnMysql(database: Database, sql: string, bind: readonly Bind[]): Promise<PlanFault[]> {
  // MySQL 9 returns a tree unless the traditional format is requested.
  const lines = await database.select<MysqlLine>(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, bind)
  const shown = ({ id, table, type, key, rows, Extra }: MysqlLine) => [id, table, type, key, rows, Extra].join(' | ')
  const plan = lines.map(shown).join('\n')
  const locksByIds = /^(UPDATE\b|SELECT\b.*\bFOR UPDATE$)/s.test(sql) && namesIds.test(sql)
  return lines.flatMap((line) => {
    const table = line.table ?? ''
    // `<derived2>` refers to the rows of another line, which is checked separately.
    const isWhole = !table.startsWith('<') && !isKeyTable(line) && (line.type === 'ALL' || line.type === 'index')
    const sorted = line.Extra?.includes('Using filesort') ? rowsOf(lines, line.id) : 0
    const faults = [
      ...(isWhole ? ['is read whole'] : []),
      ...(isKeyTable(line) && line !== lines[0] ? ['is not read first'] : []),
      ...(sorted > sortedMax ? [`is sorted, ${sorted} rows`] : []),
      ...(locksByIds && line.key !== null && line.key !== 'PRIMARY' ? ['locks others'] : []),
    ]
    return faults.map((fault) => ({ table, fault, plan }))
  })
}

/**
 * Returns whether this line of the plan reads the table of keys that a statement for several callers receives as a
 * bind.
 */
function isKeyTable({ Extra }: MysqlLine): boolean {
  return Extra?.startsWith('Table function: json_table') ?? false
}

/** Returns how many rows the optimiser estimates that a SELECT returns. */
function rowsOf(lines: MysqlLine[], id: number | null): number {
  return lines.filter((line) => line.id === id).reduce((product, { rows }) => product * Math.max(1, rows ?? 1), 1)
}

/**
 * The maximum number of index entries that a statement without LIMIT may read. All rows of a partner or a tenant are
 * too many.
 */
const readMax = 500

async function explainOnSqlite(database: Database, sql: string, bind: readonly Bind[]): Promise<PlanFault[]> {
  const lines = await database.select<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, bind)
  const details = lines.map(({ detail }) => detail)
  const sharing = await listSharing(database)
  // A subquery's rows are checked in the line that produces them.
  const derived = details.flatMap((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(detail)?.[1] ?? [])
  const isEnded = / LIMIT \d+$/.test(sql) && !details.some((line) => line.startsWith('USE TEMP B-TREE'))
  const changesByIds = /^(UPDATE|DELETE)\b/.test(sql) && namesIds.test(sql)
  return details.flatMap((detail, step) => {
    const [, scanned = ''] = /^SCAN (?!CONSTANT ROW|json_each)(\S+)/.exec(detail) ?? []
    const [, searched = '', index = '', matched = ''] = /^SEARCH (\S+) USING .*INDEX (\S+) \((.*)\)/.exec(detail) ?? []
    const equal = matched.split('=?').length - 1
    const isWide = !isEnded && !/[<>]/.test(matched) && (sharing.get(index)?.[equal] ?? 0) > readMax
    const faults = [
      ...(detail.startsWith('SCAN json_each') && step > 0 ? ['is not read first'] : []),
      ...(scanned && !derived.includes(scanned) ? ['is read whole'] : []),
      ...(detail.includes('AUTOMATIC') ? ['gets an index for this statement alone'] : []),
      ...(isWide ? ['is read widely'] : []),
      ...(changesByIds && searched !== '' && !index.startsWith('sqlite_autoindex') ? ['reads others'] : []),
    ]
    return faults.map((fault) => ({ table: scanned || searched, fault, plan: details.join('\n') }))
  })
}

/** Returns, for each index, how many rows share the values of its first 0, 1, 2, … columns. */
async function listSharing(database: Database): Promise<Map<string, number[]>> {
  const statistics = await database.select<{ idx: string; stat: string }>('SELECT idx, stat FROM sqlite_stat1')
  return new Map(statistics.map(({ idx, stat }) => [idx, stat.split(' ').map(Number)]))
}
