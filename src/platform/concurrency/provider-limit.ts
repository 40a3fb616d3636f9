/**
 * Limits how many concurrent calls a process makes to the model provider.
 *
 * The limit grows by one call per round of answers, and halves once in a round in which the provider refuses a call
 * (additive increase, multiplicative decrease: Chiu and Jain, 1989). It never exceeds the number of calls that the
 * provider says it accepts.
 */

export type ProviderLimit = {
  /** Returns the number of allowed concurrent calls, from 1 to the maximum. */
  current: () => number
  /**
   * Records an answer. `room`: how many more calls the provider accepts now; 0 if it refused the call; null if the
   * answer does not specify it.
   */
  observe: (room: number | null) => void
}

export function createProviderLimit(limitMax: number): ProviderLimit {
  let limit = limitMax
  // Calls that were in flight when the limit was halved carry no new information.
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
