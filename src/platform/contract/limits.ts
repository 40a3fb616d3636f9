/** The numbers of the contract's root members: everything that a partner or an operator can meet. */
import type { Bucket } from '../../../generated/types.gen.ts'
import type { ResumeSizes } from '../../../workers/tasks.ts'
import type { Allowed, Limits, Plan } from '../../kit/caller.ts'

/** So many requests in each window of that length. */
export type Window = { limit: number; windowSeconds: number }

/** So many requests at once. */
export type InFlight = { limit: number; slotSeconds: number; retryAfterSecondsMax: number }

/** `x-rate-limits`. */
export type RateLimits = {
  /** For each partner and environment. */
  buckets: Record<Bucket, Window>
  /** For each tenant. */
  tenantWindow: Window
  /**
   * Generations at once, for each partner and environment. A slot whose process died becomes free after `slotSeconds`;
   * a refused caller is told to wait for `retryAfterSecondsMax` at most.
   */
  inFlight: InFlight
  /** The same of simulations. */
  simulations: InFlight
  /** Unknown keys from one address; the refusal of any more in the window comes `delaySeconds` later. */
  strangers: { unknownKeys: number; windowSeconds: number; delaySeconds: number }
  /** To one process. */
  connections: { limit: number; addressShare: number }
}

/** `x-retries`. A jitter is a share of the wait, up or down. */
export type Retries = {
  scoring: { failuresMax: number; firstSeconds: number; mostSeconds: number; jitter: number; lostWorkersMax: number }
  /** `waitsSeconds`: from each failed try to the next; there is none after the last. */
  webhooks: { waitsSeconds: readonly number[]; jitter: number; disabledAfterSeconds: number }
  provider: { failuresMax: number; restSeconds: number; mostSeconds: number }
  deletion: { failuresMax: number }
  /** The service's own `Retry-After`. */
  retryAfter: Record<`${'scoringJob' | 'scoringBatch' | 'idempotency' | 'deletion' | 'unavailable'}Seconds`, number>
}

/** `x-timeouts`. */
export type Timeouts = Record<
  | `request${'' | 'Headers'}Seconds`
  | `${'unreadAnswer' | 'idleConnection' | 'preferWait' | 'generation' | 'fetch' | 'parse' | 'scan' | 'engine' | 'webhook'}Seconds`
  | `scoringFrom${'Start' | 'Acceptance'}Seconds`
  | `${'idempotency' | 'worker' | 'shutdown' | 'lameDuck' | 'readiness'}Seconds`,
  number
>

/** `x-sizes`. */
export type Sizes = {
  request: Record<'bodyBytes' | 'allFaultsBytes' | 'bodyValues' | 'bodyDepth' | 'headerBytes' | 'urlCharacters', number>
  resume: ResumeSizes & { bytes: number; redirects: number }
  model: { scoreTokens: number; generationTokens: number }
  /** Of answers: what costs a token more, and how much may wait to be read. */
  answer: Record<'tokenBytes' | 'unsentPartnerBytes' | 'unsentAddressBytes' | 'unsentProcessBytes', number>
}

/** `x-retention`. */
export type Retention = Record<
  | `${'questionSets' | 'idempotentAnswers' | 'events' | 'deletedWebhookEndpoints' | 'analytics' | 'unreadableFiles'}Seconds`
  | 'scoresPerApplication',
  number
>

/** The root members as the server reads them: `x-rate-limits` is `rateLimits`. */
export type Numbers = {
  /** What a partner may keep in each environment, by its plan. */
  quotas: Record<Plan, Allowed>
  rateLimits: RateLimits
  retries: Retries
  timeouts: Timeouts
  sizes: Sizes
  retention: Retention
  /** How old an answer may be. */
  freshness: Record<`${'analytics' | 'events' | 'keys' | 'usage'}Seconds`, number>
  trial: { scoresPerMonth: number }
  sandbox: { slowSeconds: number }
  /** What bounds the operator's commands, settings and checks. */
  operator: Record<
    | `${'limit' | 'quota' | 'overdueMinutes' | 'listed' | 'modelTimeoutSeconds' | 'clockSkewSeconds'}Max`
    | 'diskFreeBytesMin'
    | `${'quotesRefused' | 'unrelatedEvidence'}ShareMax`,
    number
  >
}

const members: Record<keyof Numbers, string> = {
  quotas: 'x-quotas',
  rateLimits: 'x-rate-limits',
  retries: 'x-retries',
  timeouts: 'x-timeouts',
  sizes: 'x-sizes',
  retention: 'x-retention',
  freshness: 'x-freshness',
  trial: 'x-trial',
  sandbox: 'x-sandbox',
  operator: 'x-operator',
}

/** Reads the root members of a contract. @throws Error when it lacks one */
export function readNumbers(document: object): Numbers {
  const all = document as Record<string, unknown>
  for (const member of Object.values(members))
    if (!all[member]) throw new Error(`the contract has no ${member}: run \`make generate\``)
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, all[member]])) as Numbers
}

/** What a partner may request unless the operator set another number for it. */
export function defaultLimitsOf({ buckets, tenantWindow, inFlight }: RateLimits): Limits {
  const limits = Object.entries(buckets).map(([bucket, { limit }]) => [bucket, limit])
  return {
    ...(Object.fromEntries(limits) as Record<Bucket, number>),
    tenant_window: tenantWindow.limit,
    criteria_ai_inflight: inFlight.limit,
  }
}
