/** Edits to the numbers at the contract's top level: each kind in both directions, with the expected report. */
import { append, drop, set, type Row } from './edits.ts'

const analytics = '/x-rate-limits/buckets/analytics'
const tries = '/x-retries/webhooks/waitsSeconds'

export const breakingNumbers: Row[] = [
  [
    'a bucket holds less',
    set(`${analytics}/limit`, 19),
    ['`x-rate-limits/buckets/analytics/limit` is 19 instead of 20; a client paced for the old one gets 429.'],
  ],
  [
    'a window is longer',
    set('/x-rate-limits/tenantWindow/windowSeconds', 61),
    ['`x-rate-limits/tenantWindow/windowSeconds` is 61 instead of 60; a client paced for the old one gets 429.'],
  ],
  [
    'a bucket is gone',
    drop(analytics),
    ['The bucket `analytics` is gone; a client that paces itself by it does not know how.'],
  ],
  [
    'a limit is new',
    set('/x-rate-limits/strangers/limit', 5),
    ['`x-rate-limits/strangers/limit` is new, 5; a client that goes beyond it, good so far, is refused.'],
  ],
  [
    'a limit is gone',
    drop('/x-rate-limits/inFlight/limit'),
    ['`x-rate-limits/inFlight/limit` is gone; a client that obeys it does not know what holds instead.'],
  ],
  [
    'less may be kept',
    set('/x-quotas/standard/jobs', 99_999),
    ['`x-quotas/standard/jobs` is 99999 instead of 100000; a client that keeps or uses as many as before is refused.'],
  ],
  ['a plan is gone', drop('/x-quotas/trial'), ['The plan `trial` is gone; what its partners may keep is not known.']],
  [
    'a trial has fewer scores',
    set('/x-trial/scoresPerMonth', 50),
    ['`x-trial/scoresPerMonth` is 50 instead of 100; a client that keeps or uses as many as before is refused.'],
  ],
  [
    'a resume may hold less',
    set('/x-sizes/resume/pages', 40),
    ['`x-sizes/resume/pages` is 40 instead of 50; what is larger, good so far, is refused or left out.'],
  ],
  [
    'a resume must hold more',
    set('/x-sizes/resume/visibleCharactersMin', 60),
    ['`x-sizes/resume/visibleCharactersMin` is 60 instead of 50; what is smaller, good so far, is refused.'],
  ],
  [
    'a job is given up after fewer tries',
    set('/x-retries/scoring/failuresMax', 4),
    ['`x-retries/scoring/failuresMax` is 4 instead of 5; what came through on a later try fails.'],
  ],
  [
    'a client is told to wait for longer',
    set('/x-retries/retryAfter/deletionSeconds', 3),
    [
      '`x-retries/retryAfter/deletionSeconds` is 3 instead of 2; a client that tries again, or gives up, after the old time does so too early.',
    ],
  ],
  [
    'a webhook is tried again sooner',
    set(`${tries}/8`, 3600),
    [
      'Try 10 of a webhook follows after 3600 s instead of 86400; a receiver that is away for as long as was safe so far loses it.',
    ],
  ],
  [
    'a webhook is tried again later',
    set(`${tries}/0`, 6),
    ['Try 2 of a webhook follows after 6 s instead of 5; a receiver that counts on it gets it later.'],
  ],
  [
    'a webhook is tried less often',
    drop(`${tries}/8`),
    ['A webhook has no try 10 any more; a receiver that is away for as long as was safe so far loses it.'],
  ],
  [
    'a fetch has less time',
    set('/x-timeouts/fetchSeconds', 19),
    ['`x-timeouts/fetchSeconds` is 19 instead of 20; what takes longer, good so far, fails.'],
  ],
  [
    'a generation has less time',
    set('/x-timeouts/generationSeconds', 54),
    ['`x-timeouts/generationSeconds` is 54 instead of 55; what takes longer, good so far, fails.'],
  ],
  [
    'a generation may take longer',
    set('/x-timeouts/generationSeconds', 56),
    [
      '`x-timeouts/generationSeconds` is 56 instead of 55; a client that gives up after the old time misses the outcome.',
    ],
  ],
  [
    'events are kept for less long',
    set('/x-retention/eventsSeconds', 86_400),
    ['`x-retention/eventsSeconds` is 86400 instead of 2592000; a client that comes back after that finds nothing.'],
  ],
  [
    'an answer may be older',
    set('/x-freshness/analyticsSeconds', 120),
    [
      '`x-freshness/analyticsSeconds` is 120 instead of 60; a client that reads after the old time does not find the latest.',
    ],
  ],
  [
    'a number appears that the gate does not know',
    set('/x-timeouts/unknownSeconds', 1),
    ['The contract: `unknownSeconds` was added; what follows for a client is not known, so it counts as breaking.'],
  ],
]

