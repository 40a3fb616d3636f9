/** Which function answers which operation of the contract. */
import { createCriteriaGeneration, getCriteriaGeneration } from '../features/criteria-generation.ts'
import { getCurrentCriteria, getCurrentCriteriaVersion } from '../features/criteria.ts'
import { getLatestScore, getScoringJob, submitScoringJob } from '../features/scoring-jobs.ts'
import type { Handlers } from '../platform/services.ts'
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
}
