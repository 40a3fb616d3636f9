/**
 * Tests the effects of a spike: the load rises from a fifth of the limits of two partners to nearly the full limits of
 * four, and falls back.
 */
import { journey } from './lib/journey.ts'
import { arrivals, optionsOf } from './lib/open-model.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const all = { operations: journey, isFresh: true }
export const options = optionsOf(
  arrivals([
    { ...all, name: 'before', startSeconds: 0, seconds: 10, partners: [0, 1], share: 0.2 },
    // Stay below the full limits: a busy generator may send a request late, and that request would then exceed the
    // limit of the next window.
    { ...all, name: 'spike', startSeconds: 10, seconds: 10, partners: [0, 1, 2, 3], share: 0.8 },
    { ...all, name: 'after', startSeconds: 20, seconds: 15, partners: [0, 1], share: 0.2 },
  ]),
)
