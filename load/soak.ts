/**
 * Tests whether memory grows (judged by `verdict/memory.ts`) and responses become slower: the average load for half an
 * hour, or for SECONDS.
 */
import { journey } from './lib/journey.ts'
import { arrivals, optionsOf, plan } from './lib/open-model.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const phase = { name: 'soak', startSeconds: 0, seconds: plan.seconds ?? 1800, partners: [0, 1], share: 0.5 }
export const options = optionsOf(arrivals([{ ...phase, operations: journey, isFresh: true }]))
