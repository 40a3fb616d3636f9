/** Samples as k6 prints them, and outcomes of whole runs, as test data. */
import type { Sample } from '../../load/lib/sample.ts'
import type { OperationRow } from '../../load/verdict/operations.ts'
import type { Outcome } from '../../load/verdict/outcome.ts'

/** Returns a successful request at a time in the first window, with the members in `own` replaced. */
export function sample(own: Partial<Sample> = {}): Sample {
  return {
    ...{ phase: 'over', operation: 'getUsage', bucket: 'read_and_ops', partner: 0, tenant: 'acme' },
    ...{ from: 100, to: 110, ms: 10, status: 200, isSuccess: true },
    ...own,
  }
}

/** Returns the samples in a window with a limit: `sent` requests, of which the first `admitted` are allowed. */
export function windowOf(limit: number, sent: number, admitted = Math.min(limit, sent), reset = 1): Sample[] {
  const from = 1_000 * reset - 500
  return Array.from({ length: sent }, (_, index) =>
    sample({
      ...{ from, to: from + 10, limit, reset, remaining: Math.max(0, limit - 1 - index) },
      ...(index < admitted ? {} : { status: 429, isSuccess: false, refusal: 'bucket' as const, retryAfter: 1 }),
    }),
  )
}

export function row(own: Partial<OperationRow> = {}): OperationRow {
  return {
    ...{ operation: 'getUsage', bucket: 'read_and_ops', count: 100, perSecond: 10, okPercent: 100 },
    ...{ p50: 1.23, p95: 20, p99: 30, refused: 0, failed: 0 },
    ...{ objective: { p95Milliseconds: 100, p99Milliseconds: 250 }, holds: true },
    ...own,
  }
}

/** Returns the outcome of a run that passed. */
export function outcome(own: Partial<Outcome> = {}): Outcome {
  return {
    ...{ startedAt: '2026-03-01T09:30:00.000Z', seconds: 61.5, stage: 'one process, embedded', machine: '2 × a CPU' },
    ...{ k6: 'k6 v1', commit: 'abc1234', scenarios: ['average'], operations: [row()], invalid: [] },
    checks: [{ group: 'load', name: 'getUsage', held: true, detail: 'fine' }],
    jobs: { accepted: 5, terminal: 5, lost: 0, duplicate: 0 },
    webhooks: { due: 5, delivered: 5, repeated: 1, unsigned: 0, p50: 12, p99: 40 },
    breakpoint: null,
    series: [
      { at: 0, scenario: 'average', requests: 10, refused: 1, failed: 0, p99: 30 },
      { at: 1, scenario: 'average', requests: 12, refused: 0, failed: 2, p99: 35 },
    ],
    readings: [
      { at: 0, rssMb: 150, lagMs: 11, generatorCpuPercent: 20, cpuPercent: 60 },
      { at: 1, rssMb: 170, lagMs: null, generatorCpuPercent: 30, cpuPercent: 80 },
    ],
    ...own,
  }
}
