/** The engine that `make eval` measures: the built-in one, or the configured model. */
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../../../src/kit/config.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { timingsOf } from '../../../src/platform/timings.ts'
import type { Engine } from '../../../workers/engine.ts'
import { loadEngine } from '../../../workers/engines/thread-engine.ts'
import { monotonicMs } from '../../../src/kit/time.ts'

type Failure = { ok: false; code: string; message: string; retryAfterMs?: number }

/** The time and token limits of one task. The built-in engine ignores both. */
export type Means = { deadlineAt: number; tokenBudget: number }

export type EngineUnderTest = {
  engine: Engine
  /**
   * Repeats a task until the provider responds. If the provider throttles, waits as long as the provider requests.
   *
   * @throws Error
   */
  ask<Value>(
    call: (engine: Engine, means: Means, signal: AbortSignal) => Promise<{ ok: true; value: Value } | Failure>,
  ): Promise<Value>
}

const tokenBudget = 200_000
const triesMax = 10
const pauseMs = 2_000

/**
 * Returns the engine with this name.
 *
 * @throws Error with a message for the user
 */
export async function engineUnderTest(name: string): Promise<EngineUnderTest> {
  const { groq, modelTimeoutSeconds } = readConfig(process.env, [])
  const { engineTimeoutMs } = timingsOf(loadContract(), modelTimeoutSeconds)
  if (name !== 'embedded' && name !== 'groq') throw new Error(`ENGINE is "${name}": give embedded or groq.`)
  if (name === 'groq' && !groq)
    throw new Error('ENGINE=groq needs GROQ_API_KEY (and GROQ_BASE_URL for a server of your own): set it.')
  const engine = await loadEngine(name === 'groq' && groq ? { name, ...groq } : { name: 'embedded' })
  return {
    engine,
    async ask(call) {
      for (let tries = 1; ; tries += 1) {
        const deadlineAt = monotonicMs() + engineTimeoutMs
        const outcome = await call(engine, { deadlineAt, tokenBudget }, AbortSignal.timeout(engineTimeoutMs))
        if (outcome.ok) return outcome.value
        if (outcome.code !== 'PROVIDER_AWAY' || tries === triesMax)
          throw new Error(`${outcome.code}: ${outcome.message}`)
        await wait(outcome.retryAfterMs ?? pauseMs * tries)
      }
    },
  }
}
