/**
 * Roll-ups: how often something happened, added up as it happens, so that a count of months costs what one of hours
 * does, however much there was. They name no tenant and no application, and stay when those are deleted.
 *
 * Each happening is counted once in every grain. The finest is the millisecond: a period is read as whole days where it
 * holds some, whole hours, whole minutes and single milliseconds at its edges, and so is exact.
 */
import { DAY, HOUR, MINUTE } from '../kit/time.ts'
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import { columns, defineTable, nullable, bindList, type Database, type RowOf } from '../platform/database/database.ts'

export type RollupKind = 'SCORING_FAILURE' | 'DELIVERY_SUCCESS' | 'DELIVERY_FAILURE'

const shape = {
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  kind: columns.enumeration<RollupKind>(24),
  grainMs: columns.integer(),
  /** Where the grain begins: a multiple of `grainMs`. */
  startAt: columns.instant(),
  /** What it happened to: an error code, or the id of a webhook endpoint. */
  subject: columns.id(),
  count: columns.integer(),
  /** Of failed deliveries, in the grain of a day: what the newest one said. */
  lastError: nullable(columns.text()),
  lastErrorAt: nullable(columns.instant()),
}
export const rollups = defineTable('rollups', shape, [
  'partnerId',
  'environment',
  'kind',
  'grainMs',
  'startAt',
  'subject',
])

const INSTANT = 1
/** Each one divides those before it. */
const grains: readonly number[] = [DAY, HOUR, MINUTE, INSTANT]

/** `at`: epoch ms. */
export type Counted = PartnerOwner & { kind: RollupKind; subject: string; at: number }

/**
 * Counts what has happened, in the transaction in which it happened and last in it: all who count the same day wait for
 * one row, until that transaction ends.
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
  await database.insert(rollups, rows, { addTo: ['count'] })
}

function startOf(grainMs: number, at: number): number {
  return at - (at % grainMs)
}

/** Keeps the error of a failed delivery that has just been counted, unless a newer one is kept. */
export async function updateLastError(
  database: Database,
  { partnerId, environment, kind, subject, at }: Counted,
  error: string,
): Promise<void> {
  await database.execute(
    `UPDATE rollups SET lastError = $1, lastErrorAt = $2
      WHERE partnerId = $3 AND environment = $4 AND kind = $5 AND grainMs = ${DAY} AND startAt = $6 AND subject = $7
        AND (lastErrorAt IS NULL OR lastErrorAt <= $2)`,
    [error, at, partnerId, environment, kind, startOf(DAY, at), subject],
  )
}

/** Epoch ms; both ends belong to it. */
export type Period = { start: number; end: number }
export type RollupCount = Pick<RowOf<typeof shape>, 'kind' | 'subject' | 'count'>

/**
 * How often it happened in a period, by kind and subject, where it did. One statement, so one view of the rows; for each
 * subject it reads at most 90 days, 46 hours, 118 minutes and the milliseconds of two minutes.
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

/** The fewest grains that make up the time from `from` until `before`: the coarsest in the middle, finer ones around. */
function partsOf(from: number, before: number, [grainMs, ...finer]: readonly number[] = grains): Part[] {
  if (grainMs === undefined || from >= before) return []
  const first = Math.ceil(from / grainMs) * grainMs
  const last = Math.floor(before / grainMs) * grainMs
  if (first >= last) return partsOf(from, before, finer)
  return [...partsOf(from, first, finer), { grainMs, from: first, before: last }, ...partsOf(last, before, finer)]
}

/** An endpoint with the newest error of one day; `lastErrorAt`: epoch ms. */
export type DayOfFailures = { id: string; url: string; name: string | null; lastError: string; lastErrorAt: number }

/** Of the endpoints that failed in a period, deleted ones too, what they said last on each of its days. */
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
 * Drops what began on a day before that of `before`, whose row is still asked for its newest error: about `most` rows,
 * as what began together goes together.
 */
export async function sweepRollups(database: Database, before: number, most: number): Promise<number> {
  const day = startOf(DAY, before)
  const [last] = await database.select<{ startAt: number }>(
    `SELECT startAt FROM rollups WHERE startAt < $1 ORDER BY startAt LIMIT 1 OFFSET ${most - 1}`,
    [day],
  )
  return database.execute('DELETE FROM rollups WHERE startAt <= $1', [last?.startAt ?? day - 1])
}
