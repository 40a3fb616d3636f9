/** Two partners send half of what their limits allow, for a minute: the load of an ordinary busy hour. */
import { journey } from './lib/journey.ts'
import { arrivals, optionsOf } from './lib/open-model.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const phase = { name: 'average', startSeconds: 0, seconds: 60, partners: [0, 1], share: 0.5, operations: journey }
export const options = optionsOf(arrivals([{ ...phase, isFresh: true }]))
