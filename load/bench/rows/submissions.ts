/** Measures the submissions accepted per second, with 32 concurrent requests and with one. No worker runs. */
import type { Order } from '../children.ts'
import type { Kind } from '../requests.ts'
import { atLeast, type Sample } from '../results.ts'
import type { System } from '../systems.ts'
import { loaded, loadedLines } from './loaded.ts'
import { lonely, noSlower } from './reads.ts'
import type { MeasuredRow } from './row.ts'

const submitting = { warmMs: 700, forMs: 2_500 }

/**
 * Deletes the jobs first. Otherwise the system that accepted the most in one round would have the largest tables in the
 * next.
 */
async function submitted(system: System, kind: Kind, order: Partial<Order> = {}): Promise<Sample> {
  await system.empty()
  return loaded(system, { kind, ...submitting, ...order })
}

export const submissions: MeasuredRow[] = [
  {
    ...{ name: 'submit one, one job', stage: 'cluster', hasPeer: true },
    lines: loadedLines(atLeast(1.2, 'peer')),
    measure: (system) => submitted(system, 'submission', { openings: system.openings.slice(0, 1) }),
  },
  {
    ...{ name: 'submit one, 40 tenants × 5 jobs', stage: 'cluster', hasPeer: true },
    lines: loadedLines(atLeast(1, 'peer')),
    measure: (system) => submitted(system, 'submission'),
  },
  {
    ...{ name: 'submit one with an Idempotency-Key', stage: 'cluster', hasPeer: false },
    lines: loadedLines(atLeast(0.8, 'versus', 'without')),
    measure: (system) => submitted(system, 'submission with a key'),
    versus: (system) => submitted(system, 'submission'),
  },
  {
    ...{ name: 'one lonely submission, p50', stage: 'cluster', hasPeer: true, isLatency: true },
    lines: [{ unit: 'ms', targets: [noSlower] }],
    async measure(system) {
      await system.empty()
      return { value: (await system.load({ kind: 'submission', ...lonely })).p50 }
    },
  },
]