const numbers = 'The contract names the numbers of `x-timeouts`; a request is answered as before.'

export const harmlessNumbers: Row[] = [
  ['a root member of numbers is new', set('/x-timeouts', { fetchSeconds: 20 }), [numbers], drop('/x-timeouts')],
  [
    'a bucket holds more',
    set(`${analytics}/limit`, 21),
    ['`x-rate-limits/buckets/analytics/limit` is 21 instead of 20.'],
  ],
  [
    'a window is shorter',
    set('/x-rate-limits/tenantWindow/windowSeconds', 59),
    ['`x-rate-limits/tenantWindow/windowSeconds` is 59 instead of 60.'],
  ],
  [
    'a bucket is new',
    set('/x-rate-limits/buckets/plans', { limit: 1, windowSeconds: 1 }),
    ['The bucket `plans` is new; the operations that take from it say so.'],
  ],
  ['more may be kept', set('/x-quotas/trial/jobs', 10_001), ['`x-quotas/trial/jobs` is 10001 instead of 10000.']],
  [
    'a plan is new',
    set('/x-quotas/large', { jobs: 1 }),
    ['The plan `large` is new; the partners of the others keep theirs.'],
  ],
  ['a resume may hold more', set('/x-sizes/resume/pages', 51), ['`x-sizes/resume/pages` is 51 instead of 50.']],
  [
    'a resume may hold fewer characters',
    set('/x-sizes/resume/visibleCharactersMin', 49),
    ['`x-sizes/resume/visibleCharactersMin` is 49 instead of 50.'],
  ],
  [
    'a job is tried more often',
    set('/x-retries/scoring/failuresMax', 6),
    ['`x-retries/scoring/failuresMax` is 6 instead of 5.'],
  ],
  [
    'tries follow one another faster',
    set('/x-retries/scoring/firstSeconds', 1),
    ['`x-retries/scoring/firstSeconds` is 1 instead of 2.'],
  ],
  [
    'tries follow one another more slowly',
    set('/x-retries/scoring/firstSeconds', 3),
    ['`x-retries/scoring/firstSeconds` is 3 instead of 2.'],
  ],
  [
    'a client is told to wait for less long',
    set('/x-retries/retryAfter/deletionSeconds', 1),
    ['`x-retries/retryAfter/deletionSeconds` is 1 instead of 2.'],
  ],
  [
    'a client is told how long to wait where it was not',
    set('/x-retries/retryAfter/planSeconds', 1),
    ['`x-retries/retryAfter/planSeconds` is new, 1.'],
  ],
  ['a webhook is tried once more', append(tries, 86_400), ['A webhook has a try 11, 86400 s after the one before.']],
  ['a fetch has more time', set('/x-timeouts/fetchSeconds', 21), ['`x-timeouts/fetchSeconds` is 21 instead of 20.']],
  [
    'events are kept for longer',
    set('/x-retention/eventsSeconds', 2_592_001),
    ['`x-retention/eventsSeconds` is 2592001 instead of 2592000.'],
  ],
  [
    'an answer is never so old',
    set('/x-freshness/analyticsSeconds', 30),
    ['`x-freshness/analyticsSeconds` is 30 instead of 60.'],
  ],
]
