/**
 * The circuit breaker in front of the model provider: after a run of failures it sends no calls for a while, then lets
 * one task probe before all others (M. Nygard, "Release It!", 2007).
 *
 * Owns what counts as a failure, and says what the operator must put right. It sees only this process's calls, and
 * forgets them when the process ends.
 */
import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhenResult } from 'cockatiel'
import type { EngineFailure, NothingAsked } from '../../../workers/tasks.ts'
import type { Log } from '../../kit/log.ts'
import { modelFaults, type ModelFault } from '../../kit/scoring/model-faults.ts'
import { MINUTE } from '../../kit/time.ts'

/** The rest is measured here: the package's own would last for as long as the machine's clock is set back. */
const noRest = -Number.MAX_SAFE_INTEGER

type Asked<Value> = { ok: true; value: Value } | EngineFailure

export type Breaker = {
  /** Makes the call, or returns PROVIDER_AWAY at once; while one call probes, the others wait for its outcome. */
  ask: <Value>(call: () => Promise<Asked<Value>>) => Promise<Asked<Value>>
  /** The failure to return instead of a call; null if calls may go out. */
  away: () => EngineFailure | null
  /** Notes the outcome of a call that was made without `ask`: it counts as no failure, but may show an operator's fault. */
  note: (outcome: { ok: true } | EngineFailure | NothingAsked) => void
  /** What the operator must put right, by the provider's latest answer; null where there is nothing. */
  fault: () => ModelFault | null
}

/** How often the log repeats what the operator must put right. */
const faultEveryMs = 1 * MINUTE

/**
 * `restMs`: how long the breaker stays open each time. `failuresMax`: consecutive failures that open it, without one
 * answer between them: more than a bad minute, fewer than all calls in flight.
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
      'circuit breaker open: the model provider does not answer and gets no calls for a while; jobs wait at no cost',
    )
  })
  breaker.onReset(() => log.info({}, 'circuit breaker closed: the model provider answers again'))
  const providerAway = (): EngineFailure => {
    const leftMs = restUntil - performance.now()
    const retryAfterMs = leftMs > 0 ? leftMs : restMs
    return {
      ok: false,
      code: 'PROVIDER_AWAY',
      message: 'the circuit breaker is open: the provider gets no calls for a while',
      retryAfterMs,
    }
  }
  const note: Breaker['note'] = (outcome) => {
    if (!outcome.ok && outcome.code === 'PROVIDER_AWAY') why = outcome.message
    if (!outcome.ok && 'fault' in outcome && outcome.fault) {
      fault = outcome.fault
      if (performance.now() - loggedAt < faultEveryMs) return
      loggedAt = performance.now()
      log.warn({ fault }, `${modelFaults[fault]}; until then, jobs wait at no cost`)
    } else if (fault !== null && (outcome.ok || outcome.code === 'UNUSABLE_ANSWER')) {
      fault = null
      loggedAt = -Infinity
      log.info({}, 'the model provider answers again; jobs go on')
    }
  }
  return {
    note,
    fault: () => fault,
    // While one call probes, do not even fetch a file for another.
    away: () => (breaker.state === CircuitState.HalfOpen || restUntil > performance.now() ? providerAway() : null),
    async ask(call) {
      if (breaker.state === CircuitState.Open && restUntil > performance.now()) return providerAway()
      try {
        const outcome = await breaker.execute(async () => {
          const asked = await call()
          note(asked)
          return asked
        })
        // A timeout while the provider is down is not the job's fault: the probing job would pay for it every time.
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

/** A provider that refuses one request (PROVIDER_FAILED), or answers nonsense, is up. */
function isFailure(outcome: unknown): boolean {
  const asked = outcome as Asked<unknown>
  return isHang(asked) || (!asked.ok && asked.code === 'PROVIDER_AWAY')
}
