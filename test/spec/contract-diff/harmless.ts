/** Edits that break no client, each with the expected report. */
import { all, append, drop, renameComponent, set, without, withWebhook, type Row } from './edits.ts'

const schemas = '/components/schemas'
const submit = '/paths/~1v1~1jobs~1{jobId}~1applications~1{applicationId}~1scoring-jobs/post'
const library = '/paths/~1v1~1criteria-library/get'
const catalogue = `${schemas}/ErrorCode/x-catalogue`
const webhook = '/webhooks/score.completed/post'
const payload = `${webhook}/requestBody/content/application~1json/schema`

export const additions: Row[] = [
  [
    'an answer has a new member',
    set(`${schemas}/ScoringJob/properties/rank`, { type: 'integer' }),
    ['`ScoringJob.rank` comes with answers; a client that does not know it passes over it.'],
  ],
  [
    'an answer has a new member always',
    all(
      set(`${schemas}/Criterion/properties/weight`, { type: 'integer' }),
      append(`${schemas}/Criterion/required`, 'weight'),
    ),
    [
      '`Criterion.weight` is always in answers.',
      '`Criterion.weight` comes with answers; a client that does not know it passes over it.',
    ],
  ],
  [
    'an answer has a new enum value',
    append(`${schemas}/ScoringBatchStatus/x-extensible-enum`, 'CANCELLED'),
    ['`ScoringBatchStatus` may be `"CANCELLED"` in answers; clients tolerate values that they do not know.'],
  ],
  [
    'an answer has a new header',
    set(`${library}/responses/200/headers/X-Total`, { schema: { type: 'integer' } }),
    ['Answers carry the header `x-total`; a client that does not know it passes over it.'],
  ],
  [
    'an answer is bounded more tightly',
    set(`${schemas}/Score/maximum`, 9),
    ['`Score` is at most 9 in answers, within what it was.'],
  ],
  [
    'an answer always carries a member',
    append(`${schemas}/ScoringJob/required`, 'audit'),
    ['`ScoringJob.audit` is always in answers.'],
  ],
  [
    'a request may carry a new member',
    set(`${schemas}/ScoringRequest/properties/priority`, { type: 'string' }),
    ['`ScoringRequest.priority` may be sent; a client that leaves it out sees no difference.'],
  ],
  [
    'a request may carry a new parameter',
    append(`${library}/parameters`, { name: 'page', in: 'query' }),
    ['A request may carry the query parameter `page`; a client that leaves it out sees no difference.'],
  ],
  [
    'a request takes a new enum value',
    append('/components/parameters/TimeRange/schema/enum', '1y'),
    ['The parameter `TimeRange` also takes `"1y"`.'],
  ],
  [
    'a request takes a new type',
    set(`${schemas}/ApiKeyName/type`, ['string', 'null']),
    ['`ApiKeyName` may also be of type null.'],
  ],
  [
    'a member may be left out',
    without(`${schemas}/CriterionDraft/required`, 'importance'),
    ['`CriterionDraft.importance` may be left out of a request.'],
  ],
  [
    'a parameter may be left out',
    drop('/components/parameters/TimeRange/required'),
    ['The parameter `TimeRange` may be left out of a request.'],
  ],
  ['a body may be left out', drop(`${submit}/requestBody/required`), ['The body may be left out of a request.']],
  [
    'a text may be longer',
    set(`${schemas}/ScoringRequest/properties/resumeUrl/maxLength`, 9000),
    ['`ScoringRequest.resumeUrl` takes at most 9000 characters instead of 8192.'],
  ],
  [
    'a list may hold any number of items',
    drop(`${schemas}/ScoringBatchRequest/properties/applications/maxItems`),
    ['`ScoringBatchRequest.applications` has no bound of at most 100 items any more.'],
  ],
  [
    'a text need match no pattern',
    drop(`${schemas}/WebhookName/pattern`),
    ['`WebhookName` need not match its pattern any more.'],
  ],
  [
    'a request takes members that are not named',
    drop(`${schemas}/ScoringRequest/additionalProperties`),
    ['`ScoringRequest` takes members that it does not name.'],
  ],
  [
    'a body may be larger',
    set(`${submit}/x-body-bytes-max`, 2_097_152),
    ['A body may have 2097152 bytes instead of 1048576.'],
  ],
]

