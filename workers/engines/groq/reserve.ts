/**
 * Chooses the number of tokens that a call reserves for its answer.
 *
 * A large reserve costs throughput, because providers count it towards the limit of tokens per minute. If the reserve
 * is too small, the answer is truncated and the call is wasted. So the reserve is based on the length of the model's
 * recent answers.
 */

/**
 * In tokens: `base` is for the reasoning before the first verdict, and `perVerdict` for the JSON and the reasoning of
 * one verdict. The JSON takes 50 tokens (measured).
 */
const [base, perVerdict] = [800, 150]
/**
 * In tokens: for a generation of 20 criteria with their source passages, or of six questions, including the reasoning.
 */
const perDraft = 2_400

/** After a truncated answer, whose full length is unknown, the reserve is multiplied by this factor. */
const growth = 2
const growthMax = 8
/**
 * A reserve covers `margin` times the longest of the last `remembered` answers, each relative to the usual length for
 * its request.
 */
const remembered = 32
const margin = 1.25

export type Reserve = {
  /** Returns the reserve for an answer with that many verdicts, or for a generation. */
  of: (verdicts: number | 'generation') => number
  /** Records the number of tokens that an answer used. `isCut` means that the answer was truncated at the reserve. */
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
