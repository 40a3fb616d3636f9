/**
 * Collects the stored verdicts on an application: the verdicts of its completed jobs, by the text of the criterion.
 *
 * Verdicts on different inputs are never mixed. All of them come from jobs with exactly the same input (`inputHash`) as
 * the application's latest completed job. Only jobs scored by the current engine and prompt are used. They are the
 * engine's own verdicts; people's decisions are only in the application's score.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { AssessedCriterion, Assessment, CriterionOverride, ScoringAudit } from '../../../../generated/types.gen.ts'
import type { Environment } from '../../../kit/caller.ts'
import type { EngineIdentity } from '../../../kit/engine-identity.ts'
import { isDetached } from '../../../tables/applications.ts'
import type { CompletedScoreRow } from '../../../tables/completed-scores.ts'
import { newest } from '../../../tables/pages.ts'
import { withoutOverride } from '../overrides/applied.ts'
import { sandboxIdentity } from '../sandbox-fixtures.ts'

/** A stored verdict on a criterion's text. */
export type StoredVerdict = Pick<AssessedCriterion, 'verdict' | 'reason' | 'evidence'>

/**
 * `latest`: the job of an application's current score or, if there is none, the latest completed job. `verdicts` and
 * `overrides` are maps by criterion text. `verdicts` contains what `Wanted.keep` returned for each verdict.
 */
export type StoredScore<Kept> = {
  latest: Omit<CompletedScoreRow, 'assessment'>
  verdicts: Map<string, Kept>
  overrides: Map<string, CriterionOverride>
}

/** Returns whether an audit's engine, model and prompt are the current ones. */
export type IsOfToday = (audit: string | null) => boolean

/**
 * Returns a function that compares an audit with the engine of this process and, in the sandbox, with the engine of
 * fixtures.
 */
export function createIsOfToday(engine: EngineIdentity, environment: Environment): IsOfToday {
  const identities = environment === 'SANDBOX' ? [engine, sandboxIdentity] : [engine]
  return (audit) => {
    if (audit === null) return false
    const made = JSON.parse(audit) as ScoringAudit
    return identities.some(
      ({ engine, model, promptVersion }) =>
        made.engine === engine && made.model === model && made.promptVersion === promptVersion,
    )
  }
}

/**
 * The texts of the criteria to look for, and a function that returns the part of a verdict to keep. Keeping whole
 * verdicts would take much more memory.
 */
export type Wanted<Kept> = {
  texts: ReadonlySet<string>
  keep: (criterion: AssessedCriterion) => Kept
  isOfToday: IsOfToday
}

/**
 * Yields completed jobs page by page, newest first, and lets other requests run between pages: an application may have
 * thousands of jobs. The caller decides how many pages to read. `read` returns up to `limit` jobs before an id.
 */
export async function* pagesOf(
  read: (before: string, limit: number) => Promise<CompletedScoreRow[]>,
  limit: number,
): AsyncGenerator<CompletedScoreRow[], void> {
  let before = newest
  for (;;) {
    const rows = await read(before, limit)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    before = last.id
    await yieldToOthers()
  }
}

/**
 * Adds completed jobs to `known`, which is a map by our application ids. Pass the newest jobs first: an application's
 * first job determines the input that all its verdicts must share. The application's current score may be an older job
 * with the same input.
 */
export function addScores<Kept>(
  known: Map<string, StoredScore<Kept>>,
  newestFirst: readonly CompletedScoreRow[],
  { texts, keep, isOfToday }: Wanted<Kept>,
): void {
  for (const { assessment, ...row } of newestFirst) {
    if (isDetached(row.application)) continue
    const before = known.get(row.applicationId)
    const score: StoredScore<Kept> = before ?? { latest: row, verdicts: new Map(), overrides: new Map() }
    known.set(row.applicationId, score)
    if (row.isCurrent === 1) score.latest = row
    if (!before || row.isCurrent === 1) score.overrides = overridesOf(row, assessment)
    if (row.inputHash === null || row.inputHash !== score.latest.inputHash) continue
    if (assessment === null || score.verdicts.size === texts.size || !isOfToday(row.audit)) continue
    const { criteria = [] } = JSON.parse(assessment) as Assessment
    for (const criterion of criteria) {
      const { text } = criterion
      if (texts.has(text) && !score.verdicts.has(text)) score.verdicts.set(text, keep(withoutOverride(criterion)))
    }
  }
}

/** Returns a score's overrides, by criterion text. Few scores have any. */
function overridesOf(
  { revision }: Pick<CompletedScoreRow, 'revision'>,
  assessment: string | null,
): Map<string, CriterionOverride> {
  if (revision === null || assessment === null) return new Map()
  const { criteria = [] } = JSON.parse(assessment) as Assessment
  const decided = criteria.flatMap(({ criterionId, text, override }) =>
    override ? [{ criterionId, text, ...override }] : [],
  )
  return new Map(decided.map((override) => [override.text, override]))
}
