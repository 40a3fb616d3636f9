/**
 * Makes a partner's rows in another database equal to its rows in this one, table by table, and checks that they are
 * equal. Every step writes only rows that differ, so it can be repeated.
 *
 * The first passes compare sums of digests of all values. Later passes, and the last one while the partner is held,
 * compare sums of the rows' marks (see `PartnerRows`), which takes a fraction of the time. A row with the same mark in
 * both databases is equal, because it was equal before and has not changed since. Rows that a pass has copied are
 * compared by all values in the next pass, or immediately while the partner is held.
 */
import { bindList, type AnyTable, type Bind, type Database } from '../../platform/database/database.ts'
import { inTurn } from './held-partners.ts'
import { partnerRows, type PartnerRows } from './partner-rows.ts'
import { keyOf, listDigests, listSums, longPeriod, shortPeriod, type Part, type Row, type Sum } from './row-sums.ts'

/**
 * `turn` is explained at `takeTurn`. `isHeld`: whether the partner is held in `from`; its `live` rows (see
 * `PartnerRows`) are copied only if it is. `by`: whether this pass compares all values or marks (see `listSums`). The
 * first two passes must compare all values. `unproven`: the copied parts that no later pass has compared, by table and
 * long period. Every pass gets the same map. `check` may throw to stop between two tables or parts.
 */
export type Copying = {
  from: Database
  to: Database
  partnerId: string
  turn: number
  isHeld: boolean
  by: 'all' | 'mark'
  unproven: Unproven
  check: () => void
}
/** The names of parts, by the long period that contains them, by table. */
export type Unproven = Map<string, Map<string, Set<string>>>
/**
 * `rows`: the number of the partner's rows. `copied`: the number of rows that differed, were missing or had to be
 * deleted.
 */
export type Copied = { rows: number; copied: number }

/** The maximum number of rows in a statement. */
const rowsMax = 100
/** The maximum length of the values in a statement. MySQL limits a whole statement to 16 MiB. */
const lengthMax = 4 * 2 ** 20
/** The number of tables that are compared concurrently. Each takes a connection to both databases. */
const tablesAtOnce = 4
/**
 * A long period that may differ is compared row by row if it has at most this many rows. Otherwise, only those of its
 * short periods that may differ are.
 */
const wholeMax = 1_000
/** The number of times that a part's rows are compared before a remaining difference is an error. */
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
  const { by, unproven, check } = copying
  check()
  const { name } = rows.table
  const suspects = unproven.get(name) ?? new Map<string, Set<string>>()
  unproven.set(name, suspects)
  const [source, target] = await bothOf(copying, (database) =>
    listSums(database, copying, rows, { period: longPeriod, by }),
  )
  const differing = differingOf(source, target)
  // All values were compared, so a group that does not differ is equal.
  if (by === 'all') for (const group of suspects.keys()) if (!differing.has(group)) suspects.delete(group)
  const sum = { rows: 0, copied: 0 }
  for (const { n } of source.values()) sum.rows += n
  for (const group of inOrder(new Set([...differing, ...suspects.keys()]))) {
    check()
    const n = Math.max(source.get(group)?.n ?? 0, target.get(group)?.n ?? 0)
    sum.copied += await copyGroup(copying, rows, { group, n, suspects })
  }
  return sum
}

/** Returns the names with the oldest part first, because a newer row may now have the unique name of an older one. */
function inOrder(names: Set<string>): string[] {
  return [...names].sort()
}

function differingOf(source: Map<string, Sum>, target: Map<string, Sum>): Set<string> {
  const isEqual = (one?: Sum, other?: Sum) => one?.n === other?.n && one?.digest === other?.digest
  return new Set([...source.keys(), ...target.keys()].filter((name) => !isEqual(source.get(name), target.get(name))))
}

type Group = { group: string; n: number; suspects: Map<string, Set<string>> }

/** Copies the differing rows of a long period, which has `n` rows. Returns the number of copied and deleted rows. */
async function copyGroup(copying: Copying, rows: PartnerRows, { group, n, suspects }: Group): Promise<number> {
  const whole: Part = { period: longPeriod, name: group }
  const before = suspects.get(group) ?? new Set()
  suspects.delete(group)
  let parts = [whole]
  if (n > wholeMax) {
    const terms = { period: shortPeriod, by: copying.by, within: whole }
    const [source, target] = await bothOf(copying, (database) => listSums(database, copying, rows, terms))
    const suspected = before.has(group) ? [...source.keys()] : before
    const names = inOrder(new Set([...differingOf(source, target), ...suspected]))
    parts = names.map((name) => ({ period: shortPeriod, name }))
  }
  let copied = 0
  const again = new Set<string>()
  for (const part of parts) {
    copying.check()
    const some = await copyPart(copying, rows, part)
    copied += some
    if (some > 0) again.add(part.name)
  }
  if (again.size > 0 && !copying.isHeld) suspects.set(group, again)
  return copied
}

async function bothOf<T>({ from, to }: Copying, read: (database: Database) => Promise<T>): Promise<[T, T]> {
  return Promise.all([read(from), read(to)])
}

/**
 * Copies a part's differing rows, and deletes the rows that the source does not have. Returns the number of copied and
 * deleted rows.
 */
async function copyPart(copying: Copying, rows: PartnerRows, part: Part): Promise<number> {
  const { from, to, partnerId, turn, isHeld } = copying
  const { table } = rows
  let copied = 0
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    const [source, target] = await bothOf(copying, (database) => listDigests(database, copying, rows, part))
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
 * the number of deleted rows.
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
            rows.map((row) => keyOf(table, row)),
          )
        return rows.length
      }
      let rows
      while ((rows = await inTurn(database, partnerId, turn, some)) > 0) deleted += rows
    }
  return deleted
}

// ── statements ─────────────────────────────────────────────────────────────────────────────────────

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
