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
    'a response may have a new member',
    set(`${schemas}/ScoringJob/properties/rank`, { type: 'integer' }),
    ['`ScoringJob.rank` is new in responses; clients ignore unknown members.'],
  ],
  [
    'a response always has a new member',
    all(
      set(`${schemas}/Criterion/properties/weight`, { type: 'integer' }),
      append(`${schemas}/Criterion/required`, 'weight'),
    ),
    [
      '`Criterion.weight` is always in responses.',
      '`Criterion.weight` is new in responses; clients ignore unknown members.',
    ],
  ],
  [
    'a response has a new enum value',
    append(`${schemas}/ScoringBatchStatus/x-extensible-enum`, 'CANCELLED'),
    ['`ScoringBatchStatus` may be `"CANCELLED"` in responses; clients accept unknown values.'],
  ],
  [
    'a response has a new header',
    set(`${library}/responses/200/headers/X-Total`, { schema: { type: 'integer' } }),
    ['Responses have the header `x-total`; clients ignore unknown ones.'],
  ],
  [
    'a limit in a response becomes tighter',
    set(`${schemas}/Score/maximum`, 9),
    ['`Score` is at most 9 in responses, a tighter limit than before.'],
  ],
  [
    'an optional member is now always in a response',
    append(`${schemas}/ScoringJob/required`, 'audit'),
    ['`ScoringJob.audit` is always in responses.'],
  ],
  [
    'a request may contain a new member',
    set(`${schemas}/ScoringRequest/properties/priority`, { type: 'string' }),
    ['`ScoringRequest.priority` is new in requests; a client that omits it sees no difference.'],
  ],
  [
    'a request may contain a new parameter',
    append(`${library}/parameters`, { name: 'page', in: 'query' }),
    ['Requests may contain the query parameter `page`; a client that omits it sees no difference.'],
  ],
  [
    'a request accepts a new enum value',
    append('/components/parameters/TimeRange/schema/enum', '1y'),
    ['The parameter `TimeRange` also accepts `"1y"`.'],
  ],
  [
    'a request accepts a new type',
    set(`${schemas}/ApiKeyName/type`, ['string', 'null']),
    ['`ApiKeyName` may also be of type null.'],
  ],
  [
    'a member becomes optional',
    without(`${schemas}/CriterionDraft/required`, 'importance'),
    ['`CriterionDraft.importance` may be omitted from requests.'],
  ],
  [
    'a parameter becomes optional',
    drop('/components/parameters/TimeRange/required'),
    ['The parameter `TimeRange` may be omitted from requests.'],
  ],
  ['a body becomes optional', drop(`${submit}/requestBody/required`), ['The body may be omitted from requests.']],
  [
    'the maximum length of a string is raised',
    set(`${schemas}/ScoringRequest/properties/resumeUrl/maxLength`, 9000),
    ['`ScoringRequest.resumeUrl` accepts at most 9000 characters instead of 8192.'],
  ],
  [
    'the maximum length of a list is removed',
    drop(`${schemas}/ScoringBatchRequest/properties/applications/maxItems`),
    ['`ScoringBatchRequest.applications` no longer has the limit of at most 100 items.'],
  ],
  [
    'the pattern of a string is removed',
    drop(`${schemas}/WebhookName/pattern`),
    ['`WebhookName` no longer needs to match its pattern.'],
  ],
  [
    'a request accepts unknown members',
    drop(`${schemas}/ScoringRequest/additionalProperties`),
    ['`ScoringRequest` accepts unknown members.'],
  ],
  [
    'the maximum size of a body is raised',
    set(`${submit}/x-body-bytes-max`, 2_097_152),
    ['A body may have 2097152 bytes instead of 1048576.'],
  ],
]

