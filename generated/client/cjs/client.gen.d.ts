import type * as t from './types.gen.js';
/** By operation id, what comes in and what may come back. */
export type ClientOperations = {
    /**
     * Generate clarification questions.
     *
     * Synchronous. The answers go with the criteria's generation and calibrate it. A set lives 24 hours and may be used more than once meanwhile, also when a newer one exists.
     * A caller that hangs up stops it and no set is made, unless it sent an `Idempotency-Key`: then it finishes and the answer is kept.
     */
    createQuestionSet: {
        data: t.CreateQuestionSetData;
        responses: t.CreateQuestionSetResponses;
    };
    /**
     * The job's newest question set.
     *
     * The one made last, until it expires; 404 when there is none.
     */
    getCurrentQuestionSet: {
        data: t.GetCurrentQuestionSetData;
        responses: t.GetCurrentQuestionSetResponses;
    };
    /**
     * One question set.
     *
     * Until it expires, also when a newer one exists.
     */
    getQuestionSet: {
        data: t.GetQuestionSetData;
        responses: t.GetQuestionSetResponses;
    };
    /**
     * Generate criteria for a job.
     *
     * Synchronous. Makes a new version, which becomes the job's current one; its id is the generation's id. Older versions stay ACTIVE.
     * A caller that hangs up stops it and no version is made, unless it sent an `Idempotency-Key`: then it finishes and the answer is kept.
     * A description without any requirement is `CRITERIA_INVALID`. A wish that no score may rest on becomes a warning instead of a criterion.
     */
    createCriteriaGeneration: {
        data: t.CreateCriteriaGenerationData;
        responses: t.CreateCriteriaGenerationResponses;
    };
    /**
     * What a generation made.
     *
     * The generation's id is that of the version that it made.
     */
    getCriteriaGeneration: {
        data: t.GetCriteriaGenerationData;
        responses: t.GetCriteriaGenerationResponses;
    };
    /**
     * The current criteria of up to 100 jobs.
     *
     * One read for a list of jobs. `criteria` is null for a job without current criteria, and for one that is not known.
     * An answer over 256 KiB costs more than one token of the bucket.
     */
    listCriteriaOfJobs: {
        data: t.ListCriteriaOfJobsData;
        responses: t.ListCriteriaOfJobsResponses;
    };
    /**
     * The job's current criteria.
     *
     * What a submission is scored against now. With `If-None-Match` an unchanged version is a 304.
     */
    getCurrentCriteria: {
        data: t.GetCurrentCriteriaData;
        responses: t.GetCurrentCriteriaResponses;
    };
    /**
     * Set a job's criteria by hand.
     *
     * No model is asked. Makes the job where it is new, and a version unless nothing changes; criteria of the same text keep their ids.
     */
    replaceCriteria: {
        data: t.ReplaceCriteriaData;
        responses: t.ReplaceCriteriaResponses;
    };
    /**
     * Archive all of a job's versions.
     *
     * No current version is left; past scores and accepted jobs keep theirs.
     */
    archiveCriteria: {
        data: t.ArchiveCriteriaData;
        responses: t.ArchiveCriteriaResponses;
    };
    /**
     * The job's current criteria version, with its metadata.
     *
     * The same version as `GET …/criteria`, with its metadata beside its criteria.
     */
    getCurrentCriteriaVersion: {
        data: t.GetCurrentCriteriaVersionData;
        responses: t.GetCurrentCriteriaVersionResponses;
    };
    /**
     * A job's criteria versions, newest first.
     *
     * A job keeps 200 (`criteriaVersionsPerJob` of `x-quotas`). Before one more, the oldest that no scoring job refers to is deleted; one that is referred to stays.
     */
    listCriteriaVersions: {
        data: t.ListCriteriaVersionsData;
        responses: t.ListCriteriaVersionsResponses;
    };
    /**
     * One criteria version.
     *
     * Any version that is kept, archived ones too: for a score of the past, read the version that it names.
     */
    getCriteriaVersion: {
        data: t.GetCriteriaVersionData;
        responses: t.GetCriteriaVersionResponses;
    };
    /**
     * Archive a version.
     *
     * It cannot be used for new scores afterwards, and there is no way back. The current version cannot be archived (`CRITERIA_INVALID`). Archiving a version again answers the same.
     */
    archiveCriteriaVersion: {
        data: t.ArchiveCriteriaVersionData;
        responses: t.ArchiveCriteriaVersionResponses;
    };
    /**
     * What other criteria would make of the job's scores.
     *
     * Applies the criteria sent to the stored verdicts, for every application of the job that has a score: nothing is stored, no engine is asked, nothing is billed. Importance, order and removals are exact; a criterion without a stored verdict stands in `missing` and earns nothing in `newScore`.
     * Ranks are over all scored applications of the job, whichever page shows them. Applications come in the order of their ids. One simulation at a time a partner: another one is refused with `in_flight`.
     */
    simulateCriteria: {
        data: t.SimulateCriteriaData;
        responses: t.SimulateCriteriaResponses;
    };
    /**
     * Add a criterion.
     *
     * Makes a version, unless nothing changes; only future scores use it. With `If-Match` it is made only while that version is current, without it edits queue up.
     * With `libraryCriterionId` a copy of the library's is added, which needs `library.read` too; later changes of either do not touch the other.
     */
    addCriterion: {
        data: t.AddCriterionData;
        responses: t.AddCriterionResponses;
    };
    /**
     * Bring the criteria into another order.
     *
     * Makes a version, unless nothing changes; only future scores use it. With `If-Match` it is made only while that version is current, without it edits queue up.
     * The list names every criterion: an id that the current version does not hold is `CRITERION_NOT_FOUND`, one that is missing or repeated `CRITERIA_INVALID`.
     */
    orderCriteria: {
        data: t.OrderCriteriaData;
        responses: t.OrderCriteriaResponses;
    };
    /**
     * A criterion of the current version.
     *
     * Only of the current version; read an older version for its criteria.
     */
    getCriterion: {
        data: t.GetCriterionData;
        responses: t.GetCriterionResponses;
    };
    /**
     * Change a criterion.
     *
     * Makes a version, unless nothing changes; only future scores use it. With `If-Match` it is made only while that version is current, without it edits queue up.
     */
    changeCriterion: {
        data: t.ChangeCriterionData;
        responses: t.ChangeCriterionResponses;
    };
    /**
     * Delete a criterion.
     *
     * Makes a version, unless nothing changes; only future scores use it. With `If-Match` it is made only while that version is current, without it edits queue up.
     */
    deleteCriterion: {
        data: t.DeleteCriterionData;
        responses: t.DeleteCriterionResponses;
    };
    /**
     * The tenant's library, newest first.
     *
     * All of it in one answer, as a library holds at most as many criteria as its quota allows.
     */
    listLibraryCriteria: {
        data: t.ListLibraryCriteriaData;
        responses: t.ListLibraryCriteriaResponses;
    };
    /**
     * Add a criterion to the library.
     *
     * A library holds up to 1,000 (`libraryCriteriaPerTenant` of `x-quotas`); one more is a `VALIDATION_ERROR` with `details[].code` `limit_reached`.
     */
    createLibraryCriterion: {
        data: t.CreateLibraryCriterionData;
        responses: t.CreateLibraryCriterionResponses;
    };
    /**
     * A criterion of the library.
     *
     * What a copy of it into a job would begin with.
     */
    getLibraryCriterion: {
        data: t.GetLibraryCriterionData;
        responses: t.GetLibraryCriterionResponses;
    };
    /**
     * Change a criterion of the library.
     *
     * Copies in jobs stay as they are.
     */
    changeLibraryCriterion: {
        data: t.ChangeLibraryCriterionData;
        responses: t.ChangeLibraryCriterionResponses;
    };
    /**
     * Delete a criterion from the library.
     *
     * Copies in jobs stay.
     */
    deleteLibraryCriterion: {
        data: t.DeleteLibraryCriterionData;
        responses: t.DeleteLibraryCriterionResponses;
    };
    /**
     * A job's scoring jobs, newest first.
     *
     * Of all applications of the job, without `assessment.criteria`; by `status` those that failed, or that are still to come.
     */
    listScoringJobs: {
        data: t.ListScoringJobsData;
        responses: t.ListScoringJobsResponses;
    };
    /**
     * Submit an application for scoring.
     *
     * The answer comes before the work: poll the job, or its application's score. While the application's latest job is not FAILED, a repeat answers that
     * job (`X-Scoring-Deduplicated: true`); `rescore: true` makes a new one. The criteria version is fixed at acceptance.
     */
    submitScoringJob: {
        data: t.SubmitScoringJobData;
        responses: t.SubmitScoringJobResponses;
    };
    /**
     * A scoring job.
     *
     * Poll it until `status` is `completed` or `failed`, or send `Prefer: wait=10` and be answered when it ends.
     */
    getScoringJob: {
        data: t.GetScoringJobData;
        responses: t.GetScoringJobResponses;
    };
    /**
     * The application's most recent scoring job.
     *
     * Needs no scoring job's id. The most recent is by the time of submission, not of completion.
     */
    getLatestScore: {
        data: t.GetLatestScoreData;
        responses: t.GetLatestScoreResponses;
    };
    /**
     * The application's most recent score as a page for people.
     *
     * Self-contained and printable: the score with its range, each criterion with its weight, verdict and quotes, what was hidden, and how the number comes about; a job that is still open or has failed has a page too.
     * It quotes the resume, so it is served with `Cache-Control: no-store`. The partner's server fetches it and passes it on, since a key never stands in a URL.
     */
    getScoreReport: {
        data: t.GetScoreReportData;
        responses: t.GetScoreReportResponses;
    };
    /**
     * Submit up to 100 applications for scoring.
     *
     * Accepted or refused whole. An application whose latest job is not FAILED brings that job in. An entry whose URL is not public becomes a job that has failed with `RESUME_URL_BLOCKED`.
     */
    submitScoringBatch: {
        data: t.SubmitScoringBatchData;
        responses: t.SubmitScoringBatchResponses;
    };
    /**
     * A job's batches, newest first.
     *
     * Without their jobs, which a read of one batch shows.
     */
    listScoringBatches: {
        data: t.ListScoringBatchesData;
        responses: t.ListScoringBatchesResponses;
    };
    /**
     * A scoring batch and its jobs.
     *
     * The jobs come in the order of the request, without `assessment.criteria`.
     */
    getScoringBatch: {
        data: t.GetScoringBatchData;
        responses: t.GetScoringBatchResponses;
    };
    /**
     * Score applications by the job's current criteria out of stored verdicts.
     *
     * At once, without their resumes and without an engine: each score becomes a completed scoring job with its event, is the application's latest, and costs nothing, neither a billed unit nor one of the trial's scores. Without `applicationIds`, pages of 100 of the job's applications in the order of their ids, by `cursor`.
     * An application whose latest score was made by the current criteria keeps it, and one that has such a score from before gets that one back as its latest: no job, no event. One for which a verdict is not in store, or for which another engine made them than would today, changes nothing and stands in `needsResume`: submit it with `rescore: true`. All or nothing: an unknown application refuses the whole request.
     */
    rescoreApplications: {
        data: t.RescoreApplicationsData;
        responses: t.RescoreApplicationsResponses;
    };
    /**
     * Register a webhook endpoint.
     *
     * At most 5 an environment (`webhookEndpoints` of `x-quotas`, `limit_reached`). The address must be public https (`url_not_public`); it is checked again at every delivery.
     */
    createWebhookEndpoint: {
        data: t.CreateWebhookEndpointData;
        responses: t.CreateWebhookEndpointResponses;
    };
    /**
     * The webhook endpoints, newest first.
     *
     * Of this environment, disabled ones too; never with their secrets.
     */
    listWebhookEndpoints: {
        data: t.ListWebhookEndpointsData;
        responses: t.ListWebhookEndpointsResponses;
    };
    /**
     * A webhook endpoint.
     *
     * Says whether it is enabled and, if not, why.
     */
    getWebhookEndpoint: {
        data: t.GetWebhookEndpointData;
        responses: t.GetWebhookEndpointResponses;
    };
    /**
     * Change a webhook endpoint.
     *
     * `enabled: true` takes up again what was disabled; what it missed comes with `recover`.
     */
    changeWebhookEndpoint: {
        data: t.ChangeWebhookEndpointData;
        responses: t.ChangeWebhookEndpointResponses;
    };
    /**
     * Delete a webhook endpoint.
     *
     * Its pending tries are dropped.
     */
    deleteWebhookEndpoint: {
        data: t.DeleteWebhookEndpointData;
        responses: t.DeleteWebhookEndpointResponses;
    };
    /**
     * Make a new secret.
     *
     * Both secrets sign while they overlap.
     */
    rotateWebhookSecret: {
        data: t.RotateWebhookSecretData;
        responses: t.RotateWebhookSecretResponses;
    };
    /**
     * Send a test event.
     *
     * To this endpoint alone, whatever events it takes; it is not in the feed and no part of delivery health.
     */
    testWebhookEndpoint: {
        data: t.TestWebhookEndpointData;
        responses: t.TestWebhookEndpointResponses;
    };
    /**
     * An endpoint's deliveries, newest first.
     *
     * Kept for 30 days.
     */
    listWebhookDeliveries: {
        data: t.ListWebhookDeliveriesData;
        responses: t.ListWebhookDeliveriesResponses;
    };
    /**
     * Send a delivery again.
     *
     * The same event with the same id, by a delivery of its own.
     */
    redeliverWebhookDelivery: {
        data: t.RedeliverWebhookDeliveryData;
        responses: t.RedeliverWebhookDeliveryResponses;
    };
    /**
     * Send again what an endpoint missed.
     *
     * Every event since that instant, of its kinds, that it has not accepted and that is not on its way already.
     */
    recoverWebhookDeliveries: {
        data: t.RecoverWebhookDeliveriesData;
        responses: t.RecoverWebhookDeliveriesResponses;
    };
    /**
     * Events in the order they happened.
     *
     * To catch up after an outage: 30 days, without what is younger than 10 seconds, so that none is passed over. `nextCursor` is where to go on from, also when there is nothing more for now.
     */
    listEvents: {
        data: t.ListEventsData;
        responses: t.ListEventsResponses;
    };
    /**
     * Webhook delivery health.
     *
     * Counts attempts, those of redeliveries too, tests excluded. Computed at most once a minute.
     */
    getWebhookHealth: {
        data: t.GetWebhookHealthData;
        responses: t.GetWebhookHealthResponses;
    };
    /**
     * Scoring errors by code.
     *
     * Failed scoring jobs, the most frequent code first. Computed at most once a minute.
     */
    getErrorAnalytics: {
        data: t.GetErrorAnalyticsData;
        responses: t.GetErrorAnalyticsResponses;
    };
    /**
     * The state of every limit.
     *
     * Takes from its own bucket alone. With `X-Tenant-Id` it shows the window of that tenant too.
     */
    getRateLimitStatus: {
        data: t.GetRateLimitStatusData;
        responses: t.GetRateLimitStatusResponses;
    };
    /**
     * The partner's scores of this calendar month, and what it keeps.
     *
     * The scores are those of both environments. A score counts once it is completed; one that is accepted and not ended is reserved.
     * `quotas` are those of the key's environment. What is deleted counts until it is erased, seconds later.
     */
    getUsage: {
        data: t.GetUsageData;
        responses: t.GetUsageResponses;
    };
    /**
     * Make an API key.
     *
     * Of the caller's own partner and environment, with no more than the caller's own permissions (`FORBIDDEN` otherwise). To rotate: make one, move to it, revoke the old one; both work meanwhile.
     * At most 50 keys an environment are active (`apiKeys` of `x-quotas`, `limit_reached`); of the revoked ones the newest as many stay on show.
     */
    createApiKey: {
        data: t.CreateApiKeyData;
        responses: t.CreateApiKeyResponses;
    };
    /**
     * The partner's keys of this environment, newest first.
     *
     * Never the keys themselves: `lastFour` and `name` tell them apart.
     */
    listApiKeys: {
        data: t.ListApiKeysData;
        responses: t.ListApiKeysResponses;
    };
    /**
     * An API key.
     *
     * When it was last used, to the minute, tells whether it may be revoked.
     */
    getApiKey: {
        data: t.GetApiKeyData;
        responses: t.GetApiKeyResponses;
    };
    /**
     * Revoke an API key.
     *
     * The server that answers refuses it at once, every other one within 5 seconds; jobs that were accepted are not affected. Revoking it again answers the same.
     */
    revokeApiKey: {
        data: t.RevokeApiKeyData;
        responses: t.RevokeApiKeyResponses;
    };
    /**
     * Delete an application and all that is kept of it.
     *
     * Work in flight is cancelled without an event. An application that is not known is accepted alike. A repeat while the deletion is open answers the same request, unless the application was submitted again since.
     * Once the request is COMPLETED, no row, verdict, stored answer or event holds the data, and on the embedded database no byte of its file and log.
     */
    deleteApplication: {
        data: t.DeleteApplicationData;
        responses: t.DeleteApplicationResponses;
    };
    /**
     * Delete a tenant and all that is kept of it.
     *
     * In the key's environment. While it is open the tenant's requests answer `TENANT_NOT_FOUND`; afterwards the tenant can start anew. Usage counts stay. COMPLETED means the same as for an application.
     */
    deleteTenant: {
        data: t.DeleteTenantData;
        responses: t.DeleteTenantResponses;
    };
    /**
     * The partner's deletion requests of this environment, newest first.
     *
     * They hold no id of what was deleted: keep the answer of the deletion to know which one it is.
     */
    listDeletionRequests: {
        data: t.ListDeletionRequestsData;
        responses: t.ListDeletionRequestsResponses;
    };
    /**
     * A deletion request.
     *
     * Poll it until it is COMPLETED or FAILED, or take the events `deletion.completed` and `deletion.failed`.
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
}) | (t.BatchCompletedEvent & {
    type: 'batch.completed';
}) | (t.CriteriaVersionCreatedEvent & {
    type: 'criteria.version.created';
}) | (t.DeletionCompletedEvent & {
    type: 'deletion.completed';
}) | (t.DeletionFailedEvent & {
    type: 'deletion.failed';
}) | (t.WebhookTestedEvent & {
    type: 'webhook.test';
});
