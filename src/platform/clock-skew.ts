/** How far this machine's clock is from the clock of the service, which is the database's. */
import { SECOND, type Clock } from '../kit/time.ts'

export interface ClockSkew {
  /** Positive where this machine is ahead. */
  seconds(): number
  /** Null while the clocks agree, else one plain phrase for /readyz. */
  degraded(): string | null
}

/** `secondsMax`: a larger difference is reported. Times are right all the same, because none is this machine's. */
export function createClockSkew(clock: Pick<Clock, 'now'>, secondsMax: number, now = Date.now): ClockSkew {
  const seconds = () => (now() - clock.now()) / SECOND
  return {
    seconds,
    degraded() {
      const skew = seconds()
      if (Math.abs(skew) <= secondsMax) return null
      const direction = skew > 0 ? 'ahead of' : 'behind'
      return `the clock of this machine is ${Math.round(Math.abs(skew))} s ${direction} the database's: set it by NTP`
    },
  }
}
