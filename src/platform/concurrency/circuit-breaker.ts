/**
 * The circuit breaker before the model's provider: one that answers nobody is left alone for a while, and then asked
 * by one task before all others (M. Nygard, "Release It!", 2007).
 *
 * Owns what counts as trouble. It knows of this process's calls alone, and forgets when the process ends.
 */
import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhenResult } from 'cockatiel'
import type { EngineFailure } from '../../../workers/tasks.ts'
import type { Log } from '../../kit/log.ts'

type Asked<Value> = { ok: true; value: Value } | EngineFailure

export type Breaker = {
  /** Asks, or answers PROVIDER_AWAY at once; while one asks for all, the others wait for what comes of it. */
  ask: <Value>(call: () => Promise<Asked<Value>>) => Promise<Asked<Value>>
  /** What there is to answer instead of asking; null where one may ask. */
  away: () => EngineFailure | null
}

/** In a row, without one answer between them: more than a bad minute, less than what all places have out at once. */
const troubleMost = 10

/** `restMs`: for how long the provider is left alone each time. */
export function createBreaker(restMs: number, log: Pick<Log, 'info' | 'warn'>): Breaker {
  const breaker = circuitBreaker(handleWhenResult(isTrouble), {
    halfOpenAfter: restMs,
    breaker: new ConsecutiveBreaker(troubleMost),
  })
  let restUntil = 0
  breaker.onBreak(() => {
    restUntil = Date.now() + restMs
    log.warn({ restMs }, "the model's provider answers nobody and is left alone; jobs wait at no cost")
  })
  breaker.onReset(() => log.info({}, "the model's provider answers again"))
  const leftAlone = (): EngineFailure => {
    const leftMs = restUntil - Date.now()
    const retryAfterMs = leftMs > 0 ? leftMs : restMs
    return { ok: false, code: 'PROVIDER_AWAY', message: 'the provider is left alone for a while', retryAfterMs }
  }
  return {
    // While one asks for all, nobody else need come with a file.
    away: () => (breaker.state === CircuitState.HalfOpen || restUntil > Date.now() ? leftAlone() : null),
    async ask(call) {
      try {
        const outcome = await breaker.execute(call)
        // What hangs while everything hangs is not to blame: who asks for all would pay for it each time.
        return isHang(outcome) && breaker.state !== CircuitState.Closed ? leftAlone() : outcome
      } catch (error) {
        if (error instanceof BrokenCircuitError) return leftAlone()
        throw error
      }
    },
  }
}

function isHang(outcome: Asked<unknown>): boolean {
  return !outcome.ok && outcome.code === 'TIMEOUT'
}

/** Whoever refuses one request (PROVIDER_FAILED), or answers nonsense, is there. */
function isTrouble(outcome: unknown): boolean {
  const asked = outcome as Asked<unknown>
  return isHang(asked) || (!asked.ok && asked.code === 'PROVIDER_AWAY')
}
