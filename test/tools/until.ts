/** Waits with a time limit. The error says what did not happen. */
import { setTimeout as delay } from 'node:timers/promises'
import pTimeout from 'p-timeout'

/** Much longer than anything takes on a busy machine, but shorter than ava's timeout of two minutes. */
const waitMs = 60_000
const pollMs = 20
/**
 * The pause between two calls to `look`, as a share of the time already waited. Pauses grow, because a call may cost a
 * request, but a wait ends at most a tenth late.
 */
const pausesShare = 0.1
const pauseMsMax = 250

/**
 * Waits for `work`.
 *
 * @throws TimeoutError that says `what` did not happen in time
 */
export function within<Result>(what: string, work: Promise<Result>, timeoutMs: number = waitMs): Promise<Result> {
  return pTimeout(work, { milliseconds: timeoutMs, message: `waited ${timeoutMs / 1000} s in vain: ${what}` })
}

/** Results of `look` for which the wait continues. */
type Nothing = false | null | undefined

/**
 * Calls `look` until it returns a result, and returns the result. @throws TimeoutError that names `what`, or the error
 * of `look`
 */
export async function until<Seen>(
  what: string,
  look: () => Seen | Promise<Seen>,
  intervalMs: number = pollMs,
): Promise<Exclude<Seen, Nothing>> {
  let isOver = false
  const beganAt = performance.now()
  const pause = () => Math.max(intervalMs, Math.min(pauseMsMax, pausesShare * (performance.now() - beganAt)))
  const poll = async () => {
    for (;;) {
      const seen = await look()
      if (seen || isOver) return seen
      await delay(pause())
    }
  }
  const seen = await within(what, poll()).finally(() => (isOver = true))
  return seen as Exclude<Seen, Nothing>
}
