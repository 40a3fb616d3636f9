/**
 * The messages between the server and its threads: every task and every outcome, as plain values.
 *
 * Contains only types, so that the server can import it without loading a worker. An expected failure is a value with a
 * code, not an exception, which would lose its class between threads.
 */
import type { Numbers } from '../generated/numbers.gen.ts'
import type { Importance, IntegrityFinding, IntegrityFlag, IntegrityReason, Verdict } from '../generated/types.gen.ts'
import type { EngineSettings } from '../src/kit/engine-identity.ts'
import type { FailureCause } from '../src/kit/scoring/failure-cause.ts'
import type { ModelFault } from '../src/kit/scoring/model-faults.ts'
import type { BodyShape, ReadBody } from '../src/kit/request-body.ts'
import type { Passage } from '../src/kit/passages.ts'
import type { Wish } from '../src/kit/wishes.ts'

/** The settings that a thread receives once, when it starts. */
export type WorkerData = { engine: EngineSettings }

export type { Importance, IntegrityFinding, IntegrityFlag, IntegrityReason, Verdict }

/** `message` is for the log, and never contains text from a resume, an answer or a job description. */
export type Failure<Code extends string> = { ok: false; code: Code; message: string }

// ── requests ───────────────────────────────────────────────────────────────────────────────────────

/** A request body that is large enough to block the event loop; see `readBody` in `src/kit/request-body.ts`. */
export type ReadBodyTask = { bytes: Uint8Array; shape: BodyShape; withSha256: boolean }

// ── reading ────────────────────────────────────────────────────────────────────────────────────────

/** The part of `x-sizes.resume` in the contract that applies to reading. */
export type ResumeSizes = Omit<Numbers['sizes']['resume'], 'bytes' | 'redirects'>

export type ParseResumeTask = {
  /** The fetched file, or the text that a sandbox fixture provides. */
  source: { bytes: Uint8Array } | { text: string }
  /** The application's answers, in order. */
  answers: string[]
  /** The texts of the criteria, to detect resumes that copy them; empty for a sandbox fixture. */
  criteria?: string[]
  /** Whether the built-in engine judges the application. If so, a language that it does not cover is reported. */
  builtIn?: boolean
  /** Whether placeholders replace identifying details before an engine sees the text. */
  blind: boolean
  sizes: ResumeSizes
  /** The languages for OCR. Without them, a file that needs OCR is returned unread. */
  languages?: readonly string[]
  /** In `monotonicMs`. After this time, the task returns RESUME_PARSE_FAILED. */
  deadlineAt: number
}

/**
 * A task as sent to a reading thread. `timeoutMs` starts when the thread has loaded its code and starts the task.
 * `src/kit/threads/progress.ts` explains `progress`.
 */
export type ReadingTask = Omit<ParseResumeTask, 'deadlineAt'> & {
  timeoutMs: number
  progress: SharedArrayBuffer
  judge?: JudgeTask
}

/**
 * A request to the embedded engine in the thread that has just read the resume, so that the text crosses threads only
 * once. `questions` are those of the answers in the reading task. `timeoutMs` starts when the file has been read.
 */
export type JudgeTask = Pick<ScoreApplicationTask, 'criteria' | 'today' | 'tokenBudget'> & {
  questions: string[]
  timeoutMs: number
}

/**
 * A reading thread's request to the server for a sandbox. The sandbox's messages arrive on this port; see
 * `src/platform/reading/sandboxes.ts`.
 */
export type ReadingMessage = { sandbox: MessagePort }

/**
 * `wordxml`: Word 2003's XML, usually named .doc. `mail`: a saved e-mail message (.eml) or web archive (.mht). `json`,
 * `xml`: a record, such as JSON Resume or Europass. `pages`: an Apple Pages document, whose preview is read.
 */
export type ResumeType =
  | 'pdf'
  | 'docx'
  | 'wordxml'
  | 'doc'
  | 'odt'
  | 'pages'
  | 'rtf'
  | 'text'
  | 'markdown'
  | 'html'
  | 'png'
  | 'jpeg'
  | 'tiff'
  | 'heic'
  | 'avif'
  | 'webp'
  | 'mail'
  | 'json'
  | 'xml'

export type ParsedResume = {
  type: ResumeType
  pages: number | null
  resume: Passage
  /** Where each page begins in the visible text, in UTF-16 units; absent if the format has no fixed pages. */
  pageStarts?: number[] | undefined
  answers: Passage[]
  flags: IntegrityFlag[]
  /** The reasons for the flags. */
  findings: IntegrityFinding[]
  fileSha256: string
  textSha256: string
}

export type ParseFailureCode =
  | 'RESUME_FETCH_FAILED'
  | 'RESUME_TOO_LARGE'
  | 'RESUME_EMPTY'
  | 'RESUME_ENCRYPTED'
  | 'RESUME_CORRUPTED'
  | 'RESUME_CONVERSION_FAILED'
  | 'RESUME_PARSE_FAILED'

/**
 * `scored`: the engine's outcome, if the task requested it. `lost`: the reading stopped for a reason other than the
 * file, such as a pause of the whole process. The file should be read again. `TIMEOUT`: the file was read, but the
 * engine did not finish in time. `NO_ROOM`: too many scans are waiting, so the file must be read later. `killed`: the
 * type of a file whose reader crashed or exceeded its time or memory; `unknown` if the type was not yet known.
 */
