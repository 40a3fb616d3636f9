/**
 * Detects that this process was paused, for example because its container was frozen or its machine was migrated.
 * Deadlines expire during the pause, although the process could not work. (While a machine is suspended, no deadlines
 * expire, because their clock stops too.)
 */
import { monotonicMs } from '../../kit/time.ts'

export type Standstill = {
  /** Returns whether the process was paused at any time since `beganAt` (`monotonicMs`). */
  since: (beganAt: number) => boolean
  close: () => void
}

/**
 * `lookMs`: the interval at which the clock is checked. `longestMs`: the longest gap between two checks on a busy
 * machine; a longer gap is a pause.
 */
const usual = { lookMs: 1_000, longestMs: 5_000 }

/** Watches this process. Uses the same clock as the deadlines of threads. */
export function watchForStandstill({ lookMs, longestMs } = usual): Standstill {
  let lookedAt = monotonicMs()
  let stoodAt = -Infinity
  const look = () => {
    const now = monotonicMs()
    if (now - lookedAt > longestMs) stoodAt = now
    lookedAt = now
  }
  const timer = setInterval(look, lookMs).unref()
  return {
    since(beganAt) {
      look() // the timer may fire after a deadline
      return stoodAt >= beganAt
    },
    close: () => clearInterval(timer),
  }
}
