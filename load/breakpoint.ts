/**
 * Raises the load in twelve steps, until an objective is missed. Each step adds half of the limits of four partners.
 */
import { journey } from './lib/journey.ts'
import { climb, optionsOf, plan } from './lib/open-model.ts'
import { warmUp } from './lib/schedule.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const steps = 12
/** The first phase warms up the servers and k6 at the rate of the first step. It is not judged. */
const parts = steps + 1
const seconds = Math.ceil((plan.seconds ?? 78) / parts)
/**
 * Each share is relative to the contract's limits. The limits of these partners are raised (`runner/stage.ts`), so that
 * the server refuses no request.
 */
const partners = [4, 5, 6, 7]
export const options = optionsOf(
  climb(
    'breakpoint',
    Array.from({ length: parts }, (_, step) => ({
      name: step === 0 ? warmUp : `step-${step}`,
      startSeconds: step * seconds,
      ...{ seconds, partners, share: Math.max(step, 1) / 2, operations: journey, isFresh: true },
    })),
  ),
)
