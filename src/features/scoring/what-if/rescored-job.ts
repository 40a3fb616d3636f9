/** Builds the scoring job that stores a rescored application's new score, from its stored verdicts. */
import type { AssessedCriterion, Criterion, ScoringAudit } from '../../../../generated/types.gen.ts'
import type { Owner } from '../../../kit/caller.ts'
import { newId } from '../../../kit/ids.ts'
import type { ApplicationRow } from '../../../tables/applications.ts'
import type { JobRow } from '../../../tables/jobs.ts'
import type { OverrideRow } from '../../../tables/overrides.ts'
import type { NamedScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { untouched } from '../acceptance.ts'
import { weigh } from '../assessment.ts'
import { carry, droppedOf, firstRevisionOf, type Carried } from '../overrides/applied.ts'
import { formulaVersion } from '../score.ts'
import type { StoredScore, StoredVerdict } from './stored-verdicts.ts'

/** Values that all scoring jobs of a request share. `requestedBy`: the caller's key; `now`: epoch ms. */
export type RescoreRequest = Pick<NamedScoringJobRow, 'criteriaVersionId' | 'traceparent' | 'requestedBy'> & {
  owner: Owner
  job: JobRow
  now: number
}
/**
 * `made`: the row of a new job; `carried`: its overrides. Both are null if an existing job already has the same score.
 */
export type Rescored = {
  application: string
  applicationId: string
  scoringJobId: string
  tenths: number
  made: NamedScoringJobRow | null
  carried: Carried | null
}

/** An application's stored score for the requested criteria version. */
export type ScoreByVersion = Pick<
  NamedScoringJobRow,
  'id' | 'applicationId' | 'scoreTenths' | 'flags' | 'findings' | 'audit' | 'inputHash' | 'contentHash' | 'revision'
>

/**
 * Returns an application's score for these criteria; null if a criterion has no stored verdict. The caller must have
 * locked the application.
 */
export function rescoreOne(
  request: RescoreRequest,
  anchor: ApplicationRow,
  criteria: Criterion[],
  stored: StoredScore<StoredVerdict> | undefined,
  byVersion: readonly ScoreByVersion[],
  overrides: readonly OverrideRow[],
): Rescored | null {
  if (!stored) return null
  const { latest, verdicts } = stored
  const assessed = criteria.flatMap(({ id: criterionId, text, importance }): AssessedCriterion[] => {
    const verdict = verdicts.get(text)
    return verdict ? [{ criterionId, text, importance, ...verdict }] : []
  })
  if (assessed.length < criteria.length) return null
  const application = anchor.externalId
  const audit = JSON.parse(latest.audit as string) as ScoringAudit
  const isLatest = latest.id === anchor.latestScoringJobId && latest.criteriaVersionId === request.criteriaVersionId
  const known = { application, applicationId: anchor.id, made: null, carried: null }
  if (isLatest && audit.formulaVersion === formulaVersion)
    return { ...known, scoringJobId: latest.id, tenths: latest.scoreTenths ?? 0 }
  const carried = carry(assessed, overrides, latest)
  const { scoreTenths: tenths, assessment } = weigh(carried.assessed, droppedOf(carried))
  const costless = { tokens: { input: 0, output: 0 }, quotesRefused: 0, reused: criteria.length }
  const made = {
    ...newRow(request, anchor),
    label: latest.label,
    scoreTenths: tenths,
    assessment: JSON.stringify(assessment),
    flags: latest.flags,
    findings: latest.findings,
    audit: JSON.stringify({ ...audit, formulaVersion, ...costless } satisfies ScoringAudit),
    inputHash: latest.inputHash,
    contentHash: latest.contentHash,
    revision: firstRevisionOf(carried.assessed),
  }
  const same = overrides.length === 0 ? byVersion.find((row) => isSame(row, made)) : undefined
  if (same) return { ...known, scoringJobId: same.id, tenths }
  return { ...known, scoringJobId: made.id, tenths, made, carried }
}

/** Returns whether an existing score equals the new one: same input, engine, formula and result. */
function isSame(row: ScoreByVersion, made: NamedScoringJobRow): boolean {
  const columns = ['applicationId', 'scoreTenths', 'flags', 'findings', 'inputHash'] as const
  if (row.inputHash === null || row.revision !== null || columns.some((name) => row[name] !== made[name])) return false
  const [one, other] = [row.audit, made.audit].map((audit) => JSON.parse(audit as string) as ScoringAudit)
  const origin = ['engine', 'model', 'promptVersion', 'formulaVersion'] as const
  return origin.every((name) => one?.[name] === other?.[name])
}

/** Returns a scoring job that is complete from the start: it was accepted, started and completed at the same moment. */
function newRow(
  { owner, job, criteriaVersionId, traceparent, requestedBy, now }: RescoreRequest,
  anchor: ApplicationRow,
): NamedScoringJobRow {
  return {
    ...untouched,
    id: newId('sj', now),
    tenantId: job.tenantId,
    partnerId: owner.partnerId,
    environment: owner.environment,
    jobId: job.id,
    applicationId: anchor.id,
    criteriaVersionId,
    lane: 'batches',
    status: 'COMPLETED',
    isRescore: 1,
    unbilled: 1,
    resumeUrl: null,
    answers: null,
    label: null,
    traceparent,
    requestedBy,
    dueAt: now,
    publishAt: null,
    queuedAt: now,
    startedAt: now,
    completedAt: now,
    job: job.externalId,
    application: anchor.externalId,
  }
}
