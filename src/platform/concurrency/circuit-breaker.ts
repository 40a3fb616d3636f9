/**
 * The circuit breaker for calls to the model provider (M. Nygard, "Release It!", 2007). After several consecutive
 * failures, it allows no calls for a while. Then it allows a single call as a probe, and allows all calls again if the
 * probe succeeds.
 *
 * It also reports faults that the operator must fix. Each process has its own breaker.
 */
import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhenResult } from 'cockatiel'
import type { EngineFailure, NothingAsked } from '../../../workers/tasks.ts'
import type { Log } from '../../kit/log.ts'
import { modelFaults, type ModelFault } from '../../kit/scoring/model-faults.ts'
import { MINUTE } from '../../kit/time.ts'

/** Disables the package's own rest period, which would last longer if the machine's clock were set back. */
const noRest = -Number.MAX_SAFE_INTEGER

type Asked<Value> = { ok: true; value: Value } | EngineFailure

export type Breaker = {
  /** Makes the call, or returns PROVIDER_AWAY immediately. While one call probes, other calls wait for its outcome. */
  ask: <Value>(call: () => Promise<Asked<Value>>) => Promise<Asked<Value>>
  /** Returns the failure to use instead of making a call; null if calls are allowed. */
  away: () => EngineFailure | null
  /**
   * Records the outcome of a call that was made without `ask`. It is not counted as a failure, but may show a fault
   * that the operator must fix.
   */
  note: (outcome: { ok: true } | EngineFailure | NothingAsked) => void
  /** Returns the fault that the operator must fix, according to the provider's latest answer; null if there is none. */
  fault: () => ModelFault | null
}

/** The interval at which a fault that the operator must fix is logged again. */
const faultEveryMs = 1 * MINUTE

/**
 * Creates a closed breaker. `restMs`: the time for which an open breaker allows no calls. `failuresMax`: the number of
 * consecutive failures that opens the breaker. It must be larger than the number of failures in a bad minute of an
 * available provider, and smaller than the number of calls in flight.
 */
export function createBreaker(
  { restMs, failuresMax }: { restMs: number; failuresMax: number },
  log: Pick<Log, 'info' | 'warn'>,
): Breaker {
  const breaker = circuitBreaker(handleWhenResult(isFailure), {
    halfOpenAfter: noRest,
    breaker: new ConsecutiveBreaker(failuresMax),
  })
  let restUntil = 0
  let why = ''
  let fault: ModelFault | null = null
  let loggedAt = -Infinity
  breaker.onBreak(() => {
    restUntil = performance.now() + restMs
    log.warn(
      { restMs, why },
      'circuit breaker open: the model provider does not respond; calls are paused, and jobs wait without using an attempt',
    )
  })
  breaker.onReset(() => log.info({}, 'circuit breaker closed: the model provider responds again'))
  const providerAway = (): EngineFailure => {
    const leftMs = restUntil - performance.now()
    const retryAfterMs = leftMs > 0 ? leftMs : restMs
    return {
      ok: false,
      code: 'PROVIDER_AWAY',
      message: 'the circuit breaker is open: calls to the provider are paused',
      retryAfterMs,
    }
  }
  const note: Breaker['note'] = (outcome) => {
    if (!outcome.ok && outcome.code === 'PROVIDER_AWAY') why = outcome.message
    if (!outcome.ok && 'fault' in outcome && outcome.fault) {
      fault = outcome.fault
      if (performance.now() - loggedAt < faultEveryMs) return
      loggedAt = performance.now()
      log.warn({ fault }, `${modelFaults[fault]}; until then, jobs wait without using an attempt`)
    } else if (fault !== null && (outcome.ok || outcome.code === 'UNUSABLE_ANSWER')) {
      fault = null
      loggedAt = -Infinity
      log.info({}, 'the model provider responds again; jobs continue')
    }
  }
  return {
    note,
    fault: () => fault,
    // During a probe, other jobs should not even download their files.
    away: () => (breaker.state === CircuitState.HalfOpen || restUntil > performance.now() ? providerAway() : null),
    async ask(call) {
      if (breaker.state === CircuitState.Open && restUntil > performance.now()) return providerAway()
      try {
        const outcome = await breaker.execute(async () => {
          const asked = await call()
          note(asked)
          return asked
        })
        // A timeout while the provider is down must not use up one of the job's attempts.
        return isHang(outcome) && breaker.state !== CircuitState.Closed ? providerAway() : outcome
      } catch (error) {
        if (error instanceof BrokenCircuitError) return providerAway()
        throw error
      }
    },
  }
}

function isHang(outcome: Asked<unknown>): boolean {
  return !outcome.ok && outcome.code === 'TIMEOUT'
}

/**
 * Returns whether an outcome is a failure of the provider. A provider that refuses one request (PROVIDER_FAILED), or
 * returns an unusable answer, is available.
 */
function isFailure(outcome: unknown): boolean {
  const asked = outcome as Asked<unknown>
  return isHang(asked) || (!asked.ok && asked.code === 'PROVIDER_AWAY')
}
