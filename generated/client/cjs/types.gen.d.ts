export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};
export type Webhooks = OnScoreCompletedWebhookRequest | OnScoreFailedWebhookRequest | OnBatchCompletedWebhookRequest | OnCriteriaVersionCreatedWebhookRequest | OnDeletionCompletedWebhookRequest | OnDeletionFailedWebhookRequest | OnWebhookTestedWebhookRequest;
/**
 * The caller's own identifier, compared byte for byte. `.` and `..` are refused.
 */
export type ExternalId = string;
export type JobContext = {
    /**
     * Where sent, the same as in the path.
     */
    jobId?: ExternalId;
    jobTitle?: string;
    companyName?: string;
    /**
     * What the criteria are read out of, as plain text, Markdown or HTML; escaped HTML and entities are decoded. Absent or blank, and nothing else wrong, the answer is `MISSING_JOB_DESCRIPTION`.
     */
    jobDescription: string;
    additionalInfo?: string;
    applicationQuestions?: Array<{
        question?: string;
        id?: string;
        type?: string;
        options?: Array<unknown>;
    }>;
    /**
     * A language name; the criteria are written in it where the engine can.
     */
    language?: string;
};
export type QuestionSetRequest = {
    jobContext: JobContext;
};
/**
 * The caller's own identifier, as it was sent.
 */
export type AnyExternalId = string;
export type QuestionText = string;
/**
 * `single` is answered with `SINGLE_SELECT`, `multi` with `MULTI_SELECT`. `single`, `multi`; more may be added.
 */
export type SelectionType = string;
export type QuestionOption = string;
export type QuestionOptions = Array<QuestionOption>;
export type Question = {
    id: string;
    question: QuestionText;
    selectionType: SelectionType;
    options: QuestionOptions;
    hint: QuestionText;
};
export type Questions = Array<Question>;
/**
 * UTC, ISO 8601 with milliseconds and `Z`.
 */
export type Instant = string;
export type QuestionSet = {
    id: string;
    jobId: AnyExternalId;
    questions: Questions;
    expiresAt: Instant;
    /**
     * How to answer, for the person who does.
     */
    guidance: string;
};
export type QuestionSetReply = {
    questionSet: QuestionSet;
};
export type AnswerType = 'SINGLE_SELECT' | 'MULTI_SELECT';
export type Answer = {
    /**
     * Id of the question answered.
     */
    id: string;
    type: AnswerType;
    /**
     * The option chosen, or with `MULTI_SELECT` the options.
     */
    value: string | Array<string>;
};
export type CriteriaGenerationRequest = {
    jobContext: JobContext;
    questionSetId?: string;
    /**
     * Needs `questionSetId`, and an answer to every question of that set.
     */
    answers?: Array<Answer>;
};
/**
 * An ACTIVE version can be scored against; an ARCHIVED one is kept for the scores it made. `ACTIVE`, `ARCHIVED`; more may be added.
 */
export type CriteriaVersionStatus = string;
/**
 * `MUST_HAVE`, `PREFERRED`, `NICE_TO_HAVE`; more may be added.
 */
export type AnyImportance = string;
export type Criterion = {
    /**
     * Stays the same from version to version.
     */
    id: string;
    text: string;
    importance: AnyImportance;
    /**
     * Position in the list, from 0.
     */
    order: number;
    /**
     * The passage of the job description that it came from, as plain text: without HTML or Markdown links, and with entities decoded. Absent where no single passage asks for it, and for a text set by hand.
     */
    sourceQuote?: string;
};
/**
 * What the model's provider counted; 0 for the embedded engine and for verdicts that were reused.
 */
export type Tokens = {
    input: number;
    output: number;
    /**
     * Of the input, what the provider had in its cache; absent where it does not say.
     */
    cached?: number;
};
/**
 * What made the criteria; present on a version that was generated.
 */
export type GenerationAudit = {
    /**
     * `embedded` is the built-in engine, which is no language model.
     */
    engine: string;
    model: string;
    promptVersion: string;
    tokens: Tokens;
};
export type CriteriaSet = {
    /**
     * The criteria version's id.
     */
    id: string;
    /**
     * Number within the job.
     */
    version: number;
    status: CriteriaVersionStatus;
    criteria: Array<Criterion>;
    createdAt: Instant;
    audit?: GenerationAudit;
};
/**
 * `PROTECTED`: age, gender, family, origin, religion, mother tongue, looks. `UNVERIFIABLE`: nothing in an application can show it.
 * `FACT_TO_CONFIRM`: a legal minimum age, a permit to work, shifts, travel or relocation: confirm it with the candidate, it says nothing of merit. `PROTECTED`, `UNVERIFIABLE`, `FACT_TO_CONFIRM`; more may be added.
 */
export type CriterionWarningCode = string;
/**
 * A wish that a score cannot fairly rest on. It warns and refuses nothing.
 */
export type CriterionWarning = {
    code: CriterionWarningCode;
    /**
     * The words that voice the wish, or the criterion that does.
     */
    text: string;
    message: string;
};
/**
 * Present where there is something to warn of. Not repeated by later reads.
 */
export type CriterionWarnings = Array<CriterionWarning>;
export type CriteriaReply = {
    criteria: CriteriaSet;
    warnings?: CriterionWarnings;
};
/**
 * `criteria_ai`, `criteria_current_reads`, `scoring_intake_batch`, `scoring_intake_single`, `read_and_ops`, `rate_limit_status`, `analytics`; more may be added.
 */
export type Bucket = string;
export type CriteriaOfJobs = {
    items: Array<{
        jobId: AnyExternalId;
        /**
         * Null for a job without current criteria, also for an unknown one.
         */
        criteria: Array<Criterion> | null;
    }>;
};
export type CriterionText = string;
export type Importance = 'MUST_HAVE' | 'PREFERRED' | 'NICE_TO_HAVE';
export type CriterionDraft = {
    text: CriterionText;
    importance: Importance;
};
export type CriterionDrafts = Array<CriterionDraft>;
export type CriteriaSetRequest = {
    criteria: CriterionDrafts;
};
export type CriteriaArchived = {
    archived: number;
};
/**
 * UTC, ISO 8601 with milliseconds and `Z`; null until it has happened.
 */
export type NullableInstant = string | null;
export type CriteriaVersion = {
    id: string;
    version: number;
    status: CriteriaVersionStatus;
    createdAt: Instant;
    archivedAt: NullableInstant;
    /**
     * In the list of versions: whether submissions are scored against it.
     */
    isCurrent?: boolean;
};
export type CriteriaVersionReply = {
    version: CriteriaVersion;
    criteria: Array<Criterion>;
};
export type CriteriaVersions = {
    versions: Array<CriteriaVersion>;
};
export type CriteriaVersionArchived = {
    version: CriteriaVersion;
};
/**
 * 0 to 10 with one decimal, formula 1: weights w: MUST_HAVE 4, PREFERRED 2, NICE_TO_HAVE 1; credits v: MET 1, PARTIAL 0.5, NOT_MET 0, NO_EVIDENCE 0;
 * 10·Σwv/Σw rounded half up; at most 4.9 while a MUST_HAVE is neither MET nor PARTIAL.
 * `assessment.verdict` goes by the lowest score that earns it: STRONG_MATCH 8, MODERATE_MATCH 5, WEAK_MATCH 0.
 *
 */
export type Score = number;
/**
 * The score if everything without evidence proved absent, or present.
 */
export type ScoreRange = {
    low: Score;
    high: Score;
};
export type SimulatedScore = {
    applicationId: AnyExternalId;
    /**
     * The completed job submitted last, which holds the old score.
     */
    scoringJobId: string;
    oldScore: Score;
    /**
     * Without credit for what stands in `missing`.
     */
    newScore: Score;
    newScoreRange: ScoreRange;
    /**
     * Among all scored applications of the job; equal scores share a rank.
     */
    oldRank: number;
    newRank: number;
    /**
     * By how many ranks it would rise; below 0, fall.
     */
    rankChange: number;
    /**
     * Texts of the criteria whose verdict on this application is not in store: only a new scoring of its resume gives it.
     */
    missing: Array<string>;
};
/**
 * Where the next page begins; null on the last.
 */
export type NextCursor = string | null;
export type Simulation = {
    data: Array<SimulatedScore>;
    /**
     * Scored applications of the job.
     */
    total: number;
    nextCursor: NextCursor;
};
export type CriterionCopy = {
    libraryCriterionId: string;
    /**
     * The library's where absent.
     */
    importance?: Importance;
};
export type CriterionAddition = CriterionDraft | CriterionCopy;
export type CriterionReply = {
    criterion: Criterion;
    criteria: Array<Criterion>;
    warnings?: CriterionWarnings;
};
export type CriteriaOrder = {
    criterionIds: Array<string>;
};
export type CriteriaList = {
    criteria: Array<Criterion>;
};
export type CriterionAlone = {
    criterion: Criterion;
};
export type CriterionChange = {
    text?: CriterionText;
    importance?: Importance;
};
export type Category = string;
export type LibraryCriterion = {
    id: string;
    text: string;
    /**
     * The default where it is copied without one.
     */
    importance: AnyImportance;
    /**
     * Null where it has none.
     */
    category: string | null;
    createdAt: Instant;
};
export type LibraryCriteria = {
    criteria: Array<LibraryCriterion>;
};
export type NullableCategory = string | null;
export type LibraryCriterionRequest = {
    text: CriterionText;
    importance: Importance;
    category?: NullableCategory;
};
export type LibraryCriterionReply = {
    criterion: LibraryCriterion;
};
export type LibraryCriterionChange = {
    text?: CriterionText;
    importance?: Importance;
    category?: NullableCategory;
};
/**
 * `PENDING`, `PROCESSING`, `COMPLETED`, `FAILED`; more may be added.
 */
export type ScoringJobStatus = string;
/**
 * The verdict on the whole application, by its score. `STRONG_MATCH`, `MODERATE_MATCH`, `WEAK_MATCH`; more may be added.
 */
