/**
 * Computes digests of a partner's rows in the database, so that two databases can be compared without reading the rows.
 *
 * A part contains the rows of a table that were created within one period, so older parts rarely change.
 */
import type { AnyTable, Bind, Database } from '../../platform/database/database.ts'
import type { PartnerRows } from './partner-rows.ts'

/** The number of rows, and the sum of their digests or marks. */
export type Sum = { n: number; digest: string }
/**
 * The rows to read. If the partner is not held in the database that it leaves (`isHeld`), its `live` rows are left out
 * (see `PartnerRows`).
 */
export type Reading = { partnerId: string; isHeld: boolean }
/**
 * The length of a part's period. `ms` is a power of 2. All ids from one period are equal without their last `idEnd`
 * characters.
 */
export type Period = { ms: number; idEnd: number }

/** About 17 minutes. */
export const longPeriod: Period = { ms: 2 ** 20, idEnd: 29 }
/** About 4 seconds. */
export const shortPeriod: Period = { ms: 2 ** 12, idEnd: 26 }
export type Part = { period: Period; name: string }

/** A row by the names of its columns. */
export type Row = Record<string, Bind>

/**
 * Returns the sum of each part that has rows, by the part's name. `by`: `all` sums digests of all values; `mark` sums
 * the rows' marks, which is faster (see `PartnerRows`). `within`: read only this part.
 */
export async function listSums(
  database: Database,
  { partnerId, isHeld }: Reading,
  rows: PartnerRows,
  { period, by, within }: { period: Period; by: 'all' | 'mark'; within?: Part },
): Promise<Map<string, Sum>> {
  const { groupedBy } = rows
  const first = placeOf(rows)
  const name = groupedBy
    ? `${first} - ${first} % ${period.ms}`
    : `SUBSTR(${first}, 1, LENGTH(${first}) - ${period.idEnd})`
  const value = by === 'mark' ? markOf(database, rows) : digestOf(database, rows)
  const select = `${name} AS part, ${value} AS digest`
  const found = await database.select<{ part: string | number } & Sum>(
    `SELECT part, COUNT(*) AS n, CAST(SUM(digest) AS CHAR) AS digest
       FROM (${selectFrom(rows, isHeld, select, within ? inPart(rows) : '')}) AS those
      GROUP BY part`,
    [partnerId, ...(within ? boundsOf(rows, within) : [])],
  )
  return new Map(found.map(({ part, n, digest }) => [`${part}`, { n, digest }]))
}

/** Returns one digest for each row in a part, by the row's primary key as JSON. */
export async function listDigests(
  database: Database,
  { partnerId, isHeld }: Reading,
  rows: PartnerRows,
  part: Part,
): Promise<Map<string, number>> {
  const { table } = rows
  const keys = table.primaryKey.map((name) => `r.${name} AS ${name}`)
  const select = `${keys.join(', ')}, ${digestOf(database, rows)} AS digest`
  const found = await database.select<Row & { digest: number }>(selectFrom(rows, isHeld, select, inPart(rows)), [
    partnerId,
    ...boundsOf(rows, part),
  ])
  return new Map(found.map((row) => [keyOf(table, row), row.digest]))
}

/** Returns a row's primary key as JSON. */
export function keyOf({ primaryKey }: AnyTable, row: Row): string {
  return JSON.stringify(primaryKey.map((name) => row[name]))
}

// ── parts of statements ────────────────────────────────────────────────────────────────────────────

/** Returns a SELECT of the partner's rows `r` from all their sources, with or without its `live` rows. */
function selectFrom({ from, live }: PartnerRows, isHeld: boolean, select: string, condition: string): string {
  const rest = live && !isHeld ? ` AND NOT (${live})` : ''
  return from.map((source) => `SELECT ${select} FROM ${source}${rest}${condition}`).join(' UNION ALL ')
}

/** Returns the column that determines a row's part. */
function placeOf({ table, groupedBy }: PartnerRows): string {
  return `r.${groupedBy ?? table.primaryKey[0]}`
}

function inPart(rows: PartnerRows): string {
  return ` AND ${placeOf(rows)} >= $2 AND ${placeOf(rows)} < $3`
}

function boundsOf({ groupedBy }: PartnerRows, { period, name }: Part): Bind[] {
  return groupedBy ? [Number(name), Number(name) + period.ms] : [name, `${name}~`]
}

/**
 * Returns SQL for a number that depends on all values of the row `r`: 40 bits of their MD5. The dialects give different
 * numbers, so both databases must have the same dialect.
 */
function digestOf({ dialect }: Database, rows: PartnerRows): string {
  const values = valuesOf(rows)
  if (dialect === 'sqlite') return `row_digest(${values.join(', ')})`
  return `CAST(CONV(LEFT(${md5Of(values)}, 10), 16, 10) AS UNSIGNED)`
}

/**
 * Returns SQL for a row's mark. On MySQL, a mark other than `createdAt` has 32 bits, because CRC32 takes a quarter of
 * the time of CONV. It is the CRC32 of an MD5, so that similar changes in two rows do not cancel each other out.
 */
function markOf({ dialect }: Database, rows: PartnerRows): string {
  const { table, mark } = rows
  if (mark === 'r.createdAt') return mark
  const values = mark ? [...table.primaryKey.map((name) => `r.${name}`), ...mark] : valuesOf(rows)
  return dialect === 'sqlite' ? `row_digest(${values.join(', ')})` : `CRC32(${md5Of(values)})`
}

function valuesOf({ table, ignored }: PartnerRows): string[] {
  return Object.keys(table.columns).flatMap((column) => (column === ignored ? [] : [`r.${column}`]))
}

function md5Of(values: readonly string[]): string {
  const texts = values.map((value) => `COALESCE(CAST(${value} AS BINARY), '~')`)
  return `MD5(CONCAT_WS('|', ${texts.join(', ')}))`
}
