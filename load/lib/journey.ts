/** The operations that an applicant-tracking system calls all day. They cover every bucket of the contract. */
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

/** The read operations that a recruiter-facing product and a data warehouse call. */
export const lists = ['listApplications', 'getRanking', 'listJobs', 'exportScores'] as const

/** The operations that are checked against the contract's objectives. */
export const judged = [...journey, ...lists]

/** For each bucket, one operation that can be repeated without side effects. */
export const oneOfEachBucket = [
  'createCriteriaGeneration',
  'getCurrentCriteria',
  'submitScoringJob',
  'submitScoringBatch',
  'getUsage',
  'getErrorAnalytics',
  'getRateLimitStatus',
] as const
