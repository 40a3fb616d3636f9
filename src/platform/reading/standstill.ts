/**
 * Whether this process stood still: its container was paused, or its machine moved. Deadlines pass meanwhile, though no
 * time to work did. While a machine is suspended, none passes: the clock of the deadlines stops with it.
 */
import { monotonicMs } from '../../kit/time.ts'

export type Standstill = {
  /** Whether it stood still at some time since then (`monotonicMs`). */
  since: (beganAt: number) => boolean
  close: () => void
}

/** How often it looks at the clock; and how long between two looks is no busy machine any more. */
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
      look() // what has passed during a standstill may be heard of before the timer
      return stoodAt >= beganAt
    },
    close: () => clearInterval(timer),
  }
}
