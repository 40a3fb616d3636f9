/**
 * Overrides: a person decides a criterion of an application's latest score, or withdraws the decision.
 *
 * One transaction locks the application and its latest scoring job, recalculates the score, and stores it with the
 * override, the event and the response. If the process dies before the commit, nothing has changed; after the commit,
 * everything is stored. A concurrent submission waits for the lock, so its new job finds the override.
 */
import type { AssessedCriterion, Assessment, ScoringAudit } from '../../../../generated/types.gen.ts'
import { parseIfMatch } from '../../../kit/entity-tags.ts'
import { ServiceError } from '../../../kit/errors.ts'
import { callerOf, type Call, type Reply } from '../../../platform/contract/call.ts'
import type { Handler, Services } from '../../../platform/services.ts'
import { replaceApplicationScores } from '../../../tables/application-scores/application-scores.ts'
import { setReviewRequested } from '../../../tables/applications.ts'
import { countOwned } from '../../../tables/kept-counts.ts'
import { deleteOverride, replaceOverride, type NewOverrideRow } from '../../../tables/overrides.ts'
import { assessmentOf, type NamedScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { changeScore } from '../../../tables/scoring-jobs/transitions.ts'
import { recordScores } from '../../audit/entries.ts'
import { overrideEvent, type ScoreChange } from '../../events/payloads.ts'
import { recordEvent } from '../../events/record.ts'
import { listedOf } from '../ranking/upkeep.ts'
import { weigh } from '../assessment.ts'
import { formulaVersion } from '../score.ts'
import { scoreEtagOf, toScoringJobReply } from '../scoring-jobs.ts'
import { engineVerdictOf, overridden, withoutOverride } from './applied.ts'
import { holdLatestScore, type HeldScore } from './held-score.ts'

type OverrideCall = Call<'overrideVerdict'> | Call<'removeOverride'>

export const overrideVerdict: Handler<'overrideVerdict'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'overrideVerdict'>> => {
    const held = await holdCriterion(services, call)
    const { row, criterion } = held
    const { verdict, reason, reviewer } = call.body
    const before = criterion.override
    const isSame = before?.verdict === verdict && before.reason === reason && before.reviewer === reviewer
    // Repeating a decision does not change the verdict, but still answers a candidate's request for a review.
    if (isSame && held.anchor.reviewRequestedAt === null) return replyOf(services, row)
    const engineVerdict = engineVerdictOf(criterion)
    const decision = { verdict, reason, reviewer, overriddenAt: services.clock.now() }
    const { id: scoringJobId, tenantId, applicationId, inputHash, contentHash } = row
    const { criterionId, text } = criterion
    const made = { scoringJobId, tenantId, applicationId, criterionId, text, inputHash, contentHash, engineVerdict }
    await replaceOverride(services.database, row, { ...made, ...decision } satisfies NewOverrideRow)
    const action = verdict === engineVerdict ? 'REVIEWED' : 'OVERRIDDEN'
    return store(services, call, held, overridden(criterion, decision), action)
  })

export const removeOverride: Handler<'removeOverride'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'removeOverride'>> => {
    const held = await holdCriterion(services, call)
    const { row, criterion } = held
    if (!criterion.override) return replyOf(services, row)
    await deleteOverride(services.database, row, { ...row, text: criterion.text })
    return store(services, call, held, withoutOverride(criterion), 'REMOVED')
  })

/** A locked score, and the criterion in the request's path. */
type Held = HeldScore & { assessment: Assessment; criterion: AssessedCriterion }

/** @throws APPLICATION_NOT_FOUND, SCORE_NOT_READY, CRITERION_NOT_FOUND, SCORE_REVISION_CONFLICT */
async function holdCriterion(services: Pick<Services, 'database'>, call: OverrideCall): Promise<Held> {
  const held = await holdLatestScore(services, call)
  const assessment = assessmentOf(held.row)
  const criterion = assessment.criteria?.find((one) => one.criterionId === call.path.criterionId)
  // By RFC 9110, section 13.2.1, a resource that does not exist is reported before the condition is evaluated.
  if (!criterion) throw new ServiceError('CRITERION_NOT_FOUND')
  checkIfMatch(call.headers['If-Match'], held.row)
  return { ...held, assessment, criterion }
}

/** Checks `If-Match` against the score. @throws SCORE_REVISION_CONFLICT if the condition is false */
function checkIfMatch(value: string | undefined, row: Parameters<typeof scoreEtagOf>[0]): void {
  if (value === undefined) return
  const condition = parseIfMatch(value)
  if (condition !== '*' && !condition.includes(scoreEtagOf(row))) throw new ServiceError('SCORE_REVISION_CONFLICT')
}

/** Recalculates the score with the new decision, stores it, and records the event. */
async function store(
  services: Pick<Services, 'database' | 'clock' | 'contract' | 'failpoint'>,
  call: OverrideCall,
  { anchor, row, assessment, criterion }: Held,
  decided: AssessedCriterion,
  action: ScoreChange['action'],
): Promise<Reply<'overrideVerdict'>> {
  const { database } = services
  const criteria = assessment.criteria?.map((one) => (one === criterion ? decided : one)) ?? []
  const weighed = weigh(criteria, assessment.overrideDropped)
  const audit = { ...(JSON.parse(row.audit as string) as ScoringAudit), formulaVersion }
  const changed: NamedScoringJobRow = {
    ...row,
    scoreTenths: weighed.scoreTenths,
    assessment: JSON.stringify(weighed.assessment),
    audit: JSON.stringify(audit),
    revision: (row.revision ?? 0) + 1,
  }
  await changeScore(database, changed)
  if (anchor.reviewRequestedAt !== null && action !== 'REMOVED') await setReviewRequested(database, anchor, null)
  await replaceApplicationScores(database, [listedOf(changed, services.clock.now())])
  countOwned(database, 'scoring_jobs', [row], -1)
  countOwned(database, 'scoring_jobs', [changed])
  const { criterionId, verdict } = decided
  const verdicts = { criterionId, engineVerdict: engineVerdictOf(decided), verdict }
  const requested = { ...changed, requestedBy: callerOf(call).keyId }
  const { override } = decided
  const change = { action, ...verdicts }
  await recordScores(services, [requested], { kind: 'score.overridden', change, reviewer: override?.reviewer })
  const facts = { ...change, previousTenths: row.scoreTenths ?? 0, traceparent: call.traceparent }
  await recordEvent(services, overrideEvent(changed, facts, services))
  await services.failpoint('finishing')
  return replyOf(services, changed)
}

function replyOf(services: Pick<Services, 'contract'>, row: NamedScoringJobRow): Reply<'overrideVerdict'> {
  return { status: 200, body: toScoringJobReply(row, services), headers: { ETag: scoreEtagOf(row) } }
}
