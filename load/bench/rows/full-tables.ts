/** The same rows on full tables against empty ones: a million finished jobs, and 100,000 queued. */
import { seedFinished } from '../../seed.ts'
import type { Code } from '../checkouts.ts'
import { atLeast, atMostTimes } from '../results.ts'
import { startService, type Outdoors, type System } from '../systems.ts'
import type { MeasuredRow } from './row.ts'

export const finished = 1_000_000
export const queued = 100_000
/** Of what is reached on empty tables; a latency may be as much longer. */
const share = 0.95
/** What a full system is held to, against the empty one beside it. */
export const ofEmpty = {
  rate: atLeast(share, 'versus', 'empty'),
  latency: atMostTimes(2 - share, 'versus', 'empty'),
}

/** A full system beside an empty one, on the same MariaDB. */
export async function startFullAndEmpty(outdoors: Outdoors, code: Code): Promise<{ ours: System; versus: System }> {
  const [ours, versus] = [await startService(outdoors, code), await startService(outdoors, code)]
  const startedAt = performance.now()
  const count = await seedFinished(ours, finished)
  await queue(ours)
  // What the rows forget before they measure is what makes it full.
  ours.empty = async () => {}
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`versus: empty tables; ours: ${count} finished jobs and ${queued} queued, made in ${seconds} s`)
  return { ours, versus }
}

async function queue(system: System): Promise<void> {
  const waiting = await system.place.count('PENDING')
  if (waiting < queued) await system.fill(queued - waiting)
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
        if (system === stage.systems.ours) await queue(system)
      },
    }
  })
}
