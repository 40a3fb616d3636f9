/**
 * The assessment of an application: its score, with the sentences and quotes that support it.
 *
 * Strengths, concerns and interview focus come from the checked verdicts, never from a model's free text.
 */
import { facts } from '../../../generated/facts.gen.ts'
import type { AssessedCriterion, Assessment, DroppedOverride, Evidence } from '../../../generated/types.gen.ts'
import type { EvidenceSpan, Importance } from '../../../workers/tasks.ts'
import { restOfLine, toVisible } from '../../kit/passages.ts'
import type { VerdictRow } from '../../tables/verdicts.ts'
import { engineVerdictOf } from './overrides/applied.ts'
import { matchVerdict, scoreRangeTenths, scoreTenths } from './score.ts'
import type { HashedCriterion, ScoringInput } from './verdict-cache.ts'

export type Assessed = { scoreTenths: number; assessment: Assessment }

/** The importances, most important first. */
const byImportance: readonly Importance[] = facts.Importance.values

/**
 * Returns the criteria with the engine's verdicts. @throws Error if a criterion has no verdict, which is a defect: an
 * engine returns a verdict on each criterion
 */
export function assessedOf(
  criteria: HashedCriterion[],
  verdicts: Map<string, VerdictRow>,
  input: ScoringInput,
): AssessedCriterion[] {
  return criteria.map((criterion): AssessedCriterion => {
    const row = verdicts.get(criterion.hash)
    if (!row) throw new Error(`criterion ${criterion.id} has no verdict`)
    const spans = JSON.parse(row.evidence) as EvidenceSpan[]
    const evidence = spans.map((span) => toEvidence(span, input))
    return {
      criterionId: criterion.id,
      text: criterion.text,
      importance: criterion.importance,
      verdict: row.verdict,
      reason: row.reason,
      evidence,
    }
  })
}

/**
 * Calculates the score from assessed criteria, and returns it with its assessment. `verification.ts` repeats this
 * calculation. `dropped`: overrides of the previous score that no longer apply.
 */
export function weigh(assessed: AssessedCriterion[], dropped: DroppedOverride[] = []): Assessed {
  const ranked = byImportance.flatMap((importance) =>
    assessed.filter((criterion) => criterion.importance === importance),
  )
  const tenths = scoreTenths(assessed)
  const range = scoreRangeTenths(assessed)
  const sentence = (criterion: AssessedCriterion) => `${criterion.text}: ${reasonOf(criterion)}`
  const isChanged = assessed.some(({ override }) => override?.kind === 'OVERRIDE')
  return {
    scoreTenths: tenths,
    assessment: {
      verdict: matchVerdict(tenths),
      strengths: ranked.filter(({ verdict }) => verdict === 'MET').map(sentence),
      concerns: ranked.filter(({ verdict }) => verdict === 'PARTIAL' || verdict === 'NOT_MET').map(sentence),
      interviewFocus: ranked.filter(({ verdict }) => verdict === 'NO_EVIDENCE').map(({ text }) => `Ask about: ${text}`),
      criteria: assessed,
      scoreRange: { low: range.low / 10, high: range.high / 10 },
      ...(isChanged ? { engineScore: engineTenthsOf(assessed) / 10 } : {}),
      ...(dropped.length > 0 ? { overrideDropped: dropped } : {}),
    },
  }
}

/** Returns the reason to show: the person's reason if a person disagrees with the engine, otherwise the engine's. */
function reasonOf({ reason, override }: AssessedCriterion): string {
  return override?.kind === 'OVERRIDE' ? override.reason : reason
}

function engineTenthsOf(assessed: AssessedCriterion[]): number {
  return scoreTenths(assessed.map((one) => ({ importance: one.importance, verdict: engineVerdictOf(one) })))
}

/** Maps a span of the redacted text that the engine saw to the same passage in the text that a person reads. */
function toEvidence({ source, answerIndex, start, end }: EvidenceSpan, input: ScoringInput): Evidence {
  const passage = source === 'RESUME' ? input.resume : input.answers[answerIndex ?? -1]?.passage
  if (!passage) throw new Error('a verdict refers to an answer that does not exist')
  const visible = toVisible(passage, start, end)
  const quote = passage.text.slice(visible.start, visible.end)
  const place = source === 'ANSWER' ? { answerIndex } : pageOf(input.pageStarts, visible.start)
  return { quote, source, ...place, ...visible, ...restOfLine(passage.text, visible) }
}

/** Returns the page that contains an offset, if the format has pages. */
function pageOf(starts: ScoringInput['pageStarts'], offset: number): { page?: number } {
  return starts === undefined ? {} : { page: starts.findLastIndex((start) => start <= offset) + 1 }
}
