"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.seconds = exports.operations = void 0;
exports.operations = {
    "listJobs": {
        "method": "GET",
        "path": "/v1/jobs",
        "tenant": "required"
    },
    "createQuestionSet": {
        "method": "POST",
        "path": "/v1/jobs/{jobId}/question-sets",
        "tenant": "required",
        "isIdempotent": true
    },
    "getCurrentQuestionSet": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/question-sets/current",
        "tenant": "required"
    },
    "getQuestionSet": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/question-sets/{questionSetId}",
        "tenant": "required"
    },
    "createCriteriaGeneration": {
        "method": "POST",
        "path": "/v1/jobs/{jobId}/criteria-generations",
        "tenant": "required",
        "isIdempotent": true
    },
    "getCriteriaGeneration": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/criteria-generations/{criteriaGenerationId}",
        "tenant": "required"
    },
    "listCriteriaOfJobs": {
        "method": "GET",
        "path": "/v1/jobs/criteria",
        "tenant": "required"
    },
    "getCurrentCriteria": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/criteria",
        "tenant": "required"
    },
    "replaceCriteria": {
        "method": "PUT",
        "path": "/v1/jobs/{jobId}/criteria",
        "tenant": "required",
        "isIdempotent": true
    },
    "archiveCriteria": {
        "method": "DELETE",
        "path": "/v1/jobs/{jobId}/criteria",
        "tenant": "required",
        "isIdempotent": true
    },
    "getCurrentCriteriaVersion": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/criteria/versions/current",
        "tenant": "required"
    },
    "listCriteriaVersions": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/criteria-versions",
        "tenant": "required"
    },
    "getCriteriaVersion": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/criteria/versions/{criteriaVersionId}",
        "tenant": "required"
    },
    "archiveCriteriaVersion": {
        "method": "POST",
        "path": "/v1/jobs/{jobId}/criteria/versions/{criteriaVersionId}/archive",
        "tenant": "required",
        "isIdempotent": true
    },
    "simulateCriteria": {
        "method": "POST",
        "path": "/v1/jobs/{jobId}/criteria/simulations",
        "tenant": "required"
    },
    "addCriterion": {
        "method": "POST",
        "path": "/v1/jobs/{jobId}/criteria/items",
        "tenant": "required",
        "isIdempotent": true
    },
    "orderCriteria": {
        "method": "PUT",
        "path": "/v1/jobs/{jobId}/criteria/items/order",
        "tenant": "required",
        "isIdempotent": true
    },
    "getCriterion": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/criteria/items/{criterionId}",
        "tenant": "required"
    },
    "changeCriterion": {
        "method": "PATCH",
        "path": "/v1/jobs/{jobId}/criteria/items/{criterionId}",
        "tenant": "required",
        "isIdempotent": true
    },
    "deleteCriterion": {
        "method": "DELETE",
        "path": "/v1/jobs/{jobId}/criteria/items/{criterionId}",
        "tenant": "required",
        "isIdempotent": true
    },
    "createImpactAnalysis": {
        "method": "POST",
        "path": "/v1/jobs/{jobId}/impact-analyses",
        "tenant": "required"
    },
    "createImpactReport": {
        "method": "POST",
        "path": "/v1/jobs/{jobId}/impact-analyses/report",
        "tenant": "required"
    },
    "listLibraryCriteria": {
        "method": "GET",
        "path": "/v1/criteria-library",
        "tenant": "required"
    },
    "createLibraryCriterion": {
        "method": "POST",
        "path": "/v1/criteria-library",
        "tenant": "required",
        "isIdempotent": true
    },
    "getLibraryCriterion": {
        "method": "GET",
        "path": "/v1/criteria-library/{criterionId}",
        "tenant": "required"
    },
    "changeLibraryCriterion": {
        "method": "PATCH",
        "path": "/v1/criteria-library/{criterionId}",
        "tenant": "required",
        "isIdempotent": true
    },
    "deleteLibraryCriterion": {
        "method": "DELETE",
        "path": "/v1/criteria-library/{criterionId}",
        "tenant": "required",
        "isIdempotent": true
    },
    "uploadResume": {
        "method": "POST",
        "path": "/v1/resumes",
        "tenant": "required",
        "isIdempotent": true,
        "takesFile": true
    },
    "listScoringJobs": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/scoring-jobs",
        "tenant": "required"
    },
    "listApplications": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/applications",
        "tenant": "required"
    },
    "getRanking": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/ranking",
        "tenant": "required"
    },
    "exportScores": {
        "method": "GET",
        "path": "/v1/exports/scores",
        "tenant": "required"
    },
    "submitScoringJob": {
        "method": "POST",
        "path": "/v1/jobs/{jobId}/applications/{applicationId}/scoring-jobs",
        "tenant": "required",
        "isIdempotent": true
    },
    "getScoringJob": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/applications/{applicationId}/scoring-jobs/{scoringJobId}",
        "tenant": "required"
    },
    "getLatestScore": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/applications/{applicationId}/score",
        "tenant": "required"
    },
    "getScoreReport": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/applications/{applicationId}/score/report",
        "tenant": "required"
    },
    "getScoreExplanation": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/applications/{applicationId}/score/explanation",
        "tenant": "required"
    },
    "requestReview": {
        "method": "POST",
        "path": "/v1/jobs/{jobId}/applications/{applicationId}/score/review-requests",
        "tenant": "required",
        "isIdempotent": true
    },
    "createReportLink": {
        "method": "POST",
        "path": "/v1/jobs/{jobId}/applications/{applicationId}/score/report-links",
        "tenant": "required"
    },
    "revokeReportLinks": {
        "method": "DELETE",
        "path": "/v1/jobs/{jobId}/applications/{applicationId}/score/report-links",
        "tenant": "required",
        "isIdempotent": true
    },
    "overrideVerdict": {
        "method": "PUT",
        "path": "/v1/jobs/{jobId}/applications/{applicationId}/score/overrides/{criterionId}",
        "tenant": "required",
        "isIdempotent": true
    },
    "removeOverride": {
        "method": "DELETE",
        "path": "/v1/jobs/{jobId}/applications/{applicationId}/score/overrides/{criterionId}",
        "tenant": "required",
        "isIdempotent": true
    },
    "submitScoringBatch": {
        "method": "POST",
        "path": "/v1/jobs/{jobId}/scoring-batches",
        "tenant": "required",
        "isIdempotent": true
    },
    "listScoringBatches": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/scoring-batches",
        "tenant": "required"
    },
    "getScoringBatch": {
        "method": "GET",
        "path": "/v1/jobs/{jobId}/scoring-batches/{scoringBatchId}",
        "tenant": "required"
    },
    "rescoreApplications": {
        "method": "POST",
        "path": "/v1/jobs/{jobId}/rescores",
        "tenant": "required",
        "isIdempotent": true
    },
    "createWebhookEndpoint": {
        "method": "POST",
        "path": "/v1/webhook-endpoints",
        "isIdempotent": true,
        "isShownOnce": true
    },
    "listWebhookEndpoints": {
        "method": "GET",
        "path": "/v1/webhook-endpoints"
    },
    "getWebhookEndpoint": {
        "method": "GET",
        "path": "/v1/webhook-endpoints/{webhookEndpointId}"
    },
    "changeWebhookEndpoint": {
        "method": "PATCH",
        "path": "/v1/webhook-endpoints/{webhookEndpointId}",
        "isIdempotent": true
    },
    "deleteWebhookEndpoint": {
        "method": "DELETE",
        "path": "/v1/webhook-endpoints/{webhookEndpointId}",
        "isIdempotent": true
    },
    "rotateWebhookSecret": {
        "method": "POST",
        "path": "/v1/webhook-endpoints/{webhookEndpointId}/rotate-secret",
        "isIdempotent": true,
        "isShownOnce": true
    },
    "testWebhookEndpoint": {
        "method": "POST",
        "path": "/v1/webhook-endpoints/{webhookEndpointId}/test",
        "isIdempotent": true
    },
    "listWebhookDeliveries": {
        "method": "GET",
        "path": "/v1/webhook-endpoints/{webhookEndpointId}/deliveries"
    },
    "redeliverWebhookDelivery": {
        "method": "POST",
        "path": "/v1/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}/redeliver",
        "isIdempotent": true
    },
    "recoverWebhookDeliveries": {
        "method": "POST",
        "path": "/v1/webhook-endpoints/{webhookEndpointId}/recover",
        "isIdempotent": true
    },
    "listEvents": {
        "method": "GET",
        "path": "/v1/events"
    },
    "listAuditRecords": {
        "method": "GET",
        "path": "/v1/audit-records"
    },
    "getWebhookHealth": {
        "method": "GET",
        "path": "/v1/analytics/webhook-health"
    },
    "getErrorAnalytics": {
        "method": "GET",
        "path": "/v1/analytics/errors"
    },
    "getRateLimitStatus": {
        "method": "GET",
        "path": "/v1/rate-limit-status",
        "tenant": "optional"
    },
    "getUsage": {
        "method": "GET",
        "path": "/v1/usage"
    },
    "createApiKey": {
        "method": "POST",
        "path": "/v1/api-keys",
        "isIdempotent": true,
        "isShownOnce": true
    },
    "listApiKeys": {
        "method": "GET",
        "path": "/v1/api-keys"
    },
    "getApiKey": {
        "method": "GET",
        "path": "/v1/api-keys/{apiKeyId}"
    },
    "revokeApiKey": {
        "method": "DELETE",
        "path": "/v1/api-keys/{apiKeyId}",
        "isIdempotent": true
    },
    "deleteApplication": {
        "method": "DELETE",
        "path": "/v1/jobs/{jobId}/applications/{applicationId}",
        "tenant": "required",
        "isIdempotent": true
    },
    "deleteTenant": {
        "method": "DELETE",
        "path": "/v1/tenants/{tenantExternalId}",
        "isIdempotent": true
    },
    "listDeletionRequests": {
        "method": "GET",
        "path": "/v1/deletion-requests"
    },
    "getDeletionRequest": {
        "method": "GET",
        "path": "/v1/deletion-requests/{deletionRequestId}"
    }
};
/** Times of the contract. */
exports.seconds = {
    "preferWait": 25,
    "longestOperation": 55,
    "scoring": 900,
    "betweenPolls": 1
};
