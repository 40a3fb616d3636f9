/** A pool that records the number and the duration of its tasks, by outcome. */
import type { EngineFailure, NothingAsked, ParseResumeOutcome, Tokens } from '../../../workers/tasks.ts'
import type { Pool } from '../pool.ts'
import type { Metrics } from './metrics.ts'

/** The outcomes of engine tasks. */
type EngineOutcome = { ok: true; value: { tokens: Tokens; quotesRefused?: number } } | EngineFailure | NothingAsked

/** Returns a pool that passes its tasks to this one, and records metrics. */
export function meterPool(pool: Pool, { reading, model }: Pick<Metrics, 'reading' | 'model'>): Pool {
  const meterEngine = async <Outcome extends EngineOutcome>(task: string, work: Promise<Outcome>): Promise<Outcome> => {
    const from = performance.now()
    const outcome = await work
    model.durations.labels(task, outcome.ok ? 'ok' : outcome.code).observe(secondsSince(from))
    const { tokens, quotesRefused = 0 } = spentOn(outcome)
    if (tokens) {
      model.tokens.labels('input').inc(tokens.input)
      model.tokens.labels('output').inc(tokens.output)
      model.cachedTokens.inc(tokens.cached ?? 0)
    }
    model.quotesRefused.inc(quotesRefused)
    return outcome
  }
  return {
    ...pool,
    async parseResume(...asked) {
      const from = performance.now()
      const outcome = await pool.parseResume(...asked)
      reading.durations.labels(formatOf(outcome), outcome.ok ? 'ok' : outcome.code).observe(secondsSince(from))
      if (!outcome.ok && outcome.killed) reading.kills.labels(outcome.killed).inc()
      return outcome
    },
    scoreApplication: (...asked) => meterEngine('score', pool.scoreApplication(...asked)),
    generateCriteria: (...asked) => meterEngine('criteria', pool.generateCriteria(...asked)),
    generateQuestions: (...asked) => meterEngine('questions', pool.generateQuestions(...asked)),
  }
}

function spentOn(outcome: EngineOutcome): { tokens?: Tokens; quotesRefused?: number } {
  if (outcome.ok) return outcome.value
  return outcome.code === 'NOTHING_ASKED' ? {} : outcome
}

function formatOf(outcome: ParseResumeOutcome): string {
  return outcome.ok ? outcome.value.type : (outcome.killed ?? 'unknown')
}

function secondsSince(from: number): number {
  return (performance.now() - from) / 1_000
}
