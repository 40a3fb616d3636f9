/** Edits that break clients which read responses and webhooks, each with the expected report. */
import { append, drop, rename, set, without, withWebhook, type Row } from './edits.ts'

const schemas = '/components/schemas'
const webhook = '/webhooks/score.completed/post'
const payload = `${webhook}/requestBody/content/application~1json/schema`

export const answers: Row[] = [
  [
    'an optional member of an answer is removed',
    drop(`${schemas}/ScoringJob/properties/score`),
    ['`ScoringJob.score` is gone from answers; a client that reads it finds nothing.'],
  ],
  [
    'an optional member of an answer is renamed',
    rename(`${schemas}/ScoringJob/properties/score`, 'points'),
    [
      '`ScoringJob.score` is gone from answers; a client that reads it finds nothing.',
      '`ScoringJob.points` comes with answers; a client that does not know it passes over it.',
    ],
  ],
  [
    'a required member of an answer may be missing',
    without(`${schemas}/ScoringJob/required`, 'status'),
    ['`ScoringJob.status` may be missing from answers; a client that relies on it fails.'],
  ],
  [
    'a member of an answer changes its type',
    set(`${schemas}/ScoringBatch/properties/totalJobs/type`, 'string'),
    [
      '`ScoringBatch.totalJobs` is never integer any more; a client that reads it as that finds another type.',
      '`ScoringBatch.totalJobs` may be string in answers; a client that reads the types it knew fails.',
    ],
  ],
  [
    'an integer of an answer becomes any number',
    set(`${schemas}/ScoringBatch/properties/totalJobs/type`, 'number'),
    ['`ScoringBatch.totalJobs` may be number in answers; a client that reads the types it knew fails.'],
  ],
  [
    'a member of an answer may be null',
    set(`${schemas}/Criterion/properties/id/type`, ['string', 'null']),
    ['`Criterion.id` may be null in answers; a client that reads the types it knew fails.'],
  ],
  [
    'an answer loses an enum value',
    without(`${schemas}/ScoringBatchStatus/x-extensible-enum`, 'PARTIAL_FAILURE'),
    ['`ScoringBatchStatus` is never `"PARTIAL_FAILURE"` any more; a client that waits for it waits forever.'],
  ],
  [
    'an answer names its values no more',
    drop(`${schemas}/Verdict/x-extensible-enum`),
    ['`Verdict` names no values any more; code over a generated client may not compile.'],
  ],
  [
    'a bound of an answer is raised',
    set(`${schemas}/Score/maximum`, 100),
    ['`Score` is at most 100 instead of 10 in answers; a client made for that cannot hold it.'],
  ],
  [
    'a constant of an answer changes',
    set(`${schemas}/Event/properties/apiVersion/const`, 'v2'),
    ['`Event.apiVersion` is `"v2"` instead of `"v1"`; a client that sends or expects the old value fails.'],
    set(`${schemas}/Event/properties/apiVersion/const`, 'v1'),
  ],
  [
    'an answer has another format',
    set(`${schemas}/NullableInstant/format`, 'date'),
    ['`NullableInstant` has the format `date` instead of `date-time` in answers; a client cannot read it.'],
  ],
  [
    'an answer may take another form',
    append(`${schemas}/ScoringJob/properties/errorCode/oneOf`, { type: 'object' }),
    ['`ScoringJob.errorCode` may take another form in answers; a client that reads the forms it knew fails.'],
  ],
  [
    'a member that answers share is removed',
    drop(`${schemas}/ErrorBody/properties/traceId`),
    ['`ErrorBody.traceId` is gone from answers; a client that reads it finds nothing.'],
  ],
  [
    'the score follows another formula',
    set(`${schemas}/Score/description`, 'formula 2: all weights 1'),
    ['`Score` promises another rule; the same verdicts may give another score or grade.'],
  ],
  [
    'a grade has other thresholds',
    set(`${schemas}/Score/x-formula/matchesFrom/STRONG_MATCH`, 9),
    ['`Score` follows other numbers; the same verdicts may give another score or grade.'],
  ],
]

export const webhooks: Row[] = [
  [
    'a webhook is removed',
    drop(webhook),
    ['The webhook `POST score.completed` is gone; a client that waits for it waits forever.'],
    withWebhook,
  ],
  [
    'a webhook loses a member',
    drop(`${payload}/properties/status`),
    ['`status` is gone from answers; a client that reads it finds nothing.'],
    withWebhook,
  ],
  [
    'a webhook may leave a member out',
    drop(`${payload}/required`),
    ['`id` may be missing from answers; a client that relies on it fails.'],
    withWebhook,
  ],
  [
    'a webhook loses a header',
    drop(`${webhook}/parameters/0`),
    ['The webhook comes without the header parameter `webhook-id`; a receiver that reads it finds nothing.'],
    withWebhook,
  ],
  [
    'a receiver is not understood any more',
    drop(`${webhook}/responses/204`),
    ['A receiver that answers 204 is not understood any more and gets the webhook again.'],
    withWebhook,
  ],
]
