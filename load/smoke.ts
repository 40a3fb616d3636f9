/** Tests whether every operation works: a fifth of every limit, for 10 s. */
import { journey } from './lib/journey.ts'
import { arrivals, optionsOf } from './lib/open-model.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const phase = { name: 'smoke', startSeconds: 0, seconds: 10, partners: [0], share: 0.2, operations: journey }
export const options = optionsOf(arrivals([{ ...phase, isFresh: true }]))
