/**
 * Runs rows of the table again on full tables (a million finished and 100,000 queued jobs), and compares them with
 * empty tables.
 */
import { queueUp } from '../full-systems.ts'
import { atLeast, atMostTimes } from '../results.ts'
import type { MeasuredRow } from './row.ts'

/** Full tables must reach 95 % of the throughput of empty ones, and a latency may be at most 5 % longer. */
const share = 0.95
/** The target of a full system, relative to the empty one. */
export const ofEmpty = {
  rate: atLeast(share, 'versus', 'empty'),
  latency: atMostTimes(2 - share, 'versus', 'empty'),
}

/** Returns the rows for full tables. Only the first line of each has a target. */
export function fullRows(rows: MeasuredRow[]): MeasuredRow[] {
  return rows.map((row): MeasuredRow => {
    const target = row.isLatency ? ofEmpty.latency : ofEmpty.rate
    const [first, ...others] = row.lines
    const name = `full: ${row.name}`
    return {
      ...row,
      ...{ name, stage: 'full' },
      lines: [{ ...first!, name, targets: [target] }, ...others.map((line) => ({ ...line, targets: [] }))],
      async prepare(system, stage) {
        await row.prepare?.(system, stage)
        // Refill the queue, because an earlier row has completed some of its jobs.
        if (system === stage.systems.ours) await queueUp(system)
      },
    }
  })
}
