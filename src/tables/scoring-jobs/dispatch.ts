/**
 * Decides which scoring jobs to publish, from the jobs in flight, the waiting jobs, and the messages that the broker
 * has confirmed. Used by the dispatcher and the recovery task, which serve all owners.
 */
import type { Lane } from '../../platform/broker/broker.ts'
import { bindList, type Database, unionOf } from '../../platform/database/database.ts'

/**
 * A request for up to `limit` waiting jobs of a partner. `share`: the maximum number of the partner's jobs in flight in
 * that lane.
 */
export type Wanted = { partnerId: string; lane: Lane; share: number; limit: number }
/** The ids of jobs to publish, with the longest-waiting job first. `hasMore`: more jobs are waiting. */
export type Publishable = { ids: string[]; hasMore: boolean }

/**
 * Returns the jobs to publish for each request: up to its `limit`, without exceeding its `share` of jobs in flight.
 * `nextPublishAt`: the `publishAt` of jobs that are reserved now.
 */
export async function listPublishable(
  database: Database,
  wanted: readonly Wanted[],
  now: number,
  nextPublishAt: number,
): Promise<Publishable[]> {
  const jobs = `scoring_jobs${database.by('scoring_jobs_dispatch')}`
  const selects = wanted.map(({ share, limit }, index) => {
    const of = `lane = $${2 * index + 3} AND partnerId = $${2 * index + 4}`
    return `SELECT ${index} AS place, id, publishAt, (SELECT COUNT(*) FROM (SELECT id FROM ${jobs}
        WHERE ${of} AND (status = 'PROCESSING' OR (status = 'PENDING' AND publishAt IS NULL)
          OR (status = 'PENDING' AND publishAt > $1 AND publishAt <= $2 AND dueAt <= $1)) LIMIT ${share}) AS those) AS inFlight
      FROM ${jobs} WHERE status = 'PENDING' AND ${of} AND publishAt <= $1 ORDER BY publishAt LIMIT ${limit + 1}`
  })
  const rows = await database.select<{ place: number; id: string; publishAt: number; inFlight: number }>(
    unionOf(selects),
    [now, nextPublishAt, ...wanted.flatMap(({ lane, partnerId }) => [lane, partnerId])],
  )
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return wanted.map(({ share, limit }, index) => {
    const waiting = (byPlace.get(index) ?? []).sort((one, other) => one.publishAt - other.publishAt)
    const room = Math.max(0, share - (waiting[0]?.inFlight ?? 0))
    const ids = waiting.slice(0, Math.min(limit, room)).map(({ id }) => id)
    return { ids, hasMore: ids.length < waiting.length }
  })
}

/**
 * Reserves waiting jobs, which makes them jobs in flight. Without a confirm from the broker, they are due again at
 * `nextPublishAt`. Returns the number of jobs that were still waiting.
 */
export async function reserveForPublish(
  database: Database,
  ids: string[],
  now: number,
  nextPublishAt: number,
): Promise<number> {
  return database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET publishAt = $1
      WHERE id IN (${bindList(3, ids)}) AND status = 'PENDING' AND publishAt <= $2`,
    [nextPublishAt, now, ...ids],
  )
}

/**
 * Returns partners with waiting jobs in a lane, with one index lookup per partner regardless of its number of jobs.
 * Does not use GROUP BY or a loose index scan, because with these, MySQL sometimes reads every waiting job, depending
 * on its statistics.
 */
export async function listWaitingPartners(database: Database, lane: Lane, now: number): Promise<string[]> {
  const rows = await database.select<{ id: string }>(
    `SELECT p.id FROM partners p WHERE (SELECT s.publishAt FROM scoring_jobs s${database.by('scoring_jobs_dispatch')}
        WHERE s.status = 'PENDING' AND s.lane = $1 AND s.partnerId = p.id AND s.publishAt <= $2 LIMIT 1) IS NOT NULL`,
    [lane, now],
  )
  return rows.map(({ id }) => id)
}

/**
 * Records that the broker has confirmed these messages, so that the dispatcher does not publish them again. A job that
 * was snoozed after `publishedAt` needs a new message, so it keeps its `publishAt`.
 */
export async function markPublished(database: Database, ids: string[], publishedAt: number): Promise<void> {
  await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET publishAt = NULL
      WHERE id IN (${bindList(2, ids)}) AND status = 'PENDING' AND dueAt < $1`,
    [publishedAt, ...ids],
  )
}

/**
 * Returns the SQL after FROM for the pending jobs `s` of lane $1 that have a confirmed message. It takes one index
 * lookup per partner, regardless of the number of waiting jobs.
 */
const confirmed = (database: Database) =>
  `partners p ${database.thenJoin} scoring_jobs s${database.by('scoring_jobs_dispatch')}
     ON s.status = 'PENDING' AND s.lane = $1 AND s.partnerId = p.id AND s.publishAt IS NULL`

/** Returns how many of a lane's pending jobs have a confirmed message. */
export async function countConfirmed(database: Database, lane: Lane): Promise<number> {
  const [row] = await database.select<{ n: number }>(`SELECT COUNT(*) AS n FROM ${confirmed(database)}`, [lane])
  return Number(row?.n ?? 0)
}

/** Makes the dispatcher republish the oldest `limit` jobs with a confirmed message; returns their number. */
export async function unpublishConfirmed(database: Database, lane: Lane, now: number, limit: number): Promise<number> {
  const rows = await database.select<{ id: string }>(
    `SELECT s.id FROM ${confirmed(database)} ORDER BY s.id LIMIT ${limit}`,
    [lane],
  )
  if (rows.length === 0) return 0
  return database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET publishAt = $1
      WHERE id IN (${bindList(2, rows)}) AND status = 'PENDING' AND publishAt IS NULL`,
    [now, ...rows.map(({ id }) => id)],
  )
}
