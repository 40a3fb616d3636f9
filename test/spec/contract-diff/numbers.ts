/** Edits to the numbers at the contract's top level: each kind in both directions, with the expected report. */
import { append, drop, set, type Row } from './edits.ts'

const analytics = '/x-rate-limits/buckets/analytics'
const tries = '/x-retries/webhooks/waitsSeconds'

export const breakingNumbers: Row[] = [
  [
    'the limit of a bucket is lowered',
    set(`${analytics}/limit`, 19),
    ['`x-rate-limits/buckets/analytics/limit` is 19 instead of 20; a client that keeps to the old limit gets 429.'],
  ],
  [
    'the window of a limit becomes longer',
    set('/x-rate-limits/tenantWindow/windowSeconds', 61),
    ['`x-rate-limits/tenantWindow/windowSeconds` is 61 instead of 60; a client that keeps to the old limit gets 429.'],
  ],
  [
    'a bucket is removed',
    drop(analytics),
    ['The bucket `analytics` was removed; clients that rely on it do not know their limit.'],
  ],
  [
    'a limit is added',
    set('/x-rate-limits/strangers/limit', 5),
    ['`x-rate-limits/strangers/limit` is new, 5; requests beyond it, which were accepted before, are refused.'],
  ],
  [
    'a limit is removed',
    drop('/x-rate-limits/inFlight/limit'),
    ['`x-rate-limits/inFlight/limit` was removed; clients that rely on it do not know what applies instead.'],
  ],
  [
    'a quota is lowered',
    set('/x-quotas/standard/jobs', 99_999),
    ['`x-quotas/standard/jobs` is 99999 instead of 100000; a client that uses as many as before is refused.'],
  ],
  [
    'a plan is removed',
    drop('/x-quotas/trial'),
    ['The plan `trial` was removed; its partners do not know their quotas.'],
  ],
  [
    'the trial plan includes fewer scores',
    set('/x-trial/scoresPerMonth', 50),
    ['`x-trial/scoresPerMonth` is 50 instead of 100; a client that uses as many as before is refused.'],
  ],
  [
    'a resume may have fewer pages',
    set('/x-sizes/resume/pages', 40),
    ['`x-sizes/resume/pages` is 40 instead of 50; larger input, which was accepted before, is refused or left out.'],
  ],
  [
    'a resume must have more characters',
    set('/x-sizes/resume/visibleCharactersMin', 60),
    [
      '`x-sizes/resume/visibleCharactersMin` is 60 instead of 50; smaller input, which was accepted before, is refused.',
    ],
  ],
  [
    'a job fails after fewer attempts',
    set('/x-retries/scoring/failuresMax', 4),
    ['`x-retries/scoring/failuresMax` is 4 instead of 5; work that needed a later attempt fails.'],
  ],
  [
    'clients must wait longer',
    set('/x-retries/retryAfter/deletionSeconds', 3),
    [
      '`x-retries/retryAfter/deletionSeconds` is 3 instead of 2; a client that retries or gives up after the old time does so too early.',
    ],
  ],
  [
    'a webhook is retried sooner',
    set(`${tries}/8`, 3600),
    [
      'Attempt 10 to deliver a webhook follows after 3600 s instead of 86400; a receiver whose outage was short enough before may now miss the webhook.',
    ],
  ],
  [
    'a webhook is retried later',
    set(`${tries}/0`, 6),
    [
      'Attempt 2 to deliver a webhook follows after 6 s instead of 5; a receiver that relies on this attempt gets the webhook later.',
    ],
  ],
  [
    'a webhook is retried less often',
    drop(`${tries}/8`),
    [
      'A webhook no longer has an attempt 10; a receiver whose outage was short enough before may now miss the webhook.',
    ],
  ],
  [
    'a fetch has less time',
    set('/x-timeouts/fetchSeconds', 19),
    ['`x-timeouts/fetchSeconds` is 19 instead of 20; work that takes longer, which succeeded before, now fails.'],
  ],
  [
    'a generation has less time',
    set('/x-timeouts/generationSeconds', 54),
    ['`x-timeouts/generationSeconds` is 54 instead of 55; work that takes longer, which succeeded before, now fails.'],
  ],
  [
    'a generation may take longer',
    set('/x-timeouts/generationSeconds', 56),
    [
      '`x-timeouts/generationSeconds` is 56 instead of 55; a client that stops waiting after the old time misses the outcome.',
    ],
  ],
  [
    'events are kept for a shorter time',
    set('/x-retention/eventsSeconds', 86_400),
    ['`x-retention/eventsSeconds` is 86400 instead of 2592000; a client that reads later finds nothing.'],
  ],
  [
    'a response may be older',
    set('/x-freshness/analyticsSeconds', 120),
    [
      '`x-freshness/analyticsSeconds` is 120 instead of 60; a client that reads after the old time may get outdated data.',
    ],
  ],
  [
    'an unknown number is added',
    set('/x-timeouts/unknownSeconds', 1),
    [
      'The contract: `unknownSeconds` was added; the consequence for clients is unknown, so the change is treated as breaking.',
    ],
  ],
]

