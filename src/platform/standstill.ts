/**
 * Whether this process stood still: its container was paused, its machine suspended or moved, or the clock set forward.
 * Deadlines pass meanwhile, though no time to work did.
 */

export type Standstill = {
  /** Whether it stood still at some time since then; epoch ms. */
  since: (beganAt: number) => boolean
  close: () => void
}

/** How often it looks at the clock; and how long between two looks is no busy machine any more. */
const usual = { lookMs: 1_000, longestMs: 5_000 }

/** Watches this process. By the wall clock: others stop with the machine, and deadlines of threads are of this one. */
export function watchForStandstill({ lookMs, longestMs } = usual): Standstill {
  let lookedAt = Date.now()
  let stoodAt = -Infinity
  const look = () => {
    const now = Date.now()
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
