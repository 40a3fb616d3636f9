/** Compares the default setup on a full database with the same on an empty one. */
import { completed } from './embedded.ts'
import { ofEmpty } from './full-tables.ts'
import type { MeasuredRow } from './row.ts'

export const fullEmbedded: MeasuredRow = {
  ...{ name: 'full: embedded: completed', stage: 'full embedded', hasPeer: false },
  lines: [{ unit: 'a second', targets: [ofEmpty.rate] }],
  async measure(system) {
    system.resume()
    try {
      return await completed(system)
    } finally {
      // Suspend the system: it still has jobs to process, and would use the cores that the next system needs.
      system.pause()
    }
  },
}
