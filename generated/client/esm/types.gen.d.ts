export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};
export type Webhooks = OnScoreCompletedWebhookRequest | OnScoreFailedWebhookRequest | OnScoreOverriddenWebhookRequest | OnScoreReviewRequestedWebhookRequest | OnBatchCompletedWebhookRequest | OnCriteriaVersionCreatedWebhookRequest | OnDeletionCompletedWebhookRequest | OnDeletionFailedWebhookRequest | OnAuditCheckpointWebhookRequest | OnWebhookTestedWebhookRequest;
/**
 * A line of the export. Its members are those of a `RankedApplication`, with the job and the verdicts.
 */
export type ExportedScore = {
    cursor: string;
    jobId: AnyExternalId;
    applicationId: AnyExternalId;
    scoringJobId: string;
    criteriaVersionId: string;
    status: ScoringJobStatus;
    /**
     * Present if the job is COMPLETED, like `scoreRange` and `verdict`.
     */
    score?: Score;
    scoreRange?: ScoreRange;
    verdict?: MatchVerdict;
    flags: Array<IntegrityFlag>;
    overrides: Array<CriterionOverride>;
    overrideDropped?: boolean;
    reviewRequestedAt?: Instant;
    stale: boolean;
    /**
     * Present if the job is FAILED.
     */
    errorCode?: ErrorCode;
    submittedAt: Instant;
    updatedAt: Instant;
    /**
     * The verdicts that the score counts. Empty without a score.
     */
    verdicts: Array<ExportedVerdict>;
};
/**
 * The caller's own identifier, compared byte by byte. `.` and `..` are not allowed.
 */
export type ExternalId = string;
/**
 * The caller's own identifier, as sent.
 */
export type AnyExternalId = string;
/**
 * The number of applications by the status of their latest scoring job.
 */
export type ApplicationCounts = {
    pending: number;
    processing: number;
    completed: number;
    failed: number;
};
export type CurrentCriteriaVersion = {
    id: string;
    version: number;
};
/**
 * UTC, ISO 8601 with milliseconds and `Z`.
 */
export type Instant = string;
export type Job = {
    jobId: AnyExternalId;
    applications: ApplicationCounts;
    /**
     * Null if the job has no current criteria.
     */
    currentVersion: CurrentCriteriaVersion | null;
    createdAt: Instant;
    /**
     * The last change of an application or of the current criteria.
     */
    lastActivityAt: Instant;
};
/**
 * The cursor of the next page. Null on the last page.
 */
export type NextCursor = string | null;
export type Jobs = {
    data: Array<Job>;
    nextCursor: NextCursor;
};
export type JobContext = {
    /**
     * Must equal the id in the path.
     */
    jobId?: ExternalId;
    jobTitle?: string;
    companyName?: string;
    /**
     * The text that the criteria are generated from, as plain text, Markdown or HTML. Escaped HTML and entities are decoded. If it is absent or blank and the request has no other fault, the request fails with `MISSING_JOB_DESCRIPTION`.
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
     * The name of a language. The criteria are written in it if the engine supports it.
     */
    language?: string;
};
export type QuestionSetRequest = {
    jobContext: JobContext;
};
export type QuestionText = string;
/**
 * Answer a `single` question with `SINGLE_SELECT` and a `multi` question with `MULTI_SELECT`. `single`, `multi`; more may be added.
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
export type QuestionSet = {
    id: string;
    jobId: AnyExternalId;
    questions: Questions;
    expiresAt: Instant;
    /**
     * Instructions for the person who answers.
     */
    guidance: string;
};
export type QuestionSetReply = {
    questionSet: QuestionSet;
};
export type AnswerType = 'SINGLE_SELECT' | 'MULTI_SELECT';
export type Answer = {
    /**
     * The id of the question.
     */
    id: string;
    type: AnswerType;
    /**
     * The chosen option, or with `MULTI_SELECT` a list of options.
     */
    value: string | Array<string>;
};
export type CriteriaGenerationRequest = {
    jobContext: JobContext;
    questionSetId?: string;
    /**
     * Requires `questionSetId`, and an answer to every question in that set.
     */
    answers?: Array<Answer>;
};
/**
 * An ACTIVE version can be used for scoring. An ARCHIVED version is kept only for its existing scores. `ACTIVE`, `ARCHIVED`; more may be added.
 */
export type CriteriaVersionStatus = string;
/**
 * `MUST_HAVE`, `PREFERRED`, `NICE_TO_HAVE`; more may be added.
 */
export type AnyImportance = string;
export type Criterion = {
    /**
     * The same in every version.
     */
    id: string;
    text: string;
    importance: AnyImportance;
    /**
     * Position in the list, from 0.
     */
    order: number;
    /**
     * The passage of the job description that states the criterion, as plain text without HTML, entities or Markdown links. Absent if no single passage states it, and for a text set by hand.
     */
    sourceQuote?: string;
};
/**
 * Token counts reported by the model provider. 0 for the built-in engine and for reused verdicts.
 */
export type Tokens = {
    input: number;
    output: number;
    /**
     * Input tokens served from the provider's cache. Absent if the provider does not report it.
     */
    cached?: number;
};
/**
 * The engine that generated the criteria. Present on generated versions.
 */
export type GenerationAudit = {
    /**
     * `embedded` is the built-in engine, which is not a language model.
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
     * The version number within the job.
     */
    version: number;
    status: CriteriaVersionStatus;
    criteria: Array<Criterion>;
    createdAt: Instant;
    audit?: GenerationAudit;
};
/**
 * `PROTECTED`: age, gender, family, origin, religion, mother tongue or appearance. `UNVERIFIABLE`: an application cannot prove it.
 * `FACT_TO_CONFIRM`: a legal minimum age, a work permit, shifts, travel or relocation. Confirm it with the candidate; it says nothing about merit. `PROTECTED`, `UNVERIFIABLE`, `FACT_TO_CONFIRM`; more may be added.
 */
export type CriterionWarningCode = string;
/**
 * A requirement that cannot fairly affect a score. A warning never causes a request to fail.
 */
export type CriterionWarning = {
    code: CriterionWarningCode;
    /**
     * The passage of the job description, or the criterion, that states the requirement.
     */
    text: string;
    message: string;
};
/**
 * Present if there are warnings. Later reads do not repeat them.
 */
export type CriterionWarnings = Array<CriterionWarning>;
export type CriteriaReply = {
    criteria: CriteriaSet;
    warnings?: CriterionWarnings;
};
/**
 * `criteria_ai`, `criteria_current_reads`, `scoring_intake_batch`, `scoring_intake_single`, `read_and_ops`, `rate_limit_status`, `analytics`, `exports`; more may be added.
 */
