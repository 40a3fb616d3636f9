/**
 * How much the model reads at once, as far as its refusals said.
 *
 * A prompt's tokens are estimated before a call, by an upper bound; a refusal with numbers tells how far that is from
 * the server's own count. What a refusal said is forgotten after a while: the server may be restarted with more.
 */
import { MINUTE } from '../../../src/kit/time.ts'
import type { TooLarge } from './calls.ts'

export type Size = {
  /** What remains for an answer beside a prompt of so many estimated tokens: infinite while nothing is known. */
  outputRoom: (inputTokens: number) => number
  heard: (refusal: TooLarge) => void
  /** The share of a text to keep for the next try: little less where the model's bound is known. */
  step: () => number
  /** What the model reads, and how much a prompt needs, by the server's own count where it gave one: for the operator. */
  words: (inputTokens: number, needs?: number | null) => string
}

/** A server's template around the messages, and the spread between texts. */
const margin = 1.05
/** The server's count beside the estimate: beyond these, one of the numbers means something else. */
const [scaleMin, scaleMax] = [0.25, 1.5]
const keptMs = 10 * MINUTE

export function createSize(now: () => number = Date.now): Size {
  let reads = Infinity
  let scale = 1
  /** Prompts of so many estimated tokens were refused, whatever their reserve. */
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
      // Without numbers, or where they would allow the same call again, only a shorter prompt is worth one.
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
