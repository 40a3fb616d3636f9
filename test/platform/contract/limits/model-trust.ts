/** The share of refused quotes, or of unrelated evidence, above which a model is no longer trusted. */
import { createModelTrust } from '../../../../src/platform/concurrency/model-trust.ts'
import type { ScoreApplicationOutcome } from '../../../../workers/tasks.ts'
import type { Case, Cases } from './case.ts'

/** Measures the largest share at which a model is still trusted, in steps of a tenth. */
const trusted = (sharesAt: (at: { share: number }) => { refused: number; unrelated: number }): Case => ({
  value: 0.6,
  async observe(_, contract) {
    const isTrusted = async (share: number) => {
      const trust = createModelTrust(contract.operator, false, { info: () => {}, error: () => {} })
      for (const resume of ['a', 'b', 'c', 'd', 'e']) {
        await trust.ask({ criteria: [], resume }, async () => scoreWith(sharesAt({ share })))
      }
      return trust.degraded() === null
    }
    const tenths = Array.from({ length: 10 }, (_, tenth) => tenth / 10)
    const decided = await Promise.all(tenths.map(isTrusted))
    return tenths[decided.lastIndexOf(true)]
  },
})

/**
 * Returns a score with ten verdicts. The share `unrelated` of the verdicts has unrelated evidence, and the share
 * `refused` of the quotes was refused.
 */
function scoreWith({ refused, unrelated }: { refused: number; unrelated: number }): ScoreApplicationOutcome {
  const evidence = Array.from({ length: 5 }, (_, start) => ({ source: 'RESUME' as const, start, end: start + 1 }))
  const verdicts = Array.from({ length: 10 }, (_, at) =>
    at < Math.round(10 * unrelated)
      ? { verdict: 'NO_EVIDENCE' as const, evidence: [], finding: 'passage_not_specific' as const }
      : { verdict: 'MET' as const, evidence },
  ).map((verdict, at) => ({ ...verdict, criterionId: `cr_${at}`, reason: 'It is there.' }))
  const tokens = { input: 0, output: 0 }
  const quotesRefused = (50 * refused) / (1 - refused)
  return { ok: true, value: { verdicts, tokens, quotesRefused } }
}

export const modelTrustCases: Cases = {
  'x-operator/quotesRefusedShareMax': trusted(({ share }) => ({ refused: share, unrelated: 0 })),
  'x-operator/unrelatedEvidenceShareMax': trusted(({ share }) => ({ refused: 0, unrelated: share })),
}
