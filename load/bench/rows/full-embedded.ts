/** The embedded default on a full database beside one on an empty database. */
import type { Code } from '../checkouts.ts'
import { countFromNow } from '../places.ts'
import { startEmbedded, type Outdoors, type System } from '../systems.ts'
import { completed, untilCompleted } from './embedded.ts'
import { finished, ofEmpty, queued } from './full-tables.ts'
import type { MeasuredRow } from './row.ts'

/** Few enough that a count of them takes milliseconds. */
const chunk = 50_000
const pollMs = 500

/** A system that has finished its jobs itself, in some 20 minutes, beside an empty one. */
export async function startFullAndEmptyEmbedded(
  outdoors: Outdoors,
  code: Code,
): Promise<{ ours: System; versus: System }> {
  const [ours, versus] = [await startEmbedded(outdoors, code), await startEmbedded(outdoors, code)]
  const startedAt = performance.now()
  for (let count = 0; count < finished; count += chunk) {
    countFromNow()
    await ours.fill(chunk)
    await untilCompleted(ours, chunk, pollMs)
  }
  countFromNow()
  await ours.fill(queued)
  ours.pause()
  const minutes = Math.round((performance.now() - startedAt) / 60_000)
  console.log(`versus: an empty database; ours: ${finished} finished jobs and ${queued} queued, made in ${minutes} min`)
  return { ours, versus }
}

export const fullEmbedded: MeasuredRow = {
  ...{ name: 'full: embedded: completed', stage: 'full embedded', hasPeer: false },
  lines: [{ unit: 'a second', targets: [ofEmpty.rate] }],
  async measure(system) {
    system.resume()
    try {
      return await completed(system)
    } finally {
      // It has more to do, and would take the cores from the one that is measured next.
      system.pause()
    }
  },
}
