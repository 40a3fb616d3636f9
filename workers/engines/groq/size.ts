/**
 * Tracks the maximum number of tokens that the model reads in one call, according to its refusals.
 *
 * Before a call, an upper bound for the tokens of its prompt is estimated. A refusal with numbers shows the ratio of
 * the server's own count to the estimate. All of this is forgotten after a while, because the server may be restarted
 * with higher limits.
 */
import { MINUTE } from '../../../src/kit/time.ts'
import type { TooLarge } from './calls.ts'

export type Size = {
  /**
   * Returns the number of tokens left for an answer to a prompt with that many estimated tokens; infinite while no
   * limit is known.
   */
  outputRoom: (inputTokens: number) => number
  heard: (refusal: TooLarge) => void
  /**
   * Returns the share of a text to keep for the next attempt. If the model's limit is known, each step is small, so
   * that little more than necessary is removed.
   */
  step: () => number
  /**
   * Returns a sentence for the operator: how many tokens the model reads and how many the prompt has, by the server's
   * own count if it is known.
   */
  words: (inputTokens: number, needs?: number | null) => string
}

/** A margin for the server's template around the messages, and for differences between texts. */
const margin = 1.05
/**
 * The plausible range for the ratio of the server's count to the estimate. Outside this range, the server's number
 * counts something else.
 */
const [scaleMin, scaleMax] = [0.25, 1.5]
const keptMs = 10 * MINUTE

export function createSize(now: () => number = Date.now): Size {
  let reads = Infinity
  let scale = 1
  /** Prompts with at least this many estimated tokens were refused, even with a small reserve. */
  let refused = Infinity
  let keptUntil = 0
  const outputRoom = (inputTokens: number): number => {
    if (now() >= keptUntil) [reads, scale, refused] = [Infinity, 1, Infinity]
    return inputTokens >= refused ? 0 : Math.floor(reads - inputTokens * scale * margin)
  }
  return {
    outputRoom,
    heard({ reads: told, needs, isWithOutput, inputTokens, outputTokensMax }) {
      keptUntil = now() + keptMs
      if (told !== null) {
        reads = told
        const input = needs === null ? inputTokens : needs - (isWithOutput ? outputTokensMax : 0)
        scale = Math.min(scaleMax, Math.max(scaleMin, input / inputTokens))
      }
      // If the refusal has no numbers, or numbers that would allow the same call, only a shorter prompt can succeed.
      if (told === null || outputRoom(inputTokens) >= outputTokensMax) refused = Math.min(refused, inputTokens)
    },
    step: () => (reads === Infinity ? 1 / 2 : 19 / 20),
    words(inputTokens, needs) {
      const tokens = (needs ?? Math.round(inputTokens * scale)).toLocaleString('en')
      if (reads === Infinity) return `the model reads less than this score needs, about ${tokens} tokens`
      return `the model reads ${reads.toLocaleString('en')} tokens; this score needs ${tokens}`
    },
  }
}
