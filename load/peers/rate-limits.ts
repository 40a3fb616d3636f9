/**
 * The peer's rate-limit status. Like the service, it counts the status request itself, because the response includes
 * the bucket of these requests. One command reads the other counters, and the commands of concurrent requests are sent
 * in one write.
 */
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { rateLimitReply } from './schemas.ts'

const limits: Record<string, number> = {
  criteria_ai: 2,
  criteria_current_reads: 60,
  scoring_intake_batch: 1,
  scoring_intake_single: 10,
  read_and_ops: 20,
  rate_limit_status: 2,
  analytics: 20,
  exports: 1,
}
const inFlightLimit = 4
/** The tenant's limit per minute. */
const tenantLimit = 100
const own = 'rate_limit_status'
const others = Object.keys(limits).filter((bucket) => bucket !== own)
const buckets = [own, ...others]
/** Counters expire a minute after the second that they count. */
const keptSeconds = 61

/** Mounts the status; every caller is treated as the peer's only partner. */
export function addRateLimits(app: FastifyInstance, redisUrl: string): void {
  const redis = new Redis(redisUrl, { enableAutoPipelining: true })
  let expiring = 0
  /** Only the first request of a second sets the counter's expiry. */
  const count = (second: number): Promise<number> => {
    const key = `by-hand:${own}:${second}`
    const counted = redis.incr(key)
    if (second !== expiring) void redis.expire(key, keptSeconds)
    expiring = second
    return counted
  }
  const schema = { response: { 200: rateLimitReply(buckets) } }
  app.get<{ Headers: { 'x-tenant-id': string } }>('/v1/rate-limit-status', { schema }, async (request) => {
    const now = Date.now()
    const second = Math.floor(now / 1000)
    const minute = Math.floor(second / 60)
    const keys = [
      ...others.map((bucket) => `by-hand:${bucket}:${second}`),
      `by-hand:tenant:${request.headers['x-tenant-id']}:${minute}`,
    ]
    const [used, read, active] = await Promise.all([
      count(second),
      redis.mget(keys),
      redis.zcount('by-hand:in-flight', now, '+inf'),
    ])
    const counts = [used, ...read]
    const states = buckets.map((bucket, index) => {
      const limit = limits[bucket] as number
      const remaining = Math.max(0, limit - Number(counts[index] ?? 0))
      return [bucket, { limit, remaining, resetAt: second + 1, resetInSeconds: 1 }]
    })
    return {
      partnerId: 'by-hand',
      environment: 'SANDBOX',
      generatedAt: new Date(now).toISOString(),
      degraded: false,
      buckets: {
        ...Object.fromEntries(states),
        criteria_ai_inflight: { limit: inFlightLimit, active, retryAfterSeconds: active < inFlightLimit ? 0 : 1 },
      },
      tenantWindow: {
        limit: tenantLimit,
        remaining: Math.max(0, tenantLimit - Number(read.at(-1) ?? 0)),
        resetAt: (minute + 1) * 60,
        resetInSeconds: (minute + 1) * 60 - second,
      },
    }
  })
}
