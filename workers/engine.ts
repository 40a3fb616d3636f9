/**
 * The interface of every engine.
 *
 * Types only. An engine only drafts verdicts. The tasks then check the quotes and decide the verdicts, in the same way
 * for every engine.
 */
import type { EngineIdentity } from '../src/kit/engine-identity.ts'
import type {
  EngineFailure,
  GenerateCriteriaOutcome,
  GenerateCriteriaTask,
  GenerateQuestionsOutcome,
  GenerateQuestionsTask,
  IntegrityFinding,
  ScoreApplicationTask,
  Tokens,
  Verdict,
} from './tasks.ts'

/**
 * An unchecked claim that `quote` appears in the resume, or in the answer at `answerIndex` (from 0). Without `source`,
 * every text is searched, because the engine did not say where the quote is.
 */
export type DraftEvidence = { source?: 'RESUME' | 'ANSWER'; answerIndex?: number; quote: string }

/** One criterion's verdict as the engine returned it. Neither the id nor the quotes have been checked. */
export type DraftVerdict = { criterionId: string; verdict: Verdict; reason: string; evidence: DraftEvidence[] }

/**
 * An engine's answer. `unreadable` describes, for the repair, the parts that could not be parsed; without a
 * `criterionId`, a fault applies to the whole answer. `findings` are the engine's own, such as a resume that it had to
 * cut.
 */
export type Drafts = {
  verdicts: DraftVerdict[]
  tokens: Tokens
  unreadable?: { criterionId?: string; fault: string }[]
  findings?: IntegrityFinding[]
}

/**
 * The input to a second call after a faulty answer. `verdicts` are the drafts for the criteria in `open`, which are the
 * only ones to draft again. `faults` are in our own words; a fault in one criterion's draft begins with its id and a
 * colon.
 */
export type Repair = { verdicts: DraftVerdict[]; faults: string[]; open: string[] }

/**
 * Every method returns TIMEOUT soon after `signal` aborts, spends at most the task's `tokenBudget`, and throws only on
 * a defect.
 */
export interface Engine {
  identity: EngineIdentity

  /**
   * Returns how many more calls the provider accepts now, according to its latest answer: 0 if the last call was
   * refused because of a rate limit, null if the provider does not say or there is none.
   */
  room(): number | null

  /**
   * Drafts criteria, which are not validated yet. If the answer was unusable, the engine has already tried one repair.
   */
  generateCriteria(task: GenerateCriteriaTask, signal: AbortSignal): Promise<GenerateCriteriaOutcome>

  /** Drafts clarification questions in the same way. */
  generateQuestions(task: GenerateQuestionsTask, signal: AbortSignal): Promise<GenerateQuestionsOutcome>

  /**
   * Drafts a verdict for each of the task's criteria. If the answer is unreadable, returns an empty list and the tokens
   * used, so that the caller can request its single repair.
   *
   * @param repair set on the second call, which repeats all criteria, because a model's provider caches the prefix of a
   *   prompt
   */
  draftVerdicts(
    task: ScoreApplicationTask,
    signal: AbortSignal,
    repair?: Repair,
  ): Promise<{ ok: true; value: Drafts } | EngineFailure>
}
