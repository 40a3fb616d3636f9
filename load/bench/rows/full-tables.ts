/** The same rows on full tables against empty ones: a million finished jobs, and 100,000 queued. */
import { queueUp } from '../full-systems.ts'
import { atLeast, atMostTimes } from '../results.ts'
import type { MeasuredRow } from './row.ts'

/** Of what is reached on empty tables; a latency may be as much longer. */
const share = 0.95
/** What a full system is held to, against the empty one beside it. */
export const ofEmpty = {
  rate: atLeast(share, 'versus', 'empty'),
  latency: atMostTimes(2 - share, 'versus', 'empty'),
}

/** Each row's first line, with the one target that full tables have. */
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
        // A row before this one has worked some of them off.
        if (system === stage.systems.ours) await queueUp(system)
      },
    }
  })
}