const numbers = 'The contract now states the numbers of `x-timeouts`; responses do not change.'

export const harmlessNumbers: Row[] = [
  ['a group of numbers is added', set('/x-timeouts', { fetchSeconds: 20 }), [numbers], drop('/x-timeouts')],
  [
    'the limit of a bucket is raised',
    set(`${analytics}/limit`, 21),
    ['`x-rate-limits/buckets/analytics/limit` is 21 instead of 20.'],
  ],
  [
    'the window of a limit becomes shorter',
    set('/x-rate-limits/tenantWindow/windowSeconds', 59),
    ['`x-rate-limits/tenantWindow/windowSeconds` is 59 instead of 60.'],
  ],
  [
    'a bucket is added',
    set('/x-rate-limits/buckets/plans', { limit: 1, windowSeconds: 1 }),
    ['The bucket `plans` is new; it applies to the operations that name it.'],
  ],
  ['a quota is raised', set('/x-quotas/trial/jobs', 10_001), ['`x-quotas/trial/jobs` is 10001 instead of 10000.']],
  [
    'a plan is added',
    set('/x-quotas/large', { jobs: 1 }),
    ['The plan `large` is new; existing partners keep their plans.'],
  ],
  ['a resume may have more pages', set('/x-sizes/resume/pages', 51), ['`x-sizes/resume/pages` is 51 instead of 50.']],
  [
    'a resume may have fewer characters',
    set('/x-sizes/resume/visibleCharactersMin', 49),
    ['`x-sizes/resume/visibleCharactersMin` is 49 instead of 50.'],
  ],
  [
    'a job is attempted more often',
    set('/x-retries/scoring/failuresMax', 6),
    ['`x-retries/scoring/failuresMax` is 6 instead of 5.'],
  ],
  [
    'attempts follow one another sooner',
    set('/x-retries/scoring/firstSeconds', 1),
    ['`x-retries/scoring/firstSeconds` is 1 instead of 2.'],
  ],
  [
    'attempts follow one another later',
    set('/x-retries/scoring/firstSeconds', 3),
    ['`x-retries/scoring/firstSeconds` is 3 instead of 2.'],
  ],
  [
    'clients may retry sooner',
    set('/x-retries/retryAfter/deletionSeconds', 1),
    ['`x-retries/retryAfter/deletionSeconds` is 1 instead of 2.'],
  ],
  [
    'a wait is added where clients had none',
    set('/x-retries/retryAfter/planSeconds', 1),
    ['`x-retries/retryAfter/planSeconds` is new, 1.'],
  ],
  [
    'a webhook is retried once more',
    append(tries, 86_400),
    ['A webhook has an attempt 11, 86400 s after the previous one.'],
  ],
  ['a fetch has more time', set('/x-timeouts/fetchSeconds', 21), ['`x-timeouts/fetchSeconds` is 21 instead of 20.']],
  [
    'events are kept for longer',
    set('/x-retention/eventsSeconds', 2_592_001),
    ['`x-retention/eventsSeconds` is 2592001 instead of 2592000.'],
  ],
  [
    'a response must be more recent',
    set('/x-freshness/analyticsSeconds', 30),
    ['`x-freshness/analyticsSeconds` is 30 instead of 60.'],
  ],
]