export const others: Row[] = [
  [
    'objectives are added',
    set('/x-objectives', { availabilityPercent: 99.9 }),
    ['The contract now states objectives; responses do not change.'],
    drop('/x-objectives'),
  ],
  [
    'the objectives for speed and availability are raised',
    all(
      set('/x-objectives/availabilityPercent', 99.99),
      set('/x-objectives/buckets/analytics/p95Milliseconds', 10),
      set('/x-objectives/buckets/analytics/p99Milliseconds', 20),
    ),
    [
      '99.99 % of requests are promised to succeed, not 99.9.',
      '95 % of responses are promised within 10 ms instead of 150.',
      '99 % of responses are promised within 20 ms instead of 300.',
    ],
  ],
  [
    'an operation is added',
    set('/paths/~1v1~1plans', { get: { operationId: 'listPlans', responses: {} } }),
    ['The operation `GET /v1/plans` is new.'],
  ],
  ['a webhook is added', set('/webhooks/score.reviewed', { post: {} }), ['The webhook `POST score.reviewed` is new.']],
  [
    'an operation returns a new code',
    append(`${library}/x-error-codes`, 'TIMEOUT'),
    ['The operation may return the code `TIMEOUT`; clients accept unknown codes.'],
  ],
  [
    'an operation returns a new status with the usual body',
    set(`${library}/responses/504`, { $ref: '#/components/responses/RetryLater' }),
    ['A failure may have the status 504, with the usual body.'],
  ],
  [
    'a code is added',
    set(`${catalogue}/TEAPOT`, { statuses: [418], retryable: false }),
    ['The catalogue has the new code `TEAPOT`; clients accept unknown codes.'],
  ],
  [
    'a code that only resources had can also be a response',
    set(`${catalogue}/TASK_STUCK/statuses`, [503]),
    [
      '`TASK_STUCK` may also have the status 503.',
      '`TASK_STUCK` can now be the response to a request, with the status 503.',
    ],
  ],
  [
    'an operation no longer needs a permission',
    drop(`${library}/x-permission`),
    ['The operation no longer needs a permission.'],
  ],
  [
    'a request can be repeated safely',
    set(`${library}/x-idempotent`, true),
    ['Repeating a request with the same `Idempotency-Key` is safe.'],
  ],
  [
    'a replayed response no longer omits a member',
    drop('/paths/~1v1~1webhook-endpoints/post/x-replay-omits'),
    ['A replayed response also contains `secret`.'],
  ],
  [
    'an operation no longer needs a key',
    set('/paths/~1v1~1usage/get/security', []),
    ['The operation no longer needs a key.'],
  ],
]

export const webhooks: Row[] = [
  [
    'a webhook always has a new member',
    all(set(`${payload}/properties/score`, { type: 'number' }), append(`${payload}/required`, 'score')),
    ['`score` is always in responses.', '`score` is new in responses; clients ignore unknown members.'],
    withWebhook,
  ],
  [
    'a webhook has a new enum value',
    append(`${payload}/properties/status/enum`, 'FAILED'),
    ['`status` may be `"FAILED"` in responses; clients accept unknown values.'],
    withWebhook,
  ],
  [
    'a receiver may respond with another status',
    set(`${webhook}/responses/202`, {}),
    ['A receiver may respond with 202.'],
    withWebhook,
  ],
]

/** Edits that are not reported. */
export const unnoticed: Row[] = [
  ['a component is renamed', renameComponent('schemas', 'ScoringJob', 'Scoring'), []],
  ['a shared parameter is renamed', renameComponent('parameters', 'TenantId', 'Tenant'), []],
  [
    'a component is replaced by its content where it is used',
    set(`${library}/parameters/1`, {
      name: 'category',
      in: 'query',
      allowReserved: true,
      schema: { $ref: '#/components/schemas/Category' },
    }),
    [],
  ],
  ['a component that nothing uses is added', set(`${schemas}/Plan`, { type: 'string' }), []],
  ['the order of members changes', set(`${schemas}/Tokens/required`, ['output', 'input']), []],
  ['a description changes', set(`${schemas}/ScoringRequest/properties/resumeUrl/description`, 'A URL.'), []],
  ['an example changes', set('/components/parameters/JobId/example', 'job-1'), []],
  ['the text of an error changes', set(`${catalogue}/TIMEOUT/action`, 'Try again.'), []],
  ['the version changes', set('/info/version', '1.99.0'), []],
  ['the tags of an operation change', set(`${library}/tags`, ['criteria']), []],
]
