/**
 * Detects that this process was paused: its container was frozen, or its machine migrated. Deadlines pass meanwhile,
 * although the process could not work. (While a machine is suspended, no deadlines pass, because their clock stops
 * too.)
 */
import { monotonicMs } from '../../kit/time.ts'

export type Standstill = {
  /** Whether the process stood still at any time since then (`monotonicMs`). */
  since: (beganAt: number) => boolean
  close: () => void
}

/** How often the clock is checked, and the longest gap between two checks that a busy machine can explain. */
const usual = { lookMs: 1_000, longestMs: 5_000 }

/** Watches this process, by the clock of the threads' deadlines. */
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
      look() // a deadline's event may be handled before the timer
      return stoodAt >= beganAt
    },
    close: () => clearInterval(timer),
  }
}
