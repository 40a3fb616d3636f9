/** The peer's status of rate limits: all counters in one command, and commands of concurrent requests in one write. */
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
}
const inFlightLimit = 4
/** Of a tenant in a minute. */
const tenantLimit = 100
const buckets = Object.keys(limits)

/** Mounts the status; who asks is the one partner that the peer knows. */
export function addRateLimits(app: FastifyInstance, redisUrl: string): void {
  const redis = new Redis(redisUrl, { enableAutoPipelining: true })
  const schema = { response: { 200: rateLimitReply(buckets) } }
  app.get<{ Headers: { 'x-tenant-id': string } }>('/v1/rate-limit-status', { schema }, async (request) => {
    const now = Date.now()
    const second = Math.floor(now / 1000)
    const minute = Math.floor(second / 60)
    const keys = [
      ...buckets.map((bucket) => `by-hand:${bucket}:${second}`),
      `by-hand:tenant:${request.headers['x-tenant-id']}:${minute}`,
    ]
    const [counts, active] = await Promise.all([redis.mget(keys), redis.zcount('by-hand:in-flight', now, '+inf')])
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
        remaining: Math.max(0, tenantLimit - Number(counts.at(-1) ?? 0)),
        resetAt: (minute + 1) * 60,
        resetInSeconds: (minute + 1) * 60 - second,
      },
    }
  })
}
