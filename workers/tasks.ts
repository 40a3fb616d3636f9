/**
 * What crosses between the server and its threads: every task and every answer, as plain values.
 *
 * Owns the types alone; no code runs here, so the server may import it without loading a worker.
 * An expected failure is a value with a code of the contract's catalogue, never a thrown class:
 * a thread would strip the class on the way back.
 */
import type { EngineSettings } from '../src/kit/engine-identity.ts'
import type { Passage } from '../src/kit/passages.ts'

/** Each thread receives it once. */
export type WorkerData = { engine: EngineSettings }

export type Importance = 'MUST_HAVE' | 'PREFERRED' | 'NICE_TO_HAVE'
export type Verdict = 'MET' | 'PARTIAL' | 'NOT_MET' | 'NO_EVIDENCE'

/** `message` explains for the log; it never holds text of a resume, an answer or a job description. */
export type Failure<Code extends string> = { ok: false; code: Code; message: string }
export type Outcome<Value, Code extends string> = { ok: true; value: Value } | Failure<Code>

// ── reading ─────────────────────────────────────────────────────────────────────────────────────

export type ParseResumeTask = {
  /** The file as it was fetched, or (sandbox fixtures) its text. */
  source: { bytes: Uint8Array } | { text: string }
  /** Texts of the application's answers, in order. */
  answers: string[]
  /** Replace what identifies a person by placeholders before an engine sees it. */
  blind: boolean
  /** Instant (epoch ms) after which the task answers RESUME_PARSE_FAILED. */
  deadlineAt: number
}

export type ResumeType = 'pdf' | 'docx' | 'doc' | 'odt' | 'rtf' | 'text' | 'markdown' | 'html' | 'png' | 'jpeg'

/** Something in a resume that was written for a machine and not for a reader; reported, never punished. */
export type IntegrityFlag =
  | 'HIDDEN_TEXT' // white, transparent, invisible or covered text
  | 'TINY_TEXT'
  | 'OFF_PAGE_TEXT'
  | 'INVISIBLE_CHARACTERS' // zero-width, tag or bidi control characters
  | 'INSTRUCTION_LIKE_TEXT'

export type ParsedResume = {
  type: ResumeType
  pages: number | null
  resume: Passage
  answers: Passage[]
  flags: IntegrityFlag[]
  fileSha256: string
  textSha256: string
}

export type ParseFailureCode =
  | 'RESUME_TOO_LARGE'
  | 'RESUME_EMPTY'
  | 'RESUME_ENCRYPTED'
  | 'RESUME_CORRUPTED'
  | 'RESUME_CONVERSION_FAILED'
  | 'RESUME_PARSE_FAILED'

/** `lost`: the converter was ended from outside, which says nothing of the file: worth another try. */
export type ParseResumeOutcome = { ok: true; value: ParsedResume } | (Failure<ParseFailureCode> & { lost?: true })

// ── engines ─────────────────────────────────────────────────────────────────────────────────────

export type Tokens = { input: number; output: number }

/** How an engine's work ended without a result. `PROVIDER_AWAY` costs a job nothing: it is put off. */
export type EngineFailureCode = 'UNUSABLE_ANSWER' | 'PROVIDER_FAILED' | 'PROVIDER_AWAY' | 'TIMEOUT'
export type EngineFailure = Failure<EngineFailureCode> & { retryAfterMs?: number }

export type ScoreApplicationTask = {
  /** Only the criteria that have no stored verdict. 1 to 30. */
  criteria: { id: string; text: string }[]
  /** The texts the engine sees (`Passage.redacted`), never the visible ones. */
  resume: string
  answers: { question: string; answer: string }[]
  deadlineAt: number
  /** Input and output tokens together that the task may spend, repair included. */
  tokenBudget: number
}

/** Where a passage stands, as UTF-16 offsets in the text that the engine saw. */
export type EvidenceSpan = { source: 'RESUME' | 'ANSWER'; answerIndex?: number; start: number; end: number }

export type CriterionVerdict = {
  criterionId: string
  verdict: Verdict
  /** One sentence for a recruiter; holds no quote that was not checked. */
  reason: string
  evidence: EvidenceSpan[]
}

export type ScoredApplication = { verdicts: CriterionVerdict[]; tokens: Tokens; quotesRefused: number }
export type ScoreApplicationOutcome = { ok: true; value: ScoredApplication } | EngineFailure

export type JobContext = {
  jobTitle?: string
  companyName?: string
  jobDescription: string
  additionalInfo?: string
  applicationQuestions?: { question?: string }[]
  language?: string
}

export type GenerateCriteriaTask = {
  jobContext: JobContext
  /** Answered clarification questions. */
  clarifications: { question: string; answers: string[] }[]
  deadlineAt: number
  tokenBudget: number
}

export type DraftCriterion = { text: string; importance: Importance }
export type GeneratedCriteria = { criteria: DraftCriterion[]; tokens: Tokens }
export type GenerateCriteriaOutcome = { ok: true; value: GeneratedCriteria } | EngineFailure

export type GenerateQuestionsTask = Pick<GenerateCriteriaTask, 'jobContext' | 'deadlineAt' | 'tokenBudget'>

/** `options`: 2 to 6; `hint` helps whoever answers. */
export type DraftQuestion = { question: string; selectionType: 'single' | 'multi'; options: string[]; hint: string }
/** 3 to 6 questions. */
export type GeneratedQuestions = { questions: DraftQuestion[]; tokens: Tokens }
export type GenerateQuestionsOutcome = { ok: true; value: GeneratedQuestions } | EngineFailure

/** A task that its caller may give up: the port, where given, carries one message when that has happened. */
export type Cancellable<Task> = Task & { cancel?: MessagePort }

/** The functions a thread offers, by name. */
export type Tasks = {
  parseResume: (task: ParseResumeTask) => Promise<ParseResumeOutcome>
  scoreApplication: (task: ScoreApplicationTask) => Promise<ScoreApplicationOutcome>
  generateCriteria: (task: Cancellable<GenerateCriteriaTask>) => Promise<GenerateCriteriaOutcome>
  generateQuestions: (task: Cancellable<GenerateQuestionsTask>) => Promise<GenerateQuestionsOutcome>
}