export type Bucket = string;
export type CriteriaOfJobs = {
    items: Array<{
        jobId: AnyExternalId;
        /**
         * Null for an unknown job and for a job without current criteria.
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
 * UTC, ISO 8601 with milliseconds and `Z`. Null if it has not happened.
 */
export type NullableInstant = string | null;
export type CriteriaVersion = {
    id: string;
    version: number;
    status: CriteriaVersionStatus;
    createdAt: Instant;
    archivedAt: NullableInstant;
    /**
     * Whether new submissions are scored against this version. Present in the list of versions.
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
 * The score if all criteria without evidence turned out to be unmet (low) or met (high).
 */
export type ScoreRange = {
    low: Score;
    high: Score;
};
/**
 * `MET`, `PARTIAL`, `NOT_MET`, `NO_EVIDENCE`; more may be added.
 */
export type Verdict = string;
/**
 * `REVIEW`: the person confirmed the verdict of the engine. `OVERRIDE`, `REVIEW`; more may be added.
 */
export type OverrideKind = string;
/**
 * A person's verdict on the criterion that it names.
 */
export type CriterionOverride = {
    criterionId: string;
    text: string;
    verdict: Verdict;
    engineVerdict: Verdict;
    kind: OverrideKind;
    reason: string;
    reviewer: string;
    overriddenAt: Instant;
};
export type SimulatedScore = {
    applicationId: AnyExternalId;
    /**
     * The completed job with the old score: the last one submitted.
     */
    scoringJobId: string;
    oldScore: Score;
    /**
     * The score by the simulated criteria. The criteria in `missing` earn no credit.
     */
    newScore: Score;
    newScoreRange: ScoreRange;
    /**
     * Among all scored applications of the job; equal scores share a rank.
     */
    oldRank: number;
    newRank: number;
    /**
     * Positive if the application would rise in rank, negative if it would fall.
     */
    rankChange: number;
    /**
     * Verdicts of people that `newScore` counts instead of the engine's. Absent if there are none.
     */
    overrides?: Array<CriterionOverride>;
    /**
     * Texts of the criteria without a stored verdict for this application. Only scoring the resume again provides one.
     */
    missing: Array<string>;
};
export type Simulation = {
    data: Array<SimulatedScore>;
    /**
     * The number of scored applications of the job.
     */
    total: number;
    nextCursor: NextCursor;
};
export type CriterionCopy = {
    libraryCriterionId: string;
    /**
     * Default: the importance in the library.
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
export type GroupMember = {
    applicationId: ExternalId;
    /**
     * A label of your choice, such as a category of the EEO-1 report.
     */
    group: string;
};
export type ImpactAnalysisRequest = {
    /**
     * Each application once, with at most 50 different groups.
     */
    groups: Array<GroupMember>;
    /**
     * An applicant with at least this score counts as selected.
     */
    threshold: number;
};
/**
 * A 95 % confidence interval. Null where there is nothing to compare.
 */
export type ImpactInterval = {
    low: number;
    high: number;
} | null;
export type GroupImpact = {
    group: string;
    /**
     * The group has fewer than 5 applicants. All numbers are null.
     */
    isSuppressed: boolean;
    /**
     * The group with the highest selection rate, to which the others are compared.
     */
    isReference: boolean;
    applicants: number | null;
    /**
     * The number of selected applicants. For a criterion, the number of applicants who meet it fully or partly.
     */
    selected: number | null;
    selectionRate: number | null;
    /**
     * The Wilson score interval.
     */
    selectionRateInterval: ImpactInterval;
    /**
     * The selection rate divided by that of the reference (29 CFR 1607.4 D). Null if no group has anyone selected.
     */
    impactRatio: number | null;
    /**
     * The log interval of Katz and others. Null for the reference.
     */
    impactRatioInterval: ImpactInterval;
    isBelowFourFifths: boolean | null;
    /**
     * The two-sided p-value of Fisher's exact test against the reference, if an expected count is below 5. Otherwise null.
     */
    fisherExactP: number | null;
};
export type RemovalImpact = {
    group: string;
    selectionRate: number | null;
    impactRatio: number | null;
    /**
     * The change of the impact ratio if the criterion were removed.
     */
    change: number | null;
};
export type CriterionImpact = {
    criterionId: string;
    text: string;
    groups: Array<GroupImpact>;
    withoutCriterion: Array<RemovalImpact>;
    /**
     * The largest change of an impact ratio, as an absolute value.
     */
    largestChange: number;
};
export type ImpactAnalysis = {
    threshold: number;
    /**
     * Applications of the request that are unknown or have no completed score. They are left out.
     */
    withoutScore: number;
    groups: Array<GroupImpact>;
    criteria: Array<CriterionImpact>;
};
export type Category = string;
export type LibraryCriterion = {
    id: string;
    text: string;
    /**
     * The default importance of a copy.
     */
    importance: AnyImportance;
    /**
     * Null if it has no category.
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
 * The bytes of the file, up to 10 MiB.
 */
export type ResumeFile = Blob | File;
export type UploadedResume = {
    id: string;
    /**
     * The `resumeUrl` of a submission: `resume://` and the id.
     */
    url: string;
    sizeBytes: number;
    /**
     * SHA-256 of the file, in hexadecimal. The `fileSha256` of a score made from it is the same.
     */
    sha256: string;
    /**
     * The time until which the file can be submitted for scoring.
     */
    expiresAt: Instant;
};
export type UploadedResumeReply = {
    resume: UploadedResume;
};
/**
 * `PENDING`, `PROCESSING`, `COMPLETED`, `FAILED`; more may be added.
 */
export type ScoringJobStatus = string;
/**
 * The overall verdict, derived from the score. `STRONG_MATCH`, `MODERATE_MATCH`, `WEAK_MATCH`; more may be added.
 */
export type MatchVerdict = string;
/**
 * A person's verdict, which counts instead of the engine's.
 */
export type VerdictOverride = {
    verdict: Verdict;
    engineVerdict: Verdict;
    kind: OverrideKind;
    reason: string;
    reviewer: string;
    overriddenAt: Instant;
};
/**
 * `RESUME`, `ANSWER`; more may be added.
 */
export type EvidenceSource = string;
export type Evidence = {
    /**
     * The exact passage of the visible text.
     */
    quote: string;
    source: EvidenceSource;
    /**
     * The index of the answer. Present with `ANSWER`.
     */
    answerIndex?: number;
    /**
     * Offset in the visible text, in UTF-16 code units. The visible text of an answer is the answer itself, without markup if it is HTML.
     */
    start: number;
    end: number;
    /**
     * The page on which the quote begins. Absent if the format has no fixed pages, and in answers.
     */
    page?: number;
    /**
     * The beginning of the line that the quote is in, or of the sentence if the line is long. Absent if the line or sentence begins with the quote.
     */
    before?: string;
    /**
     * The end of that line or sentence. Absent if it ends with the quote.
     */
    after?: string;
};
export type AssessedCriterion = {
    criterionId: string;
    text: string;
    importance: AnyImportance;
    verdict: Verdict;
    reason: string;
    /**
     * A person's verdict on this criterion, which is the `verdict` above. Absent if the engine's verdict counts.
     */
    override?: VerdictOverride;
    evidence: Array<Evidence>;
};
/**
 * `APPLICATION_CHANGED`: the resume or the answers differ from those that the person saw. `CRITERION_CHANGED`: no criterion of the version has the same text. `APPLICATION_CHANGED`, `CRITERION_CHANGED`; more may be added.
 */
export type DropCause = string;
/**
 * A person's verdict that no longer applies.
 */
export type DroppedOverride = {
    criterionId: string;
    text: string;
    verdict: Verdict;
    engineVerdict: Verdict;
    kind: OverrideKind;
    reason: string;
    reviewer: string;
    overriddenAt: Instant;
    cause: DropCause;
};
export type Assessment = {
    verdict: MatchVerdict;
    strengths: Array<string>;
    concerns: Array<string>;
    /**
     * Interview topics, derived from the criteria without evidence.
     */
    interviewFocus: Array<string>;
    criteria?: Array<AssessedCriterion>;
    scoreRange?: ScoreRange;
    /**
     * The score by the verdicts of the engine alone. Present if a person overrode at least one verdict.
     */
    engineScore?: Score;
    /**
     * Overrides of the previous score that this one could not keep. Absent if there are none.
     */
    overrideDropped?: Array<DroppedOverride>;
};
/**
 * Something that a recruiter should know about how this score was calculated. A flag never changes the score.
 * Text written for a machine rather than a reader: `HIDDEN_TEXT`: white, transparent, invisible or covered text. `INVISIBLE_CHARACTERS`: zero-width, tag or bidi control characters.
 * `REPEATED_CRITERIA`: the application repeats the wording of most criteria, in any order.
 * Limits of the assessment: `QUOTE_NOT_VERIFIED`: the engine's quote is missing or not in the application, so the verdict was changed to NO_EVIDENCE. The candidate may still meet the criterion.
 * `EVIDENCE_NOT_SPECIFIC`: the quoted passage is not evidence for its criterion, so the verdict was changed to NO_EVIDENCE. `RESUME_CUT`: a part of the resume was not assessed. It is too long for the model, or its file shows the first page only.
 * `DATED_RESUME`: the resume states its own date, and "present" was taken to mean that date. `TEXT_NOT_VERIFIED`: a page could not be searched for hidden text, so all of its text was scored.
 * `LANGUAGE_NOT_COVERED`: the resume or the criteria are in a language that the built-in engine does not cover, so the score may be too low. It covers English, German, French and Spanish. Scores by a language model never have this flag. `HIDDEN_TEXT`, `TINY_TEXT`, `OFF_PAGE_TEXT`, `INVISIBLE_CHARACTERS`, `INSTRUCTION_LIKE_TEXT`, `REPEATED_CRITERIA`, `QUOTE_NOT_VERIFIED`, `EVIDENCE_NOT_SPECIFIC`, `RESUME_CUT`, `DATED_RESUME`, `TEXT_NOT_VERIFIED`, `LANGUAGE_NOT_COVERED`; more may be added.
 */
export type IntegrityFlag = string;
/**
 * The reason for the flag. `white_on_background`: the text has the colour of its background. `invisible_mode`: PDF text that is not rendered. `covered`: something is drawn
 * over the text, or clips it. `optional_content_off`: the text is on a PDF layer that is switched off. `vanish`: marked as hidden in a word processor. `style_sheet`: hidden by the page's CSS.
 * `actual_text`: the PDF's replacement text differs from the rendered text. `annotation`: a PDF annotation or form field that is not shown.
 * `instruction_phrase`: visible text that addresses a machine. `criteria_listed`: visible text that repeats most of the criteria almost word for word.
 * `quote_not_found`: the engine's quote is missing, or not in the application. `passage_not_specific`: the quoted passage is not evidence for the criterion. `beyond_model_context`: the resume is longer than the model's context. `first_page_only`: the resume is a Pages document, whose preview shows its first page. `own_date`: the resume states the date on which it was written. `page_not_rendered`: rendering the PDF page takes more memory than allowed. `resume_language`, `criteria_language`: the language of the resume or of the criteria is not covered.
 *
 */
export type IntegrityReason = string;
/**
 * One reason for a flag, and its location. Hidden text is never shown.
 */
export type IntegrityFinding = {
    flag: IntegrityFlag;
    reason: IntegrityReason;
    /**
     * The page number. Only for PDFs, because other formats have no fixed pages.
     */
    page?: number;
    /**
     * For `criteria_listed`: the share of the words in the criteria that the application repeats.
     */
    share?: number;
    /**
     * For `resume_language` and `criteria_language`: the ISO 639-1 code of the language.
     */
    language?: string;
    /**
     * The number of letters and digits that were removed. Absent for invisible characters and instructions.
     */
    letters?: number;
};
export type ScoringAudit = {
    /**
     * `embedded` is the built-in engine, which is not a language model.
     */
    engine: string;
    model: string;
    promptVersion: string;
    formulaVersion: string;
    fileSha256: string;
    /**
     * Hash of the visible text. For a text over two million characters, hash of its beginning.
     */
    textSha256: string;
    tokens: Tokens;
    /**
     * The number of quotes that are not in the text and therefore earned no credit.
     */
    quotesRefused: number;
    /**
     * The number of verdicts reused from an earlier scoring of the same text.
     */
    reused: number;
    /**
     * Why the engine returned no verdicts. Present on a failed job that reached the engine; `tokens` are those of the last attempt.
     */
    failure?: string;
};
/**
 * Clients must tolerate unknown codes.
 */
export type ErrorCode = string;
/**
 * The cause of the failure, if the code has several. Clients must tolerate unknown values.
 * Fetching failed: `http_status` (with `httpStatus`), `timeout`, `dns`, `tls`, `connection_refused`, `connection_failed`, `too_many_redirects`, `invalid_answer`, `content_encoding`, `not_public`.
 * The URL did not return a resume: `web_page` (a sign-in page, a viewer, an error page), `error_answer` (an error in JSON or XML), `unsupported_type` (with `fileType`), `not_a_resume`.
 * The file cannot be read: `password_protected`, `rights_managed`, `damaged`, `too_large`, `too_complex`, `no_text`, `unreadable_text`, `language_not_installed` (a scan in a script or language for which this server has no OCR model).
 * The score failed: `too_long_for_model` (the application is longer than the scoring model can read).
 *
 */
export type FailureReason = string;
export type ScoringJob = {
    id: string;
    /**
     * Fixed at acceptance.
     */
    criteriaVersionId: string;
    jobId: AnyExternalId;
    applicationId: AnyExternalId;
    status: ScoringJobStatus;
    isRescore: boolean;
    /**
     * True for a score calculated from stored verdicts, which is not billed. Absent otherwise.
     */
    unbilled?: boolean;
    score?: Score;
    assessment?: Assessment;
    /**
     * Notes for the recruiter on how the score was calculated, such as hidden text. Absent if there are none.
     */
    integrity?: {
        flags: Array<IntegrityFlag>;
        /**
         * The reasons for the flags. Absent in lists, and for scores older than this field.
         */
        findings?: Array<IntegrityFinding>;
    };
    audit?: ScoringAudit;
    /**
     * Tokens used by attempts that ended without a score, such as every attempt of a failed job. Absent if none were used.
     */
    tokensLost?: Tokens;
    errorCode: ErrorCode | null;
    errorMessage: string | null;
    reason?: FailureReason;
    /**
     * The status returned by the resume host. Present with the reason `http_status`.
     */
    httpStatus?: number;
    /**
     * The detected media type, or a short name. Present with the reason `unsupported_type`.
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
/**
 * An application with its latest scoring job.
 */
export type RankedApplication = {
    applicationId: AnyExternalId;
    scoringJobId: string;
    criteriaVersionId: string;
    status: ScoringJobStatus;
    /**
     * Present if the job is COMPLETED, like `scoreRange` and `verdict`.
     */
    score?: Score;
    scoreRange?: ScoreRange;
    verdict?: MatchVerdict;
    flags: Array<IntegrityFlag>;
    /**
     * The verdicts that people decided or confirmed.
     */
    overrides: Array<CriterionOverride>;
    /**
     * True if the score could not keep an override of the previous one. Absent otherwise.
     */
    overrideDropped?: boolean;
    /**
     * When the candidate asked for a review. Present until a person overrides or confirms a verdict.
     */
    reviewRequestedAt?: Instant;
    /**
     * True if the scoring job uses an older version of the criteria than the current one.
     */
    stale: boolean;
    /**
     * Present if the job is FAILED.
     */
    errorCode?: ErrorCode;
    /**
     * When the application was first submitted.
     */
    submittedAt: Instant;
    /**
     * When the application last got a scoring job, an outcome, an override or a request for a review.
     */
    updatedAt: Instant;
};
export type Applications = {
    data: Array<RankedApplication>;
    nextCursor: NextCursor;
};
export type ExportedVerdict = {
    criterionId: string;
    verdict: Verdict;
};
export type ApplicationAnswer = {
    question: string;
    answer: string;
};
/**
 * At most 256 KiB as JSON. Other members are accepted and ignored.
 */
export type CandidateData = {
    /**
     * Text by which recruiters know the application, such as a name. Shown in its score report, never sent to an engine, and deleted with the application. Only the first 200 characters are kept. A value that is not a string is ignored.
     */
    label?: unknown;
    applicationAnswers?: Array<ApplicationAnswer>;
};
export type ScoringRequest = {
    /**
     * Public HTTPS URL of the resume file, or the `url` of an uploaded one; at most 10 MiB and 50 pages. The file type is detected from the content, never from names or headers. Supported: pdf, docx, doc (Word 97 and later, and Word 2003 XML), odt, pages (by its preview), rtf, html, markdown, plain text in any encoding, and saved e-mails and web archives (eml, mht: the attached documents, or the text if there are none), JSON Resume, Europass XML and HR-XML. OCR reads png, jpeg, tiff, webp, heic, avif and scanned pdf, up to 10 pages with 40,000,000 pixels each.
     * The query string is treated as a credential: it is never logged, and the URL is deleted from the database when the scoring job ends. The embedded database erases its bytes from the write-ahead log within a minute and from the file within 15 minutes.
     * In the sandbox, `https://fixtures.sandbox.invalid/<name>` needs no network. Names: `strong`, `moderate`, `weak`, `slow`, and one for each code that a scoring job can fail with (`resume-encrypted`, `timeout`, …).
     *
     */
    resumeUrl: string;
    candidateData?: CandidateData;
    /**
     * Creates a new scoring job even if one exists.
     */
    rescore?: boolean;
    /**
     * The version to score against. Requires `rescore: true`. Default: the current version.
     */
    criteriaVersionId?: string;
};
/**
 * The status in the vocabulary of the second documented shape. `queued`, `processing`, `completed`, `failed`; more may be added.
 */
export type ScoringProgress = string;
/**
 * A score in both documented shapes.
 */
export type ScoringJobReply = {
    scoringJob: ScoringJob;
    scoringJobId: string;
    status: ScoringProgress;
    jobId: AnyExternalId;
    applicationId: AnyExternalId;
    /**
     * Present when the job is completed.
     */
    result?: {
        score: Score;
        assessment: Assessment;
    };
    /**
     * Present when the job has failed.
     */
    error?: {
        code: ErrorCode;
        message: string;
        /**
         * Whether a new submission can succeed. False if the resume URL returned 404 or 410.
         */
        retryable: boolean;
        reason?: FailureReason;
        /**
         * The status returned by the resume host. Present with the reason `http_status`.
         */
        httpStatus?: number;
        /**
         * The detected media type, or a short name. Present with the reason `unsupported_type`.
         */
        fileType?: string;
    };
    /**
     * True if the submission returned an existing job. Absent otherwise.
     */
    deduplicated?: boolean;
    queuedAt: Instant;
    completedAt?: Instant;
    failedAt?: Instant;
};
/**
 * A candidate's open request for a review.
 */
export type ReviewRequest = {
    jobId: AnyExternalId;
    applicationId: AnyExternalId;
    /**
     * The latest scoring job of the application.
     */
    scoringJobId: string;
    requestedAt: Instant;
};
export type ReviewRequestReply = {
    reviewRequest: ReviewRequest;
};
export type ReportLinkRequest = {
    /**
     * How long the link works. A week by default, at most 30 days.
     */
    expiresInSeconds?: number;
};
export type ScoreReportLink = {
    /**
     * The address of the page, on the host to which this request was sent. It is a credential.
     */
    url: string;
    expiresAt: Instant;
};
export type OverrideReason = string;
export type Reviewer = string;
export type OverrideRequest = {
    verdict: 'MET' | 'PARTIAL' | 'NOT_MET' | 'NO_EVIDENCE';
    /**
     * The reason for the decision, in at least ten characters. It replaces the quote as evidence.
     */
    reason: OverrideReason;
    /**
     * The name or id of the person who decides, as it should appear in the score and its report.
     */
    reviewer: Reviewer;
};
/**
 * IN_PROGRESS from the start of the first job. When all jobs have ended: COMPLETED, PARTIAL_FAILURE or FAILED if all, some or none of them completed. `PENDING`, `IN_PROGRESS`, `COMPLETED`, `PARTIAL_FAILURE`, `FAILED`; more may be added.
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
     * Each application can appear once.
     */
    applications: Array<ApplicationEntry>;
};
export type ScoringBatchAccepted = {
    batch: ScoringBatch;
    /**
     * In request order.
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
     * Cannot be combined with `cursor`.
     */
    applicationIds?: ApplicationIds;
};
export type RescoredApplication = {
    applicationId: AnyExternalId;
    /**
     * The completed job with the score: a new job, or an existing one that already used the current criteria.
     */
    scoringJobId: string;
    score: Score;
};
export type Rescore = {
    /**
     * The current version at the time of the request.
     */
    criteriaVersionId: string;
    scores: Array<RescoredApplication>;
    /**
     * Applications that must be submitted again with their resume to be scored by these criteria.
     */
    needsResume: Array<AnyExternalId>;
    /**
     * Applications with a scoring job in progress. Rescore them when it has ended.
     */
    inProgress: Array<AnyExternalId>;
    nextCursor: NextCursor;
};
/**
 * `score.completed`, `score.failed`, `score.overridden`, `score.review_requested`, `batch.completed`, `criteria.version.created`, `deletion.completed`, `deletion.failed`, `audit.checkpoint`; more may be added.
 */
export type AnyEventKind = string;
/**
 * `REQUESTED`: disabled by a caller. `GONE`: the endpoint returned 410. `FAILING`: every delivery failed for five days. `REQUESTED`, `GONE`, `FAILING`; more may be added.
 */
export type DisabledReason = string;
export type WebhookEndpoint = {
    id: string;
    url: string;
    name: string | null;
    /**
     * The event types that the endpoint receives.
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
 * A public https URL without credentials. Checked on registration and on every delivery.
 */
export type WebhookUrl = string;
export type WebhookName = string | null;
export type EventKind = 'score.completed' | 'score.failed' | 'score.overridden' | 'score.review_requested' | 'batch.completed' | 'criteria.version.created' | 'deletion.completed' | 'deletion.failed' | 'audit.checkpoint';
export type EventKinds = Array<EventKind>;
export type WebhookEndpointRequest = {
    url: WebhookUrl;
    name?: WebhookName;
    /**
     * Default: all types.
     */
    events?: EventKinds;
    enabled?: boolean;
};
/**
 * `whsec_` followed by the base64 of 32 bytes (Standard Webhooks). Shown once; a replayed response omits it.
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
     * How long the old secret keeps signing alongside the new one. At most a week.
     */
    overlapSeconds?: number;
};
export type WebhookSecret = {
    secret?: Secret;
};
/**
 * An event type. `webhook.test` is sent only by a test. `score.completed`, `score.failed`, `score.overridden`, `score.review_requested`, `batch.completed`, `criteria.version.created`, `deletion.completed`, `deletion.failed`, `audit.checkpoint`, `webhook.test`; more may be added.
 */
export type EventType = string;
/**
 * Selected by the prefix of the API key. `SANDBOX`, `PRODUCTION`; more may be added.
 */
export type Environment = string;
/**
 * True in a test event, whose ids refer to nothing. Absent in all others.
 */
export type IsTest = boolean;
/**
 * The body of a delivery, byte for byte, and an entry of the event feed. Signed per Standard Webhooks 1.0: `webhook-id` (the event's id), `webhook-timestamp`,
 * `webhook-signature: v1,<base64 of HMAC-SHA256 over id.timestamp.body>`. Delivered at least once; the order is not guaranteed.
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
     * The caller's own id for the tenant. Null if the event belongs to no tenant.
     */
    tenantId: string | null;
    /**
     * Ids, status, score, verdict or counts, and `path`, the path of the full resource.
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
 * FAILED after the last attempt failed or the endpoint was disabled. `PENDING`, `SUCCEEDED`, `FAILED`; more may be added.
 */
export type DeliveryStatus = string;
export type DeliveryAttempt = {
    at: Instant;
    /**
     * Null if there was no response.
     */
    statusCode: number | null;
    /**
     * Null if the delivery was accepted.
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
     * At most 30 days ago. Older events are deleted.
     */
    since: string;
};
export type WebhookRecovered = {
    redelivered: number;
};
export type Events = {
    data: Array<Event>;
    /**
     * The cursor to continue from. Null only if there has been no event yet.
     */
    nextCursor: string | null;
    /**
     * Whether more events are available now.
     */
    hasMore?: boolean;
};
/**
 * `score.review_requested`: the candidate asked for a review of this score. `score.completed`, `score.overridden`, `score.review_requested`; more may be added.
 */
export type AuditKind = string;
/**
 * A person's decision on one criterion. Present if `kind` is `score.overridden`; all other members describe the score with this decision.
 */
export type AuditedChange = {
    /**
     * `OVERRIDDEN`, `REVIEWED`, `REMOVED`; more may be added.
     */
    action: string;
    criterionId: string;
    engineVerdict: Verdict;
    verdict: Verdict;
};
export type AuditedCriterion = {
    criterionId: string;
    /**
     * SHA-256 of the criterion's text in UTF-8.
     */
    textSha256: string;
    importance: AnyImportance;
    verdict: Verdict;
};
export type AuditEntry = {
    id: string;
    kind: AuditKind;
    at: Instant;
    /**
     * SHA-256 of the canonical JSON of `subject`. Without `subject` and its random `salt`, it identifies no application.
     */
    subjectSha256: string;
    change?: AuditedChange;
    criteriaVersionId: string;
    criteria: Array<AuditedCriterion>;
    engine: string;
    model: string;
    promptVersion: string;
    formulaVersion: string;
    score: Score;
    verdict: MatchVerdict;
    flags: Array<string>;
    isRescore: boolean;
    /**
     * The id of the API key that requested the score, the override or the review. Null for scores requested before release 1.1.0.
     */
    requestedBy: string | null;
};
export type AuditSubject = {
    tenantId: string;
    jobId: AnyExternalId;
    applicationId: AnyExternalId;
    scoringJobId: string;
    /**
     * The person who decided. Present for an override or a review.
     */
    reviewer?: string;
    /**
     * The SHA-256 of the resume file.
     */
    fileSha256: string | null;
    /**
     * The SHA-256 of the resume's text.
     */
    textSha256: string | null;
    salt: string;
};
/**
 * `hash` is the SHA-256 of `<previousHash>\n<sequence>\n<record>`, where `<record>` is the canonical JSON of `record` (RFC 8785): members sorted by name, without white space.
 *
 */
export type AuditRecord = {
    /**
     * The place in the chain, without gaps.
     */
    sequence: number;
    /**
     * `hash` of the previous record; 64 zeros for the first one.
     */
    previousHash: string;
    hash: string;
    record: AuditEntry;
    /**
     * The ids of the record. Null once the application or its tenant has been deleted; `record` never changes.
     */
    subject: AuditSubject | null;
};
export type Period = {
    start: Instant;
    /**
     * When the response was computed.
     */
    end: Instant;
};
export type WebhookHealth = {
    period: Period;
    summary: {
        /**
         * Fraction of attempts that succeeded; 1 if there were none.
         */
        deliveryRate: number;
        /**
         * Number of attempts.
         */
        totalDeliveries: number;
    };
    /**
     * Endpoints with a failed attempt, most failures first. Empty if all attempts succeeded.
     */
    failureBreakdown: Array<{
        endpointUrl: string;
        endpointName: string | null;
        failureCount: number;
        /**
         * The error of the latest failed attempt.
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
     * Requests per second.
     */
    limit: number;
    remaining: number;
    /**
     * Unix time at which the current second ends.
     */
    resetAt: number;
    resetInSeconds: number;
};
export type InFlightState = {
    /**
     * Concurrent generations.
     */
    limit: number;
    active: number;
    /**
     * 0 if a slot is free.
     */
    retryAfterSeconds: number;
};
/**
 * The window of the tenant in `X-Tenant-Id`. Absent without that header.
 */
export type TenantWindowState = {
    /**
     * Requests per window, over all operations that count towards it.
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
     * True while the shared counters are unavailable and each server counts on its own.
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
        exports?: BucketState;
        criteria_ai_inflight: InFlightState;
    };
    tenantWindow?: TenantWindowState;
};
export type QuotaUse = {
    /**
     * Null if the quota applies to each job or each tenant separately.
     */
    used: number | null;
    allowed: number;
};
/**
 * The data that the partner stores in the key's environment, and the maximum. A request over a quota fails with `VALIDATION_ERROR` and a `limit_reached` detail whose `field` names the quota.
 */
export type Quotas = {
    tenants: QuotaUse;
    jobs: QuotaUse;
    criteriaVersionsPerJob: QuotaUse;
    /**
     * Stored bytes of criteria versions and libraries.
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
     * Everything that the service stores for the partner, including criteria and uploaded resumes: the size of text, and a flat amount for each row and its index entries. An open scoring job counts as 128 KiB more, reserved for its score.
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
     * Scores accepted this month and completed.
     */
    used: number;
    /**
     * Scores accepted this month that have not ended. A score that fails is released.
     */
    reserved: number;
    /**
     * Null except on the trial plan.
     */
    limit: number | null;
    resetAt: Instant;
    quotas?: Quotas;
};
/**
 * `criteria.read`, `criteria.write`, `library.read`, `library.write`, `scoring.read`, `scoring.write`, `scoring.override`, `analytics.read`, `audit.read`, `webhooks`, `deletions`, `keys`; more may be added.
 */
export type AnyPermission = string;
export type ApiKey = {
    id: string;
    name: string | null;
    lastFour: string;
    permissions: Array<AnyPermission>;
    createdAt: Instant;
    /**
     * Accurate to one minute.
     */
    lastUsedAt: NullableInstant;
    revokedAt: NullableInstant;
    /**
     * From this instant on the key is refused. Null if it never expires.
     */
    expiresAt?: string | null;
};
export type ApiKeys = {
    data: Array<ApiKey>;
    nextCursor: NextCursor;
};
export type ApiKeyName = string;
export type Permission = 'criteria.read' | 'criteria.write' | 'library.read' | 'library.write' | 'scoring.read' | 'scoring.write' | 'scoring.override' | 'analytics.read' | 'audit.read' | 'webhooks' | 'deletions' | 'keys';
export type ApiKeyRequest = {
    name?: ApiKeyName;
    /**
     * Default: all permissions of the calling key except `keys`.
     */
    permissions?: Array<Permission>;
    /**
     * From this instant on the key is refused. It must be in the future. Default: never.
     */
    expiresAt?: Instant;
};
export type ApiKeyCreated = {
    apiKey: ApiKey;
    /**
     * The key itself. Shown once; a replayed response omits it.
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
 * Once COMPLETED, no row, message, verdict, stored response or event contains the data. `PENDING`, `PROCESSING`, `COMPLETED`, `FAILED`; more may be added.
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
     * Degraded components, each with a short explanation. Empty if there are none.
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
     * The path of the full resource.
     */
    path: string;
    /**
     * The newest batch that contains the job. Absent if there is none.
     */
    scoringBatchId?: string;
    /**
     * True if the score could not keep an override of the previous one. Absent otherwise.
     */
    overrideDropped?: boolean;
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
     * Whether a new submission can succeed. False if the resume URL returned 404 or 410.
     */
    retryable: boolean;
    /**
     * The path of the full resource.
     */
    path: string;
    /**
     * The newest batch that contains the job. Absent if there is none.
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
export type ScoreOverriddenData = {
    scoringJobId: string;
    jobId: AnyExternalId;
    applicationId: AnyExternalId;
    criteriaVersionId: string;
    criterionId: string;
    /**
     * `REVIEWED`: a person confirmed the verdict of the engine. `OVERRIDDEN`, `REVIEWED`, `REMOVED`; more may be added.
     */
    action: string;
    /**
     * The verdict that counts now.
     */
    verdict: Verdict;
    engineVerdict: Verdict;
    score: Score;
    previousScore: Score;
    /**
     * The path of the full resource.
     */
    path: string;
};
export type ScoreOverriddenEvent = {
    id: string;
    /**
     * `score.overridden`; more may be added.
     */
    type: string;
    timestamp: Instant;
    /**
     * `v1`; more may be added.
     */
    apiVersion: string;
    environment: Environment;
    tenantId: string | null;
    data: ScoreOverriddenData;
    test?: IsTest;
};
export type ScoreReviewRequestedData = {
    scoringJobId: string;
    jobId: AnyExternalId;
    applicationId: AnyExternalId;
    criteriaVersionId: string;
    /**
     * The score that the candidate asks to be reviewed.
     */
    score: Score;
    /**
     * The path of the full resource.
     */
    path: string;
};
export type ScoreReviewRequestedEvent = {
    id: string;
    /**
     * `score.review_requested`; more may be added.
     */
    type: string;
    timestamp: Instant;
    /**
     * `v1`; more may be added.
     */
    apiVersion: string;
    environment: Environment;
    tenantId: string | null;
    data: ScoreReviewRequestedData;
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
     * The path of the full resource.
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
     * The path of the full resource.
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
     * The path of the full resource.
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
     * The path of the full resource.
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
export type AuditCheckpointData = {
    /**
     * The `sequence` of the newest audit record.
     */
    sequence: number;
    /**
     * The `hash` of the same record.
     */
    hash: string;
    /**
     * The path of the record in the list of audit records.
     */
    path: string;
};
export type AuditCheckpointEvent = {
    id: string;
    /**
     * `audit.checkpoint`; more may be added.
     */
    type: string;
    timestamp: Instant;
    /**
     * `v1`; more may be added.
     */
    apiVersion: string;
    environment: Environment;
    tenantId: string | null;
    data: AuditCheckpointData;
    test?: IsTest;
};
export type WebhookTestedData = {
    webhookEndpointId: string;
    /**
     * The path of the full resource.
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
 * The kind of fault. Stable, for programs.
 */
export type DetailCode = string;
export type ErrorDetail = {
    /**
     * A path like `applications[3].resumeUrl`.
     */
    field: string;
    code: DetailCode;
    /**
     * The fault and the allowed values, for people. The wording can change.
     */
    message: string;
};
/**
 * One entry for each fault that the caller can correct, up to one hundred.
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
     * Whether a retry can succeed.
     */
    retryable: boolean;
    traceId: string;
    details?: ErrorDetails;
};
/**
 * The caller's own id for the job.
 */
export type JobId = ExternalId;
/**
 * The caller's own id for the application.
 */
export type ApplicationId = ExternalId;
/**
 * The tenant's id, as sent in `X-Tenant-Id`.
 */
export type TenantExternalId = ExternalId;
/**
 * The id of the criteria version that the generation created.
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
 * The key's id, not the key itself.
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
 * The last part of a report link's `url`. It is a credential.
 */
export type ReportLink = string;
/**
 * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
 */
export type TenantId = ExternalId;
/**
 * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
 *
 */
export type IdempotencyKey = string;
/**
 * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
 */
export type IfNoneMatch = string;
/**
 * The maximum number of items on a page.
 */
export type Limit = number;
/**
 * `nextCursor` of the previous page.
 */
export type JobCursor = ExternalId;
/**
 * 1 to 100 job ids, comma-separated or as repeated parameters.
 */
export type JobIds = Array<ExternalId>;
/**
 * The `ETag` of the version that the edit is based on, or `*` for any version. If another version is current, the request fails with `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, except for the status).
 */
export type IfMatch = string;
/**
 * `nextCursor` of the previous page.
 */
export type ApplicationCursor = ExternalId;
/**
 * Only criteria with exactly this category.
 */
export type CategoryFilter = Category;
/**
 * Only items with this status. Default: all.
 */
export type ScoringJobStatusFilter = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
/**
 * `nextCursor` of the previous page.
 */
export type ScoringJobCursor = string;
/**
 * The order of the list. A minus means the highest score, or the newest submission, first.
 */
export type ApplicationSort = 'score' | '-score' | 'submittedAt' | '-submittedAt';
/**
 * Only applications with at least this score.
 */
export type MinScore = number;
/**
 * Only applications with this overall verdict.
 */
export type MatchVerdictFilter = 'STRONG_MATCH' | 'MODERATE_MATCH' | 'WEAK_MATCH';
/**
 * Only applications whose score has this integrity flag.
 */
export type Flag = 'HIDDEN_TEXT' | 'TINY_TEXT' | 'OFF_PAGE_TEXT' | 'INVISIBLE_CHARACTERS' | 'INSTRUCTION_LIKE_TEXT' | 'REPEATED_CRITERIA' | 'QUOTE_NOT_VERIFIED' | 'EVIDENCE_NOT_SPECIFIC' | 'RESUME_CUT' | 'DATED_RESUME' | 'TEXT_NOT_VERIFIED' | 'LANGUAGE_NOT_COVERED';
/**
 * Only applications whose score has the verdict `criterionVerdict` for this criterion. Requires `criterionVerdict`.
 */
export type FilterCriterionId = string;
/**
 * The verdict for the criterion in `criterionId`. Requires `criterionId`.
 */
export type CriterionVerdict = 'MET' | 'PARTIAL' | 'NOT_MET' | 'NO_EVIDENCE';
/**
 * Only applications that have changed at or after this time.
 */
export type UpdatedSince = string;
/**
 * `nextCursor` of the previous page of the same `sort`.
 */
export type PlaceCursor = string;
/**
 * The `cursor` of the last line received. Replaces `updatedSince`.
 */
export type ExportCursor = string;
/**
 * The maximum number of lines.
 */
export type ExportLimit = number;
/**
 * `wait=<1..25>`: wait up to that many seconds for the job to end (RFC 7240). Other values are ignored.
 */
export type Prefer = string;
/**
 * The language of the explanation (ISO 639-1).
 */
export type ExplanationLanguage = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'nl';
/**
 * `full` also shows the score, the weight and the points of each criterion, and how the score is calculated.
 */
export type ExplanationDetail = 'summary' | 'full';
/**
 * The `ETag` of the score that the reviewer has seen, or `*` for any. If the score has changed since, the request fails with `SCORE_REVISION_CONFLICT` (RFC 9110, section 13.1.1, except for the status).
 */
export type ScoreIfMatch = string;
/**
 * Only items with this status. Default: all.
 */
export type ScoringBatchStatusFilter = 'PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'PARTIAL_FAILURE' | 'FAILED';
/**
 * `nextCursor` of the previous page.
 */
export type ScoringBatchCursor = string;
/**
 * `nextCursor` of the previous page.
 */
export type WebhookEndpointCursor = string;
/**
 * `nextCursor` of the previous page.
 */
export type DeliveryCursor = string;
/**
 * Only items with this status. Default: all.
 */
export type DeliveryStatusFilter = 'PENDING' | 'SUCCEEDED' | 'FAILED';
/**
 * Only events of these types, comma-separated or as repeated parameters. Default: all types.
 */
export type Types = Array<EventKind>;
/**
 * `nextCursor` of the previous page.
 */
export type EventCursor = string;
/**
 * The `sequence` of the last record that you have read. Default: 0, which starts at the oldest record.
 */
export type AfterSequence = number;
/**
 * The maximum number of records on a page.
 */
export type AuditLimit = number;
/**
 * The period, ending now.
 */
export type TimeRange = '1h' | '24h' | '7d' | '30d' | '90d';
/**
 * The tenant whose window is shown. An invalid value counts as absent.
 */
export type WindowTenantId = string;
/**
 * `nextCursor` of the previous page.
 */
export type ApiKeyCursor = string;
/**
 * Only items with this status. Default: all.
 */
export type DeletionStatusFilter = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
/**
 * `nextCursor` of the previous page.
 */
export type DeletionRequestCursor = string;
/**
 * The response is compressed if this includes `gzip`.
 */
export type AcceptEncoding = string;
/**
 * The event's id, the same in every attempt and redelivery. Ignore an id that you have already processed.
 */
export type WebhookId = string;
/**
 * Unix time of the attempt, in seconds. Reject a timestamp older than five minutes.
 */
export type WebhookTimestamp = string;
/**
 * `v1,` followed by the base64 of HMAC-SHA256 over `<id>.<timestamp>.<body>`. While two secrets overlap, there are several signatures, separated by spaces.
 */
export type WebhookSignature = string;
export type ListJobsData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path?: never;
    query?: {
        /**
         * The maximum number of items on a page.
         */
        limit?: number;
        /**
         * `nextCursor` of the previous page.
         */
        cursor?: ExternalId;
    };
    url: '/v1/jobs';
};
export type ListJobsErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListJobsError = ListJobsErrors[keyof ListJobsErrors];
export type ListJobsResponses = {
    /**
     * A page of jobs.
     */
    200: Jobs;
};
export type ListJobsResponse = ListJobsResponses[keyof ListJobsResponses];
export type CreateQuestionSetData = {
    body: QuestionSetRequest;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/question-sets';
};
export type CreateQuestionSetErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    502: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    504: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type CreateQuestionSetError = CreateQuestionSetErrors[keyof CreateQuestionSetErrors];
export type CreateQuestionSetResponses = {
    /**
     * The question set.
     */
    201: QuestionSetReply;
};
export type CreateQuestionSetResponse = CreateQuestionSetResponses[keyof CreateQuestionSetResponses];
export type GetCurrentQuestionSetData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/question-sets/current';
};
export type GetCurrentQuestionSetErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetCurrentQuestionSetError = GetCurrentQuestionSetErrors[keyof GetCurrentQuestionSetErrors];
export type GetCurrentQuestionSetResponses = {
    /**
     * The question set.
     */
    200: QuestionSetReply;
};
export type GetCurrentQuestionSetResponse = GetCurrentQuestionSetResponses[keyof GetCurrentQuestionSetResponses];
export type GetQuestionSetData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetQuestionSetError = GetQuestionSetErrors[keyof GetQuestionSetErrors];
export type GetQuestionSetResponses = {
    /**
     * The question set.
     */
    200: QuestionSetReply;
};
export type GetQuestionSetResponse = GetQuestionSetResponses[keyof GetQuestionSetResponses];
export type CreateCriteriaGenerationData = {
    body: CriteriaGenerationRequest;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria-generations';
};
export type CreateCriteriaGenerationErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    502: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    504: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type CreateCriteriaGenerationError = CreateCriteriaGenerationErrors[keyof CreateCriteriaGenerationErrors];
export type CreateCriteriaGenerationResponses = {
    /**
     * The created version.
     */
    201: CriteriaReply;
};
export type CreateCriteriaGenerationResponse = CreateCriteriaGenerationResponses[keyof CreateCriteriaGenerationResponses];
export type GenerateCriteriaData = {
    body: CriteriaGenerationRequest;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria/generate';
};
export type GenerateCriteriaErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    502: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    504: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GenerateCriteriaError = GenerateCriteriaErrors[keyof GenerateCriteriaErrors];
export type GenerateCriteriaResponses = {
    /**
     * The created version.
     */
    201: CriteriaReply;
};
export type GenerateCriteriaResponse = GenerateCriteriaResponses[keyof GenerateCriteriaResponses];
export type GetCriteriaGenerationData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
        /**
         * The id of the criteria version that the generation created.
         */
        criteriaGenerationId: string;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria-generations/{criteriaGenerationId}';
};
export type GetCriteriaGenerationErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetCriteriaGenerationError = GetCriteriaGenerationErrors[keyof GetCriteriaGenerationErrors];
export type GetCriteriaGenerationResponses = {
    /**
     * The version, even if it is no longer current.
     */
    200: CriteriaReply;
};
export type GetCriteriaGenerationResponse = GetCriteriaGenerationResponses[keyof GetCriteriaGenerationResponses];
export type ListCriteriaOfJobsData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path?: never;
    query: {
        /**
         * 1 to 100 job ids, comma-separated or as repeated parameters.
         */
        jobIds: Array<ExternalId>;
    };
    url: '/v1/jobs/criteria';
};
export type ListCriteriaOfJobsErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListCriteriaOfJobsError = ListCriteriaOfJobsErrors[keyof ListCriteriaOfJobsErrors];
export type ListCriteriaOfJobsResponses = {
    /**
     * One item for each id, in request order.
     */
    200: CriteriaOfJobs;
};
export type ListCriteriaOfJobsResponse = ListCriteriaOfJobsResponses[keyof ListCriteriaOfJobsResponses];
export type ArchiveCriteriaData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the version that the edit is based on, or `*` for any version. If another version is current, the request fails with `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, except for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria';
};
export type ArchiveCriteriaErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ArchiveCriteriaError = ArchiveCriteriaErrors[keyof ArchiveCriteriaErrors];
export type ArchiveCriteriaResponses = {
    /**
     * The number of versions that this request archived.
     */
    200: CriteriaArchived;
};
export type ArchiveCriteriaResponse = ArchiveCriteriaResponses[keyof ArchiveCriteriaResponses];
export type GetCurrentCriteriaData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria';
};
export type GetCurrentCriteriaErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
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
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the version that the edit is based on, or `*` for any version. If another version is current, the request fails with `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, except for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria';
};
export type ReplaceCriteriaErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
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
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria/versions/current';
};
export type GetCurrentCriteriaVersionErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
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
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria-versions';
};
export type ListCriteriaVersionsErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListCriteriaVersionsError = ListCriteriaVersionsErrors[keyof ListCriteriaVersionsErrors];
export type ListCriteriaVersionsResponses = {
    /**
     * All stored versions, including archived ones.
     */
    200: CriteriaVersions;
};
export type ListCriteriaVersionsResponse = ListCriteriaVersionsResponses[keyof ListCriteriaVersionsResponses];
export type GetCriteriaVersionData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetCriteriaVersionError = GetCriteriaVersionErrors[keyof GetCriteriaVersionErrors];
export type GetCriteriaVersionResponses = {
    /**
     * The version, even if it is no longer current.
     */
    200: CriteriaVersionReply;
};
export type GetCriteriaVersionResponse = GetCriteriaVersionResponses[keyof GetCriteriaVersionResponses];
export type ArchiveCriteriaVersionData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ArchiveCriteriaVersionError = ArchiveCriteriaVersionErrors[keyof ArchiveCriteriaVersionErrors];
export type ArchiveCriteriaVersionResponses = {
    /**
     * The archived version.
     */
    200: CriteriaVersionArchived;
};
export type ArchiveCriteriaVersionResponse = ArchiveCriteriaVersionResponses[keyof ArchiveCriteriaVersionResponses];
export type SimulateCriteriaData = {
    body: CriteriaSetRequest;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: {
        /**
         * The maximum number of items on a page.
         */
        limit?: number;
        /**
         * `nextCursor` of the previous page.
         */
        cursor?: ExternalId;
    };
    url: '/v1/jobs/{jobId}/criteria/simulations';
};
export type SimulateCriteriaErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type SimulateCriteriaError = SimulateCriteriaErrors[keyof SimulateCriteriaErrors];
export type SimulateCriteriaResponses = {
    /**
     * A page of simulated scores.
     */
    200: Simulation;
};
export type SimulateCriteriaResponse = SimulateCriteriaResponses[keyof SimulateCriteriaResponses];
export type AddCriterionData = {
    body: CriterionAddition;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the version that the edit is based on, or `*` for any version. If another version is current, the request fails with `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, except for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria/items';
};
export type AddCriterionErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type AddCriterionError = AddCriterionErrors[keyof AddCriterionErrors];
export type AddCriterionResponses = {
    /**
     * The criterion and the complete list.
     */
    201: CriterionReply;
};
export type AddCriterionResponse = AddCriterionResponses[keyof AddCriterionResponses];
export type OrderCriteriaData = {
    body: CriteriaOrder;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the version that the edit is based on, or `*` for any version. If another version is current, the request fails with `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, except for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/criteria/items/order';
};
export type OrderCriteriaErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type OrderCriteriaError = OrderCriteriaErrors[keyof OrderCriteriaErrors];
export type OrderCriteriaResponses = {
    /**
     * The criteria in their new order.
     */
    200: CriteriaList;
};
export type OrderCriteriaResponse = OrderCriteriaResponses[keyof OrderCriteriaResponses];
export type DeleteCriterionData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the version that the edit is based on, or `*` for any version. If another version is current, the request fails with `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, except for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type DeleteCriterionError = DeleteCriterionErrors[keyof DeleteCriterionErrors];
export type DeleteCriterionResponses = {
    /**
     * The remaining criteria.
     */
    200: CriteriaList;
};
export type DeleteCriterionResponse = DeleteCriterionResponses[keyof DeleteCriterionResponses];
export type GetCriterionData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
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
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the version that the edit is based on, or `*` for any version. If another version is current, the request fails with `CRITERIA_REVISION_CONFLICT` (RFC 9110, section 13.1.1, except for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ChangeCriterionError = ChangeCriterionErrors[keyof ChangeCriterionErrors];
export type ChangeCriterionResponses = {
    /**
     * The criterion and the complete list.
     */
    200: CriterionReply;
};
export type ChangeCriterionResponse = ChangeCriterionResponses[keyof ChangeCriterionResponses];
export type CreateImpactAnalysisData = {
    body: ImpactAnalysisRequest;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/impact-analyses';
};
export type CreateImpactAnalysisErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type CreateImpactAnalysisError = CreateImpactAnalysisErrors[keyof CreateImpactAnalysisErrors];
export type CreateImpactAnalysisResponses = {
    /**
     * The analysis.
     */
    200: ImpactAnalysis;
};
export type CreateImpactAnalysisResponse = CreateImpactAnalysisResponses[keyof CreateImpactAnalysisResponses];
export type CreateImpactReportData = {
    body: ImpactAnalysisRequest;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/impact-analyses/report';
};
export type CreateImpactReportErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type CreateImpactReportError = CreateImpactReportErrors[keyof CreateImpactReportErrors];
export type CreateImpactReportResponses = {
    /**
     * A web page without scripts or external resources.
     */
    200: string;
};
export type CreateImpactReportResponse = CreateImpactReportResponses[keyof CreateImpactReportResponses];
export type ListLibraryCriteriaData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path?: never;
    query?: {
        /**
         * Only criteria with exactly this category.
         */
        category?: Category;
    };
    url: '/v1/criteria-library';
};
export type ListLibraryCriteriaErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListLibraryCriteriaError = ListLibraryCriteriaErrors[keyof ListLibraryCriteriaErrors];
export type ListLibraryCriteriaResponses = {
    /**
     * All criteria, or those in the category.
     */
    200: LibraryCriteria;
};
export type ListLibraryCriteriaResponse = ListLibraryCriteriaResponses[keyof ListLibraryCriteriaResponses];
export type CreateLibraryCriterionData = {
    body: LibraryCriterionRequest;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
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
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type DeleteLibraryCriterionError = DeleteLibraryCriterionErrors[keyof DeleteLibraryCriterionErrors];
export type DeleteLibraryCriterionResponses = {
    /**
     * The criterion is deleted.
     */
    204: void;
};
export type DeleteLibraryCriterionResponse = DeleteLibraryCriterionResponses[keyof DeleteLibraryCriterionResponses];
export type GetLibraryCriterionData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
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
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
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
export type UploadResumeData = {
    body: ResumeFile;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/resumes';
};
export type UploadResumeErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type UploadResumeError = UploadResumeErrors[keyof UploadResumeErrors];
export type UploadResumeResponses = {
    /**
     * The file is stored.
     */
    201: UploadedResumeReply;
};
export type UploadResumeResponse = UploadResumeResponses[keyof UploadResumeResponses];
export type ListScoringJobsData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: {
        /**
         * Only items with this status. Default: all.
         */
        status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
        /**
         * The maximum number of items on a page.
         */
        limit?: number;
        /**
         * `nextCursor` of the previous page.
         */
        cursor?: string;
    };
    url: '/v1/jobs/{jobId}/scoring-jobs';
};
export type ListScoringJobsErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListScoringJobsError = ListScoringJobsErrors[keyof ListScoringJobsErrors];
export type ListScoringJobsResponses = {
    /**
     * A page of scoring jobs.
     */
    200: ScoringJobs;
};
export type ListScoringJobsResponse = ListScoringJobsResponses[keyof ListScoringJobsResponses];
export type ListApplicationsData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: {
        /**
         * The order of the list. A minus means the highest score, or the newest submission, first.
         */
        sort?: 'score' | '-score' | 'submittedAt' | '-submittedAt';
        /**
         * Only items with this status. Default: all.
         */
        status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
        /**
         * Only applications with at least this score.
         */
        minScore?: number;
        /**
         * Only applications with this overall verdict.
         */
        verdict?: 'STRONG_MATCH' | 'MODERATE_MATCH' | 'WEAK_MATCH';
        /**
         * Only applications whose score has this integrity flag.
         */
        flag?: 'HIDDEN_TEXT' | 'TINY_TEXT' | 'OFF_PAGE_TEXT' | 'INVISIBLE_CHARACTERS' | 'INSTRUCTION_LIKE_TEXT' | 'REPEATED_CRITERIA' | 'QUOTE_NOT_VERIFIED' | 'EVIDENCE_NOT_SPECIFIC' | 'RESUME_CUT' | 'DATED_RESUME' | 'TEXT_NOT_VERIFIED' | 'LANGUAGE_NOT_COVERED';
        /**
         * Only applications whose score has the verdict `criterionVerdict` for this criterion. Requires `criterionVerdict`.
         */
        criterionId?: string;
        /**
         * The verdict for the criterion in `criterionId`. Requires `criterionId`.
         */
        criterionVerdict?: 'MET' | 'PARTIAL' | 'NOT_MET' | 'NO_EVIDENCE';
        /**
         * Only applications that have changed at or after this time.
         */
        updatedSince?: string;
        /**
         * The maximum number of items on a page.
         */
        limit?: number;
        /**
         * `nextCursor` of the previous page of the same `sort`.
         */
        cursor?: string;
    };
    url: '/v1/jobs/{jobId}/applications';
};
export type ListApplicationsErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListApplicationsError = ListApplicationsErrors[keyof ListApplicationsErrors];
export type ListApplicationsResponses = {
    /**
     * A page of applications.
     */
    200: Applications;
};
export type ListApplicationsResponse = ListApplicationsResponses[keyof ListApplicationsResponses];
export type GetRankingData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: {
        /**
         * The maximum number of items on a page.
         */
        limit?: number;
        /**
         * `nextCursor` of the previous page of the same `sort`.
         */
        cursor?: string;
    };
    url: '/v1/jobs/{jobId}/ranking';
};
export type GetRankingErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetRankingError = GetRankingErrors[keyof GetRankingErrors];
export type GetRankingResponses = {
    /**
     * A web page without scripts or external resources.
     */
    200: string;
};
export type GetRankingResponse = GetRankingResponses[keyof GetRankingResponses];
export type ExportScoresData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path?: never;
    query?: {
        /**
         * Only applications that have changed at or after this time.
         */
        updatedSince?: string;
        /**
         * The `cursor` of the last line received. Replaces `updatedSince`.
         */
        cursor?: string;
        /**
         * The maximum number of lines.
         */
        limit?: number;
    };
    url: '/v1/exports/scores';
};
export type ExportScoresErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ExportScoresError = ExportScoresErrors[keyof ExportScoresErrors];
export type ExportScoresResponses = {
    /**
     * Each line is an `ExportedScore`.
     */
    200: string;
};
export type ExportScoresResponse = ExportScoresResponses[keyof ExportScoresResponses];
export type SubmitScoringJobData = {
    body: ScoringRequest;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id for the application.
         */
        applicationId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}/scoring-jobs';
};
export type SubmitScoringJobErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type SubmitScoringJobError = SubmitScoringJobErrors[keyof SubmitScoringJobErrors];
export type SubmitScoringJobResponses = {
    /**
     * The job is accepted. Accepted jobs are never lost.
     */
    202: ScoringJobReply;
};
export type SubmitScoringJobResponse = SubmitScoringJobResponses[keyof SubmitScoringJobResponses];
export type GetScoringJobData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * `wait=<1..25>`: wait up to that many seconds for the job to end (RFC 7240). Other values are ignored.
         */
        Prefer?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id for the application.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetScoringJobError = GetScoringJobErrors[keyof GetScoringJobErrors];
export type GetScoringJobResponses = {
    /**
     * The current state of the job.
     */
    200: ScoringJobReply;
};
export type GetScoringJobResponse = GetScoringJobResponses[keyof GetScoringJobResponses];
export type GetLatestScoreData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * `wait=<1..25>`: wait up to that many seconds for the job to end (RFC 7240). Other values are ignored.
         */
        Prefer?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id for the application.
         */
        applicationId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}/score';
};
export type GetLatestScoreErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetLatestScoreError = GetLatestScoreErrors[keyof GetLatestScoreErrors];
export type GetLatestScoreResponses = {
    /**
     * The current state of the application's newest scoring job, which can be a rescore.
     */
    200: ScoringJobReply;
};
export type GetLatestScoreResponse = GetLatestScoreResponses[keyof GetLatestScoreResponses];
export type GetScoreReportData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id for the application.
         */
        applicationId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}/score/report';
};
export type GetScoreReportErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetScoreReportError = GetScoreReportErrors[keyof GetScoreReportErrors];
export type GetScoreReportResponses = {
    /**
     * A web page without scripts or external resources.
     */
    200: string;
};
export type GetScoreReportResponse = GetScoreReportResponses[keyof GetScoreReportResponses];
export type GetScoreExplanationData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id for the application.
         */
        applicationId: ExternalId;
    };
    query?: {
        /**
         * The language of the explanation (ISO 639-1).
         */
        language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'nl';
        /**
         * `full` also shows the score, the weight and the points of each criterion, and how the score is calculated.
         */
        detail?: 'summary' | 'full';
    };
    url: '/v1/jobs/{jobId}/applications/{applicationId}/score/explanation';
};
export type GetScoreExplanationErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetScoreExplanationError = GetScoreExplanationErrors[keyof GetScoreExplanationErrors];
export type GetScoreExplanationResponses = {
    /**
     * A web page without scripts or external resources, or the same as text.
     */
    200: string;
};
export type GetScoreExplanationResponse = GetScoreExplanationResponses[keyof GetScoreExplanationResponses];
export type RequestReviewData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id for the application.
         */
        applicationId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}/score/review-requests';
};
export type RequestReviewErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type RequestReviewError = RequestReviewErrors[keyof RequestReviewErrors];
export type RequestReviewResponses = {
    /**
     * The open request.
     */
    200: ReviewRequestReply;
};
export type RequestReviewResponse = RequestReviewResponses[keyof RequestReviewResponses];
export type RevokeReportLinksData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id for the application.
         */
        applicationId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}/score/report-links';
};
export type RevokeReportLinksErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type RevokeReportLinksError = RevokeReportLinksErrors[keyof RevokeReportLinksErrors];
export type RevokeReportLinksResponses = {
    /**
     * The links are revoked.
     */
    204: void;
};
export type RevokeReportLinksResponse = RevokeReportLinksResponses[keyof RevokeReportLinksResponses];
export type CreateReportLinkData = {
    body?: ReportLinkRequest;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id for the application.
         */
        applicationId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}/score/report-links';
};
export type CreateReportLinkErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type CreateReportLinkError = CreateReportLinkErrors[keyof CreateReportLinkErrors];
export type CreateReportLinkResponses = {
    /**
     * The link.
     */
    201: ScoreReportLink;
};
export type CreateReportLinkResponse = CreateReportLinkResponses[keyof CreateReportLinkResponses];
export type OpenScoreReportData = {
    body?: never;
    path: {
        /**
         * The last part of a report link's `url`. It is a credential.
         */
        reportLink: string;
    };
    query?: never;
    url: '/score-reports/{reportLink}';
};
export type OpenScoreReportErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type OpenScoreReportError = OpenScoreReportErrors[keyof OpenScoreReportErrors];
export type OpenScoreReportResponses = {
    /**
     * A web page without scripts or external resources.
     */
    200: string;
};
export type OpenScoreReportResponse = OpenScoreReportResponses[keyof OpenScoreReportResponses];
export type RemoveOverrideData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the score that the reviewer has seen, or `*` for any. If the score has changed since, the request fails with `SCORE_REVISION_CONFLICT` (RFC 9110, section 13.1.1, except for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id for the application.
         */
        applicationId: ExternalId;
        /**
         * The criterion's id.
         */
        criterionId: string;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}/score/overrides/{criterionId}';
};
export type RemoveOverrideErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type RemoveOverrideError = RemoveOverrideErrors[keyof RemoveOverrideErrors];
export type RemoveOverrideResponses = {
    /**
     * The score without the override.
     */
    200: ScoringJobReply;
};
export type RemoveOverrideResponse = RemoveOverrideResponses[keyof RemoveOverrideResponses];
export type OverrideVerdictData = {
    body: OverrideRequest;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
        /**
         * The `ETag` of the score that the reviewer has seen, or `*` for any. If the score has changed since, the request fails with `SCORE_REVISION_CONFLICT` (RFC 9110, section 13.1.1, except for the status).
         */
        'If-Match'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id for the application.
         */
        applicationId: ExternalId;
        /**
         * The criterion's id.
         */
        criterionId: string;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}/score/overrides/{criterionId}';
};
export type OverrideVerdictErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type OverrideVerdictError = OverrideVerdictErrors[keyof OverrideVerdictErrors];
export type OverrideVerdictResponses = {
    /**
     * The score with the override.
     */
    200: ScoringJobReply;
};
export type OverrideVerdictResponse = OverrideVerdictResponses[keyof OverrideVerdictResponses];
export type ListScoringBatchesData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: {
        /**
         * Only items with this status. Default: all.
         */
        status?: 'PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'PARTIAL_FAILURE' | 'FAILED';
        /**
         * The maximum number of items on a page.
         */
        limit?: number;
        /**
         * `nextCursor` of the previous page.
         */
        cursor?: string;
    };
    url: '/v1/jobs/{jobId}/scoring-batches';
};
export type ListScoringBatchesErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListScoringBatchesError = ListScoringBatchesErrors[keyof ListScoringBatchesErrors];
export type ListScoringBatchesResponses = {
    /**
     * A page of batches.
     */
    200: ScoringBatches;
};
export type ListScoringBatchesResponse = ListScoringBatchesResponses[keyof ListScoringBatchesResponses];
export type SubmitScoringBatchData = {
    body: ScoringBatchRequest;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/scoring-batches';
};
export type SubmitScoringBatchErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type SubmitScoringBatchError = SubmitScoringBatchErrors[keyof SubmitScoringBatchErrors];
export type SubmitScoringBatchResponses = {
    /**
     * The batch is accepted. Accepted jobs are never lost.
     */
    202: ScoringBatchAccepted;
};
export type SubmitScoringBatchResponse = SubmitScoringBatchResponses[keyof SubmitScoringBatchResponses];
export type GetScoringBatchData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
    };
    path: {
        /**
         * The caller's own id for the job.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetScoringBatchError = GetScoringBatchErrors[keyof GetScoringBatchErrors];
export type GetScoringBatchResponses = {
    /**
     * The current state of the batch.
     */
    200: ScoringBatchReply;
};
export type GetScoringBatchResponse = GetScoringBatchResponses[keyof GetScoringBatchResponses];
export type RescoreApplicationsData = {
    body?: RescoreRequest;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
    };
    query?: {
        /**
         * `nextCursor` of the previous page.
         */
        cursor?: ExternalId;
    };
    url: '/v1/jobs/{jobId}/rescores';
};
export type RescoreApplicationsErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type RescoreApplicationsError = RescoreApplicationsErrors[keyof RescoreApplicationsErrors];
export type RescoreApplicationsResponses = {
    /**
     * The outcome for each application.
     */
    200: Rescore;
};
export type RescoreApplicationsResponse = RescoreApplicationsResponses[keyof RescoreApplicationsResponses];
export type ListWebhookEndpointsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The maximum number of items on a page.
         */
        limit?: number;
        /**
         * `nextCursor` of the previous page.
         */
        cursor?: string;
    };
    url: '/v1/webhook-endpoints';
};
export type ListWebhookEndpointsErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListWebhookEndpointsError = ListWebhookEndpointsErrors[keyof ListWebhookEndpointsErrors];
export type ListWebhookEndpointsResponses = {
    /**
     * A page of results.
     */
    200: WebhookEndpoints;
};
export type ListWebhookEndpointsResponse = ListWebhookEndpointsResponses[keyof ListWebhookEndpointsResponses];
export type CreateWebhookEndpointData = {
    body: WebhookEndpointRequest;
    headers?: {
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type CreateWebhookEndpointError = CreateWebhookEndpointErrors[keyof CreateWebhookEndpointErrors];
export type CreateWebhookEndpointResponses = {
    /**
     * The endpoint and its signing secret, which is shown only once.
     */
    201: WebhookEndpointCreated;
};
export type CreateWebhookEndpointResponse = CreateWebhookEndpointResponses[keyof CreateWebhookEndpointResponses];
export type DeleteWebhookEndpointData = {
    body?: never;
    headers?: {
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type DeleteWebhookEndpointError = DeleteWebhookEndpointErrors[keyof DeleteWebhookEndpointErrors];
export type DeleteWebhookEndpointResponses = {
    /**
     * The endpoint is deleted.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
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
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
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
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type RotateWebhookSecretError = RotateWebhookSecretErrors[keyof RotateWebhookSecretErrors];
export type RotateWebhookSecretResponses = {
    /**
     * The new secret, which is shown only once.
     */
    200: WebhookSecret;
};
export type RotateWebhookSecretResponse = RotateWebhookSecretResponses[keyof RotateWebhookSecretResponses];
export type TestWebhookEndpointData = {
    body?: never;
    headers?: {
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
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
         * The maximum number of items on a page.
         */
        limit?: number;
        /**
         * `nextCursor` of the previous page.
         */
        cursor?: string;
        /**
         * Only items with this status. Default: all.
         */
        status?: 'PENDING' | 'SUCCEEDED' | 'FAILED';
    };
    url: '/v1/webhook-endpoints/{webhookEndpointId}/deliveries';
};
export type ListWebhookDeliveriesErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListWebhookDeliveriesError = ListWebhookDeliveriesErrors[keyof ListWebhookDeliveriesErrors];
export type ListWebhookDeliveriesResponses = {
    /**
     * A page of results.
     */
    200: WebhookDeliveries;
};
export type ListWebhookDeliveriesResponse = ListWebhookDeliveriesResponses[keyof ListWebhookDeliveriesResponses];
export type RedeliverWebhookDeliveryData = {
    body?: never;
    headers?: {
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
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
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type RecoverWebhookDeliveriesError = RecoverWebhookDeliveriesErrors[keyof RecoverWebhookDeliveriesErrors];
export type RecoverWebhookDeliveriesResponses = {
    /**
     * The number of events that are being sent.
     */
    202: WebhookRecovered;
};
export type RecoverWebhookDeliveriesResponse = RecoverWebhookDeliveriesResponses[keyof RecoverWebhookDeliveriesResponses];
export type ListEventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only events of these types, comma-separated or as repeated parameters. Default: all types.
         */
        types?: Array<EventKind>;
        /**
         * The maximum number of items on a page.
         */
        limit?: number;
        /**
         * `nextCursor` of the previous page.
         */
        cursor?: string;
    };
    url: '/v1/events';
};
export type ListEventsErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListEventsError = ListEventsErrors[keyof ListEventsErrors];
export type ListEventsResponses = {
    /**
     * A page of events.
     */
    200: Events;
};
export type ListEventsResponse = ListEventsResponses[keyof ListEventsResponses];
export type ListAuditRecordsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The `sequence` of the last record that you have read. Default: 0, which starts at the oldest record.
         */
        after?: number;
        /**
         * The maximum number of records on a page.
         */
        limit?: number;
    };
    url: '/v1/audit-records';
};
export type ListAuditRecordsErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListAuditRecordsError = ListAuditRecordsErrors[keyof ListAuditRecordsErrors];
export type ListAuditRecordsResponses = {
    /**
     * A page of audit records, one JSON object on each line.
     */
    200: string;
};
export type ListAuditRecordsResponse = ListAuditRecordsResponses[keyof ListAuditRecordsResponses];
export type GetWebhookHealthData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The period, ending now.
         */
        timeRange: '1h' | '24h' | '7d' | '30d' | '90d';
    };
    url: '/v1/analytics/webhook-health';
};
export type GetWebhookHealthErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetWebhookHealthError = GetWebhookHealthErrors[keyof GetWebhookHealthErrors];
export type GetWebhookHealthResponses = {
    /**
     * Figures for the period, which ends now.
     */
    200: WebhookHealth;
};
export type GetWebhookHealthResponse = GetWebhookHealthResponses[keyof GetWebhookHealthResponses];
export type GetErrorAnalyticsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The period, ending now.
         */
        timeRange: '1h' | '24h' | '7d' | '30d' | '90d';
    };
    url: '/v1/analytics/errors';
};
export type GetErrorAnalyticsErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetErrorAnalyticsError = GetErrorAnalyticsErrors[keyof GetErrorAnalyticsErrors];
export type GetErrorAnalyticsResponses = {
    /**
     * Figures for the period, which ends now.
     */
    200: ErrorAnalytics;
};
export type GetErrorAnalyticsResponse = GetErrorAnalyticsResponses[keyof GetErrorAnalyticsResponses];
export type GetRateLimitStatusData = {
    body?: never;
    headers?: {
        /**
         * The tenant whose window is shown. An invalid value counts as absent.
         */
        'X-Tenant-Id'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/rate-limit-status';
};
export type GetRateLimitStatusErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetRateLimitStatusError = GetRateLimitStatusErrors[keyof GetRateLimitStatusErrors];
export type GetRateLimitStatusResponses = {
    /**
     * The current state of the limits.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetUsageError = GetUsageErrors[keyof GetUsageErrors];
export type GetUsageResponses = {
    /**
     * The usage and quotas.
     */
    200: Usage;
};
export type GetUsageResponse = GetUsageResponses[keyof GetUsageResponses];
export type ListApiKeysData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The maximum number of items on a page.
         */
        limit?: number;
        /**
         * `nextCursor` of the previous page.
         */
        cursor?: string;
    };
    url: '/v1/api-keys';
};
export type ListApiKeysErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListApiKeysError = ListApiKeysErrors[keyof ListApiKeysErrors];
export type ListApiKeysResponses = {
    /**
     * A page of keys, including revoked ones.
     */
    200: ApiKeys;
};
export type ListApiKeysResponse = ListApiKeysResponses[keyof ListApiKeysResponses];
export type CreateApiKeyData = {
    body: ApiKeyRequest;
    headers?: {
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    413: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    415: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type CreateApiKeyError = CreateApiKeyErrors[keyof CreateApiKeyErrors];
export type CreateApiKeyResponses = {
    /**
     * The key, which is shown only once.
     */
    201: ApiKeyCreated;
};
export type CreateApiKeyResponse = CreateApiKeyResponses[keyof CreateApiKeyResponses];
export type RevokeApiKeyData = {
    body?: never;
    headers?: {
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The key's id, not the key itself.
         */
        apiKeyId: string;
    };
    query?: never;
    url: '/v1/api-keys/{apiKeyId}';
};
export type RevokeApiKeyErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type RevokeApiKeyError = RevokeApiKeyErrors[keyof RevokeApiKeyErrors];
export type RevokeApiKeyResponses = {
    /**
     * The key is revoked.
     */
    204: void;
};
export type RevokeApiKeyResponse = RevokeApiKeyResponses[keyof RevokeApiKeyResponses];
export type GetApiKeyData = {
    body?: never;
    path: {
        /**
         * The key's id, not the key itself.
         */
        apiKeyId: string;
    };
    query?: never;
    url: '/v1/api-keys/{apiKeyId}';
};
export type GetApiKeyErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetApiKeyError = GetApiKeyErrors[keyof GetApiKeyErrors];
export type GetApiKeyResponses = {
    /**
     * The key's metadata, without the key itself.
     */
    200: ApiKeyReply;
};
export type GetApiKeyResponse = GetApiKeyResponses[keyof GetApiKeyResponses];
export type DeleteApplicationData = {
    body?: never;
    headers: {
        /**
         * The customer that the request is for. The first write creates the tenant. A missing or malformed value is a 400.
         */
        'X-Tenant-Id': ExternalId;
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The caller's own id for the job.
         */
        jobId: ExternalId;
        /**
         * The caller's own id for the application.
         */
        applicationId: ExternalId;
    };
    query?: never;
    url: '/v1/jobs/{jobId}/applications/{applicationId}';
};
export type DeleteApplicationErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type DeleteApplicationError = DeleteApplicationErrors[keyof DeleteApplicationErrors];
export type DeleteApplicationResponses = {
    /**
     * The deletion request.
     */
    202: DeletionReply;
};
export type DeleteApplicationResponse = DeleteApplicationResponses[keyof DeleteApplicationResponses];
export type DeleteTenantData = {
    body?: never;
    headers?: {
        /**
         * Makes it safe to repeat the request for 24 hours: the same request returns the stored response with `Idempotent-Replayed: true`; a different request with the same key is refused.
         *
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * The tenant's id, as sent in `X-Tenant-Id`.
         */
        tenantExternalId: ExternalId;
    };
    query?: never;
    url: '/v1/tenants/{tenantExternalId}';
};
export type DeleteTenantErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    409: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    422: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type DeleteTenantError = DeleteTenantErrors[keyof DeleteTenantErrors];
export type DeleteTenantResponses = {
    /**
     * The deletion request.
     */
    202: DeletionReply;
};
export type DeleteTenantResponse = DeleteTenantResponses[keyof DeleteTenantResponses];
export type ListDeletionRequestsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only items with this status. Default: all.
         */
        status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
        /**
         * The maximum number of items on a page.
         */
        limit?: number;
        /**
         * `nextCursor` of the previous page.
         */
        cursor?: string;
    };
    url: '/v1/deletion-requests';
};
export type ListDeletionRequestsErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type ListDeletionRequestsError = ListDeletionRequestsErrors[keyof ListDeletionRequestsErrors];
export type ListDeletionRequestsResponses = {
    /**
     * A page of deletion requests.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request has no active API key; `details` says why.
     */
    401: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    403: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    429: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetDeletionRequestError = GetDeletionRequestErrors[keyof GetDeletionRequestErrors];
export type GetDeletionRequestResponses = {
    /**
     * The current state of the deletion request.
     */
    200: DeletionReply;
};
export type GetDeletionRequestResponse = GetDeletionRequestResponses[keyof GetDeletionRequestResponses];
export type GetReferenceData = {
    body?: never;
    headers?: {
        /**
         * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The response is compressed if this includes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path?: never;
    query?: never;
    url: '/docs';
};
export type GetReferenceErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetReferenceError = GetReferenceErrors[keyof GetReferenceErrors];
export type GetReferenceResponses = {
    /**
     * A web page.
     */
    200: string;
};
export type GetReferenceResponse = GetReferenceResponses[keyof GetReferenceResponses];
export type GetReferenceScriptData = {
    body?: never;
    headers?: {
        /**
         * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The response is compressed if this includes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path?: never;
    query?: never;
    url: '/docs/reference.js';
};
export type GetReferenceScriptErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetReferenceScriptError = GetReferenceScriptErrors[keyof GetReferenceScriptErrors];
export type GetReferenceScriptResponses = {
    /**
     * A script for `/docs`. Its content can change at any time.
     */
    200: Blob | File;
};
export type GetReferenceScriptResponse = GetReferenceScriptResponses[keyof GetReferenceScriptResponses];
export type GetGuideData = {
    body?: never;
    headers?: {
        /**
         * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The response is compressed if this includes `gzip`.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetGuideError = GetGuideErrors[keyof GetGuideErrors];
export type GetGuideResponses = {
    /**
     * A web page.
     */
    200: string;
};
export type GetGuideResponse = GetGuideResponses[keyof GetGuideResponses];
export type GetChangelogData = {
    body?: never;
    headers?: {
        /**
         * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The response is compressed if this includes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path?: never;
    query?: never;
    url: '/changelog';
};
export type GetChangelogErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetChangelogError = GetChangelogErrors[keyof GetChangelogErrors];
export type GetChangelogResponses = {
    /**
     * A web page.
     */
    200: string;
};
export type GetChangelogResponse = GetChangelogResponses[keyof GetChangelogResponses];
export type GetErrorPagesData = {
    body?: never;
    headers?: {
        /**
         * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The response is compressed if this includes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path?: never;
    query?: never;
    url: '/errors';
};
export type GetErrorPagesErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetErrorPagesError = GetErrorPagesErrors[keyof GetErrorPagesErrors];
export type GetErrorPagesResponses = {
    /**
     * A web page.
     */
    200: string;
};
export type GetErrorPagesResponse = GetErrorPagesResponses[keyof GetErrorPagesResponses];
export type GetErrorPageData = {
    body?: never;
    headers?: {
        /**
         * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The response is compressed if this includes `gzip`.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    404: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetErrorPageError = GetErrorPageErrors[keyof GetErrorPageErrors];
export type GetErrorPageResponses = {
    /**
     * A web page.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetLivenessError = GetLivenessErrors[keyof GetLivenessErrors];
export type GetLivenessResponses = {
    /**
     * The process is alive.
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
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetReadinessError = GetReadinessErrors[keyof GetReadinessErrors];
export type GetReadinessResponses = {
    /**
     * The process is ready.
     */
    200: Readiness;
};
export type GetReadinessResponse = GetReadinessResponses[keyof GetReadinessResponses];
export type GetOpenapiJsonData = {
    body?: never;
    headers?: {
        /**
         * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The response is compressed if this includes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path?: never;
    query?: never;
    url: '/openapi.json';
};
export type GetOpenapiJsonErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetOpenapiJsonError = GetOpenapiJsonErrors[keyof GetOpenapiJsonErrors];
export type GetOpenapiJsonResponses = {
    /**
     * OpenAPI 3.1, bundled into one document. Compressed if `Accept-Encoding` includes gzip.
     */
    200: unknown;
};
export type GetOpenapiYamlData = {
    body?: never;
    headers?: {
        /**
         * The `ETag` of the caller's copy. Returns 304 if the copy is still current (RFC 9110, section 13.1.2).
         */
        'If-None-Match'?: string;
        /**
         * The response is compressed if this includes `gzip`.
         */
        'Accept-Encoding'?: string;
    };
    path?: never;
    query?: never;
    url: '/openapi.yaml';
};
export type GetOpenapiYamlErrors = {
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    400: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    500: ErrorBody;
    /**
     * The request failed. If the body says it is retryable, retry after `Retry-After` seconds.
     */
    503: ErrorBody;
    /**
     * The request failed. The body says why, and whether a retry can help.
     */
    default: ErrorBody;
};
export type GetOpenapiYamlError = GetOpenapiYamlErrors[keyof GetOpenapiYamlErrors];
export type GetOpenapiYamlResponses = {
    /**
     * OpenAPI 3.1, bundled into one document. Compressed if `Accept-Encoding` includes gzip.
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
export type OnScoreOverriddenWebhookPayload = ScoreOverriddenEvent;
export type OnScoreOverriddenWebhookRequest = {
    body: OnScoreOverriddenWebhookPayload;
    key: 'score.overridden';
    path?: never;
    query?: never;
};
export type OnScoreReviewRequestedWebhookPayload = ScoreReviewRequestedEvent;
export type OnScoreReviewRequestedWebhookRequest = {
    body: OnScoreReviewRequestedWebhookPayload;
    key: 'score.review_requested';
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
export type OnAuditCheckpointWebhookPayload = AuditCheckpointEvent;
export type OnAuditCheckpointWebhookRequest = {
    body: OnAuditCheckpointWebhookPayload;
    key: 'audit.checkpoint';
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