export type MatchVerdict = string;
/**
 * `MET`, `PARTIAL`, `NOT_MET`, `NO_EVIDENCE`; more may be added.
 */
export type Verdict = string;
/**
 * `RESUME`, `ANSWER`; more may be added.
 */
export type EvidenceSource = string;
export type Evidence = {
    /**
     * The exact slice of the visible text.
     */
    quote: string;
    source: EvidenceSource;
    /**
     * Which answer; with `ANSWER`.
     */
    answerIndex?: number;
    /**
     * Offset in UTF-16 code units.
     */
    start: number;
    end: number;
};
export type AssessedCriterion = {
    criterionId: string;
    text: string;
    importance: AnyImportance;
    verdict: Verdict;
    reason: string;
    evidence: Array<Evidence>;
};
export type Assessment = {
    verdict: MatchVerdict;
    strengths: Array<string>;
    concerns: Array<string>;
    /**
     * Built from the criteria without evidence.
     */
    interviewFocus: Array<string>;
    criteria?: Array<AssessedCriterion>;
    scoreRange?: ScoreRange;
};
/**
 * Something a recruiter should know about how this score was made. The flag itself never changes a score.
 * Signs of text that was written for a machine and not for a reader: `HIDDEN_TEXT`: white, transparent, invisible or covered. `INVISIBLE_CHARACTERS`: zero-width, tag or bidi control characters.
 * `REPEATED_CRITERIA`: the application repeats the wording of most criteria, in whatever order.
 * Limits of the assessment: `QUOTE_NOT_VERIFIED`: the engine quoted no passage, or one that could not be found in the application, so its verdict became NO_EVIDENCE; that does not mean that the candidate lacks it.
 * `EVIDENCE_NOT_SPECIFIC`: the engine quoted a passage that does not show the criterion it was quoted for, so its verdict became NO_EVIDENCE. `RESUME_CUT`: the model cannot read a resume of this length, so its last part was not assessed.
 * `DATED_RESUME`: the resume states its own date, and "present" was read as that date. `HIDDEN_TEXT`, `TINY_TEXT`, `OFF_PAGE_TEXT`, `INVISIBLE_CHARACTERS`, `INSTRUCTION_LIKE_TEXT`, `REPEATED_CRITERIA`, `QUOTE_NOT_VERIFIED`, `EVIDENCE_NOT_SPECIFIC`, `RESUME_CUT`, `DATED_RESUME`; more may be added.
 */
export type IntegrityFlag = string;
/**
 * How the text was kept from a reader. `white_on_background`: in the colour of what is behind it. `invisible_mode`: PDF text that is painted in no colour. `covered`: something is painted
 * over it, or cuts it away. `optional_content_off`: on a PDF layer that is switched off. `vanish`: marked as hidden in a word processor. `style_sheet`: hidden by a page's styles.
 * `actual_text`: a PDF's replacement text that says something else than its letters. `annotation`: a PDF annotation or form field that is not shown.
 * `instruction_phrase`: nothing is hidden, but it addresses a machine. `criteria_listed`: nothing is hidden, but most of the criteria are repeated in almost their own words.
 * `quote_not_found`: the engine's quote is missing, or not in the application. `passage_not_specific`: the quoted passage does not show the criterion. `beyond_model_context`: the resume is longer than the model can read. `own_date`: the resume states the date on which it was written.
 *
 */
export type IntegrityReason = string;
/**
 * One reason for a flag, and where. Hidden text is never shown.
 */
export type IntegrityFinding = {
    flag: IntegrityFlag;
    reason: IntegrityReason;
    /**
     * Of a PDF; other formats have no pages before they are printed.
     */
    page?: number;
    /**
     * Of `criteria_listed`: the share of the words of the criteria that the application repeats.
     */
    share?: number;
    /**
     * How many letters and digits were left out; absent for invisible characters and instructions.
     */
    letters?: number;
};
export type ScoringAudit = {
    /**
     * `embedded` is the built-in engine, which is no language model.
     */
    engine: string;
    model: string;
    promptVersion: string;
    formulaVersion: string;
    fileSha256: string;
    /**
     * Of the visible text; of one beyond two million characters, of its beginning.
     */
    textSha256: string;
    tokens: Tokens;
    /**
     * Quotes that did not stand in the text and gave no credit.
     */
    quotesRefused: number;
    /**
     * Verdicts taken from an earlier scoring of the same text.
     */
    reused: number;
    /**
     * Why the engine gave no verdicts, on a failed job that reached it; `tokens` are those of its last attempt.
     */
    failure?: string;
};
/**
 * Clients must tolerate codes that they do not know.
 */
export type ErrorCode = string;
/**
 * Why the job failed, in more detail than its code; absent where the code says all. Clients must tolerate values that they do not know.
 * Of the fetch: `http_status` (with `httpStatus`), `timeout`, `dns`, `tls`, `connection_refused`, `connection_failed`, `too_many_redirects`, `invalid_answer`, `content_encoding`, `not_public`.
 * Of what came instead of a resume: `web_page` (a sign-in page, a viewer, an error page), `error_answer` (an error in JSON or XML), `unsupported_type` (with `fileType`), `not_a_resume`.
 * Of the file: `password_protected`, `rights_managed`, `damaged`, `too_large`, `too_complex`, `no_text`, `unreadable_text`.
 *
 */
export type FailureReason = string;
export type ScoringJob = {
    id: string;
    /**
     * Fixed when the job was accepted.
     */
    criteriaVersionId: string;
    jobId: AnyExternalId;
    applicationId: AnyExternalId;
    status: ScoringJobStatus;
    isRescore: boolean;
    /**
     * True for a score that was made of stored verdicts and costs nothing; absent otherwise.
     */
    unbilled?: boolean;
    score?: Score;
    assessment?: Assessment;
    /**
     * What a recruiter should know about how the score was made, such as text that no reader sees. Left out where there is nothing.
     */
    integrity?: {
        flags: Array<IntegrityFlag>;
        /**
         * The reasons for the flags. Left out in lists, and for scores from before it was kept.
         */
        findings?: Array<IntegrityFinding>;
    };
    audit?: ScoringAudit;
    /**
     * Tokens of attempts that ended without a score, such as all of a failed job. Absent where they cost none.
     */
    tokensLost?: Tokens;
    errorCode: ErrorCode | null;
    errorMessage: string | null;
    reason?: FailureReason;
    /**
     * With the reason `http_status`: what the resume host answered.
     */
    httpStatus?: number;
    /**
     * With the reason `unsupported_type`: the media type that was found, or a short name.
     */
    fileType?: string;
    queuedAt: Instant;
    startedAt: NullableInstant;
    completedAt: NullableInstant;
    failedAt: NullableInstant;
};
export type ScoringJobs = {
    data: Array<ScoringJob>;
    nextCursor: NextCursor;
};
export type ApplicationAnswer = {
    question: string;
    answer: string;
};
/**
 * At most 256 KiB as JSON. Members beside `applicationAnswers` are accepted and ignored.
 */
export type CandidateData = {
    applicationAnswers?: Array<ApplicationAnswer>;
};
export type ScoringRequest = {
    /**
     * Public HTTPS URL of the resume file. Types come from the bytes, never from names or headers: pdf, docx, doc (Word 97 and on, and Word 2003's XML), odt, rtf, html, markdown, plain text in any encoding, and saved mails and web archives (eml, mht: the documents attached, else the text); by their letters png, jpeg, tiff, webp and scanned pdf, of up to 10 pages with 40,000,000 pixels each. At most 10 MiB and 50 pages.
     * Its query is treated as a credential: it is in no log, and once the scoring job has ended its row holds the URL no more; on the embedded database its bytes are gone from the write-ahead log within a minute, and from the file within a quarter of an hour.
     * In the sandbox, `https://fixtures.sandbox.invalid/<name>` needs no network: `strong`, `moderate`, `weak`, `slow`, and one name per code that a scoring job can fail with (`resume-encrypted`, `timeout`, …).
     *
     */
    resumeUrl: string;
    candidateData?: CandidateData;
    /**
     * Makes a new scoring job also where one exists.
     */
    rescore?: boolean;
    /**
     * The version to score against; only with `rescore: true`. The current one where absent.
     */
    criteriaVersionId?: string;
};
/**
 * The status in the words of the other documented shape. `queued`, `processing`, `completed`, `failed`; more may be added.
 */
export type ScoringProgress = string;
/**
 * Both documented shapes of a score in one body.
 */
export type ScoringJobReply = {
    scoringJob: ScoringJob;
    scoringJobId: string;
    status: ScoringProgress;
    jobId: AnyExternalId;
    applicationId: AnyExternalId;
    /**
     * Present when completed.
     */
    result?: {
        score: Score;
        assessment: Assessment;
    };
    /**
     * Present when failed.
     */
    error?: {
        code: ErrorCode;
        message: string;
        /**
         * Whether a new submission may succeed; not of a resume that is gone (404, 410).
         */
        retryable: boolean;
        reason?: FailureReason;
        /**
         * With the reason `http_status`: what the resume host answered.
         */
        httpStatus?: number;
        /**
         * With the reason `unsupported_type`: the media type that was found, or a short name.
         */
        fileType?: string;
    };
    /**
     * True when the submission answered a job that was there already; absent otherwise.
     */
    deduplicated?: boolean;
    queuedAt: Instant;
    completedAt?: Instant;
    failedAt?: Instant;
};
/**
 * IN_PROGRESS once a job has started; COMPLETED, PARTIAL_FAILURE or FAILED once all have ended, with all, some or none of them completed. `PENDING`, `IN_PROGRESS`, `COMPLETED`, `PARTIAL_FAILURE`, `FAILED`; more may be added.
 */
