/**
 * Claims of scoring jobs: PENDING and due → PROCESSING, under a new fence, many in one go. For the consumers, which
 * serve all owners. The other transitions: `scoring-job-transitions.ts`.
 */
import { bindList, type Database } from '../platform/database/database.ts'
import type { CriteriaVersionRow } from './criteria-versions.ts'
import type { PartnerRow } from './partners.ts'
import type { NamedScoringJobRow, ScoringJobRow } from './scoring-jobs.ts'

/**
 * A claimed job with the criteria of its version (JSON: Criterion[]), its partner's choice of blind reading, and whether
 * verdicts on its application were stored by then.
 */
export type ClaimedScoringJobRow = NamedScoringJobRow & {
  criteria: CriteriaVersionRow['criteria'] | null
  blind: PartnerRow['blind'] | null
  hasVerdicts: 0 | 1
}

/** What a claim found. `suspects`: jobs that are due but have lost more workers than the claim allows. */
export type Claims = { claimed: Map<string, ClaimedScoringJobRow>; suspects: Set<string> }

/**
 * PENDING and due → PROCESSING under a new fence, for each of these jobs that has lost at most `lostWorkersMost`
 * workers. Leaves out what another worker has, and what is not due. One call at a time for a worker id: the rows of
 * two would not tell which of them claimed a job.
 */
export async function claimScoringJobs(
  database: Database,
  ids: string[],
  workerId: string,
  now: number,
  lostWorkersMost: number,
): Promise<Claims> {
  const pending = await listPending(database, ids)
  const due = pending.filter(({ dueAt }) => dueAt <= now)
  await republishWhenDue(database, pending, now)
  const suspects = new Set(due.flatMap(({ id, lostWorkers }) => (lostWorkers > lostWorkersMost ? [id] : [])))
  const free = due.flatMap(({ id }) => (suspects.has(id) ? [] : [id]))
  if (free.length === 0) return { claimed: new Map(), suspects }
  await database.execute(
    `UPDATE scoring_jobs${database.by('PRIMARY')} SET status = 'PROCESSING', attempt = attempt + 1, workerId = $1,
        startedAt = COALESCE(startedAt, $2), publishAt = NULL
      WHERE id IN (${bindList(4, free)}) AND status = 'PENDING' AND dueAt <= $2 AND lostWorkers <= $3`,
    [workerId, now, lostWorkersMost, ...free],
  )
  const rows = await selectForWork(database, free, workerId)
  return { claimed: new Map(rows.map((row) => [row.id, row])), suspects }
}

async function listPending(
  database: Database,
  ids: string[],
): Promise<Pick<ScoringJobRow, 'id' | 'dueAt' | 'lostWorkers'>[]> {
  return database.select(
    `SELECT id, dueAt, lostWorkers FROM scoring_jobs WHERE id IN (${bindList(1, ids)}) AND status = 'PENDING'`,
    ids,
  )
}

/** A message that came early, because the clock was set back: its job is published again when it is due. */
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

/**
 * One statement for all that the work needs: round trips are most of a job's cost. Leaves out the jobs that another
 * worker holds: if this process stalled after its claim, one may have taken them.
 */
async function selectForWork(database: Database, ids: string[], workerId: string): Promise<ClaimedScoringJobRow[]> {
  return database.select<ClaimedScoringJobRow>(
    `SELECT s.*, j.externalId AS job, a.externalId AS application, v.criteria, p.blind,
        EXISTS (SELECT 1 FROM verdicts d WHERE d.applicationId = s.applicationId) AS hasVerdicts
       FROM scoring_jobs s JOIN jobs j ON j.id = s.jobId JOIN applications a ON a.id = s.applicationId
       LEFT JOIN partners p ON p.id = s.partnerId
       LEFT JOIN criteria_versions v ON v.id = s.criteriaVersionId AND v.tenantId = s.tenantId
      WHERE s.id IN (${bindList(2, ids)}) AND s.status = 'PROCESSING' AND s.workerId = $1`,
    [workerId, ...ids],
  )
}
