/**
 * The messages between the server and its threads: every task and every outcome, as plain values.
 *
 * Types only, so the server may import this file without loading a worker. An expected failure is a value with a code
 * of the contract's catalogue, never a thrown class: crossing the thread boundary would strip the class.
 */
import type { Numbers } from '../generated/numbers.gen.ts'
import type { Importance, IntegrityFinding, IntegrityFlag, IntegrityReason, Verdict } from '../generated/types.gen.ts'
import type { EngineSettings } from '../src/kit/engine-identity.ts'
import type { FailureCause } from '../src/kit/scoring/failure-cause.ts'
import type { ModelFault } from '../src/kit/scoring/model-faults.ts'
import type { BodyShape, ReadBody } from '../src/kit/request-body.ts'
import type { Passage } from '../src/kit/passages.ts'
import type { Wish } from '../src/kit/wishes.ts'

/** Each thread receives it once. */
export type WorkerData = { engine: EngineSettings }

export type { Importance, IntegrityFinding, IntegrityFlag, IntegrityReason, Verdict }

/** `message` is for the log; it never holds text of a resume, an answer or a job description. */
export type Failure<Code extends string> = { ok: false; code: Code; message: string }
export type Outcome<Value, Code extends string> = { ok: true; value: Value } | Failure<Code>

// ── requests ────────────────────────────────────────────────────────────────────────────────────

/** A request's body that would hold up the event loop; see `readBody` of `src/kit/request-body.ts`. */
export type ReadBodyTask = { bytes: Uint8Array; shape: BodyShape; withSha256: boolean }

// ── reading ─────────────────────────────────────────────────────────────────────────────────────

/** `x-sizes.resume` of the contract, as far as reading obeys it. */
export type ResumeSizes = Omit<Numbers['sizes']['resume'], 'bytes' | 'redirects'>

export type ParseResumeTask = {
  /** The fetched file, or the text of a sandbox fixture. */
  source: { bytes: Uint8Array } | { text: string }
  /** The texts of the application's answers, in order. */
  answers: string[]
  /** The texts of the criteria, which a resume may repeat but not honestly; none for a sandbox fixture. */
  criteria?: string[]
  /** Replace identifying details with placeholders before an engine sees the text. */
  blind: boolean
  sizes: ResumeSizes
  /** Recognise letters in pictures, in these languages; without it, such a file comes back as it is. */
  languages?: readonly string[]
  /** Epoch ms; once it has passed, the task returns RESUME_PARSE_FAILED. */
  deadlineAt: number
}

/**
 * As a reading thread gets it: its time counts from when the thread, with its code loaded, begins. `progress`: see
 * `src/kit/threads/progress.ts`.
 */
export type ReadingTask = Omit<ParseResumeTask, 'deadlineAt'> & {
  timeoutMs: number
  progress: SharedArrayBuffer
  judge?: JudgeTask
}

/**
 * What the embedded engine is asked in the thread that has just read the resume, whose text then crosses threads once.
 * `questions`: those that the task's answers belong to. `timeoutMs` counts from the end of the reading.
 */
export type JudgeTask = Pick<ScoreApplicationTask, 'criteria' | 'today' | 'tokenBudget'> & {
  questions: string[]
  timeoutMs: number
}

/**
 * What a reading thread asks of the server before a task's outcome: a sandbox, which answers at this port; see
 * `src/platform/reading/sandboxes.ts`.
 */
export type ReadingMessage = { sandbox: MessagePort }

/** `wordxml`: Word 2003's XML, which is mostly named .doc. `mail`: a saved mail (.eml) or web archive (.mht).
 * `json`, `xml`: a record, such as JSON Resume or Europass. `pages`: a Pages document, by its preview. */
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
 * `scored`: the engine's outcome, where the task asked for it. `lost`: something outside ended the converter, or stopped
 * the whole process, which says nothing about the file, so a retry is worthwhile. `TIMEOUT`: the file was read, but the
 * engine did not end in time. `NO_ROOM`: too many scans wait already, so the file is to be read later. `killed`: the file
 * cost its reader, by its time, its memory or a crash; `unknown` where its reader had not said what it is.
 */
export type ParseResumeOutcome =
  | { ok: true; value: ParsedResume; scored?: ScoreApplicationOutcome }
  | (Failure<ParseFailureCode | 'TIMEOUT' | 'NO_ROOM'> &
      FailureCause & { lost?: true; killed?: ResumeType | 'unknown' })

