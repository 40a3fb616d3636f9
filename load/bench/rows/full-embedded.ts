/** The embedded default on a full database beside one on an empty database. */
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
      // It has more to do, and would take the cores from the one that is measured next.
      system.pause()
    }
  },
}
