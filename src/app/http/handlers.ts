/** Maps the contract's operations to their handlers. */
import { replaceCriteria } from '../../features/criteria/edits.ts'
import { getErrorAnalytics, getWebhookHealth } from '../../features/analytics.ts'
import { createApiKey, getApiKey, listApiKeys, revokeApiKey } from '../../features/access/api-keys.ts'
import { createCriteriaGeneration, getCriteriaGeneration } from '../../features/criteria/criteria-generations.ts'
import {
  addCriterion,
  changeCriterion,
  deleteCriterion,
  getCriterion,
  orderCriteria,
} from '../../features/criteria/criteria-items.ts'
import {
  changeLibraryCriterion,
  createLibraryCriterion,
  deleteLibraryCriterion,
  getLibraryCriterion,
  listLibraryCriteria,
} from '../../features/criteria/criteria-library.ts'
import {
  archiveCriteria,
  archiveCriteriaVersion,
  getCriteriaVersion,
  listCriteriaVersions,
} from '../../features/criteria/criteria-versions.ts'
import { listCriteriaOfJobs } from '../../features/criteria/criteria-of-jobs.ts'
import { getCurrentCriteria, getCurrentCriteriaVersion } from '../../features/criteria/criteria.ts'
import {
  deleteApplication,
  deleteTenant,
  getDeletionRequest,
  listDeletionRequests,
} from '../../features/deletions/deletions.ts'
import { listAuditRecords } from '../../features/audit/audit-records.ts'
import { listEvents } from '../../features/events/feed.ts'
import { createQuestionSet, getCurrentQuestionSet, getQuestionSet } from '../../features/criteria/question-sets.ts'
import { getRateLimitStatus } from '../../features/access/rate-limit-status.ts'
import { listApplications } from '../../features/scoring/ranking/applications.ts'
import { exportScores } from '../../features/scoring/ranking/exports.ts'
import { listJobs } from '../../features/scoring/ranking/jobs.ts'
import { getRanking } from '../../features/scoring/ranking/page.ts'
import { createReportLink, openScoreReport, revokeReportLinks } from '../../features/scoring/report/links.ts'
import { getScoreReport } from '../../features/scoring/report/report.ts'
import { getScoringBatch, listScoringBatches, submitScoringBatch } from '../../features/scoring/scoring-batches.ts'
import { getLatestScore, getScoringJob, listScoringJobs } from '../../features/scoring/scoring-jobs.ts'
import { overrideVerdict, removeOverride } from '../../features/scoring/overrides/overrides.ts'
import { requestReview } from '../../features/scoring/overrides/review-requests.ts'
import { getScoreExplanation } from '../../features/scoring/explanation/explanation.ts'
import { submitScoringJob } from '../../features/scoring/submissions.ts'
import { createImpactAnalysis, createImpactReport } from '../../features/scoring/impact/impact-analyses.ts'
import { rescoreApplications } from '../../features/scoring/what-if/rescores.ts'
import { simulateCriteria } from '../../features/scoring/what-if/simulations.ts'
import { getUsage } from '../../features/usage.ts'
import {
  listWebhookDeliveries,
  recoverWebhookDeliveries,
  redeliverWebhookDelivery,
} from '../../features/webhooks/deliveries.ts'
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  testWebhookEndpoint,
} from '../../features/webhooks/webhook-endpoints.ts'
import { uploadResume } from '../../features/resumes/resumes.ts'
import type { Handlers } from '../../platform/services.ts'
import { healthHandlers } from './health.ts'
import { pageHandlers } from './pages.ts'

export const handlers: Handlers = {
  ...healthHandlers,
  ...pageHandlers,
  createCriteriaGeneration,
  getCriteriaGeneration,
  getCurrentCriteria,
  getCurrentCriteriaVersion,
  uploadResume,
  submitScoringJob,
  getScoringJob,
  getLatestScore,
  getScoreExplanation,
  getScoreReport,
  createReportLink,
  revokeReportLinks,
  openScoreReport,
  listScoringJobs,
  listApplications,
  listJobs,
  getRanking,
  exportScores,
  requestReview,
  overrideVerdict,
  removeOverride,
  createQuestionSet,
  getCurrentQuestionSet,
  getQuestionSet,
  listCriteriaOfJobs,
  simulateCriteria,
  replaceCriteria,
  archiveCriteria,
  listCriteriaVersions,
  getCriteriaVersion,
  archiveCriteriaVersion,
  addCriterion,
  orderCriteria,
  getCriterion,
  changeCriterion,
  deleteCriterion,
  listLibraryCriteria,
  createLibraryCriterion,
  getLibraryCriterion,
  changeLibraryCriterion,
  deleteLibraryCriterion,
  submitScoringBatch,
  listScoringBatches,
  getScoringBatch,
  rescoreApplications,
  createImpactAnalysis,
  createImpactReport,
  createWebhookEndpoint,
  listWebhookEndpoints,
  getWebhookEndpoint,
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  listWebhookDeliveries,
  redeliverWebhookDelivery,
  recoverWebhookDeliveries,
  listEvents,
  listAuditRecords,
  getWebhookHealth,
  getErrorAnalytics,
  getRateLimitStatus,
  getUsage,
  createApiKey,
  listApiKeys,
  getApiKey,
  revokeApiKey,
  deleteApplication,
  deleteTenant,
  getDeletionRequest,
  listDeletionRequests,
}
