/**
 * Whether the memory of a run's processes grows without end.
 *
 * A bound of the operator's: no caller can observe it, so it stands here and not among the contract's `x-objectives`.
 */
import { checkOf, type Check } from './check.ts'
import type { Reading } from './outcome.ts'

/** Of all processes together. At the soak's rate, 150 bytes a request: less than any row that one could leave behind. */
const megabytesPerMinuteMax = 1

/** In less time, the heap's own breathing is steeper than any leak worth finding. */
const judgedMinutesLeast = 10

/** By the second half of the readings: caches, heaps and compiled code grow to their size in the first. */
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

/** MB a second, by least squares: one reading more or less moves it little. */
function slopeOf(readings: Reading[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [at, rssMb] = [mean(readings.map((one) => one.at)), mean(readings.map((one) => one.rssMb))]
  const covariance = mean(readings.map((one) => (one.at - at) * (one.rssMb - rssMb)))
  return covariance / mean(readings.map((one) => (one.at - at) ** 2))
}
