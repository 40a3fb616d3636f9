/** How fast and how reliably each operation responded, compared with the contract's objectives. */
import type { Objectives } from '../lib/plan.ts'
import type { Sample } from '../lib/sample.ts'
import { checkOf, type Check } from './check.ts'

export type OperationRow = {
  operation: string
  bucket: string
  count: number
  perSecond: number
  /** The share of requests that succeeded, not counting those refused with 429. */
  okPercent: number
  p50: number
  p95: number
  p99: number
  refused: number
  /** The number of responses with 5xx, and of requests without a response. */
  failed: number
  /** Milliseconds at p95 and p99. */
  objective: { p95Milliseconds: number; p99Milliseconds: number }
  holds: boolean
}

/** The minimum number of responses from which a percentile or the availability is judged. */
type Least = { p95: number; p99: number; available: number }

/** With this many, ten responses are slower than the p99. With far fewer, a single slow response would decide. */
const p99Least = 1_000
const ofRun: Least = { p95: 1, p99: p99Least, available: 1 }
/**
 * The numbers for a phase, which may be short. With these, ten responses are slower than the p95, and the availability
 * allows one failure.
 */
const ofPhase: Least = { p95: 200, p99: p99Least, available: 1_000 }

/** Returns a row for each name that has samples, in the order of `names`. `seconds` is how long the load lasted. */
export function operationRows(
  samples: Sample[],
  objectives: Objectives,
  names: readonly string[],
  seconds: number,
  least = ofRun,
): OperationRow[] {
  const byName = Map.groupBy(samples, ({ operation }) => operation)
  return names
    .filter((name) => byName.has(name))
    .map((name) => rowOf(byName.get(name) as Sample[], objectives, seconds, least))
}

function rowOf(
  samples: Sample[],
  { availabilityPercent, buckets }: Objectives,
  seconds: number,
  least: Least,
): OperationRow {
  const { operation, bucket } = samples[0] as Sample
  const answered = samples.filter(({ status }) => status !== 429)
  const times = answered.map(({ ms }) => ms).sort((one, other) => one - other)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share)) as [number, number, number]
  const okPercent = (100 * answered.filter(({ isSuccess }) => isSuccess).length) / answered.length
  const objective = buckets[bucket] as OperationRow['objective']
  const keeps = (from: number, isKept: boolean) => answered.length < from || isKept
  return {
    ...{ operation, bucket, count: samples.length, perSecond: samples.length / seconds, okPercent, p50, p95, p99 },
    refused: samples.length - answered.length,
    failed: samples.filter(({ status }) => status === 0 || status >= 500).length,
    objective,
    holds:
      keeps(least.available, okPercent >= availabilityPercent) &&
      keeps(least.p95, p95 <= objective.p95Milliseconds) &&
      keeps(least.p99, p99 <= objective.p99Milliseconds),
  }
}

/** Returns the percentile: the smallest value that this share of the values does not exceed. NaN without values. */
export function percentile(sorted: number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Returns one check for each operation. */
export function judgeOperations(group: string, rows: OperationRow[], objectives: Objectives): Check[] {
  return rows.map((row) => {
    const said = figuresOf(row, objectives)
    return checkOf(group, row.operation, row.holds ? [] : [said], said)
  })
}

/**
 * Returns one check for each phase of a scenario, because five good minutes would hide ten bad seconds in the figures
 * of a whole run.
 */
export function judgePhases(
  scenario: string,
  samples: Sample[],
  objectives: Objectives,
  names: readonly string[],
): Check[] {
  return [...Map.groupBy(samples, ({ phase }) => phase)].map(([phase, inside]) => {
    const rows = operationRows(inside, objectives, names, 1, ofPhase)
    const faults = rows.filter(({ holds }) => !holds).map((row) => `${row.operation} ${figuresOf(row, objectives)}`)
    return checkOf(scenario, `phase ${phase}`, faults, `${rows.length} operations, ${inside.length} requests`)
  })
}

function figuresOf(
  { okPercent, p95, p99, count, objective }: OperationRow,
  { availabilityPercent }: Objectives,
): string {
  const { p95Milliseconds, p99Milliseconds } = objective
  const due = `due: ${availabilityPercent} %, ${p95Milliseconds}, ${count < p99Least ? `p99 from ${p99Least} requests on` : p99Milliseconds}`
  return `${okPercent.toFixed(2)} % ok, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)} ms; ${due}`
}
