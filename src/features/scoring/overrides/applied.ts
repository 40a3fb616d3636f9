/**
 * Applies people's overrides to assessed criteria.
 *
 * An overridden criterion also keeps the engine's verdict, reason and quotes. Its `verdict` is the person's verdict, so
 * the score's arithmetic treats all criteria alike.
 */
import type {
  AssessedCriterion,
  CriterionOverride,
  DroppedOverride,
  VerdictOverride,
  Verdict,
} from '../../../../generated/types.gen.ts'
import { toIso } from '../../../kit/time.ts'
import type { OverrideRow } from '../../../tables/overrides.ts'
import type { ScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'

type Decision = Pick<OverrideRow, 'verdict' | 'reason' | 'reviewer' | 'overriddenAt'>

/** Returns the engine's verdict on a criterion. */
export function engineVerdictOf({ verdict, override }: AssessedCriterion): Verdict {
  return override ? override.engineVerdict : verdict
}

/** Returns the criterion as the engine assessed it. */
export function withoutOverride(criterion: AssessedCriterion): AssessedCriterion {
  const { override: _override, ...own } = criterion
  return { ...own, verdict: engineVerdictOf(criterion) }
}

/** Returns the criterion with a person's decision. */
export function overridden(criterion: AssessedCriterion, decision: Decision): AssessedCriterion {
  const own = withoutOverride(criterion)
  return { ...own, verdict: decision.verdict, override: toOverride(decision, own.verdict) }
}

function toOverride({ verdict, reason, reviewer, overriddenAt }: Decision, engineVerdict: Verdict): VerdictOverride {
  const kind = verdict === engineVerdict ? 'REVIEW' : 'OVERRIDE'
  return { verdict, engineVerdict, kind, reason, reviewer, overriddenAt: toIso(overriddenAt) }
}

/** Returns the override as a score lists it. */
export function namedOverride(row: OverrideRow): CriterionOverride {
  const { criterionId, text, engineVerdict } = row
  return { criterionId, text, ...toOverride(row, engineVerdict) }
}

/** Identifies the application's content: scores with equal hashes were made from the same content. */
export type Input = Pick<ScoringJobRow, 'contentHash' | 'inputHash'>

/**
 * Returns whether an override still applies to this input. Scores from a release that stored no content hash have an
 * input hash instead.
 */
function isOfInput(row: OverrideRow, { contentHash, inputHash }: Input): boolean {
  if (row.contentHash !== null && contentHash !== null) return row.contentHash === contentHash
  return row.inputHash !== null && row.inputHash === inputHash
}

/**
 * A new score's criteria with the overrides that it keeps. `moved`: overrides whose criterion has another id, or
 * another engine verdict, in this score. `dropped`: overrides that no longer apply.
 */
export type Carried = { assessed: AssessedCriterion[]; moved: OverrideRow[]; dropped: OverrideRow[]; input: Input }

/** Applies an application's overrides to its new score. */
export function carry(assessed: AssessedCriterion[], rows: readonly OverrideRow[], input: Input): Carried {
  const byText = new Map(rows.map((row) => [row.text, row]))
  const moved: OverrideRow[] = []
  const kept = assessed.map((criterion) => {
    const row = byText.get(criterion.text)
    if (!row || !isOfInput(row, input)) return criterion
    byText.delete(criterion.text)
    const { criterionId, verdict: engineVerdict } = criterion
    if (row.criterionId !== criterionId || row.engineVerdict !== engineVerdict)
      moved.push({ ...row, criterionId, engineVerdict })
    return overridden(criterion, row)
  })
  return { assessed: kept, moved, dropped: [...byText.values()], input }
}

/** Returns the dropped overrides as the new score lists them. */
export function droppedOf({ dropped, input }: Pick<Carried, 'dropped' | 'input'>): DroppedOverride[] {
  return dropped.map((row) => ({
    ...namedOverride(row),
    cause: isOfInput(row, input) ? 'CRITERION_CHANGED' : 'APPLICATION_CHANGED',
  }))
}

/** Returns the first revision number of a score with these criteria; null if no person has decided any of them. */
export function firstRevisionOf(assessed: readonly AssessedCriterion[]): number | null {
  return assessed.some(({ override }) => override) ? 1 : null
}
