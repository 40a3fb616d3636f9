/** Checks whether `rate-limit-status` agrees with the headers of the previous request. */
import type { Sample } from '../lib/sample.ts'
import { checkOf, type Check } from './check.ts'

/** `samples` are those of a single caller, in order: each request is followed by a read of the status. */
export function judgeStatus(samples: Sample[]): Check {
  const pairs = samples.flatMap((told, index) => {
    const before = samples[index - 1]
    return before?.reset !== undefined && told.buckets !== undefined ? [{ before, told }] : []
  })
  const faults = pairs.flatMap(({ before, told }) => {
    const status = told.buckets?.[before.bucket]
    if (!status) return [`the status leaves ${before.bucket} out`]
    // The read of the status counts too. If a new window has begun, it is the only request in it.
    const isItself = told.bucket === before.bucket
    const isSame = status.resetAt === before.reset
    const due = (isSame ? (before.remaining as number) : (before.limit as number)) - (isItself ? 1 : 0)
    const isRight = status.limit === before.limit && status.remaining === due && status.resetAt >= before.reset!
    return isRight ? [] : [`${before.bucket}: ${status.remaining} of ${status.limit} remain, the headers say ${due}`]
  })
  const none = pairs.length === 0 ? ['the status was never answered'] : []
  return checkOf('limits', 'status = headers', [...none, ...faults], `${pairs.length} of ${pairs.length}`)
}
