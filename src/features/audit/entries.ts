/**
 * Creates audit records of changes to scores, in the same transaction as the change, so that neither exists without the
 * other.
 *
 * A record does not contain the application's id, only a hash of the record's subject: the ids and a random salt. Once
 * a deletion has removed the subject, the application cannot be found by trying ids.
 */
import { hash } from 'node:crypto'
import type { AuditedChange, AuditEntry, AuditSubject, ScoringAudit } from '../../../generated/types.gen.ts'
import { drawBytes, newId } from '../../kit/ids.ts'
import { toIso } from '../../kit/time.ts'
import type { Services } from '../../platform/services.ts'
import { insertAuditRecords } from '../../tables/audit-records.ts'
import { assessmentOf, type NamedScoringJobRow } from '../../tables/scoring-jobs/scoring-jobs.ts'
import { tenantNamesOf } from '../events/record.ts'

type Needs = Pick<Services, 'database' | 'clock'>

const saltBytes = 16

/**
 * Records scores that have just been completed, or, with `decision`, a person's decision about a score. Call it inside
 * the transaction that makes the change.
 */
export async function recordScores(
  { database, clock }: Needs,
  completed: NamedScoringJobRow[],
  decision?: Decision,
): Promise<void> {
  if (completed.length === 0) return
  const names = await tenantNamesOf(database, new Set(completed.map(({ tenantId }) => tenantId)))
  const now = clock.now()
  const rows = completed.map((scoringJob) => {
    const { partnerId, environment, tenantId, applicationId } = scoringJob
    const audit = JSON.parse(scoringJob.audit as string) as ScoringAudit
    const reviewer = decision?.kind === 'score.overridden' ? decision.reviewer : undefined
    const subject = subjectOf(scoringJob, audit, names.get(tenantId)?.externalId ?? '', reviewer)
    const id = newId('ar', now)
    const made = { id, at: toIso(now), subjectSha256: sha256(subject) }
    const record = JSON.stringify(entryOf(scoringJob, audit, made, decision))
    return { id, partnerId, environment, tenantId, applicationId, record, subject, createdAt: now }
  })
  await insertAuditRecords(database, rows)
}

/** A reviewer's decision, or a candidate's request for a review. `reviewer` is undefined if a decision is withdrawn. */
export type Decision =
  | { kind: 'score.overridden'; change: AuditedChange; reviewer?: string | undefined }
  | { kind: 'score.review_requested' }

/** Returns the SHA-256 of a string in UTF-8, as hexadecimal digits. */
export function sha256(text: string): string {
  return hash('sha256', text)
}

// Both functions list the members in alphabetical order, so JSON.stringify writes canonical JSON (RFC 8785).

function subjectOf(
  { application, job, id }: NamedScoringJobRow,
  { fileSha256, textSha256 }: ScoringAudit,
  tenantId: string,
  reviewer: string | undefined,
): string {
  const salt = drawBytes(saltBytes).toString('hex')
  return JSON.stringify({
    applicationId: application,
    fileSha256,
    jobId: job,
    ...(reviewer === undefined ? {} : { reviewer }),
    salt,
    scoringJobId: id,
    tenantId,
    textSha256,
  } satisfies AuditSubject)
}

function entryOf(
  scoringJob: NamedScoringJobRow,
  { engine, model, promptVersion, formulaVersion }: ScoringAudit,
  { id, at, subjectSha256 }: Pick<AuditEntry, 'id' | 'at' | 'subjectSha256'>,
  decision: Decision | undefined,
): AuditEntry {
  const { criteria = [], verdict } = assessmentOf(scoringJob)
  return {
    at,
    ...(decision?.kind === 'score.overridden' ? { change: decision.change } : {}),
    criteria: criteria.map(({ criterionId, importance, text, verdict }) => {
      return { criterionId, importance, textSha256: sha256(text), verdict }
    }),
    criteriaVersionId: scoringJob.criteriaVersionId,
    engine,
    flags: JSON.parse(scoringJob.flags ?? '[]') as string[],
    formulaVersion,
    id,
    isRescore: scoringJob.isRescore === 1,
    kind: decision?.kind ?? 'score.completed',
    model,
    promptVersion,
    requestedBy: scoringJob.requestedBy,
    score: (scoringJob.scoreTenths as number) / 10,
    subjectSha256,
    verdict,
  }
}
