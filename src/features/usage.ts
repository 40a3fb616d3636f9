/**
 * Usage: a partner's scores of this month, and the quota of the trial plan.
 *
 * Both are counted from the rows of jobs and billed scores, and nothing else is stored. So a job that fails or is
 * deleted frees its quota by itself, even if a process dies meanwhile, and no counter can drift.
 */
import type { Caller } from '../kit/caller.ts'
import { ServiceError } from '../kit/errors.ts'
import { createRecent } from '../kit/recent.ts'
import { monthBounds, monthOf, toIso } from '../kit/time.ts'
import { callerOf } from '../platform/contract/call.ts'
import type { Handler, Services } from '../platform/services.ts'
import { lockPartner } from '../tables/partners.ts'
import type { ScoringJobRow } from '../tables/scoring-jobs.ts'
import { countUsage, type Month, type UsageCount } from '../tables/usage.ts'

/** Scores per month on the trial plan, over both environments (decisions, section 8). */
const trialScoresMax = 100

/**
 * Checks that the month has room for these new scoring jobs; jobs that were refused at once need none. Call it inside
 * the transaction that inserts them, before the insert: a lock serialises the acceptances of one trial partner. Costs
 * nothing on the standard plan.
 * @throws MONTHLY_TRIAL_QUOTA_EXCEEDED
 */
export async function reserveScores(
  { database }: Pick<Services, 'database'>,
  { partnerId, plan }: Pick<Caller, 'partnerId' | 'plan'>,
  jobs: readonly Pick<ScoringJobRow, 'status' | 'queuedAt'>[],
): Promise<void> {
  const open = jobs.filter(({ status }) => status === 'PENDING')
  const [first] = open
  if (plan !== 'trial' || !first) return
  await lockPartner(database, partnerId)
  const { used, reserved } = await countUsage(database, partnerId, monthAt(first.queuedAt))
  if (used + reserved + open.length > trialScoresMax) throw new ServiceError('MONTHLY_TRIAL_QUOTA_EXCEEDED')
}

export const getUsage: Handler<'getUsage'> = async (call, services) => {
  const { partnerId, plan } = callerOf(call)
  const month = monthAt(services.clock.now())
  const isTrial = plan === 'trial'
  const count = isTrial ? countUsage(services.database, partnerId, month) : recentCount(services, partnerId, month)
  return {
    status: 200,
    body: {
      plan,
      period: month.month,
      ...(await count),
      limit: isTrial ? trialScoresMax : null,
      resetAt: toIso(month.end),
    },
  }
}

function monthAt(instant: number): Month {
  return { month: monthOf(instant), ...monthBounds(instant) }
}

/** Cached, because with very many scores a month each count reads a long range of an index. */
const recentCounts = createRecent<UsageCount>()

/** A count that is at most `usageCacheMs` old, and never of another month. */
function recentCount(
  { database, clock, timings }: Pick<Services, 'database' | 'clock' | 'timings'>,
  partnerId: string,
  month: Month,
): Promise<UsageCount> {
  const count = () => countUsage(database, partnerId, month)
  return recentCounts(database, `${partnerId} ${month.month}`, clock.now(), timings.usageCacheMs, count)
}
