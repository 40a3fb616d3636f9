/**
 * Makes a partner's rows in another database equal to its rows in this one, table by table, and checks that they are
 * equal.
 *
 * Each database computes a sum of digests for each group of rows, and only groups with different sums are read. A group
 * contains the rows created within one period, so older groups rarely change. Every step writes only what differs, so
 * it can be repeated.
 */
import { bindList, type AnyTable, type Bind, type Database } from '../../platform/database/database.ts'
import { inTurn } from './held-partners.ts'
import { partnerRows, type PartnerRows } from './partner-rows.ts'

/**
 * `turn`: see `takeTurn`. `isHeld`: whether the partner is held in `from`; only then are its `live` rows copied (see
 * `PartnerRows`). `check` may throw to stop between two tables or groups.
 */
export type Copying = {
  from: Database
  to: Database
  partnerId: string
  turn: number
  isHeld: boolean
  check: () => void
}
/** `rows`: how many rows the partner has. `copied`: how many of them differed, were missing or had to be deleted. */
export type Copied = { rows: number; copied: number }
type Row = Record<string, Bind>

/**
 * The maximum number of rows in a statement, and the maximum length of their values: MySQL limits a statement to 16
 * MiB.
 */
const rowsMax = 100
const lengthMax = 4 * 2 ** 20
/** How many tables are compared at once. Each takes a connection to both databases. */
const tablesAtOnce = 4
/** The length of a group's period in milliseconds: a power of 2, about 17 minutes. */
const groupMs = 2 ** 20
/** How often a group's rows are compared before a remaining difference is treated as an error. */
const triesMax = 5

/**
 * Copies the rows that differ, in all tables. @throws Error if a held partner's rows still differ after several
 * attempts
 */
export async function copyPartner(copying: Copying): Promise<Copied> {
  const sum = { rows: 0, copied: 0 }
  const waiting = partnerRows.values()
  const work = async () => {
    for (const rows of waiting) {
      const { rows: compared, copied } = await copyTable(copying, rows)
      sum.rows += compared
      sum.copied += copied
    }
  }
  await Promise.all(Array.from({ length: tablesAtOnce }, work))
  return sum
}

async function copyTable(copying: Copying, rows: PartnerRows): Promise<Copied> {
  copying.check()
  const [source, target] = await bothOf(copying, (database) => listGroups(database, copying, rows))
  const sum = { rows: 0, copied: 0 }
  // The oldest group comes first, because a unique name may have passed from an older row to a newer one.
  for (const group of [...new Set([...source.keys(), ...target.keys()])].sort()) {
    const counted = source.get(group)
    sum.rows += counted?.n ?? 0
    const other = target.get(group)
    if (counted && other && counted.n === other.n && counted.digest === other.digest) continue
    copying.check()
    sum.copied += await copyGroup(copying, rows, group)
  }
  return sum
}

async function bothOf<T>({ from, to }: Copying, read: (database: Database) => Promise<T>): Promise<[T, T]> {
  return Promise.all([read(from), read(to)])
}

/**
 * Copies a group's differing rows, and deletes the rows that the source does not have. Returns the number of copied and
 * deleted rows.
 */
async function copyGroup(copying: Copying, rows: PartnerRows, group: string): Promise<number> {
  const { from, to, partnerId, turn, isHeld } = copying
  const { table } = rows
  let copied = 0
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    const [source, target] = await bothOf(copying, (database) => listDigests(database, copying, rows, group))
    const changed = [...source].flatMap(([key, digest]) => (target.get(key) === digest ? [] : [key]))
    const surplus = [...target.keys()].filter((key) => !source.has(key))
    if (changed.length + surplus.length === 0) return copied
    const write = (work: () => Promise<void>) => inTurn(to, partnerId, turn, work)
    for (const keys of slicesOf(surplus)) await write(() => deleteRows(to, table, keys))
    for (const keys of slicesOf(changed)) {
      const found = await readRows(from, table, keys)
      await write(() => replaceRows(to, table, keys, found))
    }
    copied += changed.length + surplus.length
    if (!isHeld) return copied
  }
  throw new Error(`${table.name}: rows of the partner keep changing; run the command again`)
}

function slicesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / rowsMax) }, (_, at) => all.slice(at * rowsMax, (at + 1) * rowsMax))
}

/**
 * Deletes all rows of a partner that does not live in this cell, except its row in `partners` and its API keys. Returns
 * how many rows it deleted.
 */
export async function deletePartnerRows(database: Database, partnerId: string, turn: number): Promise<number> {
  let deleted = 0
  // In reverse order, because some rows are found by joining their parents' rows.
  for (const { table, from } of partnerRows.toReversed().filter((rows) => rows.table.name !== 'api_keys'))
    for (const source of from) {
      const keys = table.primaryKey.map((name) => `r.${name} AS ${name}`).join(', ')
      const some = async () => {
        const rows = await database.select<Row>(`SELECT ${keys} FROM ${source} LIMIT ${rowsMax}`, [partnerId])
        if (rows.length > 0)
          await deleteRows(
            database,
            table,
            rows.map((row) => textOf(table, row)),
          )
        return rows.length
      }
      let rows
      while ((rows = await inTurn(database, partnerId, turn, some)) > 0) deleted += rows
    }
  return deleted
}

