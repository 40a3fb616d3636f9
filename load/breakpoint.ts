/** The journey in twelve steps, each with half of the limits of four partners more, until an objective breaks. */
import { journey } from './lib/journey.ts'
import { climb, optionsOf, plan } from './lib/open-model.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const steps = 12
const seconds = Math.ceil((plan.seconds ?? 72) / steps)
/** Their own limits are out of the way, see `runner/stage.ts`; shares are of the contract's. */
const partners = [4, 5, 6, 7]
export const options = optionsOf(
  climb(
    'breakpoint',
    Array.from({ length: steps }, (_, index) => ({
      name: `step-${index + 1}`,
      startSeconds: index * seconds,
      ...{ seconds, partners, share: (index + 1) / 2, operations: journey, isFresh: true },
    })),
  ),
)
