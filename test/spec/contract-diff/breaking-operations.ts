/** Edits of operations, and of what applies to all operations, that break clients, each with the expected report. */
import { all, append, drop, rename, set, without, type Row } from './edits.ts'

const schemas = '/components/schemas'
const submit = '/paths/~1v1~1jobs~1{jobId}~1applications~1{applicationId}~1scoring-jobs/post'
const batch = '/paths/~1v1~1jobs~1{jobId}~1scoring-batches/post'
const library = '/paths/~1v1~1criteria-library/get'
const criteria = '/paths/~1v1~1jobs~1{jobId}~1criteria/get'
const endpoints = '/paths/~1v1~1webhook-endpoints/post'
const catalogue = `${schemas}/ErrorCode/x-catalogue`
const liveness = '/paths/~1livez/get'

export const operations: Row[] = [
  [
    'an operation is removed',
    drop(library),
    ['The operation `GET /v1/criteria-library` is gone; a client that calls it gets 404 or 405.'],
  ],
  [
    'a path is renamed',
    rename('/paths/~1v1~1usage', '/v1/consumption'),
    [
      'The operation `GET /v1/usage` is gone; a client that calls it gets 404 or 405.',
      'The operation `GET /v1/consumption` is new.',
    ],
  ],
  [
    'an operation gets another name',
    set(`${library}/operationId`, 'getLibrary'),
    [
      'The operation is called `getLibrary` instead of `listLibraryCriteria`; code that calls a generated client by the old name does not compile.',
    ],
  ],
  [
    'a permission is needed',
    set('/paths/~1v1~1usage/get/x-permission', 'keys'),
    ['The operation needs the permission `keys`; a key without it gets 403.'],
  ],
  [
    'another permission is needed',
    set(`${library}/x-permission`, 'criteria.read'),
    [
      'The operation needs the permission `criteria.read` instead of `library.read`; a key that holds only the old one gets 403.',
    ],
  ],
  [
    'a scope is tightened',
    set('/paths/~1v1~1usage/get/x-scope', 'tenant'),
    ['A request must be that of a tenant; one that is not, good so far, is refused.'],
  ],
  ['a key is needed', drop(`${liveness}/security`), ['The operation needs a key; a request without one gets 401.']],
  [
    'another bucket pays',
    set(`${criteria}/x-rate-limit-bucket`, 'read_and_ops'),
    [
      'Requests take from the bucket `read_and_ops` instead of `criteria_current_reads`; a client paced for that one may get 429.',
    ],
  ],
  [
    "the tenant's window pays too",
    set(`${criteria}/x-tenant-window`, true),
    ["Requests count towards the tenant's window; a client may get 429."],
  ],
  [
    'requests at once are capped',
    set(`${library}/x-in-flight-cap`, true),
    ['Requests at once are capped; a client that sends several may get 429.'],
  ],
  [
    'a repeat is no longer safe',
    drop(`${submit}/x-idempotent`),
    ['A repeat under the same `Idempotency-Key` acts twice.'],
  ],
  [
    'a replay hides a member',
    append(`${endpoints}/x-replay-omits`, 'endpoint'),
    ['A replayed answer leaves `endpoint` out; a client that lost the first answer lost it.'],
  ],
  [
    'a body may be less large',
    set(`${batch}/x-body-bytes-max`, 4_194_304),
    ['A body may have 4194304 bytes instead of 8388608; a larger one gets 413.'],
  ],
  [
    'a body loses the room that it had',
    drop(`${batch}/x-body-bytes-max`),
    ['A body may have 1048576 bytes instead of 8388608; a larger one gets 413.'],
  ],
  [
    'an operation no longer answers a code',
    without(`${submit}/x-error-codes`, 'RESUME_URL_BLOCKED'),
    ['The operation does not answer the code `RESUME_URL_BLOCKED` any more; a client that handles it fails.'],
  ],
  [
    'an operation no longer answers a status',
    drop(`${submit}/responses/422`),
    ['The status 422 is gone; a client that handles it sees another one.'],
  ],
  [
    'success has another status',
    rename(`${submit}/responses/202`, '201'),
    [
      'The status 202 is gone; a client that waits for it takes success for failure.',
      'Success may be the status 201; a client that waits for the known one takes it for failure.',
    ],
  ],
  [
    'a failure has a body of its own',
    set(`${library}/responses/418`, { content: { 'text/plain': {} } }),
    ['A failure with the status 418 has another body than the usual one; a client cannot read it.'],
  ],
  [
    'an answer loses a header',
    drop(`${submit}/responses/202/headers/Location`),
    ['Answers do not carry the header `location` any more; a client that reads it finds nothing.'],
  ],
  [
    'all failures lose a header',
    drop('/components/responses/RetryLater/headers/Retry-After'),
    ['Answers do not carry the header `retry-after` any more; a client that reads it finds nothing.'],
  ],
  [
    'an answer loses its media type',
    rename(`${library}/responses/200/content/application~1json`, 'application/xml'),
    [
      'The body does not come as application/json any more; a client that reads that fails.',
      'The body may come as application/xml; a client that does not ask for another type cannot read it.',
    ],
  ],
  [
    'a parameter is removed',
    drop(`${library}/parameters/1`),
    ['A request cannot carry the query parameter `category` any more; one that does is refused or loses its effect.'],
  ],
  [
    'a new parameter must be sent',
    append(`${library}/parameters`, { name: 'page', in: 'query', required: true }),
    ['A request must carry the query parameter `page`; one without it, good so far, is refused.'],
  ],
  [
    'a parameter must be sent',
    set('/components/parameters/CategoryFilter/required', true),
    ['The parameter `CategoryFilter` must be sent; a request without it, good so far, is refused.'],
  ],
  [
    'a body must be sent',
    set('/paths/~1v1~1webhook-endpoints~1{webhookEndpointId}~1test/post/requestBody', { required: true }),
    ['A request must have a body; one without, good so far, is refused.', 'A body may have 1048576 bytes.'],
  ],
]

