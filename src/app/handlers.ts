/** Which function answers which operation of the contract. */
import { createCriteriaGeneration, getCriteriaGeneration } from '../features/criteria-generation.ts'
import { getCurrentCriteria, getCurrentCriteriaVersion } from '../features/criteria.ts'
import { getLatestScore, getScoringJob, submitScoringJob } from '../features/scoring-jobs.ts'
import type { Handlers } from '../platform/services.ts'
import { healthHandlers } from './health.ts'
import { ServiceError } from '../kit/errors.ts'

const notYet = (): Promise<never> => {
  throw new ServiceError('NOT_FOUND')
}

export const handlers: Handlers = {
  ...healthHandlers,
  createCriteriaGeneration,
  getCriteriaGeneration,
  getCurrentCriteria,
  getCurrentCriteriaVersion,
  submitScoringJob,
  getScoringJob,
  getLatestScore,
  createQuestionSet: notYet,
  getCurrentQuestionSet: notYet,
  getQuestionSet: notYet,
  listCriteriaOfJobs: notYet,
  replaceCriteria: notYet,
  archiveCriteria: notYet,
  listCriteriaVersions: notYet,
  getCriteriaVersion: notYet,
  archiveCriteriaVersion: notYet,
  addCriterion: notYet,
  orderCriteria: notYet,
  getCriterion: notYet,
  changeCriterion: notYet,
  deleteCriterion: notYet,
  listLibraryCriteria: notYet,
  createLibraryCriterion: notYet,
  getLibraryCriterion: notYet,
  changeLibraryCriterion: notYet,
  deleteLibraryCriterion: notYet,
  submitScoringBatch: notYet,
  getScoringBatch: notYet,
  createWebhookEndpoint: notYet,
  listWebhookEndpoints: notYet,
  getWebhookEndpoint: notYet,
  changeWebhookEndpoint: notYet,
  deleteWebhookEndpoint: notYet,
  rotateWebhookSecret: notYet,
  testWebhookEndpoint: notYet,
  listWebhookDeliveries: notYet,
  redeliverWebhookDelivery: notYet,
  recoverWebhookDeliveries: notYet,
  listEvents: notYet,
  getWebhookHealth: notYet,
  getErrorAnalytics: notYet,
  getRateLimitStatus: notYet,
  getUsage: notYet,
  createApiKey: notYet,
  listApiKeys: notYet,
  getApiKey: notYet,
  revokeApiKey: notYet,
  deleteApplication: notYet,
  deleteTenant: notYet,
  getDeletionRequest: notYet,
  getErrorPage: notYet,
}
