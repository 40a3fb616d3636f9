/**
 * How many tokens a call reserves for its answer.
 *
 * Providers count the reserve against tokens per minute, so a large one costs throughput; one that is too small cuts
 * the answer off and wastes a call. It follows the length of the model's recent answers.
 */

/**
 * In tokens: for the reasoning before the first verdict, and for the JSON and the reasoning of each verdict. The JSON
 * of a verdict takes 50 (measured).
 */
const [base, perVerdict] = [800, 150]
/** In tokens: for 20 criteria with their source passages, or for six questions, and for the reasoning before them. */
const perDraft = 2_400

/** The missing length of a truncated answer is unknown, so the reserve is multiplied by this. */
const growth = 2
const growthMax = 8
/** The number of remembered answers, and the factor by which a reserve exceeds the longest of them. */
const remembered = 32
const margin = 1.25

export type Reserve = {
  /** Returns the reserve for that many verdicts, or for a generation. */
  of: (verdicts: number | 'generation') => number
  /** Records how much of a reserve an answer used. `isCut`: the answer was cut off at the limit. */
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
