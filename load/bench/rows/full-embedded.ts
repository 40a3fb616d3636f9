/** The embedded default on a full database, compared with an empty one. */
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
      // The system still has jobs to process, and would use the cores of the system that is measured next.
      system.pause()
    }
  },
}
