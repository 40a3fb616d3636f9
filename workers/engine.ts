/**
 * The interface of every engine.
 *
 * Types only. An engine only drafts verdicts. The tasks check the quotes and decide the verdicts, in the same way for
 * every engine.
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
 * An unchecked claim: `quote` appears in the resume, or in the answer at that index (from 0). Without `source`, every
 * text is searched, because the engine did not name one.
 */
export type DraftEvidence = { source?: 'RESUME' | 'ANSWER'; answerIndex?: number; quote: string }

/** One criterion's verdict as the engine gave it; neither the id nor the quotes are checked yet. */
export type DraftVerdict = { criterionId: string; verdict: Verdict; reason: string; evidence: DraftEvidence[] }

/**
 * An engine's answer. `unreadable`: the parts that could not be parsed, in words for the repair; without a
 * `criterionId`, the whole answer. `findings`: the engine's own findings, such as a resume that it had to cut.
 */
export type Drafts = {
  verdicts: DraftVerdict[]
  tokens: Tokens
  unreadable?: { criterionId?: string; fault: string }[]
  findings?: IntegrityFinding[]
}

/**
 * A second call after a faulty answer. `verdicts`: the drafts of the criteria that are `open`, the only ones to draft
 * again. `faults`: in our own words; a fault of one criterion begins with its id and a colon.
 */
export type Repair = { verdicts: DraftVerdict[]; faults: string[]; open: string[] }

/**
 * Every method returns TIMEOUT soon after `signal` aborts, spends at most the task's `tokenBudget`, and throws only on
 * a defect.
 */
export interface Engine {
  identity: EngineIdentity

  /**
   * Returns how many more calls the provider accepts now, by its latest answer: 0 if it refused the last one for its
   * rate, null if it does not say or there is no provider.
   */
  room(): number | null

  /** Drafts criteria, not validated yet. If the answer was unusable, the engine has already tried one repair. */
  generateCriteria(task: GenerateCriteriaTask, signal: AbortSignal): Promise<GenerateCriteriaOutcome>

  /** Drafts clarification questions in the same way. */
  generateQuestions(task: GenerateQuestionsTask, signal: AbortSignal): Promise<GenerateQuestionsOutcome>

  /**
   * Drafts a verdict for each of the task's criteria. An unreadable answer gives an empty list with the tokens used, so
   * that the caller can request its single repair.
   *
   * @param repair for the second call, whose task has all the criteria of the first: a model's provider caches the
   * prefix of a prompt
   */
  draftVerdicts(
    task: ScoreApplicationTask,
    signal: AbortSignal,
    repair?: Repair,
  ): Promise<{ ok: true; value: Drafts } | EngineFailure>
}
