/** What an applicant-tracking system calls all day; each bucket of the contract is among them. */
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

/** One operation of each bucket that leaves nothing behind when it is called again. */
export const oneOfEachBucket = [
  'createCriteriaGeneration',
  'getCurrentCriteria',
  'submitScoringJob',
  'submitScoringBatch',
  'getUsage',
  'getErrorAnalytics',
  'getRateLimitStatus',
] as const
