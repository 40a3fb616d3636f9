/** Which function answers which operation of the contract. */
import { replaceCriteria } from '../features/criteria-edits.ts'
import { getErrorAnalytics, getWebhookHealth } from '../features/analytics.ts'
import { createApiKey, getApiKey, listApiKeys, revokeApiKey } from '../features/api-keys.ts'
import { createCriteriaGeneration, getCriteriaGeneration } from '../features/criteria-generation.ts'
import {
  addCriterion,
  changeCriterion,
  deleteCriterion,
  getCriterion,
  orderCriteria,
} from '../features/criteria-items.ts'
import {
  changeLibraryCriterion,
  createLibraryCriterion,
  deleteLibraryCriterion,
  getLibraryCriterion,
  listLibraryCriteria,
} from '../features/criteria-library.ts'
import {
  archiveCriteria,
  archiveCriteriaVersion,
  getCriteriaVersion,
  listCriteriaVersions,
} from '../features/criteria-versions.ts'
import { getCurrentCriteria, getCurrentCriteriaVersion, listCriteriaOfJobs } from '../features/criteria.ts'
import { deleteApplication, deleteTenant, getDeletionRequest } from '../features/deletions.ts'
import { listEvents } from '../features/events.ts'
import { createQuestionSet, getCurrentQuestionSet, getQuestionSet } from '../features/question-sets.ts'
import { getRateLimitStatus } from '../features/rate-limits.ts'
import { getScoringBatch, submitScoringBatch } from '../features/scoring-batches.ts'
import { getLatestScore, getScoringJob, submitScoringJob } from '../features/scoring-jobs.ts'
import { getUsage } from '../features/usage.ts'
import {
  listWebhookDeliveries,
  recoverWebhookDeliveries,
  redeliverWebhookDelivery,
} from '../features/webhook-deliveries.ts'
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  testWebhookEndpoint,
} from '../features/webhook-endpoints.ts'
import type { Handlers } from '../platform/services.ts'
import { getErrorPage } from './error-pages.ts'
import { healthHandlers } from './health.ts'

export const handlers: Handlers = {
  ...healthHandlers,
  createCriteriaGeneration,
  getCriteriaGeneration,
  getCurrentCriteria,
  getCurrentCriteriaVersion,
  submitScoringJob,
  getScoringJob,
  getLatestScore,
  createQuestionSet,
  getCurrentQuestionSet,
  getQuestionSet,
  listCriteriaOfJobs,
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
  getScoringBatch,
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
  getErrorPage,
}
