/**
 * Sends requests at twice each bucket's limit and returns their samples. The clock is manual, so a busy machine does
 * not matter.
 */
import type { Sample } from '../../load/lib/sample.ts'
import type { HandClock } from '../tools/fakes/hand-clock.ts'
import type { Client } from '../support/harness.ts'

/** One operation for each tested bucket, requested at twice its limit. */
const streams = [
  { operation: 'getUsage', bucket: 'read_and_ops', path: '/v1/usage', count: 40 },
  { operation: 'getErrorAnalytics', bucket: 'analytics', path: '/v1/analytics/errors?timeRange=24h', count: 40 },
  { operation: 'getRateLimitStatus', bucket: 'rate_limit_status', path: '/v1/rate-limit-status', count: 4 },
]
export const triedBuckets = streams.map(({ bucket }) => bucket)

const seconds = 3
/** When the two bursts of each second are sent, in milliseconds from the beginning of the second. */
const burstsAtMs = [50, 600]

export async function sendTraffic(clients: Client[], clock: HandClock): Promise<Sample[]> {
  const startedAt = Math.ceil(clock.instant / 1_000) * 1_000
  const samples: Sample[] = []
  for (let second = 0; second < seconds; second += 1)
    for (const atMs of burstsAtMs) {
      clock.instant = startedAt + 1_000 * second + atMs
      const calls = clients.flatMap((client, partner) =>
        streams.flatMap((stream) =>
          Array.from({ length: stream.count / burstsAtMs.length }, () =>
            sample(client, partner, stream, clock.instant),
          ),
        ),
      )
      samples.push(...(await Promise.all(calls)))
    }
  return samples
}

async function sample(
  client: Client,
  partner: number,
  { operation, bucket, path }: (typeof streams)[number],
  at: number,
): Promise<Sample> {
  const answer = await fetch(client.url + path, { headers: { Authorization: `Bearer ${client.key}` } })
  const body = (await answer.json()) as { generatedAt?: string; details?: { code: 'bucket' }[] }
  const number = (name: string) => (answer.headers.has(name) ? Number(answer.headers.get(name)) : undefined)
  return {
    ...{ phase: 'over', operation, bucket, partner, tenant: '', from: at, to: at, ms: 1 },
    ...{ status: answer.status, isSuccess: answer.ok, refusal: body.details?.[0]?.code },
    ...{ limit: number('x-ratelimit-limit'), remaining: number('x-ratelimit-remaining') },
    ...{ reset: number('x-ratelimit-reset'), retryAfter: number('retry-after') },
    ...(body.generatedAt ? { generatedAt: body.generatedAt } : {}),
  }
}
