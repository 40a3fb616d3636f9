/** A pool whose scores affect the trust in the model, and which withholds calls from a distrusted one. */
import type { ModelTrust } from './concurrency/model-trust.ts'
import type { Pool } from './pool.ts'

/** Returns the same pool, which calls the model for a score only while the model is trusted. */
export function trustingPool(pool: Pool, trust: ModelTrust): Pool {
  return {
    ...pool,
    away: () => pool.away() ?? trust.away(),
    scoreApplication: (owner, task, timeoutMs) => trust.ask(task, () => pool.scoreApplication(owner, task, timeoutMs)),
  }
}