export type ParseResumeOutcome =
  | { ok: true; value: ParsedResume; scored?: ScoreApplicationOutcome }
  | (Failure<ParseFailureCode | 'TIMEOUT' | 'NO_ROOM'> &
      FailureCause & { lost?: true; killed?: ResumeType | 'unknown' })

/** A thread's result for a file. A scan is returned with its bytes, for the thread that reads scans. */
export type ReadingOutcome = ParseResumeOutcome | { ok: false; code: 'SCANNED'; bytes: Uint8Array }

// ── engines ────────────────────────────────────────────────────────────────────────────────────────

/** `cached`: the number of input tokens that the provider took from its cache, if it reports it. */
export type Tokens = { input: number; output: number; cached?: number }

/**
 * The reasons why an engine has no result. `PROVIDER_AWAY` only postpones the job and is not counted as a failure.
 * `TOO_LARGE`: one of the task's calls is too large for the model.
 */
export type EngineFailureCode = 'UNUSABLE_ANSWER' | 'PROVIDER_FAILED' | 'PROVIDER_AWAY' | 'TIMEOUT' | 'TOO_LARGE'
/**
 * The tokens that a task used before it failed, the number of its quotes that are not in any text, and the number of
 * criteria with unrelated evidence.
 */
type Spent = { tokens?: Tokens; quotesRefused?: number; unrelatedEvidence?: number }
/** `fault`: the provider is unavailable until the operator fixes this problem. */
export type EngineFailure = Failure<EngineFailureCode> & { retryAfterMs?: number; fault?: ModelFault } & Spent
/** A job description contains no requirement. */
export type NothingAsked = Failure<'NOTHING_ASKED'>

export type ScoreApplicationTask = {
  /** Only the criteria without a stored verdict; at least one. */
  criteria: { id: string; text: string }[]
  /** The texts that the engine sees (`Passage.redacted`), never the visible ones. The resume is already truncated. */
  resume: string
  answers: { question: string; answer: string }[]
  /** The day that "present" means, in epoch milliseconds. */
  today: number
  deadlineAt: number
  /** The maximum number of input and output tokens that the task may spend, including the repair. */
  tokenBudget: number
  /** The number of times that this job has failed before. An engine uses it to vary its request. */
  failures?: number
}

/** A passage, as UTF-16 offsets into the text that the engine saw. */
export type EvidenceSpan = { source: 'RESUME' | 'ANSWER'; answerIndex?: number; start: number; end: number }

export type CriterionVerdict = {
  criterionId: string
  verdict: Verdict
  /** One sentence for a recruiter. Every quote in it has been checked. */
  reason: string
  evidence: EvidenceSpan[]
  /** The reason why the verdict is not the engine's own, if so. Such a verdict is not reused for other scores. */
  finding?: IntegrityReason
}

/** `findings` come from the engine and from the checks on its verdicts; see `IntegrityFlag` in the contract. */
export type ScoredApplication = {
  verdicts: CriterionVerdict[]
  tokens: Tokens
  quotesRefused: number
  findings?: IntegrityFinding[]
}
/** `room`: see `Engine.room`. */
export type ScoreApplicationOutcome = ({ ok: true; value: ScoredApplication } | EngineFailure) & {
  room?: number | null
}

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

/** `sourceQuote`: the passage in the description that states the requirement. */
export type DraftCriterion = { text: string; importance: Importance; sourceQuote?: string }
/** `wishes`: preferences in the description that must not become criteria, or only as facts to confirm. */
export type GeneratedCriteria = {
  criteria: DraftCriterion[]
  tokens: Tokens
  wishes?: { kind: Wish; text: string }[]
  /** The opening's title as plain text; absent if it has none. */
  jobTitle?: string
}
export type GenerateCriteriaOutcome = { ok: true; value: GeneratedCriteria } | EngineFailure | NothingAsked

export type GenerateQuestionsTask = Pick<GenerateCriteriaTask, 'jobContext' | 'deadlineAt' | 'tokenBudget'>

/** `options`: 2 to 6 of them. `hint` helps the hiring manager to answer. */
export type DraftQuestion = { question: string; selectionType: 'single' | 'multi'; options: string[]; hint: string }
/** 3 to 6 questions. */
export type GeneratedQuestions = { questions: DraftQuestion[]; tokens: Tokens }
export type GenerateQuestionsOutcome = { ok: true; value: GeneratedQuestions } | EngineFailure | NothingAsked

/** A task that its caller can cancel by posting one message to the port `cancel`. */
export type Cancellable<Task> = Task & { cancel?: MessagePort }

/** The tasks that a thread runs, by name. */
export type Tasks = {
  readBody: (task: ReadBodyTask) => Promise<ReadBody>
  /** `spentThreadId`: the id of a thread that must be replaced, because its memory is freed only when it ends. */
  parseResume: (task: ReadingTask) => Promise<ReadingOutcome & { spentThreadId?: number }>
  prepareReading: (task: null) => Promise<void>
  scoreApplication: (task: ScoreApplicationTask) => Promise<ScoreApplicationOutcome>
  generateCriteria: (task: Cancellable<GenerateCriteriaTask>) => Promise<GenerateCriteriaOutcome>
  generateQuestions: (task: Cancellable<GenerateQuestionsTask>) => Promise<GenerateQuestionsOutcome>
}
