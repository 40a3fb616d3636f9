/**
 * Submits batches of the maximum size at nearly the maximum rate, with concurrent reads, and then waits until the
 * backlog is scored.
 */
import { arrivals, optionsOf } from './lib/open-model.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const both = { startSeconds: 0, seconds: 15, partners: [0, 1] }
export const options = optionsOf(
  arrivals([
    { ...both, name: 'batches', share: 0.8, operations: ['submitScoringBatch'], isFresh: true, fillsBatches: true },
    // A higher rate would use up the tenants' limits per minute, which other scenarios need in the same minute.
    { ...both, name: 'reads', share: 0.2, operations: ['getLatestScore', 'getScoringBatch', 'getCurrentCriteria'] },
  ]),
)
