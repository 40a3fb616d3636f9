/**
 * Which scoring jobs are published: what is in flight, what waits, and which messages the broker has confirmed. For the
 * dispatcher and the rescue, which serve all owners.
 *
 * An open job is *in flight* while a worker has it, while it has a confirmed message (`publishAt` null), and for a
 * moment after it was published (`publishAt` ahead, `dueAt` past). It *waits* once its `publishAt` has come. A snoozed
 * job is neither until then.
 */
import type { Lane } from '../platform/broker/broker.ts'
import { bindList, type Database } from '../platform/database/database.ts'

/**
 * Ids of a partner's waiting jobs, longest wait first: as many as there is room for beside its jobs in flight, at most
 * `share` together. `nextPublishAt`: the `publishAt` that publishing sets now. `hasMore`: others wait for room.
 */
export async function listPublishable(
  database: Database,
  partnerId: string,
  lane: Lane,
  now: number,
  nextPublishAt: number,
  share: number,
): Promise<{ ids: string[]; hasMore: boolean }> {
  const jobs = `scoring_jobs${database.by('scoring_jobs_dispatch')}`
  const rows = await database.select<{ id: string; inFlight: number }>(
    `SELECT id, (SELECT COUNT(*) FROM (SELECT id FROM ${jobs}
        WHERE lane = $1 AND partnerId = $2 AND (status = 'PROCESSING' OR (status = 'PENDING' AND publishAt IS NULL)
          OR (status = 'PENDING' AND publishAt > $3 AND publishAt <= $4 AND dueAt <= $3)) LIMIT ${share}) AS those) AS inFlight
      FROM ${jobs}
      WHERE status = 'PENDING' AND lane = $1 AND partnerId = $2 AND publishAt <= $3 ORDER BY publishAt LIMIT ${share}`,
    [lane, partnerId, now, nextPublishAt],
  )
  const ids = rows.flatMap(({ id, inFlight }, index) => (index < share - inFlight ? [id] : []))
  return { ids, hasMore: ids.length < rows.length }
}

/**
 * Puts waiting jobs in flight; without a confirm they wait again from `nextPublishAt` on. Returns how many were still
 * waiting.
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
 * Partners with waiting jobs in a lane: one index lookup for each partner, however many jobs it has. No GROUP BY, and
 * no loose scan of the index: depending on its statistics, MySQL then reads every waiting job.
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
 * The broker has confirmed these messages: the dispatcher need not publish them again. A job that was snoozed after
 * `publishedAt` is due later, and keeps its `publishAt`.
 */
export async function markPublished(database: Database, ids: string[], publishedAt: number): Promise<void> {
  await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET publishAt = NULL
      WHERE id IN (${bindList(2, ids)}) AND status = 'PENDING' AND dueAt < $1`,
    [publishedAt, ...ids],
  )
}

/** How many pending jobs of a lane have a confirmed message. */
export async function countConfirmed(database: Database, lane: Lane): Promise<number> {
  const [row] = await database.select<{ n: number }>(
    `SELECT COUNT(*) AS n FROM scoring_jobs WHERE status = 'PENDING' AND publishAt IS NULL AND lane = $1`,
    [lane],
  )
  return Number(row?.n ?? 0)
}

/** Makes the dispatcher publish again the oldest `most` jobs with a confirmed message; returns their number. */
export async function unpublishConfirmed(database: Database, lane: Lane, now: number, most: number): Promise<number> {
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM scoring_jobs WHERE status = 'PENDING' AND publishAt IS NULL AND lane = $1 ORDER BY id LIMIT ${most}`,
    [lane],
  )
  if (rows.length === 0) return 0
  return database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET publishAt = $1
      WHERE id IN (${bindList(2, rows)}) AND status = 'PENDING' AND publishAt IS NULL`,
    [now, ...rows.map(({ id }) => id)],
  )
}
