/** The results of a whole run, as in summary.json. */
import type { Check } from './check.ts'
import type { Jobs, Webhooks } from './jobs.ts'
import type { OperationRow } from './operations.ts'

/** The measurements of one second of the run. */
export type Second = { at: number; scenario: string; requests: number; refused: number; failed: number; p99: number }
export type Reading = {
  at: number
  rssMb: number
  lagMs: number | null
  generatorCpuPercent: number
  cpuPercent: number
}

export type Outcome = {
  startedAt: string
  seconds: number
  stage: string
  machine: string
  k6: string
  commit: string
  scenarios: string[]
  operations: OperationRow[]
  checks: Check[]
  /** The reasons why the figures are invalid; empty if they are valid. */
  invalid: string[]
  jobs: Jobs | null
  webhooks: Webhooks | null
  /** The result of the scenario `breakpoint`, in one line. */
  breakpoint: string | null
  series: Second[]
  readings: Reading[]
}

export type Verdict = 'held' | 'not held' | 'INVALID'

export function verdictOf({ checks, invalid }: Pick<Outcome, 'checks' | 'invalid'>): Verdict {
  if (invalid.length > 0) return 'INVALID'
  return checks.every(({ held }) => held) ? 'held' : 'not held'
}

/** The exit code. 0: all checks passed; 1: some failed; 2: inconclusive. */
export const exitCodes: Record<Verdict, number> = { held: 0, 'not held': 1, INVALID: 2 }
