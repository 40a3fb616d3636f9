/** Edits that break clients' requests, each with the expected report. */
import { all, append, drop, rename, set, without, type Row } from './edits.ts'

const schemas = '/components/schemas'

export const requests: Row[] = [
  [
    'a member of a request is removed',
    drop(`${schemas}/ScoringRequest/properties/candidateData`),
    ['`ScoringRequest.candidateData` is not taken any more; a request that carries it is refused or loses its effect.'],
  ],
  [
    'a member of a request is renamed',
    rename(`${schemas}/ApiKeyRequest/properties/name`, 'label'),
    [
      '`ApiKeyRequest.name` is not taken any more; a request that carries it is refused or loses its effect.',
      '`ApiKeyRequest.label` may be sent; a client that leaves it out sees no difference.',
    ],
  ],
  [
    'a new member must be sent',
    all(
      set(`${schemas}/ApiKeyRequest/properties/reason`, { type: 'string' }),
      append(`${schemas}/ApiKeyRequest/required`, 'reason'),
    ),
    [
      '`ApiKeyRequest.reason` must be sent; a request without it, good so far, is refused.',
      '`ApiKeyRequest.reason` may be sent; a client that leaves it out sees no difference.',
    ],
  ],
  [
    'a member must be sent that could be left out',
    append(`${schemas}/ScoringRequest/required`, 'candidateData'),
    ['`ScoringRequest.candidateData` must be sent; a request without it, good so far, is refused.'],
  ],
  [
    'a text may be less long',
    set(`${schemas}/ScoringRequest/properties/resumeUrl/maxLength`, 2048),
    ['`ScoringRequest.resumeUrl` takes at most 2048 characters instead of 8192; a request between the two is refused.'],
  ],
  [
    'a text gets a limit',
    set('/components/parameters/CriteriaGenerationId/schema/maxLength', 64),
    [
      'The parameter `CriteriaGenerationId` takes at most 64 characters; a request beyond that, good so far, is refused.',
    ],
  ],
  [
    'a list may hold fewer items',
    set(`${schemas}/ScoringBatchRequest/properties/applications/maxItems`, 50),
    ['`ScoringBatchRequest.applications` takes at most 50 items instead of 100; a request between the two is refused.'],
  ],
  [
    'a list must hold more items',
    set(`${schemas}/ScoringBatchRequest/properties/applications/minItems`, 2),
    ['`ScoringBatchRequest.applications` takes at least 2 items instead of 1; a request between the two is refused.'],
  ],
  [
    'a number may be less large',
    set('/components/parameters/Limit/schema/maximum', 50),
    ['The parameter `Limit` takes at most 50 instead of 100; a request between the two is refused.'],
  ],
  [
    'a member may have fewer bytes',
    set(`${schemas}/CandidateData/x-bytes-max`, 1024),
    ['`CandidateData` takes at most 1024 bytes instead of 262144; a request between the two is refused.'],
  ],
  [
    'a text must match a pattern',
    set('/components/parameters/Prefer/schema/pattern', '^"'),
    ['The parameter `Prefer` must match `^"`; a request that does not, good so far, is refused.'],
  ],
  [
    'a text must match another pattern',
    set(`${schemas}/WebhookName/pattern`, '^[a-z]+$'),
    [
      '`WebhookName` must match `^[a-z]+$` instead of `^(?!\\s*$)[^\\x00-\\x1f\\x7f-\\x9f]*$`; a request that matches only the old pattern is refused.',
    ],
  ],
  [
    'a text must have a format',
    set(`${schemas}/WebhookUrl/format`, 'uri'),
    ['`WebhookUrl` must have the format `uri`; a request that has not, good so far, is refused.'],
  ],
  [
    'a request takes no other members',
    set(`${schemas}/CandidateData/additionalProperties`, false),
    ['`CandidateData` refuses members that it does not name; a request that carries others fails.'],
  ],
  [
    'a request loses an enum value',
    without('/components/parameters/TimeRange/schema/enum', '90d'),
    ['The parameter `TimeRange` does not take `"90d"` any more; such a request is refused.'],
  ],
  [
    'a request loses a type',
    set(`${schemas}/NullableCategory/type`, 'string'),
    ['`NullableCategory` is not taken as null any more; such a request is refused.'],
  ],
  [
    'a request loses a form',
    drop(`${schemas}/CriterionAddition/oneOf/1`),
    ['`CriterionAddition` does not take the form CriterionCopy any more; such a request is refused.'],
  ],
  [
    'a list must not contain duplicate items',
    set(`${schemas}/CriteriaOrder/properties/criterionIds/uniqueItems`, true),
    ['`CriteriaOrder.criterionIds` must contain no duplicate items; a request that does not, good so far, is refused.'],
  ],
  [
    'one member needs another',
    set(`${schemas}/ScoringRequest/dependentRequired/candidateData`, ['rescore']),
    ['`ScoringRequest` must carry `rescore` beside `candidateData`; a request that does not, good so far, is refused.'],
  ],
  [
    'a default changes',
    set('/components/parameters/Limit/schema/default', 10),
    [
      'The parameter `Limit` is `10` instead of `20` where a request leaves it out; such a request does something else.',
    ],
  ],
  [
    'a fault gets another code',
    set(`${schemas}/JobContext/properties/jobDescription/x-error-code`, 'VALIDATION_ERROR'),
    [
      '`JobContext.jobDescription` is answered with `VALIDATION_ERROR` instead of `MISSING_JOB_DESCRIPTION` when it is at fault.',
    ],
  ],
  [
    'a condition restricts a member',
    set(`${schemas}/ScoringRequest/dependentSchemas/criteriaVersionId/properties/candidateData`, { maxProperties: 0 }),
    ['`ScoringRequest.candidateData` obeys a further rule; a request that does not, good so far, is refused.'],
    set(`${schemas}/ScoringRequest/dependentSchemas`, { criteriaVersionId: { properties: {} } }),
  ],
]
