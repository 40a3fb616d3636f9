/**
 * Scoring jobs that have not ended, as the operator looks at them: of all owners, and by ids of ours alone.
 *
 * How a job moves on by itself: `scoring-job-moves.ts`.
 */
import type { Lane } from '../platform/broker/broker.ts'
import type { Database } from '../platform/database/database.ts'
import type { ScoringJobRow, ScoringStatus } from './scoring-jobs.ts'

const names = [
  ...(['id', 'partnerId', 'environment', 'lane', 'status', 'queuedAt', 'dueAt'] as const),
  ...(['attempt', 'transientFailures', 'lostWorkers', 'workerId'] as const),
]
const shown = names.map((name) => `s.${name}`).join(', ')
export type OpenJobRow = Pick<ScoringJobRow, (typeof names)[number]>

/** Jobs that have been due since before `dueBefore` and nobody has taken, the oldest first. */
export async function listUntaken(database: Database, dueBefore: number, most: number): Promise<OpenJobRow[]> {
  // No job is due before it was accepted: the second bound is what the index knows.
  return database.select(
    `SELECT ${shown} FROM scoring_jobs s
      WHERE s.status = 'PENDING' AND s.dueAt < $1 AND s.queuedAt < $1 ORDER BY s.queuedAt LIMIT ${most}`,
    [dueBefore],
  )
}

/** Jobs whose worker has given no sign since `beatBefore`, the oldest first. */
export async function listAbandoned(database: Database, beatBefore: number, most: number): Promise<OpenJobRow[]> {
  return database.select(
    `SELECT ${shown} FROM scoring_jobs s LEFT JOIN workers w ON w.id = s.workerId
      WHERE s.status = 'PROCESSING' AND (w.id IS NULL OR w.heartbeatAt < $1) ORDER BY s.queuedAt LIMIT ${most}`,
    [beatBefore],
  )
}

/** A waiting job is due, and rung by the next sweep; false where it does not wait. */
export async function makeDue(database: Database, id: string, now: number): Promise<boolean> {
  const changed = await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET dueAt = CASE WHEN dueAt > $1 THEN $1 ELSE dueAt END, publishAt = $1
      WHERE id = $2 AND status = 'PENDING'`,
    [now, id],
  )
  return changed === 1
}

/** Null where there is no such job. */
export async function findStatus(database: Database, id: string): Promise<ScoringStatus | null> {
  const [row] = await database.select<Pick<ScoringJobRow, 'status'>>('SELECT status FROM scoring_jobs WHERE id = $1', [
    id,
  ])
  return row?.status ?? null
}

export type OpenCounts = { published: number; unpublished: number; dueLater: number; processing: number }

/** The jobs of a lane that have not ended. Waiting ones: with a confirmed message out, without one, due later. */
export async function countOpen(database: Database, lane: Lane, now: number): Promise<OpenCounts> {
  const count = (condition: string, name: keyof OpenCounts) => `COUNT(CASE WHEN ${condition} THEN 1 END) AS ${name}`
  const counts = [
    count("status = 'PENDING' AND publishAt IS NULL", 'published'),
    count("status = 'PENDING' AND publishAt IS NOT NULL AND dueAt <= $1", 'unpublished'),
    count("status = 'PENDING' AND publishAt IS NOT NULL AND dueAt > $1", 'dueLater'),
    count("status = 'PROCESSING'", 'processing'),
  ]
  const [row] = await database.select<OpenCounts>(
    `SELECT ${counts.join(', ')} FROM scoring_jobs WHERE status IN ('PENDING', 'PROCESSING') AND lane = $2`,
    [now, lane],
  )
  return row as OpenCounts
}
