/** Checks, from the times of requests alone, whether more generations were in progress than the limit allows. */
import type { RateLimits } from '../lib/plan.ts'
import type { Sample } from '../lib/sample.ts'
import { checkOf, type Check } from './check.ts'

/**
 * `generationMs` is the minimum duration of a generation. If it is null, the duration is unknown and only the status is
 * judged. A generation certainly occupies its slot between two times: `generationMs` before the response, and
 * `generationMs` after the request was sent.
 */
export function judgeSlots(samples: Sample[], { inFlight }: RateLimits, generationMs: number | null): Check {
  const { limit } = inFlight
  const asked = samples.filter(({ operation, status }) => operation !== 'getRateLimitStatus' && status !== 0)
  const held = asked.filter(({ isSuccess }) => isSuccess)
  const refused = asked.filter(({ refusal }) => refusal === 'in_flight')
  const told = samples.filter(({ slots }) => slots !== undefined)
  const overTold = told.filter(({ slots }) => slots!.active > limit || slots!.limit !== limit)
  const most = generationMs === null ? 0 : countAtOnce(held, generationMs)
  const wrongly = refused.filter((one) => held.filter((other) => overlap(one, other)).length < limit)
  return checkOf(
    'limits',
    'in flight',
    [
      ...(most > limit ? [`${most} were in work at once instead of ${limit}`] : []),
      ...overTold.map(({ slots }) => `the status says ${slots!.active} of ${slots!.limit}`),
      ...wrongly.map(() => `refused while fewer than ${limit} were in work`),
      ...(generationMs !== null && refused.length === 0 ? ['no request was refused: the slots were not filled'] : []),
      ...(held.length === 0 ? ['no generation succeeded'] : []),
    ],
    generationMs === null ? `${told.length} times in the status` : `${most} at once, ${refused.length} refused`,
  )
}

function countAtOnce(held: Sample[], msMin: number): number {
  const certain = held.map(({ from, to }) => ({ from: to - msMin, to: from + msMin }))
  return Math.max(0, ...certain.map(({ from }) => certain.filter((one) => one.from <= from && from < one.to).length))
}

function overlap(one: Sample, other: Sample): boolean {
  return one.from <= other.to && other.from <= one.to
}
