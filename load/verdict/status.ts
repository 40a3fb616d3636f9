/** Checks whether `rate-limit-status` agrees with the headers of the previous request. */
import type { Sample } from '../lib/sample.ts'
import { checkOf, type Check } from './check.ts'

/** `samples` of a single caller in order: each request is followed by the status. */
export function judgeStatus(samples: Sample[]): Check {
  const pairs = samples.flatMap((told, index) => {
    const before = samples[index - 1]
    return before?.reset !== undefined && told.buckets !== undefined ? [{ before, told }] : []
  })
  const faults = pairs.flatMap(({ before, told }) => {
    const status = told.buckets?.[before.bucket]
    if (!status) return [`the status leaves ${before.bucket} out`]
    // The status counts itself; in a new window it is the only counted request.
    const isItself = told.bucket === before.bucket
    const isSame = status.resetAt === before.reset
    const due = (isSame ? (before.remaining as number) : (before.limit as number)) - (isItself ? 1 : 0)
    const isRight = status.limit === before.limit && status.remaining === due && status.resetAt >= before.reset!
    return isRight ? [] : [`${before.bucket}: ${status.remaining} of ${status.limit} remain, the headers say ${due}`]
  })
  const none = pairs.length === 0 ? ['the status was never answered'] : []
  return checkOf('limits', 'status = headers', [...none, ...faults], `${pairs.length} of ${pairs.length}`)
}