/** Returns a row's primary key as JSON. */
function textOf({ primaryKey }: AnyTable, row: Row): string {
  return JSON.stringify(primaryKey.map((name) => row[name]))
}

// ── statements ──────────────────────────────────────────────────────────────────────────────────

/**
 * Returns SQL for a 40-bit number that depends on all values of the row `r`. The number depends on the dialect, so both
 * databases must have the same one.
 */
function digestOf({ dialect }: Database, { table, ignored }: PartnerRows): string {
  const values = Object.keys(table.columns).filter((column) => column !== ignored)
  if (dialect === 'sqlite') return `row_digest(${values.map((column) => `r.${column}`).join(', ')})`
  const texts = values.map((column) => `COALESCE(CAST(r.${column} AS BINARY), '~')`)
  return `CAST(CONV(LEFT(MD5(CONCAT_WS('|', ${texts.join(', ')})), 10), 16, 10) AS UNSIGNED)`
}

/**
 * Returns a SELECT of the partner's rows `r` from all their sources, without the `live` rows unless the partner is
 * held.
 */
function selectFrom({ isHeld }: Copying, { from, live }: PartnerRows, select: string, condition = ''): string {
  const rest = live && !isHeld ? ` AND NOT (${live})` : ''
  return from.map((source) => `SELECT ${select} FROM ${source}${rest}${condition}`).join(' UNION ALL ')
}

const firstOf = ({ primaryKey: [first = ''] }: AnyTable) => `r.${first}`

async function listGroups(database: Database, copying: Copying, rows: PartnerRows) {
  const { table, groupedBy } = rows
  // Without their last 29 characters, all ids from the same period of 17 minutes are equal.
  const group = groupedBy
    ? `r.${groupedBy} - r.${groupedBy} % ${groupMs}`
    : `SUBSTR(${firstOf(table)}, 1, LENGTH(${firstOf(table)}) - 29)`
  const found = await database.select<{ part: string | number; n: number; digest: string }>(
    `SELECT part, COUNT(*) AS n, CAST(SUM(digest) AS CHAR) AS digest
       FROM (${selectFrom(copying, rows, `${group} AS part, ${digestOf(database, rows)} AS digest`)}) AS those
      GROUP BY part`,
    [copying.partnerId],
  )
  return new Map(found.map(({ part, n, digest }) => [`${part}`, { n, digest }]))
}

/** Returns a digest for each row in a group, by the row's primary key as JSON. */
async function listDigests(database: Database, copying: Copying, rows: PartnerRows, group: string) {
  const { table, groupedBy } = rows
  const column = groupedBy ? `r.${groupedBy}` : firstOf(table)
  const bounds = groupedBy ? [Number(group), Number(group) + groupMs] : [group, `${group}~`]
  const keys = table.primaryKey.map((name) => `r.${name} AS ${name}`)
  const select = `${keys.join(', ')}, ${digestOf(database, rows)} AS digest`
  const found = await database.select<Row & { digest: number }>(
    selectFrom(copying, rows, select, ` AND ${column} >= $2 AND ${column} < $3`),
    [copying.partnerId, ...bounds],
  )
  return new Map(found.map((row) => [textOf(table, row), row.digest]))
}

/** Returns the condition that matches the rows with these primary keys, and its binds. */
function whereKeys({ primaryKey }: AnyTable, keys: readonly string[]): [string, Bind[]] {
  const binds = keys.flatMap((key) => JSON.parse(key) as Bind[])
  if (primaryKey.length === 1) return [`${primaryKey[0]} IN (${bindList(1, binds)})`, binds]
  const same = keys.map((_, n) => {
    const terms = primaryKey.map((name, place) => `${name} = $${n * primaryKey.length + place + 1}`)
    return `(${terms.join(' AND ')})`
  })
  return [same.join(' OR '), binds]
}

async function readRows(database: Database, table: AnyTable, keys: readonly string[]): Promise<Row[]> {
  const [where, binds] = whereKeys(table, keys)
  const names = Object.keys(table.columns).map((name) => `\`${name}\``)
  return database.select<Row>(`SELECT ${names.join(', ')} FROM ${table.name} WHERE ${where}`, binds)
}

async function deleteRows(database: Database, table: AnyTable, keys: readonly string[]): Promise<void> {
  const [where, binds] = whereKeys(table, keys)
  await database.execute(`DELETE FROM ${table.name} WHERE ${where}`, binds)
}

/** Replaces the rows that have these keys with `rows`. Call it inside a transaction. */
async function replaceRows(database: Database, table: AnyTable, keys: readonly string[], rows: Row[]): Promise<void> {
  await deleteRows(database, table, keys)
  let some: Row[] = []
  let length = 0
  for (const row of rows) {
    const own = Object.values(row).reduce<number>((sum, value) => sum + (sized(value)?.length ?? 8), 0)
    if (length + own > lengthMax) {
      await database.insert(table, some)
      ;[some, length] = [[], 0]
    }
    some.push(row)
    length += own
  }
  await database.insert(table, some)
}

function sized(value: Bind): { length: number } | null {
  return typeof value === 'number' ? null : value
}