export type ScoringBatchStatus = string;
export type ScoringBatch = {
    id: string;
    jobId: AnyExternalId;
    status: ScoringBatchStatus;
    totalJobs: number;
    completedJobs: number;
    failedJobs: number;
    createdAt: Instant;
    completedAt: NullableInstant;
};
export type ScoringBatches = {
    data: Array<ScoringBatch>;
    nextCursor: NextCursor;
};
export type ApplicationEntry = {
    applicationId: ExternalId;
    /**
     * As in a single submission.
     */
    resumeUrl: string;
    candidateData?: CandidateData;
};
export type ScoringBatchRequest = {
    /**
     * Each application once.
     */
    applications: Array<ApplicationEntry>;
};
export type ScoringBatchAccepted = {
    batch: ScoringBatch;
    /**
     * In the order of the request.
     */
    scoringJobIds: Array<string>;
};
export type ScoringBatchReply = {
    batch: ScoringBatch;
    scoringJobs: Array<ScoringJob>;
};
export type ApplicationIds = Array<ExternalId>;
export type RescoreRequest = {
    /**
     * Not with `cursor`.
     */
    applicationIds?: ApplicationIds;
};
export type RescoredApplication = {
    applicationId: AnyExternalId;
    /**
     * The completed job that holds the score: a new one, or the latest where that is of the current criteria.
     */
    scoringJobId: string;
    score: Score;
};
export type Rescore = {
    /**
     * The version that was current.
     */
    criteriaVersionId: string;
    scores: Array<RescoredApplication>;
    /**
     * Applications that only a new scoring of their resume can score by these criteria.
     */
    needsResume: Array<AnyExternalId>;
    /**
     * Applications with a scoring job under way: rescore them once it has ended.
     */
    inProgress: Array<AnyExternalId>;
    nextCursor: NextCursor;
};
/**
 * `score.completed`, `score.failed`, `batch.completed`, `criteria.version.created`, `deletion.completed`, `deletion.failed`; more may be added.
 */
export type AnyEventKind = string;
/**
 * `REQUESTED` by a caller, `GONE` after a 410, `FAILING` after five days of nothing but failures. `REQUESTED`, `GONE`, `FAILING`; more may be added.
 */
export type DisabledReason = string;
export type WebhookEndpoint = {
    id: string;
    url: string;
    name: string | null;
    /**
     * The kinds it takes.
     */
    events: Array<AnyEventKind>;
    enabled: boolean;
    /**
     * Null while enabled.
     */
    disabledReason: DisabledReason | null;
    createdAt: Instant;
};
export type WebhookEndpoints = {
    data: Array<WebhookEndpoint>;
    nextCursor: NextCursor;
};
/**
 * Public https, without credentials; checked by code, also at every delivery.
 */
export type WebhookUrl = string;
export type WebhookName = string | null;
export type EventKind = 'score.completed' | 'score.failed' | 'batch.completed' | 'criteria.version.created' | 'deletion.completed' | 'deletion.failed';
export type EventKinds = Array<EventKind>;
export type WebhookEndpointRequest = {
    url: WebhookUrl;
    name?: WebhookName;
    /**
     * All kinds where absent.
     */
    events?: EventKinds;
    enabled?: boolean;
};
/**
 * `whsec_` and base64 of 32 bytes, as Standard Webhooks has it; shown once: a replay leaves it out.
 */
export type Secret = string;
export type WebhookEndpointCreated = {
    endpoint: WebhookEndpoint;
    secret?: Secret;
};
export type WebhookEndpointReply = {
    endpoint: WebhookEndpoint;
};
export type WebhookEndpointChange = {
    url?: WebhookUrl;
    name?: WebhookName;
    events?: EventKinds;
    enabled?: boolean;
};
export type WebhookSecretRotation = {
    /**
     * How long the old secret signs beside the new one; at most a week.
     */
    overlapSeconds?: number;
};
export type WebhookSecret = {
    secret?: Secret;
};
/**
 * An event kind, or `webhook.test`, which only a test sends. `score.completed`, `score.failed`, `batch.completed`, `criteria.version.created`, `deletion.completed`, `deletion.failed`, `webhook.test`; more may be added.
 */
export type EventType = string;
/**
 * The API key's prefix selects it. `SANDBOX`, `PRODUCTION`; more may be added.
 */
export type Environment = string;
/**
 * True in an event that was sent to try a receiver, whose ids belong to nothing; absent in all others.
 */
export type IsTest = boolean;
/**
 * What a delivery's body is, byte for byte, and what the feed shows. Signed by Standard Webhooks 1.0: `webhook-id` (the event's id), `webhook-timestamp`,
 * `webhook-signature: v1,<base64 of HMAC-SHA256 over id.timestamp.body>`. Delivered at least once, in no promised order.
 *
 */
export type Event = {
    id: string;
    type: EventType;
    timestamp: Instant;
    /**
     * `v1`; more may be added.
     */
    apiVersion: string;
    environment: Environment;
    /**
     * The caller's own id of the tenant; null where the event belongs to none.
     */
    tenantId: string | null;
    /**
     * Thin - ids, status, score, verdict or counts, and `path`, which GETs the rest.
     */
    data: {
        [key: string]: unknown;
    };
    test?: IsTest;
};
export type WebhookTest = {
    event: Event;
};
/**
 * FAILED once the last try has failed or the endpoint was disabled. `PENDING`, `SUCCEEDED`, `FAILED`; more may be added.
 */
export type DeliveryStatus = string;
export type DeliveryAttempt = {
    at: Instant;
    /**
     * Null when there was no answer.
     */
    statusCode: number | null;
    /**
     * Null when it was accepted.
     */
    error: string | null;
    durationMs: number;
};
export type WebhookDelivery = {
    id: string;
    eventId: string;
    type: EventType;
    status: DeliveryStatus;
    attempts: Array<DeliveryAttempt>;
    nextAttemptAt: NullableInstant;
};
export type WebhookDeliveries = {
    data: Array<WebhookDelivery>;
    nextCursor: NextCursor;
};
export type WebhookRedelivery = {
    delivery: WebhookDelivery;
};
export type WebhookRecovery = {
    /**
     * At most 30 days ago: older events are gone.
     */
    since: string;
};
export type WebhookRecovered = {
    redelivered: number;
};
export type Events = {
    data: Array<Event>;
    /**
     * Where to go on from; null only where there has been no event yet.
     */
    nextCursor: string | null;
    /**
     * Whether more events can be read now.
     */
    hasMore?: boolean;
};
export type Period = {
    start: Instant;
    /**
     * When the answer was computed.
     */
    end: Instant;
};
export type WebhookHealth = {
    period: Period;
    summary: {
        /**
         * Fraction of the attempts that succeeded; 1 where there were none.
         */
        deliveryRate: number;
        /**
         * Attempts.
         */
        totalDeliveries: number;
    };
    /**
     * Endpoints with a failed attempt, the most failures first; empty when all succeeded.
     */
    failureBreakdown: Array<{
        endpointUrl: string;
        endpointName: string | null;
        failureCount: number;
        /**
         * Of the newest failed attempt.
         */
        lastError: string | null;
    }>;
};
export type ErrorAnalytics = {
    period: Period;
    data: Array<{
        errorCode: ErrorCode;
        description: string;
        count: number;
        /**
         * Share of all errors, with one decimal.
         */
        percentage: number;
    }>;
};
export type BucketState = {
    /**
     * Requests a second.
     */
    limit: number;
    remaining: number;
    /**
     * Unix time at which the second ends.
     */
    resetAt: number;
    resetInSeconds: number;
};
export type InFlightState = {
    /**
     * Generations at once.
     */
    limit: number;
    active: number;
    /**
     * 0 when a slot is free.
     */
    retryAfterSeconds: number;
};
/**
 * The window of the tenant that `X-Tenant-Id` names; left out without it.
 */
export type TenantWindowState = {
    /**
     * Requests in a window, over all operations that count towards it.
     */
    limit: number;
    remaining: number;
    /**
     * Unix time at which the window ends.
     */
    resetAt: number;
    resetInSeconds: number;
};
export type RateLimitStatus = {
    partnerId: string;
    environment: Environment;
    generatedAt: Instant;
    /**
     * True while the shared counters are away and each server counts by itself.
     */
    degraded: boolean;
    buckets: {
        criteria_ai: BucketState;
        criteria_current_reads: BucketState;
        scoring_intake_batch: BucketState;
        scoring_intake_single: BucketState;
        read_and_ops: BucketState;
        rate_limit_status: BucketState;
        analytics: BucketState;
        criteria_ai_inflight: InFlightState;
    };
    tenantWindow?: TenantWindowState;
};
export type QuotaUse = {
    /**
     * Null where each job, or each tenant, has the quota to itself.
     */
    used: number | null;
    allowed: number;
};
/**
 * What the partner keeps in the environment of the key, and how much of it it may keep. More is refused as `VALIDATION_ERROR` with `limit_reached`, whose `field` names the quota.
 */
export type Quotas = {
    tenants: QuotaUse;
    jobs: QuotaUse;
    criteriaVersionsPerJob: QuotaUse;
    /**
     * Of the versions that are kept and of the libraries, as the service stores them.
     */
    criteriaBytes: QuotaUse;
    apiKeys: QuotaUse;
    libraryCriteriaPerTenant: QuotaUse;
    webhookEndpoints: QuotaUse;
    /**
     * Scoring jobs that have not ended.
     */
    openScoringJobs?: QuotaUse;
    /**
     * Everything that the service stores for the partner, criteria included: texts by their bytes, and a flat amount for each row and its index entries. An open scoring job counts 128 KiB more, for the score to come.
     */
    keptBytes?: QuotaUse;
};
export type Usage = {
    plan: string;
    /**
     * The calendar month (UTC).
     */
    period: string;
    /**
     * Scores that were accepted this month and completed.
     */
    used: number;
    /**
     * Scores that were accepted this month and have not ended; given back when one fails.
     */
    reserved: number;
    /**
     * Null but on the trial plan.
     */
    limit: number | null;
    resetAt: Instant;
    quotas?: Quotas;
};
/**
 * `criteria.read`, `criteria.write`, `library.read`, `library.write`, `scoring.read`, `scoring.write`, `analytics.read`, `webhooks`, `deletions`, `keys`; more may be added.
 */
