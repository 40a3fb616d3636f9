/** The operations that an applicant-tracking system calls all day; each bucket of the contract is included. */
export const journey = [
  'createCriteriaGeneration',
  'getCurrentCriteria',
  'getCurrentCriteriaVersion',
  'listCriteriaOfJobs',
  'submitScoringJob',
  'submitScoringBatch',
  'getLatestScore',
  'getScoringJob',
  'getScoringBatch',
  'listEvents',
  'getErrorAnalytics',
  'getWebhookHealth',
  'getRateLimitStatus',
] as const

/** One operation of each bucket that can be repeated without side effects. */
export const oneOfEachBucket = [
  'createCriteriaGeneration',
  'getCurrentCriteria',
  'submitScoringJob',
  'submitScoringBatch',
  'getUsage',
  'getErrorAnalytics',
  'getRateLimitStatus',
] as const