export const others: Row[] = [
  [
    'objectives are named',
    set('/x-objectives', { availabilityPercent: 99.9 }),
    ['The contract names objectives; a request is answered as before.'],
    drop('/x-objectives'),
  ],
  [
    'more is promised of speed and availability',
    all(
      set('/x-objectives/availabilityPercent', 99.99),
      set('/x-objectives/buckets/analytics/p95Milliseconds', 10),
      set('/x-objectives/buckets/analytics/p99Milliseconds', 20),
    ),
    [
      '99.99 % of requests are promised to succeed, not 99.9.',
      '95 % of answers are promised within 10 ms instead of 150.',
      '99 % of answers are promised within 20 ms instead of 300.',
    ],
  ],
  [
    'an operation is new',
    set('/paths/~1v1~1plans', { get: { operationId: 'listPlans', responses: {} } }),
    ['The operation `GET /v1/plans` is new.'],
  ],
  ['a webhook is new', set('/webhooks/score.reviewed', { post: {} }), ['The webhook `POST score.reviewed` is new.']],
  [
    'an operation answers a new code',
    append(`${library}/x-error-codes`, 'TIMEOUT'),
    ['The operation may answer the code `TIMEOUT`; clients tolerate codes that they do not know.'],
  ],
  [
    'an operation answers a new status, in the usual body',
    set(`${library}/responses/504`, { $ref: '#/components/responses/RetryLater' }),
    ['A failure may have the status 504, with the usual body.'],
  ],
  [
    'a code is new',
    set(`${catalogue}/TEAPOT`, { statuses: [418], retryable: false }),
    ['The catalogue has the code `TEAPOT`; clients tolerate codes that they do not know.'],
  ],
  [
    'a code that stood on resources answers requests',
    set(`${catalogue}/TASK_STUCK/statuses`, [503]),
    ['`TASK_STUCK` may come with the status 503 too.', '`TASK_STUCK` can answer a request, with the status 503.'],
  ],
  ['a permission is needed no more', drop(`${library}/x-permission`), ['The operation needs no permission any more.']],
  [
    'a repeat becomes safe',
    set(`${library}/x-idempotent`, true),
    ['A repeat under the same `Idempotency-Key` is safe.'],
  ],
  [
    'a replay hides no member',
    drop('/paths/~1v1~1webhook-endpoints/post/x-replay-omits'),
    ['A replayed answer holds `secret` too.'],
  ],
  ['a key is needed no more', set('/paths/~1v1~1usage/get/security', []), ['The operation needs no key any more.']],
]

export const webhooks: Row[] = [
  [
    'a webhook always has a new member',
    all(set(`${payload}/properties/score`, { type: 'number' }), append(`${payload}/required`, 'score')),
    ['`score` is always in answers.', '`score` comes with answers; a client that does not know it passes over it.'],
    withWebhook,
  ],
  [
    'a webhook has a new enum value',
    append(`${payload}/properties/status/enum`, 'FAILED'),
    ['`status` may be `"FAILED"` in answers; clients tolerate values that they do not know.'],
    withWebhook,
  ],
  ['a receiver may answer otherwise', set(`${webhook}/responses/202`, {}), ['A receiver may answer 202.'], withWebhook],
]

/** Edits that are not reported. */
export const unnoticed: Row[] = [
  ['a component is renamed', renameComponent('schemas', 'ScoringJob', 'Scoring'), []],
  ['a shared parameter is renamed', renameComponent('parameters', 'TenantId', 'Tenant'), []],
  [
    'a component is written out where it is used',
    set(`${library}/parameters/1`, {
      name: 'category',
      in: 'query',
      allowReserved: true,
      schema: { $ref: '#/components/schemas/Category' },
    }),
    [],
  ],
  ['a component is new that nothing uses', set(`${schemas}/Plan`, { type: 'string' }), []],
  ['members stand in another order', set(`${schemas}/Tokens/required`, ['output', 'input']), []],
  ['a description says more', set(`${schemas}/ScoringRequest/properties/resumeUrl/description`, 'A URL.'), []],
  ['an example is another', set('/components/parameters/JobId/example', 'job-1'), []],
  ['an error is worded better', set(`${catalogue}/TIMEOUT/action`, 'Try again.'), []],
  ['the edition is another', set('/info/version', '1.99.0'), []],
  ['an operation is tagged otherwise', set(`${library}/tags`, ['criteria']), []],
]