export type AnyPermission = string;
export type ApiKey = {
    id: string;
    name: string | null;
    lastFour: string;
    permissions: Array<AnyPermission>;
    createdAt: Instant;
    /**
     * To the minute.
     */
    lastUsedAt: NullableInstant;
    revokedAt: NullableInstant;
};
export type ApiKeys = {
    data: Array<ApiKey>;
    nextCursor: NextCursor;
};
export type ApiKeyName = string;
export type Permission = 'criteria.read' | 'criteria.write' | 'library.read' | 'library.write' | 'scoring.read' | 'scoring.write' | 'analytics.read' | 'webhooks' | 'deletions' | 'keys';
export type ApiKeyRequest = {
    name?: ApiKeyName;
    /**
     * All that the caller holds but `keys` where absent.
     */
    permissions?: Array<Permission>;
};
export type ApiKeyCreated = {
    apiKey: ApiKey;
    /**
     * The key itself, shown once: a replay leaves it out.
     */
    key?: string;
};
export type ApiKeyReply = {
    apiKey: ApiKey;
};
/**
 * `APPLICATION`, `TENANT`; more may be added.
 */
export type DeletionScope = string;
/**
 * Once COMPLETED, no row, message, verdict, stored answer or event holds the data. `PENDING`, `PROCESSING`, `COMPLETED`, `FAILED`; more may be added.
 */
export type DeletionStatus = string;
export type DeletionRequest = {
    id: string;
    scope: DeletionScope;
    status: DeletionStatus;
    createdAt: Instant;
    updatedAt: Instant;
    completedAt: NullableInstant;
    failedAt: NullableInstant;
    errorCode: ErrorCode | null;
};
export type DeletionReply = {
    deletionRequest: DeletionRequest;
};
export type DeletionRequests = {
    data: Array<DeletionRequest>;
    nextCursor: NextCursor;
};
export type Liveness = {
    /**
     * `ok`; more may be added.
     */
    status: string;
};
export type Readiness = {
    /**
     * `ready`; more may be added.
     */
    status: string;
    /**
     * What works less well, by part, in a phrase; empty when nothing does.
     */
    degraded: {
        [key: string]: string;
    };
};
export type ScoreCompletedData = {
    scoringJobId: string;
    jobId: AnyExternalId;
    applicationId: AnyExternalId;
    criteriaVersionId: string;
    status: ScoringJobStatus;
    isRescore: boolean;
    score: Score;
    verdict: MatchVerdict;
    /**
     * GETs the rest.
     */
    path: string;
    /**
     * The newest batch that holds the job; absent where none does.
     */
    scoringBatchId?: string;
};
export type ScoreCompletedEvent = {
    id: string;
    /**
     * `score.completed`; more may be added.
     */
    type: string;
    timestamp: Instant;
    /**
     * `v1`; more may be added.
     */
    apiVersion: string;
    environment: Environment;
    tenantId: string | null;
    data: ScoreCompletedData;
    test?: IsTest;
};
export type ScoreFailedData = {
    scoringJobId: string;
    jobId: AnyExternalId;
    applicationId: AnyExternalId;
    criteriaVersionId: string;
    status: ScoringJobStatus;
    isRescore: boolean;
    errorCode: ErrorCode;
    /**
     * Whether a new submission may succeed; not of a resume that is gone (404, 410).
     */
    retryable: boolean;
    /**
     * GETs the rest.
     */
    path: string;
    /**
     * The newest batch that holds the job; absent where none does.
     */
    scoringBatchId?: string;
};
export type ScoreFailedEvent = {
    id: string;
    /**
     * `score.failed`; more may be added.
     */
    type: string;
    timestamp: Instant;
    /**
     * `v1`; more may be added.
     */
    apiVersion: string;
    environment: Environment;
    tenantId: string | null;
    data: ScoreFailedData;
    test?: IsTest;
};
export type BatchCompletedData = {
    scoringBatchId: string;
    jobId: AnyExternalId;
    status: ScoringBatchStatus;
    totalJobs: number;
    completedJobs: number;
    failedJobs: number;
    /**
     * GETs the rest.
     */
    path: string;
};
export type BatchCompletedEvent = {
    id: string;
    /**
     * `batch.completed`; more may be added.
     */
    type: string;
    timestamp: Instant;
    /**
     * `v1`; more may be added.
     */
    apiVersion: string;
    environment: Environment;
    tenantId: string | null;
    data: BatchCompletedData;
    test?: IsTest;
};
export type CriteriaVersionCreatedData = {
    criteriaVersionId: string;
    jobId: AnyExternalId;
    version: number;
    /**
     * GETs the rest.
     */
    path: string;
};
export type CriteriaVersionCreatedEvent = {
    id: string;
    /**
     * `criteria.version.created`; more may be added.
     */
    type: string;
    timestamp: Instant;
    /**
     * `v1`; more may be added.
     */
    apiVersion: string;
    environment: Environment;
    tenantId: string | null;
    data: CriteriaVersionCreatedData;
    test?: IsTest;
};
export type DeletionCompletedData = {
    deletionRequestId: string;
    /**
     * GETs the rest.
     */
    path: string;
};
export type DeletionCompletedEvent = {
    id: string;
    /**
     * `deletion.completed`; more may be added.
     */
    type: string;
    timestamp: Instant;
    /**
     * `v1`; more may be added.
     */
    apiVersion: string;
    environment: Environment;
    tenantId: string | null;
    data: DeletionCompletedData;
    test?: IsTest;
};
export type DeletionFailedData = {
    deletionRequestId: string;
    /**
     * GETs the rest.
     */
    path: string;
};
export type DeletionFailedEvent = {
    id: string;
    /**
     * `deletion.failed`; more may be added.
     */
    type: string;
    timestamp: Instant;
    /**
     * `v1`; more may be added.
     */
    apiVersion: string;
    environment: Environment;
    tenantId: string | null;
    data: DeletionFailedData;
    test?: IsTest;
};
export type WebhookTestedData = {
    webhookEndpointId: string;
    /**
     * GETs the rest.
     */
    path: string;
};
export type WebhookTestedEvent = {
    id: string;
    /**
     * `webhook.test`; more may be added.
     */
    type: string;
    timestamp: Instant;
    /**
     * `v1`; more may be added.
     */
    apiVersion: string;
    environment: Environment;
    tenantId: string | null;
    data: WebhookTestedData;
    test?: IsTest;
};
/**
 * What is wrong with the field; a program may go by it.
 */
export type DetailCode = string;
export type ErrorDetail = {
    /**
     * A path like `applications[3].resumeUrl`.
     */
    field: string;
    code: DetailCode;
    /**
     * What is wrong in words, with the allowed values. For people: its wording may change.
     */
    message: string;
};
/**
 * One for each fault, where the request can be corrected; the first hundred.
 */
export type ErrorDetails = Array<ErrorDetail> | null;
export type ErrorBody = {
    /**
     * `/errors/<code-in-kebab-case>`.
     */
    type: string;
    code: ErrorCode;
    status: number;
    message: string;
    /**
     * Whether a retry may succeed.
     */
    retryable: boolean;
    traceId: string;
    details?: ErrorDetails;
};
/**
 * The caller's own id of the job.
 */
export type JobId = ExternalId;
/**
 * The caller's own id of the application.
 */
export type ApplicationId = ExternalId;
/**
 * The tenant's id, as the caller sends it in `X-Tenant-Id`.
 */
export type TenantExternalId = ExternalId;
/**
 * The id of the criteria version that the generation made.
 */
export type CriteriaGenerationId = string;
/**
 * The criteria version's id.
 */
export type CriteriaVersionId = string;
/**
 * The criterion's id.
 */
export type CriterionId = string;
/**
 * The question set's id.
 */
export type QuestionSetId = string;
/**
 * The scoring job's id.
 */
export type ScoringJobId = string;
/**
 * The batch's id.
 */
export type ScoringBatchId = string;
/**
 * The key's id, not the key.
 */
export type ApiKeyId = string;
/**
 * The endpoint's id.
 */
export type WebhookEndpointId = string;
/**
 * The delivery's id.
 */
export type DeliveryId = string;
/**
 * The deletion request's id.
 */
export type DeletionRequestId = string;
/**
 * An error code in kebab case.
 */
export type Code = string;
/**
 * The name of a guide.
 */
export type Guide = string;
/**
 * The customer that the request is for; made on its first write. 400 when missing or malformed.
 */
export type TenantId = ExternalId;
/**
 * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
 *
 */
export type IdempotencyKey = string;
/**
 * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
 */
export type IfNoneMatch = string;
/**
 * 1 to 100 job ids, comma-separated or each in a parameter of its own.
 */
export type JobIds = Array<ExternalId>;
/**
 * The `ETag` of the version that the edit was made on, or `*` for any; where another one is current, `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, but for the status).
 */
export type IfMatch = string;
/**
 * How many at most.
 */
export type Limit = number;
/**
 * `nextCursor` of the page before.
 */
export type ApplicationCursor = ExternalId;
/**
 * Only what has exactly this category.
 */
export type Category2 = Category;
/**
 * Only those in this state; all where absent.
 */
export type ScoringJobStatus2 = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
/**
 * `nextCursor` of the page before.
 */
export type ScoringJobCursor = string;
/**
 * `wait=<1..25>`: answer as soon as the job has ended, at most that many seconds later (RFC 7240); other values are ignored.
 */
export type Prefer = string;
/**
 * Only those in this state; all where absent.
 */
export type ScoringBatchStatus2 = 'PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'PARTIAL_FAILURE' | 'FAILED';
/**
 * `nextCursor` of the page before.
 */
export type ScoringBatchCursor = string;
/**
 * `nextCursor` of the page before.
 */
export type WebhookEndpointCursor = string;
/**
 * `nextCursor` of the page before.
 */
export type DeliveryCursor = string;
/**
 * Only those in this state; all where absent.
 */
export type DeliveryStatus2 = 'PENDING' | 'SUCCEEDED' | 'FAILED';
/**
 * Only these kinds, comma-separated or each in a parameter of its own; all where absent.
 */
export type Types = Array<EventKind>;
/**
 * `nextCursor` of the page before.
 */
export type EventCursor = string;
/**
 * How far back from now.
 */
