/**
 * The interface of every engine.
 *
 * An engine only drafts verdicts. The tasks then check the quotes and decide the verdicts, in the same way for every
 * engine.
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
 * the engine did not say where the quote is, and all texts are searched.
 */
export type DraftEvidence = { source?: 'RESUME' | 'ANSWER'; answerIndex?: number; quote: string }

/** One criterion's verdict as the engine returned it. Neither the id nor the quotes have been checked. */
export type DraftVerdict = { criterionId: string; verdict: Verdict; reason: string; evidence: DraftEvidence[] }

/**
 * An engine's answer. `unreadable` describes the parts that could not be parsed, for the repair. A fault without
 * `criterionId` applies to the whole answer. `findings` are about the engine's own work, such as a resume that it had
 * to truncate.
 */
export type Drafts = {
  verdicts: DraftVerdict[]
  tokens: Tokens
  unreadable?: { criterionId?: string; fault: string }[]
  findings?: IntegrityFinding[]
}

/**
 * The input to a second call after a faulty answer. `verdicts` are the drafts for the criteria in `open`, which are the
 * only ones to draft again. `faults` contain no text from the application. A fault in the draft for one criterion
 * begins with its id and a colon.
 */
export type Repair = { verdicts: DraftVerdict[]; faults: string[]; open: string[] }

/**
 * Every method returns TIMEOUT soon after `signal` aborts, and uses at most the task's `tokenBudget`. An exception is a
 * defect.
 */
export interface Engine {
  identity: EngineIdentity

  /**
   * Returns the number of calls that the provider still accepts now, according to its latest response. Returns 0 if it
   * refused the last call because of a rate limit, and null if the number is unknown or there is no provider.
   */
  room(): number | null

  /**
   * Drafts criteria, which are not yet validated. If the model's answer is unusable, the engine requests one repair
   * itself.
   */
  generateCriteria(task: GenerateCriteriaTask, signal: AbortSignal): Promise<GenerateCriteriaOutcome>

  /** Drafts clarification questions in the same way. */
  generateQuestions(task: GenerateQuestionsTask, signal: AbortSignal): Promise<GenerateQuestionsOutcome>

  /**
   * Drafts a verdict for each of the task's criteria. If the answer is unreadable, returns an empty list and the tokens
   * used, so that the caller can request its single repair.
   *
   * @param repair set on the second call; `task` still has all criteria, because providers cache the beginning of a
   *   prompt
   */
  draftVerdicts(
    task: ScoreApplicationTask,
    signal: AbortSignal,
    repair?: Repair,
  ): Promise<{ ok: true; value: Drafts } | EngineFailure>
}