/** What a thread makes of a file: a scan comes back, with its bytes, for a thread that has time for it. */
export type ReadingOutcome = ParseResumeOutcome | { ok: false; code: 'SCANNED'; bytes: Uint8Array }

// ── engines ─────────────────────────────────────────────────────────────────────────────────────

/** `cached`: how much of the input the provider had kept from earlier requests, where it says so. */
export type Tokens = { input: number; output: number; cached?: number }

/**
 * Why an engine gave no result. `PROVIDER_AWAY` counts as no failure: the job is snoozed. `TOO_LARGE`: no call of the
 * task's fits the model, and none ever will.
 */
export type EngineFailureCode = 'UNUSABLE_ANSWER' | 'PROVIDER_FAILED' | 'PROVIDER_AWAY' | 'TIMEOUT' | 'TOO_LARGE'
/**
 * What a task cost before it failed, how many of its quotes are in no text, and for how many criteria its evidence bears
 * on nothing.
 */
type Spent = { tokens?: Tokens; quotesRefused?: number; unrelatedEvidence?: number }
/** `fault`: the provider is away until the operator puts this right. */
export type EngineFailure = Failure<EngineFailureCode> & { retryAfterMs?: number; fault?: ModelFault } & Spent
/** A job description holds nothing to ask for. */
export type NothingAsked = Failure<'NOTHING_ASKED'>

export type ScoreApplicationTask = {
  /** Only the criteria that have no stored verdict; at least one. */
  criteria: { id: string; text: string }[]
  /** The texts that the engine sees (`Passage.redacted`), never the visible ones. Reading has cut the resume. */
  resume: string
  answers: { question: string; answer: string }[]
  /** Epoch ms of the day that "present" stands for. */
  today: number
  deadlineAt: number
  /** The most input and output tokens together that the task may spend, including the repair. */
  tokenBudget: number
  /** How often this application's job has failed before: an engine that repeats a request varies it by this. */
  failures?: number
}

/** A passage, as UTF-16 offsets into the text that the engine saw. */
export type EvidenceSpan = { source: 'RESUME' | 'ANSWER'; answerIndex?: number; start: number; end: number }

export type CriterionVerdict = {
  criterionId: string
  verdict: Verdict
  /** One sentence for a recruiter; every quote in it has been checked. */
  reason: string
  evidence: EvidenceSpan[]
  /** Why it is not the engine's own verdict; such a verdict is not kept for other scores. */
  finding?: IntegrityReason
}

/** `findings`: what the engine and the checks of its verdicts have to report; see `IntegrityFlag` in the contract. */
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

/** `sourceQuote`: the passage of the description that asks for it. */
export type DraftCriterion = { text: string; importance: Importance; sourceQuote?: string }
/** `wishes`: what the description asks for and no criterion may rest on, or only as a fact to confirm. */
export type GeneratedCriteria = { criteria: DraftCriterion[]; tokens: Tokens; wishes?: { kind: Wish; text: string }[] }
export type GenerateCriteriaOutcome = { ok: true; value: GeneratedCriteria } | EngineFailure | NothingAsked

export type GenerateQuestionsTask = Pick<GenerateCriteriaTask, 'jobContext' | 'deadlineAt' | 'tokenBudget'>

/** `options`: 2 to 6; `hint` helps the hiring manager to answer. */
export type DraftQuestion = { question: string; selectionType: 'single' | 'multi'; options: string[]; hint: string }
/** 3 to 6 questions. */
export type GeneratedQuestions = { questions: DraftQuestion[]; tokens: Tokens }
export type GenerateQuestionsOutcome = { ok: true; value: GeneratedQuestions } | EngineFailure | NothingAsked

/** A task that its caller may cancel, by posting one message to the port `cancel`. */
export type Cancellable<Task> = Task & { cancel?: MessagePort }

/** The tasks that a thread runs, by name. */
export type Tasks = {
  readBody: (task: ReadBodyTask) => Promise<ReadBody>
  /** `spentThreadId`: of a thread that holds memory which only its end gives back. */
  parseResume: (task: ReadingTask) => Promise<ReadingOutcome & { spentThreadId?: number }>
  prepareReading: (task: null) => Promise<void>
  scoreApplication: (task: ScoreApplicationTask) => Promise<ScoreApplicationOutcome>
  generateCriteria: (task: Cancellable<GenerateCriteriaTask>) => Promise<GenerateCriteriaOutcome>
  generateQuestions: (task: Cancellable<GenerateQuestionsTask>) => Promise<GenerateQuestionsOutcome>
}
