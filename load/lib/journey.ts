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

/** The reads of a recruiter's product and of a warehouse. */
export const lists = ['listApplications', 'getRanking', 'listJobs', 'exportScores'] as const

/** The operations that the contract's objectives are judged for. */
export const judged = [...journey, ...lists]

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
