/**
 * Checks whether the memory of a run's processes grows without end.
 *
 * This bound is for operators. No caller can observe it, so it is here and not in the contract's `x-objectives`.
 */
import { checkOf, type Check } from './check.ts'
import type { Reading } from './outcome.ts'

/**
 * The bound for all processes together. At the soak's rate it is 150 bytes per request, less than any object that a
 * request could leak.
 */
const megabytesPerMinuteMax = 1

/** In a shorter time, the normal changes of the heap would hide a leak. */
const judgedMinutesLeast = 10

/**
 * Judges the second half of the readings, because caches, heaps and compiled code reach their size in the first half.
 */
export function judgeMemory(group: string, readings: Reading[]): Check {
  const half = readings.slice(Math.floor(readings.length / 2))
  const minutes = ((half.at(-1)?.at ?? 0) - (half[0]?.at ?? 0)) / 60
  if (minutes < judgedMinutesLeast)
    return checkOf(group, 'memory', [], `growth not judged: readings of ${2 * judgedMinutesLeast} minutes are needed`)
  const growth = 60 * slopeOf(half)
  const said =
    `${growth < 0 ? 'shrank' : 'grew'} by ${Math.abs(growth).toFixed(2)} MB a minute in the last ` +
    `${minutes.toFixed(0)} minutes; due: ${megabytesPerMinuteMax} at most`
  return checkOf(group, 'memory', growth > megabytesPerMinuteMax ? [said] : [], said)
}

/** Returns the growth in MB per second by least squares, so that no single reading decides. */
function slopeOf(readings: Reading[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [at, rssMb] = [mean(readings.map((one) => one.at)), mean(readings.map((one) => one.rssMb))]
  const covariance = mean(readings.map((one) => (one.at - at) * (one.rssMb - rssMb)))
  return covariance / mean(readings.map((one) => (one.at - at) ** 2))
}
