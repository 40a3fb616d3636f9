/**
 * Verification for the operator: checks that a stored score follows from its verdicts, its criteria version, and the
 * jobs whose verdicts it reuses. Writes nothing.
 */
import type { AssessedCriterion, Assessment, ScoringAudit } from '../../../../generated/types.gen.ts'
import { earnsCredit } from '../../../kit/scoring/credit.ts'
import { invalid } from '../../../kit/errors.ts'
import type { Contract } from '../../../platform/contract/contract.ts'
import type { Services } from '../../../platform/services.ts'
import { listCompletedScoresOf } from '../../../tables/completed-scores.ts'
import { getCriteriaVersionById } from '../../../tables/criteria-versions.ts'
import { getScoringJobOfAnyOwner } from '../../../tables/scoring-jobs/transitions.ts'
import type { ScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { criteriaOf } from '../../criteria/criteria.ts'
import { weigh } from '../assessment.ts'
import { engineVerdictOf } from '../overrides/applied.ts'
import { formulaVersion } from '../score.ts'
import { pagesOf } from './stored-verdicts.ts'

const readMax = 100

type Needs = Pick<Services, 'database'>

/** A score that passed the verification. */
export type VerifiedScore = { score: number; criteria: number; audit: ScoringAudit }

/**
 * Recalculates a completed job's score from the verdicts and quotes that are stored with it. Compares the score's
 * criteria with their version, and the verdicts of a rescore with the jobs that they came from.
 * @throws VALIDATION_ERROR with the difference, or the reason why there is nothing to verify
 */
export async function verifyScore(
  { database, contract }: Needs & { contract: Pick<Contract, 'retention'> },
  id: string,
): Promise<VerifiedScore> {
  const refuse = (reason: string) => invalid('scoringJobId', 'mismatch', `scoring job "${id}" ${reason}`)
  const row = await getScoringJobOfAnyOwner(database, id)
  if (!row) throw invalid('scoringJobId', 'unknown', `there is no scoring job "${id}"`)
  if (row.scoreTenths === null || row.assessment === null || row.audit === null)
    throw refuse(`is ${row.status}: only a COMPLETED one has a score`)
  const audit = JSON.parse(row.audit) as ScoringAudit
  if (audit.formulaVersion !== formulaVersion)
    throw refuse(
      `was scored with formula ${audit.formulaVersion}, but this release has formula ${formulaVersion}; verify it with a release that has formula ${audit.formulaVersion}`,
    )
  const assessment = JSON.parse(row.assessment) as Assessment
  const criteria = assessment.criteria ?? []
  const sums = faultsOf(row, assessment)
  if (sums.length > 0) throw refuse(`does not follow from its verdicts: ${sums.join('; ')}`)
  if (!(await isOfItsVersion({ database }, row, criteria)))
    throw refuse(`contains other criteria than the version ${row.criteriaVersionId} that it was scored against`)
  const foreign =
    row.unbilled === 1
      ? await foreignVerdicts({ database }, row, criteria, contract.retention.scoresPerApplication)
      : []
  if (foreign.length > 0)
    throw refuse(`has verdicts that no earlier job with the same input has: ${foreign.join('; ')}`)
  return { score: row.scoreTenths / 10, criteria: criteria.length, audit }
}

function faultsOf({ scoreTenths }: ScoringJobRow, stored: Assessment): string[] {
  const criteria = stored.criteria ?? []
  const again = weigh(criteria, stored.overrideDropped)
  const members = Object.keys({ ...again.assessment, ...stored }) as (keyof Assessment)[]
  const differs = (name: keyof Assessment) => JSON.stringify(stored[name]) !== JSON.stringify(again.assessment[name])
  // A person's verdict has a reason instead of a quote.
  const earns = criteria.filter(({ verdict, override }) => !override && earnsCredit(verdict))
  return [
    ...(scoreTenths === again.scoreTenths
      ? []
      : [`score is ${(scoreTenths ?? 0) / 10}, but the verdicts give ${again.scoreTenths / 10}`]),
    ...members.filter(differs).map((name) => `assessment.${name} differs`),
    ...earns.flatMap(({ criterionId, evidence }) =>
      evidence.length > 0 ? [] : [`criterion ${criterionId} earned credit without a quote`],
    ),
  ]
}

/**
 * Returns whether these are the version's criteria, in the same order. A version is kept while a scoring job refers to
 * it.
 */
async function isOfItsVersion(
  { database }: Needs,
  { tenantId, criteriaVersionId }: ScoringJobRow,
  criteria: AssessedCriterion[],
): Promise<boolean> {
  const version = await getCriteriaVersionById(database, tenantId, criteriaVersionId)
  const wanted = version && criteriaOf(version).map(({ id, text, importance }) => [id, text, importance])
  const there = criteria.map(({ criterionId, text, importance }) => [criterionId, text, importance])
  return JSON.stringify(there) === JSON.stringify(wanted)
}

/**
 * Returns the texts of criteria whose verdict, reason and quotes appear in no earlier job with the same input. Returns
 * none if such jobs may have been deleted.
 */
async function foreignVerdicts(
  { database }: Needs,
  { id, tenantId, applicationId, inputHash }: ScoringJobRow,
  criteria: AssessedCriterion[],
  keptMax: number,
): Promise<string[]> {
  const textOf = (criterion: AssessedCriterion) => {
    const { text, reason, evidence } = criterion
    // Leaves out the members that scores from earlier releases do not have.
    const quotes = evidence.map(({ quote, source, answerIndex, start, end }) => [
      quote,
      source,
      answerIndex,
      start,
      end,
    ])
    return JSON.stringify([text, engineVerdictOf(criterion), reason, quotes])
  }
  const whose = { tenantId, applicationIds: [applicationId] }
  const known = new Set<string>()
  let keptCount = 0
  for await (const rows of pagesOf((before, limit) => listCompletedScoresOf(database, whose, before, limit), readMax)) {
    // If the operator has deleted the stored verdicts, there is no input hash, and any earlier job may be the origin.
    const ofInput = rows.filter((row) => row.id < id && (inputHash === null || row.inputHash === inputHash))
    const origins = ofInput.filter(({ unbilled }) => unbilled !== 1)
    keptCount += rows.length
    for (const { assessment } of origins)
      for (const criterion of assessment === null ? [] : ((JSON.parse(assessment) as Assessment).criteria ?? []))
        known.add(textOf(criterion))
  }
  // If an application has the maximum number of stored scores, the job that a verdict came from may have been deleted.
  if (keptCount >= keptMax) return []
  return criteria.flatMap((criterion) => (known.has(textOf(criterion)) ? [] : [criterion.text]))
}
