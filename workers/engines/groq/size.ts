/**
 * How much the model reads at once, according to its refusals.
 *
 * A prompt's tokens are estimated before a call, by an upper bound; a refusal with numbers shows how far that is from
 * the server's own count. These limits are forgotten after a while, because the server may be restarted with more.
 */
import { MINUTE } from '../../../src/kit/time.ts'
import type { TooLarge } from './calls.ts'

export type Size = {
  /** Returns the room for an answer after a prompt of that many estimated tokens: infinite while nothing is known. */
  outputRoom: (inputTokens: number) => number
  heard: (refusal: TooLarge) => void
  /**
   * Returns the share of a text to keep for the next attempt: just below the size that fits, if the model's limit is
   * known.
   */
  step: () => number
  /**
   * Describes for the operator how many tokens the model reads and how many a prompt needs, by the server's own count
   * if it gave one.
   */
  words: (inputTokens: number, needs?: number | null) => string
}

/** A margin for a server's template around the messages, and for differences between texts. */
const margin = 1.05
/**
 * The plausible range of the server's count divided by the estimate. Outside this range, one of the numbers must count
 * something else.
 */
const [scaleMin, scaleMax] = [0.25, 1.5]
const keptMs = 10 * MINUTE

export function createSize(now: () => number = Date.now): Size {
  let reads = Infinity
  let scale = 1
  /** Prompts of at least this many estimated tokens were refused, regardless of their reserve. */
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
      // Without numbers, or if they would allow the same call again, only a shorter prompt is worth trying.
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
