/**
 * Overrides: a person decides a criterion of an application's latest score, or withdraws the decision.
 *
 * One transaction locks the application and its latest scoring job, recalculates the score, and stores it with the
 * override, the event and the response. If the process dies before the commit, nothing has changed; after the commit,
 * everything is stored. A submission waits for the lock, so the new job finds the override.
 */
import type { AssessedCriterion, Assessment, ScoringAudit } from '../../../../generated/types.gen.ts'
import { parseIfMatch } from '../../../kit/entity-tags.ts'
import { ServiceError } from '../../../kit/errors.ts'
import { callerOf, ownerOf, type Call, type Reply } from '../../../platform/contract/call.ts'
import type { Handler, Services } from '../../../platform/services.ts'
import { replaceApplicationScores } from '../../../tables/application-scores/application-scores.ts'
import { lockNamedApplications } from '../../../tables/applications.ts'
import { shareJobs } from '../../../tables/jobs.ts'
import { countOwned } from '../../../tables/kept-counts.ts'
import { deleteOverride, replaceOverride, type NewOverrideRow } from '../../../tables/overrides.ts'
import { lockScoringJobs, type NamedScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { changeScore } from '../../../tables/scoring-jobs/transitions.ts'
import { recordScores } from '../../audit/entries.ts'
import { overrideEvent, type ScoreChange } from '../../events/payloads.ts'
import { recordEvent } from '../../events/record.ts'
import { listedOf } from '../ranking/upkeep.ts'
import { weigh } from '../assessment.ts'
import { formulaVersion } from '../score.ts'
import { scoreEtagOf, toScoringJobReply } from '../scoring-jobs.ts'
import { engineVerdictOf, overridden, withoutOverride } from './applied.ts'

type OverrideCall = Call<'overrideVerdict'> | Call<'removeOverride'>

export const overrideVerdict: Handler<'overrideVerdict'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'overrideVerdict'>> => {
    const held = await holdScore(services, call)
    const { row, criterion } = held
    const { verdict, reason, reviewer } = call.body
    const before = criterion.override
    const isSame = before?.verdict === verdict && before.reason === reason && before.reviewer === reviewer
    if (isSame) return replyOf(services, row)
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
    const held = await holdScore(services, call)
    const { row, criterion } = held
    if (!criterion.override) return replyOf(services, row)
    await deleteOverride(services.database, row, { ...row, text: criterion.text })
    return store(services, call, held, withoutOverride(criterion), 'REMOVED')
  })

/** A COMPLETED score that the transaction has locked, and the criterion from the request's path. */
type Held = { row: NamedScoringJobRow; assessment: Assessment; criterion: AssessedCriterion }

/** @throws APPLICATION_NOT_FOUND, SCORE_NOT_READY, CRITERION_NOT_FOUND, SCORE_REVISION_CONFLICT */
async function holdScore({ database }: Pick<Services, 'database'>, call: OverrideCall): Promise<Held> {
  const { jobId, applicationId, criterionId } = call.path
  const [job] = await shareJobs(database, [{ owner: ownerOf(call), job: jobId }])
  const [anchor] = job ? await lockNamedApplications(database, job, [applicationId]) : []
  const [latest] = anchor?.latestScoringJobId ? await lockScoringJobs(database, [anchor.latestScoringJobId]) : []
  if (!latest) throw new ServiceError('APPLICATION_NOT_FOUND')
  if (latest.status !== 'COMPLETED' || latest.assessment === null) throw new ServiceError('SCORE_NOT_READY')
  const assessment = JSON.parse(latest.assessment) as Assessment
  const criterion = assessment.criteria?.find((one) => one.criterionId === criterionId)
  // RFC 9110, section 13.2.1: a path without a resource fails before the condition is evaluated.
  if (!criterion) throw new ServiceError('CRITERION_NOT_FOUND')
  checkIfMatch(call.headers['If-Match'], latest)
  return { row: { ...latest, job: jobId, application: applicationId }, assessment, criterion }
}

/** @throws SCORE_REVISION_CONFLICT if the condition is false */
function checkIfMatch(value: string | undefined, row: Parameters<typeof scoreEtagOf>[0]): void {
  if (value === undefined) return
  const condition = parseIfMatch(value)
  if (condition !== '*' && !condition.includes(scoreEtagOf(row))) throw new ServiceError('SCORE_REVISION_CONFLICT')
}

/** Recalculates the score with the new decision, stores it, and records the event. */
async function store(
  services: Pick<Services, 'database' | 'clock' | 'contract'>,
  call: OverrideCall,
  { row, assessment, criterion }: Held,
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
  await replaceApplicationScores(database, [listedOf(changed, services.clock.now())])
  countOwned(database, 'scoring_jobs', [row], -1)
  countOwned(database, 'scoring_jobs', [changed])
  const { criterionId, verdict } = decided
  const verdicts = { criterionId, engineVerdict: engineVerdictOf(decided), verdict }
  const requested = { ...changed, requestedBy: callerOf(call).keyId }
  const decision = { change: { action, ...verdicts }, reviewer: decided.override?.reviewer }
  await recordScores(services, [requested], decision)
  const change = { ...verdicts, action, previousTenths: row.scoreTenths ?? 0, traceparent: call.traceparent }
  await recordEvent(services, overrideEvent(changed, change, services))
  return replyOf(services, changed)
}

function replyOf(services: Pick<Services, 'contract'>, row: NamedScoringJobRow): Reply<'overrideVerdict'> {
  return { status: 200, body: toScoringJobReply(row, services), headers: { ETag: scoreEtagOf(row) } }
}
