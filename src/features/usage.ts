/**
 * Reports a partner's scores this month and its stored data, and enforces the trial plan's quota.
 *
 * Scores are counted from the rows of jobs and billed scores, without a separate counter that could drift. So a job
 * that fails or is deleted is no longer counted, even if a process dies.
 */
import type { Quotas } from '../../generated/types.gen.ts'
import type { Caller, Quota } from '../kit/caller.ts'
import { ServiceError } from '../kit/errors.ts'
import { createRecent } from '../kit/recent.ts'
import { monthBounds, monthOf, toIso } from '../kit/time.ts'
import { callerOf } from '../platform/contract/call.ts'
import { allowedOf } from '../platform/contract/quotas.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handler, Services } from '../platform/services.ts'
import { countActiveKeys } from '../tables/api-keys.ts'
import { listKept } from '../tables/quota-lanes.ts'
import { lockPartner } from '../tables/partners.ts'
import { listQuotaCounts } from '../tables/quota-counts.ts'
import type { ScoringJobRow } from '../tables/scoring-jobs/scoring-jobs.ts'
import { countUsage, type Month, type UsageCount } from '../tables/usage.ts'
import { countEndpoints } from '../tables/webhook-endpoints.ts'

export type Reserve = (
  caller: Pick<Caller, 'partnerId' | 'plan'>,
  jobs: readonly Pick<ScoringJobRow, 'status' | 'queuedAt'>[],
) => Promise<void>

/**
 * Returns a check for one transaction, to call before it inserts new scoring jobs. The check throws
 * MONTHLY_TRIAL_QUOTA_EXCEEDED if they exceed the month's quota. Jobs that failed at acceptance are not counted.
 * Concurrent requests from one trial partner wait for each other; on the standard plan the check costs nothing.
 */
export function createReserve({ database, contract }: Pick<Services, 'database' | 'contract'>): Reserve {
  const counts = new Map<string, number>()
  return async ({ partnerId, plan }, jobs) => {
    const open = jobs.filter(({ status }) => status === 'PENDING')
    const [first] = open
    if (plan !== 'trial' || !first) return
    const count = counts.get(partnerId) ?? (await countLocked(database, partnerId, first.queuedAt))
    counts.set(partnerId, count)
    if (count + open.length > contract.trial.scoresPerMonth) throw new ServiceError('MONTHLY_TRIAL_QUOTA_EXCEEDED')
    counts.set(partnerId, count + open.length)
  }
}

async function countLocked(database: Database, partnerId: string, at: number): Promise<number> {
  await lockPartner(database, partnerId)
  const { used, reserved } = await countUsage(database, partnerId, monthAt(at))
  return used + reserved
}

export const getUsage: Handler<'getUsage'> = async (call, services) => {
  const caller = callerOf(call)
  const { partnerId, plan } = caller
  const month = monthAt(services.clock.now())
  const isTrial = plan === 'trial'
  const count = isTrial ? countUsage(services.database, partnerId, month) : recentCount(services, partnerId, month)
  return {
    status: 200,
    body: {
      plan,
      period: month.month,
      ...(await count),
      limit: isTrial ? services.contract.trial.scoresPerMonth : null,
      resetAt: toIso(month.end),
      quotas: await quotasOf(services, caller),
    },
  }
}

/** Returns how much the partner stores in the caller's environment, and its quotas. */
async function quotasOf(
  { database, contract, clock }: Pick<Services, 'database' | 'contract' | 'clock'>,
  caller: Caller,
): Promise<Quotas> {
  const used: Record<Quota, number | null> = {
    ...(await listQuotaCounts(database, caller)),
    ...(await listKept(database, caller)),
    apiKeys: await countActiveKeys(database, caller, clock.now()),
    webhookEndpoints: await countEndpoints(database, caller),
    criteriaVersionsPerJob: null,
    libraryCriteriaPerTenant: null,
  }
  const allowed = allowedOf(contract, caller)
  const uses = (Object.keys(used) as Quota[]).map((quota) => [quota, { used: used[quota], allowed: allowed[quota] }])
  return Object.fromEntries(uses) as Quotas
}

function monthAt(instant: number): Month {
  return { month: monthOf(instant), ...monthBounds(instant) }
}

/** Cached, because each count reads a long range of an index if a partner has very many scores a month. */
const recentCounts = createRecent<UsageCount>()

/** Returns a count that is at most `usageCacheMs` old, and never from another month. */
function recentCount(
  { database, clock, timings }: Pick<Services, 'database' | 'clock' | 'timings'>,
  partnerId: string,
  month: Month,
): Promise<UsageCount> {
  const count = () => countUsage(database, partnerId, month)
  return recentCounts(database, `${partnerId} ${month.month}`, clock.now(), timings.usageCacheMs, count)
}
