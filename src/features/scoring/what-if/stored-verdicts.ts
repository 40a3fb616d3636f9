/**
 * Stored verdicts, by application: what its completed jobs say of each criterion's text, with quotes.
 *
 * Verdicts of two readings never mix: they come from jobs of the very input that the application's latest completed job
 * was made from (`inputHash`), and none are usable where another engine or prompt made them than would today.
 * They are the engine's. What people decided instead is in the application's score alone.
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

/** The stored verdicts for a criterion's text. */
export type StoredVerdict = Pick<AssessedCriterion, 'verdict' | 'reason' | 'evidence'>

/**
 * An application's latest completed job, what is kept of its usable verdicts, and its overrides; both by the text of their
 * criterion.
 */
export type StoredScore<Kept> = {
  latest: Omit<CompletedScoreRow, 'assessment'>
  verdicts: Map<string, Kept>
  overrides: Map<string, CriterionOverride>
}

/** Whether an audit names what would make a verdict today. */
export type IsOfToday = (audit: string | null) => boolean

/** The engine of this process, and in the sandbox the fixtures'. */
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

/** What is looked for: criteria by their texts, and what to keep of each, because all of it would be a lot. */
export type Wanted<Kept> = {
  texts: ReadonlySet<string>
  keep: (criterion: AssessedCriterion) => Kept
  isOfToday: IsOfToday
}

/**
 * Completed jobs page by page, the newest first, with a turn for other requests between two pages: how many jobs there
 * are is for the caller to say, and an application may have thousands. `read` gives up to `limit` before an id.
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
 * Adds completed jobs to what is known, by our ids of their applications. Give the newest jobs first: the first one of
 * an application decides which input counts. Its score may be an older one of the same input.
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

/** The overrides of a score, by the text of their criterion. Few scores have any. */
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
