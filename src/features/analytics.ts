/**
 * Reports webhook delivery health and scoring errors.
 *
 * Reads only roll-ups (running counts), never the counted rows, so the cost of a response depends on its range and not
 * on the number of jobs. The counting is done in `scoring/completion.ts` and `webhooks/outcomes.ts`.
 */
import type { PartnerOwner } from '../kit/caller.ts'
import type { ErrorAnalytics, WebhookHealth } from '../../generated/types.gen.ts'
import type { ErrorCode } from '../kit/errors.ts'
import { createRecent } from '../kit/recent.ts'
import { DAY, HOUR, toIso } from '../kit/time.ts'
import { callerOf, type Call } from '../platform/contract/call.ts'
import { entryOf } from '../platform/contract/contract.ts'
import type { Services } from '../platform/services.ts'
import { listCounts, listDaysOfFailures, sweepRollups, type Period } from '../tables/rollups.ts'

type SweepNeeds = Pick<Services, 'database' | 'clock' | 'timings'>
type Needs = SweepNeeds & Pick<Services, 'contract'>
type AnalyticsCall = Pick<Call<'getWebhookHealth' | 'getErrorAnalytics'>, 'caller' | 'query'>
type TimeRange = AnalyticsCall['query']['timeRange']

const rangesMs: Record<TimeRange, number> = {
  '1h': HOUR,
  '24h': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
  '90d': 90 * DAY,
}
/** Rows per statement. More would block other writers for too long. */
const sweepMax = 500

export const getWebhookHealth = cached<WebhookHealth>(async ({ database }, owner, period) => {
  const counts = await listCounts(database, owner, ['DELIVERY_SUCCESS', 'DELIVERY_FAILURE'], period)
  const failed = counts.filter(({ kind }) => kind === 'DELIVERY_FAILURE').sort(mostFirst)
  const [total, failures] = [sum(counts), sum(failed)]
  const days = Map.groupBy(await listDaysOfFailures(database, owner, period), ({ id }) => id)
  return {
    period: toPeriod(period),
    summary: { deliveryRate: total === 0 ? 1 : (total - failures) / total, totalDeliveries: total },
    failureBreakdown: failed.flatMap(({ subject, count }) => {
      const [newest] = (days.get(subject) ?? []).sort((a, b) => b.lastErrorAt - a.lastErrorAt)
      if (!newest) return [] // the endpoint was deleted more than 90 days ago, and its row has been swept
      const { url, name, lastError } = newest
      return [{ endpointUrl: url, endpointName: name, failureCount: count, lastError }]
    }),
  }
})

export const getErrorAnalytics = cached<ErrorAnalytics>(async ({ database, contract }, owner, period) => {
  const counts = await listCounts(database, owner, ['SCORING_FAILURE'], period)
  const total = sum(counts)
  return {
    period: toPeriod(period),
    data: counts.sort(mostFirst).map(({ subject, count }) => {
      const errorCode = subject as ErrorCode
      const { meaning: description } = entryOf(contract, errorCode)
      return { errorCode, description, count, percentage: Math.round((1_000 * count) / total) / 10 }
    }),
  }
})

/** Deletes roll-ups that are older than the longest range. */
export async function sweepOldRollups({ database, clock, timings }: SweepNeeds): Promise<void> {
  const before = clock.now() - timings.rollupsKeptMs
  const chunk = () => database.transaction(() => sweepRollups(database, before, sweepMax))
  while ((await chunk()) > 0);
}

type Compute<Body> = (services: Needs, owner: PartnerOwner, period: Period) => Promise<Body>

/** Returns a handler that caches the results of `compute` for the promised time, by partner, environment and range. */
function cached<Body>(compute: Compute<Body>) {
  const recent = createRecent<Body>()
  return async (call: AnalyticsCall, services: Needs) => {
    const { partnerId, environment } = callerOf(call)
    const { timeRange } = call.query
    const { contract, database, clock, timings } = services
    const now = clock.now()
    const period = { start: now - rangesMs[timeRange], end: now }
    const make = () => compute(services, { partnerId, environment }, period)
    const key = `${partnerId} ${environment} ${timeRange}`
    const headers = { 'Cache-Control': `private, max-age=${contract.freshness.analyticsSeconds}` }
    return { status: 200 as const, body: await recent(database, key, now, timings.analyticsCacheMs, make), headers }
  }
}

function sum(counts: { count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}

type SubjectCount = { subject: string; count: number }

function mostFirst(a: SubjectCount, b: SubjectCount): number {
  return b.count - a.count || (a.subject < b.subject ? -1 : 1)
}

function toPeriod({ start, end }: Period): WebhookHealth['period'] {
  return { start: toIso(start), end: toIso(end) }
}
