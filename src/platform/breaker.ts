/**
 * The circuit breaker before the model's provider: one that answers nobody is left alone for a while, and then asked
 * by one task before all others (M. Nygard, "Release It!", 2007).
 *
 * Owns what counts as trouble. It knows of this process's calls alone, and forgets when the process ends.
 */
import { BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleWhenResult } from 'cockatiel'
import type { EngineFailure } from '../../workers/tasks.ts'
import type { Log } from './lanes.ts'

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
export function createBreaker(restMs: number, log: Log): Breaker {
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
    const retryAfterMs = Math.max(0, restUntil - Date.now())
    return { ok: false, code: 'PROVIDER_AWAY', message: 'the provider is left alone for a while', retryAfterMs }
  }
  return {
    away: () => (restUntil > Date.now() ? leftAlone() : null),
    ask: (call) =>
      breaker.execute(call).catch((error: unknown) => {
        if (error instanceof BrokenCircuitError) return leftAlone()
        throw error
      }),
  }
}

/** Whoever refuses one request (PROVIDER_FAILED), or answers nonsense, is there. */
function isTrouble(outcome: unknown): boolean {
  const { ok, code } = outcome as { ok: boolean; code?: string }
  return !ok && (code === 'PROVIDER_AWAY' || code === 'TIMEOUT')
}
