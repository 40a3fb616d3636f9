/** How fast and how reliably each operation answered, held against the contract's objectives. */
import type { Objectives } from '../lib/plan.ts'
import type { Sample } from '../lib/sample.ts'
import { checkOf, type Check } from './check.ts'

export type OperationRow = {
  operation: string
  bucket: string
  count: number
  perSecond: number
  /** Of the requests that were not refused with 429. */
  okPercent: number
  p50: number
  p95: number
  p99: number
  refused: number
  /** 5xx, and requests without a response. */
  failed: number
  /** Milliseconds at p95 and p99. */
  objective: { p95Milliseconds: number; p99Milliseconds: number }
  holds: boolean
}

/** Rows in the order of `names`; `seconds` is how long the load lasted. */
export function operationRows(
  samples: Sample[],
  objectives: Objectives,
  names: readonly string[],
  seconds: number,
): OperationRow[] {
  const byName = Map.groupBy(samples, ({ operation }) => operation)
  return names
    .filter((name) => byName.has(name))
    .map((name) => rowOf(byName.get(name) as Sample[], objectives, seconds))
}

function rowOf(samples: Sample[], { availabilityPercent, buckets }: Objectives, seconds: number): OperationRow {
  const { operation, bucket } = samples[0] as Sample
  const answered = samples.filter(({ status }) => status !== 429)
  const times = answered.map(({ ms }) => ms).sort((one, other) => one - other)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share)) as [number, number, number]
  const okPercent = (100 * answered.filter(({ isSuccess }) => isSuccess).length) / answered.length
  const objective = buckets[bucket] as OperationRow['objective']
  return {
    ...{ operation, bucket, count: samples.length, perSecond: samples.length / seconds, okPercent, p50, p95, p99 },
    refused: samples.length - answered.length,
    failed: samples.filter(({ status }) => status === 0 || status >= 500).length,
    objective,
    holds: okPercent >= availabilityPercent && p95 <= objective.p95Milliseconds && p99 <= objective.p99Milliseconds,
  }
}

/** The smallest value that this share of the values does not exceed; NaN without values. */
export function percentile(sorted: number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** One check per operation. */
export function judgeOperations(group: string, rows: OperationRow[], { availabilityPercent }: Objectives): Check[] {
  return rows.map(({ operation, holds, okPercent, p95, p99, objective }) => {
    const { p95Milliseconds, p99Milliseconds } = objective
    const said =
      `${okPercent.toFixed(2)} % ok, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)} ms; ` +
      `due: ${availabilityPercent} %, ${p95Milliseconds}, ${p99Milliseconds}`
    return checkOf(group, operation, holds ? [] : [said], said)
  })
}
