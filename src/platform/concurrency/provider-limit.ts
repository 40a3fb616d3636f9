/**
 * Limits the number of concurrent calls of a process to the model provider.
 *
 * The limit grows by one call per round of responses, and is halved once in a round in which the provider refuses a
 * call (additive increase, multiplicative decrease: Chiu and Jain, 1989). It never exceeds the number of calls that the
 * provider says it accepts.
 */

export type ProviderLimit = {
  /** Returns the number of allowed concurrent calls, from 1 to the maximum. */
  current: () => number
  /**
   * Records a response. `room`: the number of calls that the provider still accepts now; 0 if it refused this call;
   * null if the response does not state it.
   */
  observe: (room: number | null) => void
}

export function createProviderLimit(limitMax: number): ProviderLimit {
  let limit = limitMax
  // The number of responses since the limit was halved. Calls that were in flight at that time do not halve it again.
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
