/** From a fifth of the limits by two partners to nearly all of them by four, and back: tests the effects of a spike. */
import { journey } from './lib/journey.ts'
import { arrivals, optionsOf } from './lib/open-model.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const all = { operations: journey, isFresh: true }
export const options = optionsOf(
  arrivals([
    { ...all, name: 'before', startSeconds: 0, seconds: 10, partners: [0, 1], share: 0.2 },
    // Not the full limits, because two requests that a busy generator sends slightly late may share a window.
    { ...all, name: 'spike', startSeconds: 10, seconds: 10, partners: [0, 1, 2, 3], share: 0.8 },
    { ...all, name: 'after', startSeconds: 20, seconds: 15, partners: [0, 1], share: 0.2 },
  ]),
)
