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
    ['The operation `GET /v1/criteria-library` was removed; a client that calls it gets 404 or 405.'],
  ],
  [
    'a path is renamed',
    rename('/paths/~1v1~1usage', '/v1/consumption'),
    [
      'The operation `GET /v1/usage` was removed; a client that calls it gets 404 or 405.',
      'The operation `GET /v1/consumption` is new.',
    ],
  ],
  [
    'the name of an operation changes',
    set(`${library}/operationId`, 'getLibrary'),
    [
      'The operation is called `getLibrary` instead of `listLibraryCriteria`; code that uses the old method name of a generated client does not compile.',
    ],
  ],
  [
    'an operation needs a permission',
    set('/paths/~1v1~1usage/get/x-permission', 'keys'),
    ['The operation needs the permission `keys`; a key without it gets 403.'],
  ],
  [
    'an operation needs another permission',
    set(`${library}/x-permission`, 'criteria.read'),
    [
      'The operation needs the permission `criteria.read` instead of `library.read`; a key with only the old permission gets 403.',
    ],
  ],
  [
    'an operation needs a tenant',
    set('/paths/~1v1~1usage/get/x-scope', 'tenant'),
    ['Requests must now be made for a tenant; others, which were accepted before, are refused.'],
  ],
  [
    'an operation needs a key',
    drop(`${liveness}/security`),
    ['The operation needs a key; a request without one gets 401.'],
  ],
  [
    'requests take tokens from another bucket',
    set(`${criteria}/x-rate-limit-bucket`, 'read_and_ops'),
    [
      'Requests take tokens from the bucket `read_and_ops` instead of `criteria_current_reads`; a client that keeps to the limit of the old bucket may get 429.',
    ],
  ],
  [
    "requests also count towards the tenant's window",
    set(`${criteria}/x-tenant-window`, true),
    ["Requests count towards the tenant's window; a client may get 429."],
  ],
  [
    'concurrent requests are limited',
    set(`${library}/x-in-flight-cap`, true),
    ['Concurrent requests are limited; a client that sends several may get 429.'],
  ],
  [
    'a request can no longer be repeated safely',
    drop(`${submit}/x-idempotent`),
    ['Repeating a request with the same `Idempotency-Key` takes effect twice.'],
  ],
  [
    'a replayed response omits a member',
    append(`${endpoints}/x-replay-omits`, 'endpoint'),
    ['A replayed response omits `endpoint`; a client that lost the first response cannot get it again.'],
  ],
  [
    'the maximum size of a body is lowered',
    set(`${batch}/x-body-bytes-max`, 4_194_304),
    ['A body may have 4194304 bytes instead of 8388608; a larger one gets 413.'],
  ],
  [
    'the larger maximum size of a body is removed',
    drop(`${batch}/x-body-bytes-max`),
    ['A body may have 1048576 bytes instead of 8388608; a larger one gets 413.'],
  ],
  [
    'an operation no longer returns a code',
    without(`${submit}/x-error-codes`, 'RESUME_URL_BLOCKED'),
    ['The operation no longer returns the code `RESUME_URL_BLOCKED`; a client that relies on it fails.'],
  ],
  [
    'an operation no longer returns a status',
    drop(`${submit}/responses/422`),
    ['The status 422 was removed; a client that handles it gets another one.'],
  ],
  [
    'the status of a success changes',
    rename(`${submit}/responses/202`, '201'),
    [
      'The status 202 was removed; a client that expects it mistakes success for failure.',
      'A success may have the status 201; a client that expects the old one mistakes it for a failure.',
    ],
  ],
  [
    'a failure has a different body',
    set(`${library}/responses/418`, { content: { 'text/plain': {} } }),
    ['Failures with the status 418 have a different body; clients cannot read it.'],
  ],
  [
    'a header is removed from a response',
    drop(`${submit}/responses/202/headers/Location`),
    ['Responses no longer have the header `location`; a client that reads it finds nothing.'],
  ],
  [
    'a header is removed from all failures',
    drop('/components/responses/RetryLater/headers/Retry-After'),
    ['Responses no longer have the header `retry-after`; a client that reads it finds nothing.'],
  ],
  [
    'the media type of a response changes',
    rename(`${library}/responses/200/content/application~1json`, 'application/xml'),
    [
      'Responses no longer have the type application/json; a client that reads it fails.',
      'Responses may have the type application/xml; a client that does not request another type cannot read them.',
    ],
  ],
  [
    'a parameter is removed',
    drop(`${library}/parameters/1`),
    ['Requests can no longer contain the query parameter `category`; it is refused or ignored.'],
  ],
  [
    'a new parameter is required',
    append(`${library}/parameters`, { name: 'page', in: 'query', required: true }),
    ['Requests must contain the query parameter `page`; requests without it, which were accepted before, are refused.'],
  ],
  [
    'an existing parameter becomes required',
    set('/components/parameters/CategoryFilter/required', true),
    ['The parameter `CategoryFilter` is now required; requests without it, which were accepted before, are refused.'],
  ],
  [
    'a body becomes required',
    set('/paths/~1v1~1webhook-endpoints~1{webhookEndpointId}~1test/post/requestBody', { required: true }),
    [
      'Requests must have a body; requests without one, which were accepted before, are refused.',
      'A body may have 1048576 bytes.',
    ],
  ],
]

export const around: Row[] = [
  [
    'the objectives for speed and availability are lowered',
    all(
      set('/x-objectives/availabilityPercent', 99),
      set('/x-objectives/buckets/analytics/p95Milliseconds', 10_000),
      set('/x-objectives/buckets/analytics/p99Milliseconds', 20_000),
    ),
    [
      '99 % of requests are promised to succeed, not 99.9.',
      '95 % of responses may take up to 10000 ms instead of 150.',
      '99 % of responses may take up to 20000 ms instead of 300.',
    ],
  ],
  [
    'a code is removed',
    drop(`${catalogue}/TASK_STUCK`),
    ['The code `TASK_STUCK` was removed from the catalogue; a client that handles it never gets it again.'],
  ],
  [
    'the status of a code changes',
    set(`${catalogue}/CRITERIA_INVALID/statuses`, [409]),
    [
      '`CRITERIA_INVALID` no longer has the status 422; a client that expects it fails.',
      '`CRITERIA_INVALID` has the status 409 instead of 422; a client that expects 422 fails.',
      '`CRITERIA_INVALID` may also have the status 409.',
    ],
  ],
  [
    'a code is no longer retryable',
    set(`${catalogue}/TIMEOUT/retryable`, false),
    ['`retryable` of `TIMEOUT` is false instead of true; a client that follows the catalogue does the wrong thing.'],
  ],
  [
    'keys must be sent in another way',
    set('/components/securitySchemes/apiKey/scheme', 'basic'),
    [
      'The security scheme `apiKey`: `scheme` was changed; the consequence for clients is unknown, so the change is treated as breaking.',
    ],
  ],
  [
    'the address of the service changes',
    set('/servers/0/url', '/api'),
    ['The service is no longer at `/`; a client that calls it there fails.', 'The service is also at `/api`.'],
  ],
  [
    'an unknown keyword is added',
    set(`${schemas}/Criterion/x-unheard-of`, true),
    [
      '`Criterion`: `x-unheard-of` was added; the consequence for clients is unknown, so the change is treated as breaking.',
    ],
  ],
  [
    'an unknown member of the document is added',
    set('/x-unheard-of', { limit: 1 }),
    [
      'The contract: `x-unheard-of` was added; the consequence for clients is unknown, so the change is treated as breaking.',
    ],
  ],
]
