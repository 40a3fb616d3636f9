/**
 * A pool whose scores affect the trust in the model. It makes no calls to a model that is not trusted, except probes.
 */
import type { ModelTrust } from './concurrency/model-trust.ts'
import type { Pool } from './pool.ts'

/** Returns a pool that passes its tasks to this one, except scoring tasks while the model is not trusted. */
export function trustingPool(pool: Pool, trust: ModelTrust): Pool {
  return {
    ...pool,
    away: () => pool.away() ?? trust.away(),
    scoreApplication: (owner, task, timeoutMs) => trust.ask(task, () => pool.scoreApplication(owner, task, timeoutMs)),
  }
}
