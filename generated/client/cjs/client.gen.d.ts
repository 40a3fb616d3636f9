import type * as t from './types.gen.js';
/** By operation id, what comes in and what may come back. */
export type ClientOperations = {
    /**
     * List jobs.
     *
     * Lists a tenant's jobs in the order of their ids, with the number of applications by the status of their latest scoring job, the current criteria version, and the time of the last activity.
     */
    listJobs: {
        data: t.ListJobsData;
        responses: t.ListJobsResponses;
    };
    /**
     * Generate clarification questions.
     *
     * Synchronous. Send the answers with the criteria generation to refine it. A set is valid for 24 hours and can be used more than once, even if a newer one exists.
     * If the caller disconnects, the generation stops and creates no set. With an `Idempotency-Key` it finishes, and its response is stored.
     */
    createQuestionSet: {
        data: t.CreateQuestionSetData;
        responses: t.CreateQuestionSetResponses;
    };
    /**
     * Get the newest question set.
     *
     * Returns the job's newest question set until it expires. Returns 404 if there is none.
     */
    getCurrentQuestionSet: {
        data: t.GetCurrentQuestionSetData;
        responses: t.GetCurrentQuestionSetResponses;
    };
    /**
     * Get a question set.
     *
     * Available until it expires, even if a newer one exists.
     */
    getQuestionSet: {
        data: t.GetQuestionSetData;
        responses: t.GetQuestionSetResponses;
    };
    /**
     * Generate criteria for a job.
     *
     * Synchronous. Creates a new version, which becomes the job's current version; its id is also the generation's id. Older versions stay ACTIVE.
     * If the caller disconnects, the generation stops and creates no version. With an `Idempotency-Key` it finishes, and its response is stored.
     * A job description without any requirement fails with `CRITERIA_INVALID`. A requirement that must not affect a score becomes a warning instead of a criterion.
     */
    createCriteriaGeneration: {
        data: t.CreateCriteriaGenerationData;
        responses: t.CreateCriteriaGenerationResponses;
    };
    /**
     * Get a criteria generation.
     *
     * The generation's id is the id of the version that it created.
     */
    getCriteriaGeneration: {
        data: t.GetCriteriaGenerationData;
        responses: t.GetCriteriaGenerationResponses;
    };
    /**
     * Get the current criteria of up to 100 jobs.
     *
     * `criteria` is null for an unknown job and for a job without current criteria.
     * A response over 256 KiB takes more than one token from the bucket.
     */
    listCriteriaOfJobs: {
        data: t.ListCriteriaOfJobsData;
        responses: t.ListCriteriaOfJobsResponses;
    };
    /**
     * Get the current criteria.
     *
     * Returns the criteria that new submissions are scored against. With `If-None-Match`, an unchanged version returns 304.
     */
    getCurrentCriteria: {
        data: t.GetCurrentCriteriaData;
        responses: t.GetCurrentCriteriaResponses;
    };
    /**
     * Set the criteria by hand.
     *
     * Uses no model. Creates the job if it is new, and a new version unless nothing changes. Criteria whose text is unchanged keep their ids.
     */
    replaceCriteria: {
        data: t.ReplaceCriteriaData;
        responses: t.ReplaceCriteriaResponses;
    };
    /**
     * Archive all criteria versions.
     *
     * Leaves the job without a current version. Existing scores and accepted jobs keep their versions.
     */
    archiveCriteria: {
        data: t.ArchiveCriteriaData;
        responses: t.ArchiveCriteriaResponses;
    };
    /**
     * Get the current criteria version with its metadata.
     *
     * Returns the same version as `GET …/criteria`, with its metadata in a separate member.
     */
    getCurrentCriteriaVersion: {
        data: t.GetCurrentCriteriaVersionData;
        responses: t.GetCurrentCriteriaVersionResponses;
    };
    /**
     * List criteria versions.
     *
     * Lists a job's versions, newest first. A job keeps 200 versions (`criteriaVersionsPerJob` in `x-quotas`). A further version replaces the oldest one that no scoring job uses; versions in use are kept.
     */
    listCriteriaVersions: {
        data: t.ListCriteriaVersionsData;
        responses: t.ListCriteriaVersionsResponses;
    };
    /**
     * Get a criteria version.
     *
     * Returns any stored version, including archived ones. A score names the version it was calculated with.
     */
    getCriteriaVersion: {
        data: t.GetCriteriaVersionData;
        responses: t.GetCriteriaVersionResponses;
    };
    /**
     * Archive a criteria version.
     *
     * An archived version cannot be used for new scores; archiving cannot be undone. The current version cannot be archived (`CRITERIA_INVALID`). Archiving an archived version has no effect and returns the same response.
     */
    archiveCriteriaVersion: {
        data: t.ArchiveCriteriaVersionData;
        responses: t.ArchiveCriteriaVersionResponses;
    };
    /**
     * Simulate other criteria.
     *
     * Applies the criteria in the request to the stored verdicts of every scored application of the job. Nothing is stored or billed, and no engine is used. Changes of importance, order and removals are exact. A criterion without a stored verdict is listed in `missing` and earns no credit in `newScore`.
     * Ranks cover all scored applications of the job, not only those on the page. Applications are in the order of their ids. A partner can run one simulation at a time; a second one fails with `in_flight`.
     */
    simulateCriteria: {
        data: t.SimulateCriteriaData;
        responses: t.SimulateCriteriaResponses;
    };
    /**
     * Add a criterion.
     *
     * Creates a new version, unless nothing changes. Only future scores use it. With `If-Match` the edit fails if another version is current; without it, concurrent edits are applied one after another.
     * With `libraryCriterionId`, a copy of the library criterion is added. This also requires `library.read`. Later changes to one do not affect the other.
     */
    addCriterion: {
        data: t.AddCriterionData;
        responses: t.AddCriterionResponses;
    };
    /**
     * Reorder the criteria.
     *
     * Creates a new version, unless nothing changes. Only future scores use it. With `If-Match` the edit fails if another version is current; without it, concurrent edits are applied one after another.
     * The list must contain every criterion once. An id that is not in the current version fails with `CRITERION_NOT_FOUND`; a missing or repeated id fails with `CRITERIA_INVALID`.
     */
    orderCriteria: {
        data: t.OrderCriteriaData;
        responses: t.OrderCriteriaResponses;
    };
    /**
     * Get a criterion of the current version.
     *
     * Returns a criterion of the current version only. To see older criteria, get their version.
     */
    getCriterion: {
        data: t.GetCriterionData;
        responses: t.GetCriterionResponses;
    };
    /**
     * Change a criterion.
     *
     * Creates a new version, unless nothing changes. Only future scores use it. With `If-Match` the edit fails if another version is current; without it, concurrent edits are applied one after another.
     */
    changeCriterion: {
        data: t.ChangeCriterionData;
        responses: t.ChangeCriterionResponses;
    };
    /**
     * Delete a criterion.
     *
     * Creates a new version, unless nothing changes. Only future scores use it. With `If-Match` the edit fails if another version is current; without it, concurrent edits are applied one after another.
     */
    deleteCriterion: {
        data: t.DeleteCriterionData;
        responses: t.DeleteCriterionResponses;
    };
    /**
     * Analyse adverse impact.
     *
     * Compares the selection rates of groups of applicants: for the latest scores of the job, and for each criterion. `criteria` begins with the criterion whose removal would change an impact ratio most; removals are simulated from stored verdicts, without an engine.
     * The groups are used for this response only. They are not stored, logged or traced, and the operation takes no `Idempotency-Key`. A group of fewer than 5 applicants is suppressed, and there are no totals over all groups, because its numbers could be calculated from them. A partner can run one analysis or simulation at a time; a second one fails with `in_flight`.
     */
    createImpactAnalysis: {
        data: t.CreateImpactAnalysisData;
        responses: t.CreateImpactAnalysisResponses;
    };
    /**
     * Show an impact analysis as a web page.
     *
     * The same analysis as a self-contained, printable page for auditors, with method and sources.
     */
    createImpactReport: {
        data: t.CreateImpactReportData;
        responses: t.CreateImpactReportResponses;
    };
    /**
     * List library criteria.
     *
     * Lists the tenant's library criteria, newest first. There are no pages, because a quota limits the size of a library.
     */
    listLibraryCriteria: {
        data: t.ListLibraryCriteriaData;
        responses: t.ListLibraryCriteriaResponses;
    };
    /**
     * Add a criterion to the library.
     *
     * A library has up to 1,000 criteria (`libraryCriteriaPerTenant` in `x-quotas`). Adding more fails with `VALIDATION_ERROR` and the detail `limit_reached`.
     */
    createLibraryCriterion: {
        data: t.CreateLibraryCriterionData;
        responses: t.CreateLibraryCriterionResponses;
    };
    /**
     * Get a library criterion.
     *
     * Returns the criterion from which copies in jobs are made.
     */
    getLibraryCriterion: {
        data: t.GetLibraryCriterionData;
        responses: t.GetLibraryCriterionResponses;
    };
    /**
     * Update a library criterion.
     *
     * Existing copies in jobs do not change.
     */
    changeLibraryCriterion: {
        data: t.ChangeLibraryCriterionData;
        responses: t.ChangeLibraryCriterionResponses;
    };
    /**
     * Delete a library criterion.
     *
     * Existing copies in jobs are kept.
     */
    deleteLibraryCriterion: {
        data: t.DeleteLibraryCriterionData;
        responses: t.DeleteLibraryCriterionResponses;
    };
    /**
     * Upload a resume.
     *
     * Stores a file and returns a `url` that is accepted wherever `resumeUrl` is, by the same tenant in the same environment. One upload can be scored for several applications and jobs.
     * Send the file as the body, with its content type, or as the only part of a `multipart/form-data` body. `application/octet-stream` is accepted for every file, because the file type is detected from the content.
     * The file is encrypted, and deleted 24 hours after the upload, or when the last scoring job that was submitted by then ends, whichever is later. It is also deleted with its tenant, and with any application that was scored from it.
     * A repeat with the same `Idempotency-Key` and the same bytes returns the first response. At most 20 uploads of a partner can be in progress in each environment.
     */
    uploadResume: {
        data: Omit<t.UploadResumeData, 'body'> & {
            body: Blob | Uint8Array;
        };
        responses: t.UploadResumeResponses;
    };
    /**
     * List scoring jobs.
     *
     * Lists the scoring jobs of all applications of a job, newest first, without `assessment.criteria`. Filter by `status` to find failed or open jobs.
     */
    listScoringJobs: {
        data: t.ListScoringJobsData;
        responses: t.ListScoringJobsResponses;
    };
    /**
     * List the applications of a job by score.
     *
     * One item per application, with its latest scoring job. By default the strongest come first. Applications with equal scores are in the order of their submission. Those without a score follow, open ones before failed ones. A `sort` without the minus is the exact reverse.
     * Pages stay correct while scores arrive: an application whose place does not change appears exactly once. Filters can be combined. A page of a filtered list can have fewer items than `limit`, or none, although more follow: continue until `nextCursor` is null.
     */
    listApplications: {
        data: t.ListApplicationsData;
        responses: t.ListApplicationsResponses;
    };
    /**
     * Show the ranking of a job as a web page.
     *
     * A self-contained, printable page with the applications of a job, the strongest first: score, verdict of each criterion, flags and decisions of people. It shows `limit` applications; the header `Link` leads to the next page, if there is one.
     * Columns are the current criteria. A score by an older version shows a verdict where that version had a criterion with the same text.
     */
    getRanking: {
        data: t.GetRankingData;
        responses: t.GetRankingResponses;
    };
    /**
     * Export the scores of a tenant.
     *
     * Streams the applications of a tenant as JSON Lines. Each line is an `ExportedScore`. The lines are in the order of the applications' last change, oldest first. A score, a failure, a new submission and an override are changes.
     * Every line has a `cursor`. To continue after a broken connection, or on the next day, send the last one: the response contains only later changes. An application that changes again appears again. The export leaves out changes of the last 10 seconds, so that a reader never skips one.
     * A response with fewer than `limit` lines is complete. An export takes one token from its bucket, regardless of its length.
     */
    exportScores: {
        data: t.ExportScoresData;
        responses: t.ExportScoresResponses;
    };
    /**
     * Submit an application for scoring.
     *
     * Scoring is asynchronous: poll the job or the application's score. While the application's latest job is not FAILED, a repeated submission returns that
     * job (`X-Scoring-Deduplicated: true`); `rescore: true` creates a new one. The criteria version is fixed at acceptance.
     */
    submitScoringJob: {
        data: t.SubmitScoringJobData;
        responses: t.SubmitScoringJobResponses;
    };
    /**
     * Get a scoring job.
     *
     * Poll it until `status` is `completed` or `failed`, or send `Prefer: wait=10` to wait for the job to end.
     */
    getScoringJob: {
        data: t.GetScoringJobData;
        responses: t.GetScoringJobResponses;
    };
    /**
     * Get the latest score of an application.
     *
     * Returns the application's latest scoring job by time of submission, not completion. No scoring job id is needed. Send its `ETag` as `If-Match` with an override.
     */
    getLatestScore: {
        data: t.GetLatestScoreData;
        responses: t.GetLatestScoreResponses;
    };
    /**
     * Show the latest score as a web page.
     *
     * A self-contained, printable page with the score and its range, each criterion with its weight, verdict and quotes, hidden text, and how the score is calculated. Open and failed jobs have a page too.
     * The page quotes the resume, so it has `Cache-Control: no-store`. Fetch it from your server and pass it on; a key never belongs in a URL.
     */
    getScoreReport: {
        data: t.GetScoreReportData;
        responses: t.GetScoreReportResponses;
    };
    /**
     * Explain the latest score to the candidate.
     *
     * A page for the candidate. It lists the criteria of the job, the passages of the application that were found for each, and the criteria for which none was found. It says that a person decides, and how to ask for a review. It names no other candidate, no reviewer and no reason of a reviewer. Weights, points and the score are shown only with `detail=full`.
     * The header `Accept` selects HTML (default) or plain text. Criteria and quotes stay in their own language. The page names no key or address of this service: fetch it from your server and pass it on. Candidates with an open or failed job get a page too.
     */
    getScoreExplanation: {
        data: t.GetScoreExplanationData;
        responses: t.GetScoreExplanationResponses;
    };
    /**
     * Record that a candidate asks for a review.
     *
     * Records that the candidate asks for a person to review the latest score, sends the event `score.review_requested` and adds an audit record. The request is shown in the list of applications, the export and the ranking until a person overrides or confirms a verdict of the application. A rescore does not close the request.
     * While a request is open, another one returns the same request and changes nothing. Only a COMPLETED score can be reviewed; any other fails with `SCORE_NOT_READY`.
     */
    requestReview: {
        data: t.RequestReviewData;
        responses: t.RequestReviewResponses;
    };
    /**
     * Create a link to the score report.
     *
     * The link opens the report of the application's latest score in a browser without a key, so that you can send it to a recruiter. It shows quotes from the resume to everyone who has it, so choose a short lifetime.
     * It ends at `expiresAt`, when the links of the application are revoked, with the deletion of the application or its tenant, and while the operator suspends your account. Each call creates another link.
     */
    createReportLink: {
        data: t.CreateReportLinkData;
        responses: t.CreateReportLinkResponses;
    };
    /**
     * Revoke the links to the score report.
     *
     * All links to the reports of this application end at once, on every server. Links created afterwards work.
     */
    revokeReportLinks: {
        data: t.RevokeReportLinksData;
        responses: t.RevokeReportLinksResponses;
    };
    /**
     * Override a verdict.
     *
     * A person decides a criterion of the application's latest score. The score is calculated again from that verdict at once, and nothing is billed. The engine's verdict stays visible next to it. If the person's verdict equals the engine's, it is recorded as a review and the score stays the same.
     * A rescore keeps the override while the application and the criterion's text are unchanged. Otherwise it is dropped, and `assessment.overrideDropped` of the new score lists it. Sending the same override again changes nothing.
     * With `If-Match` the override fails if the score has changed since it was read. Only a COMPLETED score can be overridden; any other fails with `SCORE_NOT_READY`.
     */
    overrideVerdict: {
        data: t.OverrideVerdictData;
        responses: t.OverrideVerdictResponses;
    };
    /**
     * Remove an override.
     *
     * The engine's verdict counts again, and the score is calculated from it. Without an override of this criterion, nothing changes.
     */
    removeOverride: {
        data: t.RemoveOverrideData;
        responses: t.RemoveOverrideResponses;
    };
    /**
     * Submit up to 100 applications for scoring.
     *
     * The batch is accepted or refused as a whole. For an application whose latest job is not FAILED, the batch includes that job. An entry whose URL is not public becomes a FAILED job with `RESUME_URL_BLOCKED`. An entry whose upload does not exist becomes a FAILED job with `RESUME_NOT_FOUND`.
     */
    submitScoringBatch: {
        data: t.SubmitScoringBatchData;
        responses: t.SubmitScoringBatchResponses;
    };
    /**
     * List scoring batches.
     *
     * Lists a job's batches, newest first, without their scoring jobs. To see the scoring jobs, get a single batch.
     */
    listScoringBatches: {
        data: t.ListScoringBatchesData;
        responses: t.ListScoringBatchesResponses;
    };
    /**
     * Get a scoring batch and its jobs.
     *
     * The jobs are in request order, without `assessment.criteria`.
     */
    getScoringBatch: {
        data: t.GetScoringBatchData;
        responses: t.GetScoringBatchResponses;
    };
    /**
     * Rescore applications from stored verdicts.
     *
     * Calculates scores with the job's current criteria, without resumes and without an engine. Each score becomes a completed scoring job with its event and is the application's latest score. It is not billed and does not count towards the trial. Without `applicationIds`, rescores the job's applications in pages of 100, in the order of their ids; continue with `cursor`.
     * If an application already has a score with the current criteria, that score is kept or becomes the latest again, without a new job or event. An application that lacks a stored verdict, or whose verdicts come from an engine other than the current one, is not changed and is listed in `needsResume`: submit it with `rescore: true`. An unknown application fails the whole request.
     */
    rescoreApplications: {
        data: t.RescoreApplicationsData;
        responses: t.RescoreApplicationsResponses;
    };
    /**
     * Register a webhook endpoint.
     *
     * An environment can have up to 5 endpoints (`webhookEndpoints` in `x-quotas`, `limit_reached`). The URL must be public https (`url_not_public`); it is checked again on every delivery.
     */
    createWebhookEndpoint: {
        data: t.CreateWebhookEndpointData;
        responses: t.CreateWebhookEndpointResponses;
    };
    /**
     * List webhook endpoints.
     *
     * Lists the endpoints of this environment, newest first, including disabled ones. Secrets are not shown.
     */
    listWebhookEndpoints: {
        data: t.ListWebhookEndpointsData;
        responses: t.ListWebhookEndpointsResponses;
    };
    /**
     * Get a webhook endpoint.
     *
     * Shows whether the endpoint is enabled and, if not, why.
     */
    getWebhookEndpoint: {
        data: t.GetWebhookEndpointData;
        responses: t.GetWebhookEndpointResponses;
    };
    /**
     * Update a webhook endpoint.
     *
     * `enabled: true` enables a disabled endpoint again. To receive the events that it missed, call `recover`.
     */
    changeWebhookEndpoint: {
        data: t.ChangeWebhookEndpointData;
        responses: t.ChangeWebhookEndpointResponses;
    };
    /**
     * Delete a webhook endpoint.
     *
     * Its pending deliveries are cancelled.
     */
    deleteWebhookEndpoint: {
        data: t.DeleteWebhookEndpointData;
        responses: t.DeleteWebhookEndpointResponses;
    };
    /**
     * Rotate a webhook secret.
     *
     * Creates a new secret. Both secrets sign deliveries during the overlap.
     */
    rotateWebhookSecret: {
        data: t.RotateWebhookSecretData;
        responses: t.RotateWebhookSecretResponses;
    };
    /**
     * Send a test event.
     *
     * Sends a test event to this endpoint only, regardless of its event types. The event does not appear in the feed or in delivery health.
     */
    testWebhookEndpoint: {
        data: t.TestWebhookEndpointData;
        responses: t.TestWebhookEndpointResponses;
    };
    /**
     * List webhook deliveries.
     *
     * Lists an endpoint's deliveries, newest first. Deliveries are kept for 30 days.
     */
    listWebhookDeliveries: {
        data: t.ListWebhookDeliveriesData;
        responses: t.ListWebhookDeliveriesResponses;
    };
    /**
     * Repeat a webhook delivery.
     *
     * Creates a new delivery of the same event with the same event id.
     */
    redeliverWebhookDelivery: {
        data: t.RedeliverWebhookDeliveryData;
        responses: t.RedeliverWebhookDeliveryResponses;
    };
    /**
     * Recover missed webhook events.
     *
     * Sends every event since `since` that the endpoint subscribes to and has not accepted, unless a delivery of the event is still pending.
     */
    recoverWebhookDeliveries: {
        data: t.RecoverWebhookDeliveriesData;
        responses: t.RecoverWebhookDeliveriesResponses;
    };
    /**
     * List events.
     *
     * Lists the events of the last 30 days in the order in which they happened. Use it to catch up after an outage. Events younger than 10 seconds are omitted, so that readers never skip one. Continue from `nextCursor`, even if there are no more events for now.
     */
    listEvents: {
        data: t.ListEventsData;
        responses: t.ListEventsResponses;
    };
    /**
     * List audit records.
     *
     * Lists the audit records of the partner in the key's environment, oldest first, as JSON Lines: each line is one `AuditRecord`. There is one record for each completed score, for each time a person overrides or reviews a criterion or removes an override, and for each review request by a candidate. Records contain no text of resumes, answers or criteria.
     * Continue after the `sequence` of the last line that you read. A page with fewer lines than `limit` is the last one for now. A new record appears within seconds of its score.
     * Each record is chained to the previous one by its hash, so a changed, removed, reordered or inserted record can be detected: see the guide on audits. Records are kept for 1461 days unless the operator sets another period.
     */
    listAuditRecords: {
        data: t.ListAuditRecordsData;
        responses: t.ListAuditRecordsResponses;
    };
    /**
     * Get webhook delivery health.
     *
     * Counts delivery attempts, including redeliveries and excluding tests. Computed at most once a minute.
     */
    getWebhookHealth: {
        data: t.GetWebhookHealthData;
        responses: t.GetWebhookHealthResponses;
    };
    /**
     * Get scoring errors by code.
     *
     * Counts failed scoring jobs, most frequent code first. Computed at most once a minute.
     */
    getErrorAnalytics: {
        data: t.GetErrorAnalyticsData;
        responses: t.GetErrorAnalyticsResponses;
    };
    /**
     * Get the state of all limits.
     *
     * Counts only towards its own bucket. With `X-Tenant-Id`, includes the window of that tenant.
     */
    getRateLimitStatus: {
        data: t.GetRateLimitStatusData;
        responses: t.GetRateLimitStatusResponses;
    };
    /**
     * Get usage and quotas.
     *
     * Returns the partner's scores of this calendar month and its stored data. Scores include both environments. A completed score counts as used, an open one as reserved.
     * `quotas` apply to the key's environment. Deleted data counts until it is erased, seconds later.
     */
    getUsage: {
        data: t.GetUsageData;
        responses: t.GetUsageResponses;
    };
    /**
     * Create an API key.
     *
     * The new key belongs to the partner and environment of the calling key. It cannot have permissions that the calling key lacks (`FORBIDDEN`). To rotate a key, create a new one, switch to it and revoke the old one; both work in the meantime.
     * An environment can have up to 50 active keys (`apiKeys` in `x-quotas`, `limit_reached`). The newest revoked or expired keys, up to the same number, stay listed.
     */
    createApiKey: {
        data: t.CreateApiKeyData;
        responses: t.CreateApiKeyResponses;
    };
    /**
     * List API keys.
     *
     * Lists the partner's keys in this environment, newest first. The keys themselves are not shown; use `lastFour` and `name` to tell them apart.
     */
    listApiKeys: {
        data: t.ListApiKeysData;
        responses: t.ListApiKeysResponses;
    };
    /**
     * Get an API key.
     *
     * `lastUsedAt`, accurate to one minute, shows whether the key is still in use.
     */
    getApiKey: {
        data: t.GetApiKeyData;
        responses: t.GetApiKeyResponses;
    };
    /**
     * Revoke an API key.
     *
     * The server that handles the request refuses the key immediately; all other servers refuse it within 5 seconds. Accepted jobs are not affected. Revoking a revoked key has no effect and returns the same response.
     */
    revokeApiKey: {
        data: t.RevokeApiKeyData;
        responses: t.RevokeApiKeyResponses;
    };
    /**
     * Delete an application and its data.
     *
     * Cancels scoring jobs in progress, without an event. An unknown application is accepted as well. While the deletion is open, a repeated call returns the same deletion request, unless the application has been submitted again.
     * Once the request is COMPLETED, no row, verdict, stored response or event contains the data. The embedded database also erases it from its file and log.
     */
    deleteApplication: {
        data: t.DeleteApplicationData;
        responses: t.DeleteApplicationResponses;
    };
    /**
     * Delete a tenant and its data.
     *
     * Deletes the tenant in the key's environment. While the deletion is open, the tenant's requests fail with `TENANT_NOT_FOUND`; afterwards the tenant can be used again and starts empty. Usage counts are kept. COMPLETED means the same as for an application.
     */
    deleteTenant: {
        data: t.DeleteTenantData;
        responses: t.DeleteTenantResponses;
    };
    /**
     * List deletion requests.
     *
     * Lists the partner's deletion requests in this environment, newest first. They do not contain the ids of deleted data; keep the response of the deletion to know which request it is.
     */
    listDeletionRequests: {
        data: t.ListDeletionRequestsData;
        responses: t.ListDeletionRequestsResponses;
    };
    /**
     * Get a deletion request.
     *
     * Poll it until it is COMPLETED or FAILED, or subscribe to the events `deletion.completed` and `deletion.failed`.
     */
    getDeletionRequest: {
        data: t.GetDeletionRequestData;
        responses: t.GetDeletionRequestResponses;
    };
};
/** What the client knows of an operation. `isShownOnce`: a repeat answers without the secret that it shows. */
export type OperationFacts = {
    method: string;
    path: string;
    tenant?: 'required' | 'optional';
    isIdempotent?: boolean;
    takesFile?: boolean;
    isShownOnce?: boolean;
};
export declare const operations: Record<keyof ClientOperations, OperationFacts>;
/** Times of the contract. */
export declare const seconds: {
    preferWait: number;
    longestOperation: number;
    scoring: number;
    betweenPolls: number;
};
/** What a delivery carries, by its `type`. More may be added. */
export type WebhookEvent = (t.ScoreCompletedEvent & {
    type: 'score.completed';
}) | (t.ScoreFailedEvent & {
    type: 'score.failed';
}) | (t.ScoreOverriddenEvent & {
    type: 'score.overridden';
}) | (t.ScoreReviewRequestedEvent & {
    type: 'score.review_requested';
}) | (t.BatchCompletedEvent & {
    type: 'batch.completed';
}) | (t.CriteriaVersionCreatedEvent & {
    type: 'criteria.version.created';
}) | (t.DeletionCompletedEvent & {
    type: 'deletion.completed';
}) | (t.DeletionFailedEvent & {
    type: 'deletion.failed';
}) | (t.AuditCheckpointEvent & {
    type: 'audit.checkpoint';
}) | (t.WebhookTestedEvent & {
    type: 'webhook.test';
});
