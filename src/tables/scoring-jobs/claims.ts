/**
 * Claims scoring jobs: changes due jobs from PENDING to PROCESSING under a new fence, many with one statement. Used by
 * the consumers, which serve all owners. The other transitions are in `transitions.ts`.
 */
import { bindList, valuesById, type Database } from '../../platform/database/database.ts'
import type { Clock } from '../../kit/time.ts'
import type { CriteriaVersionRow } from '../criteria-versions.ts'
import type { PartnerRow } from '../partners.ts'
import { listHeldBy, type Held } from './transitions.ts'
import type { NamedScoringJobRow, ScoringJobRow } from './scoring-jobs.ts'

/**
 * A claimed job with the criteria of its version (JSON: Criterion[]), its partner's setting for blind reading, and
 * whether verdicts or overrides of its application are stored.
 */
export type ClaimedScoringJobRow = NamedScoringJobRow & {
  criteria: CriteriaVersionRow['criteria'] | null
  blind: PartnerRow['blind'] | null
  hasVerdicts: 0 | 1
  hasOverrides: 0 | 1
}

/** The claiming worker. `promptMs`: for this long after a claim, no other worker takes over the job. */
export type Claimant = { workerId: string; lostWorkersMax: number; promptMs: number }

/** The result of a claim. `suspects`: jobs that are due but have lost more workers than the claim allows. */
export type Claims = { claimed: Map<string, ClaimedScoringJobRow>; suspects: Set<string> }

/**
 * Changes jobs from PENDING to PROCESSING under a new fence, if they are due and have lost at most `lostWorkersMax`
 * workers. Returns the jobs that this worker has afterwards. If the process stalled for `promptMs` or longer, another
 * worker may have taken over some of them in the meantime.
 */
export async function claimScoringJobs(
  database: Database,
  clock: Pick<Clock, 'now'>,
  ids: string[],
  { workerId, lostWorkersMax, promptMs }: Claimant,
): Promise<Claims> {
  const now = clock.now()
  const pending = await listPending(database, ids)
  await republishWhenDue(database, pending, now)
  const due = pending.filter(({ dueAt }) => dueAt <= now)
  const suspects = new Set(due.flatMap(({ id, lostWorkers }) => (lostWorkers > lostWorkersMax ? [id] : [])))
  const free = due.filter(({ id }) => !suspects.has(id))
  if (free.length === 0) return { claimed: new Map(), suspects }
  const { where, valueOf, binds } = valuesById(3, free, ['attempt'])
  const changed = await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET status = 'PROCESSING', attempt = attempt + 1, workerId = $1,
        startedAt = COALESCE(startedAt, $2), publishAt = NULL
      WHERE ${where} AND status = 'PENDING' AND attempt = ${valueOf('attempt')}`,
    [workerId, now, ...binds],
  )
  const isSure = changed === free.length && clock.now() - now < promptMs
  const held = isSure ? free.map(nextFence) : await listHeldBy(database, workerId)
  const fences = new Map(held.map(({ id, attempt }) => [id, attempt]))
  const mine = free.flatMap((row) =>
    fences.get(row.id) === nextFence(row).attempt ? [toClaimed(row, workerId, now)] : [],
  )
  return { claimed: new Map(mine.map((row) => [row.id, row])), suspects }
}

function nextFence({ id, attempt }: Held): Held {
  return { id, attempt: attempt + 1 }
}

/** Returns the row as it is after the claim. */
function toClaimed(row: ClaimedScoringJobRow, workerId: string, now: number): ClaimedScoringJobRow {
  const { attempt, startedAt } = row
  return { ...row, status: 'PROCESSING', attempt: attempt + 1, workerId, startedAt: startedAt ?? now, publishAt: null }
}

/**
 * Reads everything that the claims and the jobs need with one statement, because round trips are most of a job's cost.
 * Leaves out the jobs of a detached tenant or application, which the eraser deletes, and of a tenant that is held for a
 * move. A claim compares the fence, so it detects whether a row has changed since this read.
 */
async function listPending(database: Database, ids: string[]): Promise<ClaimedScoringJobRow[]> {
  return database.select<ClaimedScoringJobRow>(
    `SELECT s.*, j.externalId AS job, a.externalId AS application, v.criteria, p.blind,
        EXISTS (SELECT 1 FROM verdicts d WHERE d.applicationId = s.applicationId) AS hasVerdicts,
        EXISTS (SELECT 1 FROM overrides o WHERE o.applicationId = s.applicationId) AS hasOverrides
       FROM scoring_jobs s JOIN jobs j ON j.id = s.jobId JOIN applications a ON a.id = s.applicationId
       JOIN tenants t ON t.id = s.tenantId
       LEFT JOIN partners p ON p.id = s.partnerId
       LEFT JOIN criteria_versions v ON v.id = s.criteriaVersionId AND v.tenantId = s.tenantId
      WHERE s.id IN (${bindList(1, ids)}) AND s.status = 'PENDING'
        AND a.externalId NOT LIKE '|%' AND t.externalId NOT LIKE '|%' AND t.heldAt IS NULL`,
    ids,
  )
}

/**
 * Makes jobs that are not due yet be published again when they are due. Their messages arrived early, because the clock
 * was set back.
 */
async function republishWhenDue(
  database: Database,
  pending: Pick<ScoringJobRow, 'id' | 'dueAt'>[],
  now: number,
): Promise<void> {
  const early = pending.flatMap(({ id, dueAt }) => (dueAt > now ? [id] : []))
  if (early.length === 0) return
  await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET publishAt = dueAt
      WHERE id IN (${bindList(2, early)}) AND status = 'PENDING' AND dueAt > $1`,
    [now, ...early],
  )
}
