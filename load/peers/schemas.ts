/** The schemas that Fastify compiles: for the names in requests, and for bodies. */

/** The contract's pattern; none of its characters needs an escape in JSON. */
const name = { type: 'string', pattern: '^[A-Za-z0-9._:~@+=-]{1,128}$' } as const

export const tenantHeader = {
  type: 'object',
  properties: { 'x-tenant-id': name },
  required: ['x-tenant-id'],
} as const

export const namesOf = (...names: string[]) =>
  ({ type: 'object', properties: Object.fromEntries(names.map((one) => [one, name])), required: names }) as const

const text = { type: 'string' } as const
const nullableText = { type: ['string', 'null'] } as const
const whole = { type: 'integer' } as const

const object = (properties: Record<string, object>) => ({ type: 'object', properties }) as const

export const submissionBody = {
  type: 'object',
  properties: {
    resumeUrl: { type: 'string', maxLength: 2048 },
    candidateData: object({
      applicationAnswers: { type: 'array', items: object({ question: text, answer: text }), maxItems: 50 },
    }),
  },
  required: ['resumeUrl'],
  additionalProperties: false,
} as const

export const submissionReply = object({
  scoringJob: object({
    id: text,
    criteriaVersionId: text,
    jobId: text,
    applicationId: text,
    status: text,
    isRescore: { type: 'boolean' },
    errorCode: nullableText,
    errorMessage: nullableText,
    queuedAt: text,
    startedAt: nullableText,
    completedAt: nullableText,
    failedAt: nullableText,
  }),
  scoringJobId: text,
  status: text,
  jobId: text,
  applicationId: text,
  queuedAt: text,
})

const bucket = object({ limit: whole, remaining: whole, resetAt: whole, resetInSeconds: whole })

export const rateLimitReply = (buckets: string[]) =>
  object({
    partnerId: text,
    environment: text,
    generatedAt: text,
    degraded: { type: 'boolean' },
    buckets: object({
      ...Object.fromEntries(buckets.map((one) => [one, bucket])),
      criteria_ai_inflight: object({ limit: whole, active: whole, retryAfterSeconds: whole }),
    }),
    tenantWindow: bucket,
  })
