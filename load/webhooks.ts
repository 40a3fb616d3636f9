/** Submits scoring jobs whose events go to the run's own receiver, and checks that each event arrives with a valid
 * signature. */
import { arrivals, optionsOf } from './lib/open-model.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const phase = { name: 'webhooks', startSeconds: 0, seconds: 15, partners: [2], share: 0.8 }
export const options = optionsOf(arrivals([{ ...phase, operations: ['submitScoringJob'], isFresh: true }]))
