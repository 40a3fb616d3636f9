/**
 * A partner's window in a lane: which of its jobs are out, and which still wait to be rung. For rings and sweeps, who
 * serve all owners.
 *
 * Of the jobs that have not ended, *out* are those in work, those with a confirmed message out (`publishAt` null), and those
 * rung a moment ago (`publishAt` ahead, `dueAt` past). *Waiting* are those whose `publishAt` has come. What is put off is
 * neither until then.
 */
import type { Lane } from '../platform/broker/broker.ts'
import { bindList, type Database } from '../platform/database/database.ts'

/** How many of a partner's jobs are out, counted up to `most`; `nextPublishAt`: what a ring of now puts on its row. */
export async function countInFlight(
  database: Database,
  partnerId: string,
  lane: Lane,
  now: number,
  nextPublishAt: number,
  most: number,
): Promise<number> {
  const [row] = await database.select<{ n: number }>(
    `SELECT COUNT(*) AS n FROM (SELECT id FROM scoring_jobs${database.by('scoring_jobs_dispatch')}
      WHERE lane = $1 AND partnerId = $2 AND (status = 'PROCESSING' OR (status = 'PENDING' AND publishAt IS NULL)
        OR (status = 'PENDING' AND publishAt > $3 AND publishAt <= $4 AND dueAt <= $3)) LIMIT ${most}) AS those`,
    [lane, partnerId, now, nextPublishAt],
  )
  return row?.n ?? 0
}

/** Ids of a partner's waiting jobs, who waits longest first. */
export async function listUnpublished(
  database: Database,
  partnerId: string,
  lane: Lane,
  now: number,
  most: number,
): Promise<string[]> {
  const rows = await database.select<{ id: string }>(
    `SELECT id FROM scoring_jobs${database.by('scoring_jobs_dispatch')}
      WHERE status = 'PENDING' AND lane = $1 AND partnerId = $2 AND publishAt <= $3 ORDER BY publishAt LIMIT ${most}`,
    [lane, partnerId, now],
  )
  return rows.map(({ id }) => id)
}

/** These jobs are out from now on, and wait again at `nextPublishAt`, should nobody confirm the ring; how many still waited. */
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
 * Partners with waiting jobs in a lane: one step of the index for each partner, however many jobs it has. Not grouped
 * nor stepped through by the index alone: MySQL then reads every job that waits, by what it believes of the table.
 */
export async function listWaitingPartners(database: Database, lane: Lane, now: number): Promise<string[]> {
  const rows = await database.select<{ id: string }>(
    `SELECT p.id FROM partners p WHERE (SELECT s.publishAt FROM scoring_jobs s${database.by('scoring_jobs_dispatch')}
        WHERE s.status = 'PENDING' AND s.lane = $1 AND s.partnerId = p.id AND s.publishAt <= $2 LIMIT 1) IS NOT NULL`,
    [lane, now],
  )
  return rows.map(({ id }) => id)
}
