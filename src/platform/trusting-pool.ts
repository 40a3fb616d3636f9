/** A pool whose scores count for the trust in the model, and obey it. */
import type { ModelTrust } from './concurrency/model-trust.ts'
import type { Pool } from './pool.ts'

/** The same pool, which calls the model for a score only while the model is trusted. */
export function trustingPool(pool: Pool, trust: ModelTrust): Pool {
  return {
    ...pool,
    away: () => pool.away() ?? trust.away(),
    scoreApplication: (owner, task, timeoutMs) => trust.ask(task, () => pool.scoreApplication(owner, task, timeoutMs)),
  }
}
