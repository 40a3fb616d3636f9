/**
 * How many calls a process makes to the model provider at once: as many as the provider takes.
 *
 * Grows by one call with each round of answers, and halves once a round where the provider refuses one (additive
 * increase, multiplicative decrease: Chiu and Jain, 1989). Never goes beyond the room that the provider's answers name.
 */

export type ProviderLimit = {
  /** Calls at once, from 1 to the maximum. */
  current: () => number
  /** `room`: how many more calls the provider takes now, by its latest answer; 0: it refused; null: it did not say. */
  observe: (room: number | null) => void
}

export function createProviderLimit(limitMax: number): ProviderLimit {
  let limit = limitMax
  // Those of calls that were under way at the cut say nothing new.
  let answersSinceCut = limitMax
  return {
    current: () => Math.floor(limit),
    observe(room) {
      answersSinceCut += 1
      if (room === 0) {
        if (answersSinceCut < limit) return
        limit = Math.max(1, limit / 2)
        answersSinceCut = 0
      } else limit = Math.max(1, Math.min(limitMax, limit + 1 / limit, room ?? limitMax))
    },
  }
}
