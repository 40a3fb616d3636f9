/** Measures the difference between this machine's clock and the service's clock, which is the database's. */
import { SECOND, type Clock } from '../kit/time.ts'

export interface ClockSkew {
  /** Returns the difference in seconds; positive if this machine's clock is ahead. */
  seconds(): number
  /** Returns null while the clocks agree, otherwise a short phrase for /readyz. */
  degraded(): string | null
}

/**
 * Creates the measurement. `degraded` reports a difference of more than `secondsMax`. Stored times are correct anyway,
 * because they come from the database's clock.
 */
export function createClockSkew(clock: Pick<Clock, 'now'>, secondsMax: number, now = Date.now): ClockSkew {
  const seconds = () => (now() - clock.now()) / SECOND
  return {
    seconds,
    degraded() {
      const skew = seconds()
      if (Math.abs(skew) <= secondsMax) return null
      const direction = skew > 0 ? 'ahead of' : 'behind'
      return `the clock of this machine is ${Math.round(Math.abs(skew))} s ${direction} the database's: set it with NTP`
    },
  }
}
