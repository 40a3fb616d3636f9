/**
 * Roll-ups: running counts of occurrences, so that counting months costs as little as counting hours, at any volume.
 * They refer to no tenant and no application, and are kept after both are deleted.
 *
 * Each occurrence is counted four times, once in each grain: in the row of its day, hour, minute and millisecond. The
 * count for a period is the sum of the rows of its whole days. At its two ends, rows of whole hours, minutes and
 * milliseconds are added, so the count is exact.
 */
import { DAY, HOUR, MINUTE } from '../kit/time.ts'
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import {
  columns,
  defineTable,
  nullable,
  bindList,
  Op,
  type Database,
  type RowOf,
} from '../platform/database/database.ts'

export type RollupKind = 'SCORING_FAILURE' | 'DELIVERY_SUCCESS' | 'DELIVERY_FAILURE'

const shape = {
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  kind: columns.enumeration<RollupKind>(24),
  grainMs: columns.integer(),
  /** The start of the counted day, hour, minute or millisecond: a multiple of `grainMs`. */
  startAt: columns.instant(),
  /** The counted subject: an error code, or the id of a webhook endpoint. */
  subject: columns.id(),
  count: columns.integer(),
  /** The newest error of a failed delivery; stored only in rows that cover a whole day. */
  lastError: nullable(columns.text()),
  lastErrorAt: nullable(columns.instant()),
}
export const rollups = defineTable('rollups', shape, {
  primaryKey: ['partnerId', 'environment', 'kind', 'grainMs', 'startAt', 'subject'],
  indexes: { age: ['startAt'] },
})

const INSTANT = 1
/** The grains, which are the durations that rows cover, longest first. Each is a divisor of the previous one. */
const grains: readonly number[] = [DAY, HOUR, MINUTE, INSTANT]

/** One occurrence to count; `at`: epoch ms. */
export type Counted = PartnerOwner & { kind: RollupKind; subject: string; at: number }

/**
 * Counts occurrences, in the transaction that causes them. Call it last: from this call until the commit, other
 * transactions that count the same subject on the same day have to wait. Occurrences for the same row are added up
 * first, and rows are written in a fixed order, so that two transactions cannot deadlock.
 */
export async function addToRollups(database: Database, counted: Counted[]): Promise<void> {
  const rows = counted.flatMap(({ at, ...of }) =>
    grains.map((grainMs) => ({
      ...of,
      grainMs,
      startAt: startOf(grainMs, at),
      count: 1,
      lastError: null,
      lastErrorAt: null,
    })),
  )
  const keys = Map.groupBy(rows, (row) => rollups.primaryKey.map((name) => row[name]).join())
  const sums = [...keys].toSorted(([one], [other]) => (one < other ? -1 : 1))
  await database.insert(
    rollups,
    sums.map(([, same]) => ({ ...(same[0] as (typeof rows)[number]), count: same.length })),
    { addTo: ['count'] },
  )
}

function startOf(grainMs: number, at: number): number {
  return at - (at % grainMs)
}

/** Stores the error of a failed delivery that was just counted, unless a newer one is stored. */
export async function updateLastError(
  database: Database,
  { partnerId, environment, kind, subject, at }: Counted,
  error: string,
): Promise<void> {
  const key = { partnerId, environment, kind, grainMs: DAY, startAt: startOf(DAY, at), subject }
  const where = { ...key, lastErrorAt: { [Op.or]: [null, { [Op.lte]: at }] } }
  await database.model(rollups).update({ lastError: error, lastErrorAt: at }, { where })
}

/** A period in epoch ms; both ends are inclusive. */
export type Period = { start: number; end: number }
export type RollupCount = Pick<RowOf<typeof shape>, 'kind' | 'subject' | 'count'>

/**
 * Returns a period's nonzero counts by kind and subject. Uses one statement, so that the counts are consistent. For
 * each subject, the statement reads at most 90 days, 46 hours, 118 minutes and the milliseconds of two minutes.
 */
export async function listCounts(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  kinds: RollupKind[],
  { start, end }: Period,
): Promise<RollupCount[]> {
  const parts = partsOf(start, end + 1)
  const selects = parts.map(({ grainMs }, index) => {
    const from = 3 + kinds.length + 2 * index
    return `SELECT kind, subject, count FROM rollups
      WHERE partnerId = $1 AND environment = $2 AND kind IN (${bindList(3, kinds)}) AND grainMs = ${grainMs}
        AND startAt >= $${from} AND startAt < $${from + 1}`
  })
  return database.select(
    `SELECT kind, subject, SUM(count) AS count FROM (${selects.join(' UNION ALL ')}) AS parts GROUP BY kind, subject`,
    [partnerId, environment, ...kinds, ...parts.flatMap(({ from, before }) => [from, before])],
  )
}

type Part = { grainMs: number; from: number; before: number }

/**
 * Splits `from` (inclusive) to `before` (exclusive) into the minimum number of parts: long grains in the middle,
 * shorter ones at the ends.
 */
function partsOf(from: number, before: number, [grainMs, ...finer]: readonly number[] = grains): Part[] {
  if (grainMs === undefined || from >= before) return []
  const first = Math.ceil(from / grainMs) * grainMs
  const last = Math.floor(before / grainMs) * grainMs
  if (first >= last) return partsOf(from, before, finer)
  return [...partsOf(from, first, finer), { grainMs, from: first, before: last }, ...partsOf(last, before, finer)]
}

/** An endpoint and its newest error on one day; `lastErrorAt`: epoch ms. */
export type DayOfFailures = { id: string; url: string; name: string | null; lastError: string; lastErrorAt: number }

/** Returns the endpoints that failed in a period, including deleted ones, with the last error on each day. */
export async function listDaysOfFailures(
  database: Database,
  { partnerId, environment }: PartnerOwner,
  { start, end }: Period,
): Promise<DayOfFailures[]> {
  return database.select(
    `SELECT e.id, e.url, e.name, r.lastError, r.lastErrorAt
       FROM rollups r JOIN webhook_endpoints e ON e.id = r.subject
      WHERE r.partnerId = $1 AND r.environment = $2 AND r.kind = 'DELIVERY_FAILURE' AND r.grainMs = ${DAY}
        AND r.startAt >= $3 AND r.startAt <= $4`,
    [partnerId, environment, startOf(DAY, start), end],
  )
}

/**
 * Deletes rows that start before the day of `before`. The row of that day is still needed for its newest error. Deletes
 * about `limit` rows, because rows with the same start are deleted together.
 */
export async function sweepRollups(database: Database, before: number, limit: number): Promise<number> {
  const day = startOf(DAY, before)
  const page = { where: { startAt: { [Op.lt]: day } }, order: ['startAt'], offset: limit - 1 }
  const last = await database.model(rollups).findOne({ attributes: ['startAt'], ...page })
  return database.model(rollups).destroy({ where: { startAt: { [Op.lte]: last?.startAt ?? day - 1 } } })
}
