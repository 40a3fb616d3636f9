/**
 * What every engine offers the tasks of a thread.
 *
 * Owns the types alone. An engine drafts; it never decides: quotes are checked and verdicts settled
 * outside, in the same way for every engine.
 */
import type { EngineIdentity } from '../src/kit/engine-identity.ts'
import type {
  EngineFailure,
  GenerateCriteriaOutcome,
  GenerateCriteriaTask,
  GenerateQuestionsOutcome,
  GenerateQuestionsTask,
  ScoreApplicationTask,
  Tokens,
  Verdict,
} from './tasks.ts'

/** A claim, not checked yet: `quote` stands word for word in the resume, or in the answer of that index (from 0). */
export type DraftEvidence = { source: 'RESUME' | 'ANSWER'; answerIndex?: number; quote: string }

/** One criterion's verdict as an engine gave it. Neither the id nor the quotes are checked yet. */
export type DraftVerdict = { criterionId: string; verdict: Verdict; reason: string; evidence: DraftEvidence[] }

/**
 * All methods answer TIMEOUT soon after `signal` aborts, spend no more than the task's
 * `tokenBudget`, and throw on nothing but a defect.
 */
export interface Engine {
  identity: EngineIdentity

  /** Criteria that are not validated yet; an engine that can repair an unusable answer has done so, once. */
  generateCriteria(task: GenerateCriteriaTask, signal: AbortSignal): Promise<GenerateCriteriaOutcome>

  /** Clarification questions, with the same promises. */
  generateQuestions(task: GenerateQuestionsTask, signal: AbortSignal): Promise<GenerateQuestionsOutcome>

  /**
   * One draft for each of the task's criteria. An answer that cannot be read is an empty list with
   * the tokens that it cost, so that the caller can ask for its one repair.
   *
   * @param repair the drafts of the first answer and what was wrong with them, in our own words; the
   *   criteria of the task are then those that are still open.
   */
  draftVerdicts(
    task: ScoreApplicationTask,
    signal: AbortSignal,
    repair?: { verdicts: DraftVerdict[]; faults: string[] },
  ): Promise<{ ok: true; value: { verdicts: DraftVerdict[]; tokens: Tokens } } | EngineFailure>
}
