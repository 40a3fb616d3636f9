/** Edits that break clients' requests, each with the expected report. */
import { all, append, drop, rename, set, without, type Row } from './edits.ts'

const schemas = '/components/schemas'

export const requests: Row[] = [
  [
    'a member of a request is removed',
    drop(`${schemas}/ScoringRequest/properties/candidateData`),
    ['`ScoringRequest.candidateData` is no longer accepted in requests; it is refused or ignored.'],
  ],
  [
    'a member of a request is renamed',
    rename(`${schemas}/ApiKeyRequest/properties/name`, 'label'),
    [
      '`ApiKeyRequest.name` is no longer accepted in requests; it is refused or ignored.',
      '`ApiKeyRequest.label` is new in requests; a client that omits it sees no difference.',
    ],
  ],
  [
    'a new member is required',
    all(
      set(`${schemas}/ApiKeyRequest/properties/reason`, { type: 'string' }),
      append(`${schemas}/ApiKeyRequest/required`, 'reason'),
    ),
    [
      '`ApiKeyRequest.reason` is now required; requests without it, which were accepted before, are refused.',
      '`ApiKeyRequest.reason` is new in requests; a client that omits it sees no difference.',
    ],
  ],
  [
    'an optional member becomes required',
    append(`${schemas}/ScoringRequest/required`, 'candidateData'),
    ['`ScoringRequest.candidateData` is now required; requests without it, which were accepted before, are refused.'],
  ],
  [
    'the maximum length of a string is lowered',
    set(`${schemas}/ScoringRequest/properties/resumeUrl/maxLength`, 2048),
    [
      '`ScoringRequest.resumeUrl` accepts at most 2048 characters instead of 8192; requests between the two are refused.',
    ],
  ],
  [
    'a string gets a maximum length',
    set('/components/parameters/CriteriaGenerationId/schema/maxLength', 64),
    [
      'The parameter `CriteriaGenerationId` accepts at most 64 characters; requests outside this limit, which were accepted before, are refused.',
    ],
  ],
  [
    'the maximum length of a list is lowered',
    set(`${schemas}/ScoringBatchRequest/properties/applications/maxItems`, 50),
    [
      '`ScoringBatchRequest.applications` accepts at most 50 items instead of 100; requests between the two are refused.',
    ],
  ],
  [
    'the minimum length of a list is raised',
    set(`${schemas}/ScoringBatchRequest/properties/applications/minItems`, 2),
    ['`ScoringBatchRequest.applications` accepts at least 2 items instead of 1; requests between the two are refused.'],
  ],
  [
    'the maximum of a number is lowered',
    set('/components/parameters/Limit/schema/maximum', 50),
    ['The parameter `Limit` accepts at most 50 instead of 100; requests between the two are refused.'],
  ],
  [
    'the maximum size of a member is lowered',
    set(`${schemas}/CandidateData/x-bytes-max`, 1024),
    ['`CandidateData` accepts at most 1024 bytes instead of 262144; requests between the two are refused.'],
  ],
  [
    'a string must match a pattern',
    set('/components/parameters/Prefer/schema/pattern', '^"'),
    ['The parameter `Prefer` must match `^"`; other requests, which were accepted before, are refused.'],
  ],
  [
    'a string must match another pattern',
    set(`${schemas}/WebhookName/pattern`, '^[a-z]+$'),
    [
      '`WebhookName` must match `^[a-z]+$` instead of `^(?!\\s*$)[^\\x00-\\x1f\\x7f-\\x9f]*$`; a request that matches only the old pattern is refused.',
    ],
  ],
  [
    'a string must have a format',
    set(`${schemas}/WebhookUrl/format`, 'uri'),
    ['`WebhookUrl` must have the format `uri`; other requests, which were accepted before, are refused.'],
  ],
  [
    'a request no longer accepts unknown members',
    set(`${schemas}/CandidateData/additionalProperties`, false),
    ['`CandidateData` no longer accepts unknown members; requests that contain any are refused.'],
  ],
  [
    'an enum value is removed from a request',
    without('/components/parameters/TimeRange/schema/enum', '90d'),
    ['The parameter `TimeRange` no longer accepts `"90d"`; such requests are refused.'],
  ],
  [
    'a type is removed from a request',
    set(`${schemas}/NullableCategory/type`, 'string'),
    ['`NullableCategory` can no longer be null; such requests are refused.'],
  ],
  [
    'a form is removed from a request',
    drop(`${schemas}/CriterionAddition/oneOf/1`),
    ['`CriterionAddition` no longer accepts the form CriterionCopy; such requests are refused.'],
  ],
  [
    'a list must not contain duplicate items',
    set(`${schemas}/CriteriaOrder/properties/criterionIds/uniqueItems`, true),
    [
      '`CriteriaOrder.criterionIds` must contain no duplicate items; other requests, which were accepted before, are refused.',
    ],
  ],
  [
    'a member requires another one',
    set(`${schemas}/ScoringRequest/dependentRequired/candidateData`, ['rescore']),
    [
      '`ScoringRequest` must contain `rescore` together with `candidateData`; other requests, which were accepted before, are refused.',
    ],
  ],
  [
    'a default changes',
    set('/components/parameters/Limit/schema/default', 10),
    ['The parameter `Limit` is `10` instead of `20` if a request omits it; such requests now do something else.'],
  ],
  [
    'the code of an error changes',
    set(`${schemas}/JobContext/properties/jobDescription/x-error-code`, 'VALIDATION_ERROR'),
    [
      'If `JobContext.jobDescription` is invalid, the error has the code `VALIDATION_ERROR` instead of `MISSING_JOB_DESCRIPTION`.',
    ],
  ],
  [
    'a condition restricts a member',
    set(`${schemas}/ScoringRequest/dependentSchemas/criteriaVersionId/properties/candidateData`, { maxProperties: 0 }),
    [
      '`ScoringRequest.candidateData` has an additional rule; requests that break it, which were accepted before, are refused.',
    ],
    set(`${schemas}/ScoringRequest/dependentSchemas`, { criteriaVersionId: { properties: {} } }),
  ],
]