export type TimeRange = '1h' | '24h' | '7d' | '30d' | '90d';
/**
 * The tenant whose window is shown; a value that can be no tenant's counts as not sent.
 */
export type WindowTenantId = string;
/**
 * `nextCursor` of the page before.
 */
export type ApiKeyCursor = string;
/**
 * Only those in this state; all where absent.
 */
export type DeletionStatus2 = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
/**
 * `nextCursor` of the page before.
 */
export type DeletionRequestCursor = string;
/**
 * The answer is compressed where this takes `gzip`.
 */
export type AcceptEncoding = string;
/**
 * The event's id, the same at every try and redelivery; those seen before can be passed over.
 */
export type WebhookId = string;
/**
 * Unix time of the try, in seconds; refuse what is older than five minutes.
 */
export type WebhookTimestamp = string;
/**
 * `v1,` and base64 of HMAC-SHA256 over `<id>.<timestamp>.<body>`; several, apart by spaces, while two secrets overlap.
 */
export type WebhookSignature = string;
export type CreateQuestionSetData = {
    body: QuestionSetRequest;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/question-sets';
};
export type CreateQuestionSetErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    502: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    504: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type CreateQuestionSetError = CreateQuestionSetErrors[keyof CreateQuestionSetErrors];
export type CreateQuestionSetResponses = {
    /**
     * The set.
     */
    201: QuestionSetReply;
};
export type CreateQuestionSetResponse = CreateQuestionSetResponses[keyof CreateQuestionSetResponses];
export type GetCurrentQuestionSetData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/question-sets/current';
};
export type GetCurrentQuestionSetErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetCurrentQuestionSetError = GetCurrentQuestionSetErrors[keyof GetCurrentQuestionSetErrors];
export type GetCurrentQuestionSetResponses = {
    /**
     * The set.
     */
    200: QuestionSetReply;
};
export type GetCurrentQuestionSetResponse = GetCurrentQuestionSetResponses[keyof GetCurrentQuestionSetResponses];
export type GetQuestionSetData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
        /**
         * The question set's id.
         */
        questionSetId: string;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/question-sets/{questionSetId}';
};
export type GetQuestionSetErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetQuestionSetError = GetQuestionSetErrors[keyof GetQuestionSetErrors];
export type GetQuestionSetResponses = {
    /**
     * The set.
     */
    200: QuestionSetReply;
};
export type GetQuestionSetResponse = GetQuestionSetResponses[keyof GetQuestionSetResponses];
export type CreateCriteriaGenerationData = {
    body: CriteriaGenerationRequest;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria-generations';
};
export type CreateCriteriaGenerationErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    502: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    504: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type CreateCriteriaGenerationError = CreateCriteriaGenerationErrors[keyof CreateCriteriaGenerationErrors];
export type CreateCriteriaGenerationResponses = {
    /**
     * The version that was made.
     */
    201: CriteriaReply;
};
export type CreateCriteriaGenerationResponse = CreateCriteriaGenerationResponses[keyof CreateCriteriaGenerationResponses];
export type GenerateCriteriaData = {
    body: CriteriaGenerationRequest;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria/generate';
};
export type GenerateCriteriaErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    502: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    504: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GenerateCriteriaError = GenerateCriteriaErrors[keyof GenerateCriteriaErrors];
export type GenerateCriteriaResponses = {
    /**
     * The version that was made.
     */
    201: CriteriaReply;
};
export type GenerateCriteriaResponse = GenerateCriteriaResponses[keyof GenerateCriteriaResponses];
export type GetCriteriaGenerationData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
        /**
         * The id of the criteria version that the generation made.
         */
        criteriaGenerationId: string;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria-generations/{criteriaGenerationId}';
};
export type GetCriteriaGenerationErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetCriteriaGenerationError = GetCriteriaGenerationErrors[keyof GetCriteriaGenerationErrors];
export type GetCriteriaGenerationResponses = {
    /**
     * The version, also when it is no longer the current one.
     */
    200: CriteriaReply;
};
export type GetCriteriaGenerationResponse = GetCriteriaGenerationResponses[keyof GetCriteriaGenerationResponses];
export type ListCriteriaOfJobsData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
    };
    path?: never;
    query: {
        /**
         * 1 to 100 job ids, comma-separated or each in a parameter of its own.
         */
        jobIds: Array<ExternalId>;
    };
    url: '/v1/jobs/criteria';
};
export type ListCriteriaOfJobsErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListCriteriaOfJobsError = ListCriteriaOfJobsErrors[keyof ListCriteriaOfJobsErrors];
export type ListCriteriaOfJobsResponses = {
    /**
     * One item for each id, in the order of the request.
     */
    200: CriteriaOfJobs;
};
export type ListCriteriaOfJobsResponse = ListCriteriaOfJobsResponses[keyof ListCriteriaOfJobsResponses];
export type ArchiveCriteriaData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the version that the edit was made on, or `*` for any; where another one is current, `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, but for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria';
};
export type ArchiveCriteriaErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ArchiveCriteriaError = ArchiveCriteriaErrors[keyof ArchiveCriteriaErrors];
export type ArchiveCriteriaResponses = {
    /**
     * How many were archived now.
     */
    200: CriteriaArchived;
};
export type ArchiveCriteriaResponse = ArchiveCriteriaResponses[keyof ArchiveCriteriaResponses];
export type GetCurrentCriteriaData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria';
};
export type GetCurrentCriteriaErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetCurrentCriteriaError = GetCurrentCriteriaErrors[keyof GetCurrentCriteriaErrors];
export type GetCurrentCriteriaResponses = {
    /**
     * The current version.
     */
    200: CriteriaReply;
};
export type GetCurrentCriteriaResponse = GetCurrentCriteriaResponses[keyof GetCurrentCriteriaResponses];
export type ReplaceCriteriaData = {
    body: CriteriaSetRequest;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the version that the edit was made on, or `*` for any; where another one is current, `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, but for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria';
};
export type ReplaceCriteriaErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ReplaceCriteriaError = ReplaceCriteriaErrors[keyof ReplaceCriteriaErrors];
export type ReplaceCriteriaResponses = {
    /**
     * The current version.
     */
    200: CriteriaReply;
};
export type ReplaceCriteriaResponse = ReplaceCriteriaResponses[keyof ReplaceCriteriaResponses];
export type GetCurrentCriteriaVersionData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria/versions/current';
};
export type GetCurrentCriteriaVersionErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetCurrentCriteriaVersionError = GetCurrentCriteriaVersionErrors[keyof GetCurrentCriteriaVersionErrors];
export type GetCurrentCriteriaVersionResponses = {
    /**
     * The current version.
     */
    200: CriteriaVersionReply;
};
export type GetCurrentCriteriaVersionResponse = GetCurrentCriteriaVersionResponses[keyof GetCurrentCriteriaVersionResponses];
export type ListCriteriaVersionsData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria-versions';
};
export type ListCriteriaVersionsErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListCriteriaVersionsError = ListCriteriaVersionsErrors[keyof ListCriteriaVersionsErrors];
export type ListCriteriaVersionsResponses = {
    /**
     * All versions that are kept, also archived ones.
     */
    200: CriteriaVersions;
};
export type ListCriteriaVersionsResponse = ListCriteriaVersionsResponses[keyof ListCriteriaVersionsResponses];
export type GetCriteriaVersionData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
        /**
         * The criteria version's id.
         */
        criteriaVersionId: string;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria/versions/{criteriaVersionId}';
};
export type GetCriteriaVersionErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetCriteriaVersionError = GetCriteriaVersionErrors[keyof GetCriteriaVersionErrors];
export type GetCriteriaVersionResponses = {
    /**
     * The version, also when it is no longer the current one.
     */
    200: CriteriaVersionReply;
};
export type GetCriteriaVersionResponse = GetCriteriaVersionResponses[keyof GetCriteriaVersionResponses];
export type ArchiveCriteriaVersionData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
        /**
         * The criteria version's id.
         */
        criteriaVersionId: string;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria/versions/{criteriaVersionId}/archive';
};
export type ArchiveCriteriaVersionErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ArchiveCriteriaVersionError = ArchiveCriteriaVersionErrors[keyof ArchiveCriteriaVersionErrors];
export type ArchiveCriteriaVersionResponses = {
    /**
     * The version, archived.
     */
    200: CriteriaVersionArchived;
};
export type ArchiveCriteriaVersionResponse = ArchiveCriteriaVersionResponses[keyof ArchiveCriteriaVersionResponses];
export type SimulateCriteriaData = {
    body: CriteriaSetRequest;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: {
        /**
         * How many at most.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before.
         */
        cursor?: ExternalId;
    };
    url: '/v1/jobs/{jobId}/criteria/simulations';
};
export type SimulateCriteriaErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type SimulateCriteriaError = SimulateCriteriaErrors[keyof SimulateCriteriaErrors];
export type SimulateCriteriaResponses = {
    /**
     * A page.
     */
    200: Simulation;
};
export type SimulateCriteriaResponse = SimulateCriteriaResponses[keyof SimulateCriteriaResponses];
export type AddCriterionData = {
    body: CriterionAddition;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the version that the edit was made on, or `*` for any; where another one is current, `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, but for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria/items';
};
export type AddCriterionErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type AddCriterionError = AddCriterionErrors[keyof AddCriterionErrors];
export type AddCriterionResponses = {
    /**
     * The criterion, and the full list with it.
     */
    201: CriterionReply;
};
export type AddCriterionResponse = AddCriterionResponses[keyof AddCriterionResponses];
export type OrderCriteriaData = {
    body: CriteriaOrder;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the version that the edit was made on, or `*` for any; where another one is current, `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, but for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria/items/order';
};
export type OrderCriteriaErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type OrderCriteriaError = OrderCriteriaErrors[keyof OrderCriteriaErrors];
export type OrderCriteriaResponses = {
    /**
     * The list in its new order.
     */
    200: CriteriaList;
};
export type OrderCriteriaResponse = OrderCriteriaResponses[keyof OrderCriteriaResponses];
export type DeleteCriterionData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the version that the edit was made on, or `*` for any; where another one is current, `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, but for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
        /**
         * The criterion's id.
         */
        criterionId: string;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria/items/{criterionId}';
};
export type DeleteCriterionErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type DeleteCriterionError = DeleteCriterionErrors[keyof DeleteCriterionErrors];
export type DeleteCriterionResponses = {
    /**
     * What is left.
     */
    200: CriteriaList;
};
export type DeleteCriterionResponse = DeleteCriterionResponses[keyof DeleteCriterionResponses];
export type GetCriterionData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
        /**
         * The criterion's id.
         */
        criterionId: string;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria/items/{criterionId}';
};
export type GetCriterionErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetCriterionError = GetCriterionErrors[keyof GetCriterionErrors];
export type GetCriterionResponses = {
    /**
     * The criterion.
     */
    200: CriterionAlone;
};
export type GetCriterionResponse = GetCriterionResponses[keyof GetCriterionResponses];
export type ChangeCriterionData = {
    body: CriterionChange;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the version that the edit was made on, or `*` for any; where another one is current, `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, but for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
        /**
         * The criterion's id.
         */
        criterionId: string;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria/items/{criterionId}';
};
export type ChangeCriterionErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ChangeCriterionError = ChangeCriterionErrors[keyof ChangeCriterionErrors];
export type ChangeCriterionResponses = {
    /**
     * The criterion, and the full list with it.
     */
    200: CriterionReply;
};
export type ChangeCriterionResponse = ChangeCriterionResponses[keyof ChangeCriterionResponses];
export type ListLibraryCriteriaData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
    };
    path?: never;
    query?: {
        /**
         * Only what has exactly this category.
         */
        category?: Category;
    };
    url: '/v1/criteria-library';
};
export type ListLibraryCriteriaErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListLibraryCriteriaError = ListLibraryCriteriaErrors[keyof ListLibraryCriteriaErrors];
export type ListLibraryCriteriaResponses = {
    /**
     * All of it, or of the category.
     */
    200: LibraryCriteria;
};
export type ListLibraryCriteriaResponse = ListLibraryCriteriaResponses[keyof ListLibraryCriteriaResponses];
export type CreateLibraryCriterionData = {
    body: LibraryCriterionRequest;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/criteria-library';
};
export type CreateLibraryCriterionErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type CreateLibraryCriterionError = CreateLibraryCriterionErrors[keyof CreateLibraryCriterionErrors];
export type CreateLibraryCriterionResponses = {
    /**
     * The criterion.
     */
    201: LibraryCriterionReply;
};
export type CreateLibraryCriterionResponse = CreateLibraryCriterionResponses[keyof CreateLibraryCriterionResponses];
export type DeleteLibraryCriterionData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The criterion's id.
         */
        criterionId: string;
    };
    query?: never;
    url: '/v1/criteria-library/{criterionId}';
};
export type DeleteLibraryCriterionErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type DeleteLibraryCriterionError = DeleteLibraryCriterionErrors[keyof DeleteLibraryCriterionErrors];
export type DeleteLibraryCriterionResponses = {
    /**
     * It is gone.
     */
    204: void;
};
export type DeleteLibraryCriterionResponse = DeleteLibraryCriterionResponses[keyof DeleteLibraryCriterionResponses];
export type GetLibraryCriterionData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The criterion's id.
         */
        criterionId: string;
    };
    query?: never;
    url: '/v1/criteria-library/{criterionId}';
};
export type GetLibraryCriterionErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetLibraryCriterionError = GetLibraryCriterionErrors[keyof GetLibraryCriterionErrors];
export type GetLibraryCriterionResponses = {
    /**
     * The criterion.
     */
    200: LibraryCriterionReply;
};
export type GetLibraryCriterionResponse = GetLibraryCriterionResponses[keyof GetLibraryCriterionResponses];
export type ChangeLibraryCriterionData = {
    body: LibraryCriterionChange;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The criterion's id.
         */
        criterionId: string;
    };
    query?: never;
    url: '/v1/criteria-library/{criterionId}';
};
export type ChangeLibraryCriterionErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ChangeLibraryCriterionError = ChangeLibraryCriterionErrors[keyof ChangeLibraryCriterionErrors];
export type ChangeLibraryCriterionResponses = {
    /**
     * The criterion.
     */
    200: LibraryCriterionReply;
};
export type ChangeLibraryCriterionResponse = ChangeLibraryCriterionResponses[keyof ChangeLibraryCriterionResponses];
export type ListScoringJobsData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: {
        /**
         * Only those in this state; all where absent.
         */
        status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
        /**
         * How many at most.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
    };
    url: '/v1/jobs/{jobId}/scoring-jobs';
};
export type ListScoringJobsErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListScoringJobsError = ListScoringJobsErrors[keyof ListScoringJobsErrors];
export type ListScoringJobsResponses = {
    /**
     * A page.
     */
    200: ScoringJobs;
};
export type ListScoringJobsResponse = ListScoringJobsResponses[keyof ListScoringJobsResponses];
export type SubmitScoringJobData = {
    body: ScoringRequest;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id of the application.
         */
        applicationId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}/scoring-jobs';
};
export type SubmitScoringJobErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type SubmitScoringJobError = SubmitScoringJobErrors[keyof SubmitScoringJobErrors];
export type SubmitScoringJobResponses = {
    /**
     * Accepted; nothing accepted is ever lost.
     */
    202: ScoringJobReply;
};
export type SubmitScoringJobResponse = SubmitScoringJobResponses[keyof SubmitScoringJobResponses];
export type GetScoringJobData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * `wait=<1..25>`: answer as soon as the job has ended, at most that many seconds later (RFC 7240); other values are ignored.
         */
        Prefer?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id of the application.
         */
        applicationId: ExternalId;
        /**
         * The scoring job's id.
         */
        scoringJobId: string;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}/scoring-jobs/{scoringJobId}';
};
export type GetScoringJobErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetScoringJobError = GetScoringJobErrors[keyof GetScoringJobErrors];
export type GetScoringJobResponses = {
    /**
     * The job as it stands.
     */
    200: ScoringJobReply;
};
export type GetScoringJobResponse = GetScoringJobResponses[keyof GetScoringJobResponses];
export type GetLatestScoreData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * `wait=<1..25>`: answer as soon as the job has ended, at most that many seconds later (RFC 7240); other values are ignored.
         */
        Prefer?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id of the application.
         */
        applicationId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}/score';
};
export type GetLatestScoreErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetLatestScoreError = GetLatestScoreErrors[keyof GetLatestScoreErrors];
export type GetLatestScoreResponses = {
    /**
     * The job submitted last, as it stands; after a rescore, the rescore.
     */
    200: ScoringJobReply;
};
export type GetLatestScoreResponse = GetLatestScoreResponses[keyof GetLatestScoreResponses];
export type GetScoreReportData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id of the application.
         */
        applicationId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}/score/report';
};
export type GetScoreReportErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetScoreReportError = GetScoreReportErrors[keyof GetScoreReportErrors];
export type GetScoreReportResponses = {
    /**
     * A page without scripts or anything to fetch.
     */
    200: string;
};
export type GetScoreReportResponse = GetScoreReportResponses[keyof GetScoreReportResponses];
export type ListScoringBatchesData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: {
        /**
         * Only those in this state; all where absent.
         */
        status?: 'PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'PARTIAL_FAILURE' | 'FAILED';
        /**
         * How many at most.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
    };
    url: '/v1/jobs/{jobId}/scoring-batches';
};
export type ListScoringBatchesErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListScoringBatchesError = ListScoringBatchesErrors[keyof ListScoringBatchesErrors];
export type ListScoringBatchesResponses = {
    /**
     * A page.
     */
    200: ScoringBatches;
};
export type ListScoringBatchesResponse = ListScoringBatchesResponses[keyof ListScoringBatchesResponses];
export type SubmitScoringBatchData = {
    body: ScoringBatchRequest;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/scoring-batches';
};
export type SubmitScoringBatchErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type SubmitScoringBatchError = SubmitScoringBatchErrors[keyof SubmitScoringBatchErrors];
export type SubmitScoringBatchResponses = {
    /**
     * Accepted; nothing accepted is ever lost.
     */
    202: ScoringBatchAccepted;
};
export type SubmitScoringBatchResponse = SubmitScoringBatchResponses[keyof SubmitScoringBatchResponses];
export type GetScoringBatchData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
        /**
         * The batch's id.
         */
        scoringBatchId: string;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/scoring-batches/{scoringBatchId}';
};
export type GetScoringBatchErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetScoringBatchError = GetScoringBatchErrors[keyof GetScoringBatchErrors];
export type GetScoringBatchResponses = {
    /**
     * The batch as it stands.
     */
    200: ScoringBatchReply;
};
export type GetScoringBatchResponse = GetScoringBatchResponses[keyof GetScoringBatchResponses];
export type RescoreApplicationsData = {
    body?: RescoreRequest;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
    };
    query?: {
        /**
         * `nextCursor` of the page before.
         */
        cursor?: ExternalId;
    };
    url: '/v1/jobs/{jobId}/rescores';
};
export type RescoreApplicationsErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type RescoreApplicationsError = RescoreApplicationsErrors[keyof RescoreApplicationsErrors];
export type RescoreApplicationsResponses = {
    /**
     * What became of each application.
     */
    200: Rescore;
};
export type RescoreApplicationsResponse = RescoreApplicationsResponses[keyof RescoreApplicationsResponses];
export type ListWebhookEndpointsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many at most.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
    };
    url: '/v1/webhook-endpoints';
};
export type ListWebhookEndpointsErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListWebhookEndpointsError = ListWebhookEndpointsErrors[keyof ListWebhookEndpointsErrors];
export type ListWebhookEndpointsResponses = {
    /**
     * A page.
     */
    200: WebhookEndpoints;
};
export type ListWebhookEndpointsResponse = ListWebhookEndpointsResponses[keyof ListWebhookEndpointsResponses];
export type CreateWebhookEndpointData = {
    body: WebhookEndpointRequest;
    headers?: {
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/webhook-endpoints';
};
export type CreateWebhookEndpointErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type CreateWebhookEndpointError = CreateWebhookEndpointErrors[keyof CreateWebhookEndpointErrors];
export type CreateWebhookEndpointResponses = {
    /**
     * The endpoint, and the secret that signs; shown once.
     */
    201: WebhookEndpointCreated;
};
export type CreateWebhookEndpointResponse = CreateWebhookEndpointResponses[keyof CreateWebhookEndpointResponses];
export type DeleteWebhookEndpointData = {
    body?: never;
    headers?: {
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The endpoint's id.
         */
        webhookEndpointId: string;
    };
    query?: never;
    url: '/v1/webhook-endpoints/{webhookEndpointId}';
};
export type DeleteWebhookEndpointErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type DeleteWebhookEndpointError = DeleteWebhookEndpointErrors[keyof DeleteWebhookEndpointErrors];
export type DeleteWebhookEndpointResponses = {
    /**
     * It is gone.
     */
    204: void;
};
export type DeleteWebhookEndpointResponse = DeleteWebhookEndpointResponses[keyof DeleteWebhookEndpointResponses];
export type GetWebhookEndpointData = {
    body?: never;
    path: {
        /**
         * The endpoint's id.
         */
        webhookEndpointId: string;
    };
    query?: never;
    url: '/v1/webhook-endpoints/{webhookEndpointId}';
};
export type GetWebhookEndpointErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetWebhookEndpointError = GetWebhookEndpointErrors[keyof GetWebhookEndpointErrors];
export type GetWebhookEndpointResponses = {
    /**
     * The endpoint.
     */
    200: WebhookEndpointReply;
};
export type GetWebhookEndpointResponse = GetWebhookEndpointResponses[keyof GetWebhookEndpointResponses];
export type ChangeWebhookEndpointData = {
    body: WebhookEndpointChange;
    headers?: {
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The endpoint's id.
         */
        webhookEndpointId: string;
    };
    query?: never;
    url: '/v1/webhook-endpoints/{webhookEndpointId}';
};
export type ChangeWebhookEndpointErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ChangeWebhookEndpointError = ChangeWebhookEndpointErrors[keyof ChangeWebhookEndpointErrors];
export type ChangeWebhookEndpointResponses = {
    /**
     * The endpoint.
     */
    200: WebhookEndpointReply;
};
export type ChangeWebhookEndpointResponse = ChangeWebhookEndpointResponses[keyof ChangeWebhookEndpointResponses];
export type RotateWebhookSecretData = {
    body?: WebhookSecretRotation;
    headers?: {
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The endpoint's id.
         */
        webhookEndpointId: string;
    };
    query?: never;
    url: '/v1/webhook-endpoints/{webhookEndpointId}/rotate-secret';
};
export type RotateWebhookSecretErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type RotateWebhookSecretError = RotateWebhookSecretErrors[keyof RotateWebhookSecretErrors];
export type RotateWebhookSecretResponses = {
    /**
     * The new secret; shown once.
     */
    200: WebhookSecret;
};
export type RotateWebhookSecretResponse = RotateWebhookSecretResponses[keyof RotateWebhookSecretResponses];
export type TestWebhookEndpointData = {
    body?: never;
    headers?: {
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The endpoint's id.
         */
        webhookEndpointId: string;
    };
    query?: never;
    url: '/v1/webhook-endpoints/{webhookEndpointId}/test';
};
export type TestWebhookEndpointErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type TestWebhookEndpointError = TestWebhookEndpointErrors[keyof TestWebhookEndpointErrors];
export type TestWebhookEndpointResponses = {
    /**
     * The event that is being sent.
     */
    202: WebhookTest;
};
export type TestWebhookEndpointResponse = TestWebhookEndpointResponses[keyof TestWebhookEndpointResponses];
export type ListWebhookDeliveriesData = {
    body?: never;
    path: {
        /**
         * The endpoint's id.
         */
        webhookEndpointId: string;
    };
    query?: {
        /**
         * How many at most.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
        /**
         * Only those in this state; all where absent.
         */
        status?: 'PENDING' | 'SUCCEEDED' | 'FAILED';
    };
    url: '/v1/webhook-endpoints/{webhookEndpointId}/deliveries';
};
export type ListWebhookDeliveriesErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListWebhookDeliveriesError = ListWebhookDeliveriesErrors[keyof ListWebhookDeliveriesErrors];
export type ListWebhookDeliveriesResponses = {
    /**
     * A page.
     */
    200: WebhookDeliveries;
};
export type ListWebhookDeliveriesResponse = ListWebhookDeliveriesResponses[keyof ListWebhookDeliveriesResponses];
export type RedeliverWebhookDeliveryData = {
    body?: never;
    headers?: {
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The endpoint's id.
         */
        webhookEndpointId: string;
        /**
         * The delivery's id.
         */
        deliveryId: string;
    };
    query?: never;
    url: '/v1/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}/redeliver';
};
export type RedeliverWebhookDeliveryErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type RedeliverWebhookDeliveryError = RedeliverWebhookDeliveryErrors[keyof RedeliverWebhookDeliveryErrors];
export type RedeliverWebhookDeliveryResponses = {
    /**
     * The new delivery.
     */
    202: WebhookRedelivery;
};
export type RedeliverWebhookDeliveryResponse = RedeliverWebhookDeliveryResponses[keyof RedeliverWebhookDeliveryResponses];
export type RecoverWebhookDeliveriesData = {
    body: WebhookRecovery;
    headers?: {
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The endpoint's id.
         */
        webhookEndpointId: string;
    };
    query?: never;
    url: '/v1/webhook-endpoints/{webhookEndpointId}/recover';
};
export type RecoverWebhookDeliveriesErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type RecoverWebhookDeliveriesError = RecoverWebhookDeliveriesErrors[keyof RecoverWebhookDeliveriesErrors];
export type RecoverWebhookDeliveriesResponses = {
    /**
     * How many are being sent.
     */
    202: WebhookRecovered;
};
export type RecoverWebhookDeliveriesResponse = RecoverWebhookDeliveriesResponses[keyof RecoverWebhookDeliveriesResponses];
export type ListEventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only these kinds, comma-separated or each in a parameter of its own; all where absent.
         */
        types?: Array<EventKind>;
        /**
         * How many at most.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
    };
    url: '/v1/events';
};
export type ListEventsErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListEventsError = ListEventsErrors[keyof ListEventsErrors];
export type ListEventsResponses = {
    /**
     * A page.
     */
    200: Events;
};
export type ListEventsResponse = ListEventsResponses[keyof ListEventsResponses];
export type GetWebhookHealthData = {
    body?: never;
    path?: never;
    query: {
        /**
         * How far back from now.
         */
        timeRange: '1h' | '24h' | '7d' | '30d' | '90d';
    };
    url: '/v1/analytics/webhook-health';
};
export type GetWebhookHealthErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetWebhookHealthError = GetWebhookHealthErrors[keyof GetWebhookHealthErrors];
export type GetWebhookHealthResponses = {
    /**
     * The period up to now.
     */
    200: WebhookHealth;
};
export type GetWebhookHealthResponse = GetWebhookHealthResponses[keyof GetWebhookHealthResponses];
export type GetErrorAnalyticsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * How far back from now.
         */
        timeRange: '1h' | '24h' | '7d' | '30d' | '90d';
    };
    url: '/v1/analytics/errors';
};
export type GetErrorAnalyticsErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetErrorAnalyticsError = GetErrorAnalyticsErrors[keyof GetErrorAnalyticsErrors];
export type GetErrorAnalyticsResponses = {
    /**
     * The period up to now.
     */
    200: ErrorAnalytics;
};
export type GetErrorAnalyticsResponse = GetErrorAnalyticsResponses[keyof GetErrorAnalyticsResponses];
export type GetRateLimitStatusData = {
    body?: never;
    headers?: {
        /**
         * The tenant whose window is shown; a value that can be no tenant's counts as not sent.
         */
        'X-Tenant-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/rate-limit-status';
};
export type GetRateLimitStatusErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetRateLimitStatusError = GetRateLimitStatusErrors[keyof GetRateLimitStatusErrors];
export type GetRateLimitStatusResponses = {
    /**
     * As of now.
     */
    200: RateLimitStatus;
};
export type GetRateLimitStatusResponse = GetRateLimitStatusResponses[keyof GetRateLimitStatusResponses];
export type GetUsageData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/usage';
};
export type GetUsageErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetUsageError = GetUsageErrors[keyof GetUsageErrors];
export type GetUsageResponses = {
    /**
     * The count.
     */
    200: Usage;
};
export type GetUsageResponse = GetUsageResponses[keyof GetUsageResponses];
export type ListApiKeysData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many at most.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
    };
    url: '/v1/api-keys';
};
export type ListApiKeysErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListApiKeysError = ListApiKeysErrors[keyof ListApiKeysErrors];
export type ListApiKeysResponses = {
    /**
     * A page, revoked keys too.
     */
    200: ApiKeys;
};
export type ListApiKeysResponse = ListApiKeysResponses[keyof ListApiKeysResponses];
export type CreateApiKeyData = {
    body: ApiKeyRequest;
    headers?: {
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/api-keys';
};
export type CreateApiKeyErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type CreateApiKeyError = CreateApiKeyErrors[keyof CreateApiKeyErrors];
export type CreateApiKeyResponses = {
    /**
     * The key; shown once.
     */
    201: ApiKeyCreated;
};
export type CreateApiKeyResponse = CreateApiKeyResponses[keyof CreateApiKeyResponses];
export type RevokeApiKeyData = {
    body?: never;
    headers?: {
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The key's id, not the key.
         */
        apiKeyId: string;
    };
    query?: never;
    url: '/v1/api-keys/{apiKeyId}';
};
export type RevokeApiKeyErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type RevokeApiKeyError = RevokeApiKeyErrors[keyof RevokeApiKeyErrors];
export type RevokeApiKeyResponses = {
    /**
     * It is revoked.
     */
    204: void;
};
export type RevokeApiKeyResponse = RevokeApiKeyResponses[keyof RevokeApiKeyResponses];
export type GetApiKeyData = {
    body?: never;
    path: {
        /**
         * The key's id, not the key.
         */
        apiKeyId: string;
    };
    query?: never;
    url: '/v1/api-keys/{apiKeyId}';
};
export type GetApiKeyErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetApiKeyError = GetApiKeyErrors[keyof GetApiKeyErrors];
export type GetApiKeyResponses = {
    /**
     * The key, without the key itself.
     */
    200: ApiKeyReply;
};
export type GetApiKeyResponse = GetApiKeyResponses[keyof GetApiKeyResponses];
export type DeleteApplicationData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for; made on its first write. 400 when missing or malformed.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id of the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id of the application.
         */
        applicationId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}';
};
export type DeleteApplicationErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type DeleteApplicationError = DeleteApplicationErrors[keyof DeleteApplicationErrors];
export type DeleteApplicationResponses = {
    /**
     * The request.
     */
    202: DeletionReply;
};
export type DeleteApplicationResponse = DeleteApplicationResponses[keyof DeleteApplicationResponses];
export type DeleteTenantData = {
    body?: never;
    headers?: {
        /**
         * Makes a repeat safe for 24 hours: the same request answers the stored response with `Idempotent-Replayed: true`, another request under the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The tenant's id, as the caller sends it in `X-Tenant-Id`.
         */
        tenantExternalId: ExternalId;
    };
    query?: never;
    url: '/v1/tenants/{tenantExternalId}';
};
export type DeleteTenantErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    409: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type DeleteTenantError = DeleteTenantErrors[keyof DeleteTenantErrors];
export type DeleteTenantResponses = {
    /**
     * The request.
     */
    202: DeletionReply;
};
export type DeleteTenantResponse = DeleteTenantResponses[keyof DeleteTenantResponses];
export type ListDeletionRequestsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only those in this state; all where absent.
         */
        status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
        /**
         * How many at most.
         */
        limit?: number;
        /**
         * `nextCursor` of the page before.
         */
        cursor?: string;
    };
    url: '/v1/deletion-requests';
};
export type ListDeletionRequestsErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListDeletionRequestsError = ListDeletionRequestsErrors[keyof ListDeletionRequestsErrors];
export type ListDeletionRequestsResponses = {
    /**
     * A page.
     */
    200: DeletionRequests;
};
export type ListDeletionRequestsResponse = ListDeletionRequestsResponses[keyof ListDeletionRequestsResponses];
export type GetDeletionRequestData = {
    body?: never;
    path: {
        /**
         * The deletion request's id.
         */
        deletionRequestId: string;
    };
    query?: never;
    url: '/v1/deletion-requests/{deletionRequestId}';
};
export type GetDeletionRequestErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The key is missing, malformed, unknown or revoked.
     */
    401: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    429: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetDeletionRequestError = GetDeletionRequestErrors[keyof GetDeletionRequestErrors];
