/**
 * Decides how many tokens a call reserves for its answer.
 *
 * Providers count the reserve against tokens per minute, so a large one costs throughput. If the reserve is too small,
 * the answer is cut off and the call is wasted. The reserve follows the length of the model's recent answers.
 */

/**
 * In tokens: the reasoning before the first verdict, then the JSON and the reasoning for each verdict. A verdict's JSON
 * takes 50 tokens (measured).
 */
const [base, perVerdict] = [800, 150]
/** In tokens: 20 criteria with their source passages, or six questions, with the reasoning before them. */
const perDraft = 2_400

/** How far a truncated answer would have gone is unknown, so the reserve is multiplied by this factor. */
const growth = 2
const growthMax = 8
/** How many answers are remembered, and how much larger than the longest of them a reserve is. */
const remembered = 32
const margin = 1.25

export type Reserve = {
  /** Returns the reserve for an answer with that many verdicts, or for a generation. */
  of: (verdicts: number | 'generation') => number
  /** Records how much of a reserve an answer used. `isCut` means that the answer was cut off at the limit. */
  heard: (reserved: number, asked: number | 'generation', used: number, isCut: boolean) => void
}

export function createReserve(): Reserve {
  const shares: number[] = []
  const usual = (asked: number | 'generation') => (asked === 'generation' ? perDraft : base + perVerdict * asked)
  return {
    of: (asked) => Math.ceil(usual(asked) * Math.min(growthMax, Math.max(1, ...shares))),
    heard(reserved, asked, used, isCut) {
      shares.push(isCut ? (growth * reserved) / usual(asked) : (margin * used) / usual(asked))
      if (shares.length > remembered) shares.shift()
    },
  }
}
