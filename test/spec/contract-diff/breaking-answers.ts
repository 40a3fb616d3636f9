/** Edits that break clients which read responses and webhooks, each with the expected report. */
import { append, drop, rename, set, without, withWebhook, type Row } from './edits.ts'

const schemas = '/components/schemas'
const webhook = '/webhooks/score.completed/post'
const payload = `${webhook}/requestBody/content/application~1json/schema`

export const answers: Row[] = [
  [
    'an optional member of a response is removed',
    drop(`${schemas}/ScoringJob/properties/score`),
    ['`ScoringJob.score` was removed from responses; a client that reads it finds nothing.'],
  ],
  [
    'an optional member of a response is renamed',
    rename(`${schemas}/ScoringJob/properties/score`, 'points'),
    [
      '`ScoringJob.score` was removed from responses; a client that reads it finds nothing.',
      '`ScoringJob.points` is new in responses; clients ignore unknown members.',
    ],
  ],
  [
    'a required member of a response may be missing',
    without(`${schemas}/ScoringJob/required`, 'status'),
    ['`ScoringJob.status` may be missing from responses; a client that relies on it fails.'],
  ],
  [
    'the type of a member of a response changes',
    set(`${schemas}/ScoringBatch/properties/totalJobs/type`, 'string'),
    [
      '`ScoringBatch.totalJobs` can no longer be integer; a client that expects this type fails.',
      '`ScoringBatch.totalJobs` may be string in responses; a client that expects the old types fails.',
    ],
  ],
  [
    'an integer in a response may be any number',
    set(`${schemas}/ScoringBatch/properties/totalJobs/type`, 'number'),
    ['`ScoringBatch.totalJobs` may be number in responses; a client that expects the old types fails.'],
  ],
  [
    'a member of a response may be null',
    set(`${schemas}/Criterion/properties/id/type`, ['string', 'null']),
    ['`Criterion.id` may be null in responses; a client that expects the old types fails.'],
  ],
  [
    'an enum value is removed from a response',
    without(`${schemas}/ScoringBatchStatus/x-extensible-enum`, 'PARTIAL_FAILURE'),
    ['`ScoringBatchStatus` can no longer be `"PARTIAL_FAILURE"`; a client that waits for it waits forever.'],
  ],
  [
    'a response no longer lists its values',
    drop(`${schemas}/Verdict/x-extensible-enum`),
    ['`Verdict` no longer lists its values; code that uses a generated client may not compile.'],
  ],
  [
    'a limit in a response is raised',
    set(`${schemas}/Score/maximum`, 100),
    ['`Score` is at most 100 instead of 10 in responses; a client that relies on the old limit fails.'],
  ],
  [
    'a constant in a response changes',
    set(`${schemas}/Event/properties/apiVersion/const`, 'v2'),
    ['`Event.apiVersion` is `"v2"` instead of `"v1"`; a client that sends or expects the old value fails.'],
    set(`${schemas}/Event/properties/apiVersion/const`, 'v1'),
  ],
  [
    'the format of a value in a response changes',
    set(`${schemas}/NullableInstant/format`, 'date'),
    ['`NullableInstant` has the format `date` instead of `date-time` in responses; a client cannot read it.'],
  ],
  [
    'an answer may have another form',
    append(`${schemas}/ScoringJob/properties/errorCode/oneOf`, { type: 'object' }),
    ['`ScoringJob.errorCode` may have another form in responses; a client that expects the old forms fails.'],
  ],
  [
    'a member that several responses share is removed',
    drop(`${schemas}/ErrorBody/properties/traceId`),
    ['`ErrorBody.traceId` was removed from responses; a client that reads it finds nothing.'],
  ],
  [
    'the formula of the score changes',
    set(`${schemas}/Score/description`, 'formula 2: all weights 1'),
    ['The rule of `Score` has changed; the same verdicts may give another score or grade.'],
  ],
  [
    'the thresholds of a grade change',
    set(`${schemas}/Score/x-formula/matchesFrom/STRONG_MATCH`, 9),
    ['The numbers of `Score` have changed; the same verdicts may give another score or grade.'],
  ],
]

export const webhooks: Row[] = [
  [
    'a webhook is removed',
    drop(webhook),
    ['The webhook `POST score.completed` was removed; a client that waits for it waits forever.'],
    withWebhook,
  ],
  [
    'a member is removed from a webhook',
    drop(`${payload}/properties/status`),
    ['`status` was removed from responses; a client that reads it finds nothing.'],
    withWebhook,
  ],
  [
    'a member of a webhook may be missing',
    drop(`${payload}/required`),
    ['`id` may be missing from responses; a client that relies on it fails.'],
    withWebhook,
  ],
  [
    'a header is removed from a webhook',
    drop(`${webhook}/parameters/0`),
    ['The webhook no longer has the header parameter `webhook-id`; a receiver that reads it finds nothing.'],
    withWebhook,
  ],
  [
    'a status from a receiver is no longer a success',
    drop(`${webhook}/responses/204`),
    ['The status 204 from a receiver is no longer a success; the webhook is sent again.'],
    withWebhook,
  ],
]