export type GetDeletionRequestResponses = {
    /**
     * The request as it stands.
     */
    200: DeletionReply;
};
export type GetDeletionRequestResponse = GetDeletionRequestResponses[keyof GetDeletionRequestResponses];
export type GetReferenceData = {
    body?: never;
    headers?: {
        /**
         * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The answer is compressed where this takes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path?: never;
    query?: never;
    url: '/docs';
};
export type GetReferenceErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetReferenceError = GetReferenceErrors[keyof GetReferenceErrors];
export type GetReferenceResponses = {
    /**
     * A page for people.
     */
    200: string;
};
export type GetReferenceResponse = GetReferenceResponses[keyof GetReferenceResponses];
export type GetReferenceScriptData = {
    body?: never;
    headers?: {
        /**
         * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The answer is compressed where this takes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path?: never;
    query?: never;
    url: '/docs/reference.js';
};
export type GetReferenceScriptErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetReferenceScriptError = GetReferenceScriptErrors[keyof GetReferenceScriptErrors];
export type GetReferenceScriptResponses = {
    /**
     * For the page at `/docs`; its contents may change at any time.
     */
    200: Blob | File;
};
export type GetReferenceScriptResponse = GetReferenceScriptResponses[keyof GetReferenceScriptResponses];
export type GetGuideData = {
    body?: never;
    headers?: {
        /**
         * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The answer is compressed where this takes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path: {
        /**
         * The name of a guide.
         */
        guide: string;
    };
    query?: never;
    url: '/docs/guides/{guide}';
};
export type GetGuideErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetGuideError = GetGuideErrors[keyof GetGuideErrors];
export type GetGuideResponses = {
    /**
     * A page for people.
     */
    200: string;
};
export type GetGuideResponse = GetGuideResponses[keyof GetGuideResponses];
export type GetChangelogData = {
    body?: never;
    headers?: {
        /**
         * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The answer is compressed where this takes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path?: never;
    query?: never;
    url: '/changelog';
};
export type GetChangelogErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetChangelogError = GetChangelogErrors[keyof GetChangelogErrors];
export type GetChangelogResponses = {
    /**
     * A page for people.
     */
    200: string;
};
export type GetChangelogResponse = GetChangelogResponses[keyof GetChangelogResponses];
export type GetErrorPagesData = {
    body?: never;
    headers?: {
        /**
         * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The answer is compressed where this takes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path?: never;
    query?: never;
    url: '/errors';
};
export type GetErrorPagesErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetErrorPagesError = GetErrorPagesErrors[keyof GetErrorPagesErrors];
export type GetErrorPagesResponses = {
    /**
     * A page for people.
     */
    200: string;
};
export type GetErrorPagesResponse = GetErrorPagesResponses[keyof GetErrorPagesResponses];
export type GetErrorPageData = {
    body?: never;
    headers?: {
        /**
         * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The answer is compressed where this takes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path: {
        /**
         * An error code in kebab case.
         */
        code: string;
    };
    query?: never;
    url: '/errors/{code}';
};
export type GetErrorPageErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    404: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetErrorPageError = GetErrorPageErrors[keyof GetErrorPageErrors];
export type GetErrorPageResponses = {
    /**
     * A page for people.
     */
    200: string;
};
export type GetErrorPageResponse = GetErrorPageResponses[keyof GetErrorPageResponses];
export type GetLivenessData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/livez';
};
export type GetLivenessErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetLivenessError = GetLivenessErrors[keyof GetLivenessErrors];
export type GetLivenessResponses = {
    /**
     * It does.
     */
    200: Liveness;
};
export type GetLivenessResponse = GetLivenessResponses[keyof GetLivenessResponses];
export type GetReadinessData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/readyz';
};
export type GetReadinessErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetReadinessError = GetReadinessErrors[keyof GetReadinessErrors];
export type GetReadinessResponses = {
    /**
     * It should.
     */
    200: Readiness;
};
export type GetReadinessResponse = GetReadinessResponses[keyof GetReadinessResponses];
export type GetOpenapiJsonData = {
    body?: never;
    headers?: {
        /**
         * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The answer is compressed where this takes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path?: never;
    query?: never;
    url: '/openapi.json';
};
export type GetOpenapiJsonErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetOpenapiJsonError = GetOpenapiJsonErrors[keyof GetOpenapiJsonErrors];
export type GetOpenapiJsonResponses = {
    /**
     * OpenAPI 3.1, bundled into one document; as gzip where `Accept-Encoding` takes it.
     */
    200: unknown;
};
export type GetOpenapiYamlData = {
    body?: never;
    headers?: {
        /**
         * An `ETag` that the caller holds; 304 when it still is the answer's (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The answer is compressed where this takes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path?: never;
    query?: never;
    url: '/openapi.yaml';
};
export type GetOpenapiYamlErrors = {
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed for now; try again after `Retry-After` where the body says it is retryable.
     */
    503: ErrorBody;
    /**
     * The request failed; the body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetOpenapiYamlError = GetOpenapiYamlErrors[keyof GetOpenapiYamlErrors];
export type GetOpenapiYamlResponses = {
    /**
     * OpenAPI 3.1, bundled into one document; as gzip where `Accept-Encoding` takes it.
     */
    200: unknown;
};
export type OnScoreCompletedWebhookPayload = ScoreCompletedEvent;
export type OnScoreCompletedWebhookRequest = {
    body: OnScoreCompletedWebhookPayload;
    key: 'score.completed';
    path?: never;
    query?: never;
};
export type OnScoreFailedWebhookPayload = ScoreFailedEvent;
export type OnScoreFailedWebhookRequest = {
    body: OnScoreFailedWebhookPayload;
    key: 'score.failed';
    path?: never;
    query?: never;
};
export type OnBatchCompletedWebhookPayload = BatchCompletedEvent;
export type OnBatchCompletedWebhookRequest = {
    body: OnBatchCompletedWebhookPayload;
    key: 'batch.completed';
    path?: never;
    query?: never;
};
export type OnCriteriaVersionCreatedWebhookPayload = CriteriaVersionCreatedEvent;
export type OnCriteriaVersionCreatedWebhookRequest = {
    body: OnCriteriaVersionCreatedWebhookPayload;
    key: 'criteria.version.created';
    path?: never;
    query?: never;
};
export type OnDeletionCompletedWebhookPayload = DeletionCompletedEvent;
export type OnDeletionCompletedWebhookRequest = {
    body: OnDeletionCompletedWebhookPayload;
    key: 'deletion.completed';
    path?: never;
    query?: never;
};
export type OnDeletionFailedWebhookPayload = DeletionFailedEvent;
export type OnDeletionFailedWebhookRequest = {
    body: OnDeletionFailedWebhookPayload;
    key: 'deletion.failed';
    path?: never;
    query?: never;
};
export type OnWebhookTestedWebhookPayload = WebhookTestedEvent;
export type OnWebhookTestedWebhookRequest = {
    body: OnWebhookTestedWebhookPayload;
    key: 'webhook.test';
    path?: never;
    query?: never;
};