export const around: Row[] = [
  [
    'less is promised of speed and availability',
    all(
      set('/x-objectives/availabilityPercent', 99),
      set('/x-objectives/buckets/analytics/p95Milliseconds', 10_000),
      set('/x-objectives/buckets/analytics/p99Milliseconds', 20_000),
    ),
    [
      '99 % of requests are promised to succeed, not 99.9.',
      '95 % of answers take up to 10000 ms instead of 150.',
      '99 % of answers take up to 20000 ms instead of 300.',
    ],
  ],
  [
    'a code is removed',
    drop(`${catalogue}/TASK_STUCK`),
    ['The catalogue lost the code `TASK_STUCK`; a client that handles it never sees it again.'],
  ],
  [
    'a code has another status',
    set(`${catalogue}/CRITERIA_INVALID/statuses`, [409]),
    [
      '`CRITERIA_INVALID` does not come with the status 422 any more; a client that expects it fails.',
      '`CRITERIA_INVALID` comes with the status 409 instead of 422; a client that expects 422 fails.',
      '`CRITERIA_INVALID` may come with the status 409 too.',
    ],
  ],
  [
    'a code is no longer retryable',
    set(`${catalogue}/TIMEOUT/retryable`, false),
    ['`TIMEOUT` is retryable: false, instead of true; a client that retries by the catalogue does the wrong thing.'],
  ],
  [
    'keys are sent in another way',
    set('/components/securitySchemes/apiKey/scheme', 'basic'),
    [
      'The security scheme `apiKey`: `scheme` was changed; what follows for a client is not known, so it counts as breaking.',
    ],
  ],
  [
    'the service moves',
    set('/servers/0/url', '/api'),
    ['The service is not at `/` any more; a client that calls it there fails.', 'The service is also at `/api`.'],
  ],
  [
    'an unknown keyword appears',
    set(`${schemas}/Criterion/x-unheard-of`, true),
    ['`Criterion`: `x-unheard-of` was added; what follows for a client is not known, so it counts as breaking.'],
  ],
  [
    'an unknown member of the document appears',
    set('/x-unheard-of', { limit: 1 }),
    ['The contract: `x-unheard-of` was added; what follows for a client is not known, so it counts as breaking.'],
  ],
]
