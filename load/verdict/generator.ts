/**
 * Checks whether the load generator had enough CPU. Without it, requests are late, and the figures measure the
 * generator instead of the service.
 */
import type { Reading } from './outcome.ts'

const busyPercentMax = 80
/** In seconds: longer than the start of k6's users, which is always busy. */
const busyFor = 5

/**
 * Returns the generator's CPU use in its busiest `busyFor` seconds, in percent of `processors`; null if the readings
 * cover less time.
 */
function busiestPercent(readings: Reading[], processors: number): number | null {
  const cores = readings.map(({ generatorCpuPercent }) => generatorCpuPercent)
  if (cores.length < busyFor) return null
  const sums = cores.slice(busyFor - 1).map((_, at) => cores.slice(at, at + busyFor).reduce((sum, one) => sum + one))
  return Math.max(...sums) / busyFor / processors
}

/** Returns the reason why a scenario's figures are invalid, or an empty list if the generator had enough CPU. */
export function judgeGenerator(scenario: string, readings: Reading[], processors: number): string[] {
  const percent = busiestPercent(readings, processors)
  if (percent === null || percent <= busyPercentMax) return []
  return [
    `${scenario}: k6 used ${percent.toFixed(0)} % of its ${processors} processors for ${busyFor} s (at most ${busyPercentMax} %): run it on another machine`,
  ]
}
