/**
 * Finishes a scored job: stores its verdicts, calculates its score, and completes it.
 *
 * Jobs of all partners that end while a transaction runs share the next transaction. If the process dies before the
 * commit, the recovery task releases the jobs to other workers; after the commit, they are complete.
 */
import type { ScoringAudit } from '../../../generated/types.gen.ts'
import type { CriterionVerdict, IntegrityFinding, ParsedResume, Tokens } from '../../../workers/tasks.ts'
import type { EngineIdentity } from '../../kit/engine-identity.ts'
import type { Outcome } from '../../platform/concurrency/batcher.ts'
import { batched } from '../../platform/concurrency/batches.ts'
import type { Services } from '../../platform/services.ts'
import { lockFences, type Completion } from '../../tables/scoring-jobs/transitions.ts'
import type { OverrideRow } from '../../tables/overrides.ts'
import type { ClaimedScoringJobRow } from '../../tables/scoring-jobs/claims.ts'
import { assessedOf, weigh } from './assessment.ts'
import { endHeld, type End } from './completion.ts'
import { carry, droppedOf, firstRevisionOf, type Carried } from './overrides/applied.ts'
import { overridesFor, settle } from './overrides/carrying.ts'
import { formulaVersion } from './score.ts'
import { hashContent, storeVerdicts, type HashedCriterion, type ScoringInput, type Stored } from './verdict-cache.ts'

/** An engine's result; `reused` is the number of verdicts that were already stored. */
export type EngineResult = {
  fresh: CriterionVerdict[]
  findings: IntegrityFinding[]
  tokens: Tokens
  quotesRefused: number
  reused: number
}

/** A claimed job, with all the data that its score is calculated from. */
export type Scored = EngineResult & {
  scoringJob: ClaimedScoringJobRow
  parsed: ParsedResume
  input: ScoringInput
  inputHash: string
  criteria: HashedCriterion[]
  identity: EngineIdentity
}

/** Completes the job; changes nothing if its fence is outdated. */
export async function finish(services: Services, scored: Scored): Promise<void> {
  return finishInBatch(services, scored.scoringJob.partnerId, scored)
}

const finishInBatch = batched('finish', finishAll, { linger: true })

async function finishAll(services: Services, all: Scored[]): Promise<Outcome<void>[]> {
  const { database } = services
  return database.transaction(async () => {
    const held = await lockFences(
      database,
      all.map(({ scoringJob }) => scoringJob),
    )
    const mine = all.filter(({ scoringJob }) => held.has(scoringJob))
    const stored = await storeVerdicts(services, mine)
    const overrides = await overridesFor(
      services,
      mine.map(({ scoringJob }) => scoringJob),
    )
    const toEndOf = (scored: Scored) => {
      const { id, applicationId } = scored.scoringJob
      return toEnd(scored, stored.get(id) as Stored, overrides.get(applicationId) ?? [])
    }
    const ends = new Map(mine.map((scored) => [scored, toEndOf(scored)]))
    await endHeld(
      services,
      [...ends.values()].flatMap((end) => (end.ok ? [end.value] : [])),
    )
    for (const end of ends.values()) if (end.ok) await settle(services, end.value.scoringJob, end.value.carried)
    await services.failpoint('finishing')
    return all.map((scored) => {
      const end = ends.get(scored)
      return end?.ok === false ? end : { ok: true, value: undefined }
    })
  })
}

/** A job's outcome, and the changes to its application's overrides. */
type CarriedEnd = Extract<End, { completion: Completion }> & { carried: Carried }

/** Returns a job's outcome. An error in its assessment does not affect other jobs. */
function toEnd(scored: Scored, verdicts: Stored, overrides: OverrideRow[]): Outcome<CarriedEnd> {
  try {
    const { scoringJob, criteria, input, inputHash, parsed } = scored
    const hashes = { inputHash, contentHash: hashContent(parsed.textSha256, input) }
    const carried = carry(assessedOf(criteria, verdicts, input), overrides, hashes)
    return { ok: true, value: { scoringJob, carried, completion: toCompletion(scored, verdicts, carried) } }
  } catch (error) {
    return { ok: false, error }
  }
}

function toCompletion({ parsed, identity, ...result }: Scored, verdicts: Stored, carried: Carried): Completion {
  const { scoreTenths, assessment } = weigh(carried.assessed, droppedOf(carried))
  const { fileSha256, textSha256 } = parsed
  const findings = distinct([...parsed.findings, ...result.findings, ...reportedWith(verdicts)])
  const flags = new Set([...parsed.flags, ...findings.map(({ flag }) => flag)])
  const { tokens, quotesRefused, reused } = result
  const audit: ScoringAudit = { ...identity, formulaVersion, fileSha256, textSha256, tokens, quotesRefused, reused }
  return {
    scoreTenths,
    assessment: JSON.stringify(assessment),
    flags: JSON.stringify([...flags]),
    findings: findings.length === 0 ? null : JSON.stringify(findings),
    audit: JSON.stringify(audit),
    ...carried.input,
    revision: firstRevisionOf(carried.assessed),
  }
}

/** Returns the findings that were reported with this score's verdicts, including reused verdicts. */
function reportedWith(verdicts: Stored): IntegrityFinding[] {
  return [...verdicts.values()].flatMap(({ findings }) => JSON.parse(findings ?? '[]') as IntegrityFinding[])
}

function distinct(findings: IntegrityFinding[]): IntegrityFinding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()]
}
