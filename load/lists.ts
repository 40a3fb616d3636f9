/** Reads lists, rankings and exports at half of their limits, while batches add applications to them. */
import { lists } from './lib/journey.ts'
import { arrivals, optionsOf } from './lib/open-model.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const both = { startSeconds: 0, seconds: 20, partners: [0, 1] }
export const options = optionsOf(
  arrivals([
    { ...both, name: 'growing', share: 0.4, operations: ['submitScoringBatch'], isFresh: true, fillsBatches: true },
    { ...both, name: 'lists', share: 0.5, operations: lists },
  ]),
)
