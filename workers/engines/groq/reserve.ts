/**
 * How many tokens a call reserves for its answer.
 *
 * Providers count the reserve against tokens a minute, so a large one costs throughput; one that is too small cuts the
 * answer off and costs a call. It follows what the model's recent answers took.
 */

/** For the reasoning before the first verdict, and for the JSON and the reasoning of each. Measured: 50 of JSON each. */
const [base, perVerdict] = [800, 150]
/** For 20 criteria with the passages they come from, or six questions, and the reasoning before them. */
const perDraft = 2_400

/** Where an answer was cut off, nobody knows how much it lacked. */
const growth = 2
const growthMax = 8
/** Answers that are remembered, and the margin over the longest of them. */
const remembered = 32
const margin = 1.25

export type Reserve = {
  /** For so many verdicts, or for a generation. */
  of: (verdicts: number | 'generation') => number
  /** What became of a reserve: `used` tokens, or cut off at all of them. */
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
