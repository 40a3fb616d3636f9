/** Batches as large as the contract takes, nearly as fast as it takes them, and reads beside them: a backlog and its end. */
import { arrivals, optionsOf } from './lib/open-model.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const both = { startSeconds: 0, seconds: 15, partners: [0, 1] }
export const options = optionsOf(
  arrivals([
    { ...both, name: 'batches', share: 0.8, operations: ['submitScoringBatch'], isFresh: true, fillsBatches: true },
    // More would fill the windows of the tenants that have batches, whose minute other scenarios share.
    { ...both, name: 'reads', share: 0.2, operations: ['getLatestScore', 'getScoringBatch', 'getCurrentCriteria'] },
  ]),
)
