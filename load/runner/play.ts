/** Plays one scenario on a stage: writes the plan, runs k6, and collects its samples. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '../lib/plan.ts'
import type { Sample } from '../lib/sample.ts'
import type { Reading } from '../verdict/outcome.ts'
import { runScript, type K6, type K6Run } from './k6.ts'
import type { Progress } from './progress.ts'
import type { ScenarioName } from './settings.ts'
import type { Stage } from './stage.ts'
import { watch } from './watch.ts'

export type Played = {
  scenario: ScenarioName
  samples: Sample[]
  readings: Reading[]
  /** The second of the run at which the scenario began. */
  startedAt: number
  /** The time from the first request to the last response. */
  seconds: number
  /** Iterations that k6 could not begin in time. */
  dropped: number
}

export type Around = {
  k6: K6
  stage: Stage
  out: string
  progress: Progress
  /** The start of the run, on the clock of `performance.now()`. */
  runStartedAt: number
  /** Called with each started k6, so that it can be ended. */
  onStart: (run: K6Run) => void
  /** Called at the first request of each phase. */
  onPhase?: (name: string) => void
}

/** @throws Error with k6's message if it fails */
export async function play(scenario: ScenarioName, plan: Plan, around: Around): Promise<Played> {
  const { k6, stage, out, progress, runStartedAt, onPhase } = around
  const planFile = join(out, 'plan.json')
  // The file contains API keys.
  writeFileSync(planFile, JSON.stringify(plan), { mode: 0o600 })
  rmSync(plan.summaryFile, { force: true }) // k6 does not fail if it cannot write a new one
  const samples: Sample[] = []
  const counts = { refused: 0, failed: 0 }
  const phases = new Set<string>()
  const startedAt = (performance.now() - runStartedAt) / 1_000
  const run = runScript(k6, join('load', `${scenario}.ts`), planFile, (sample) => {
    samples.push(sample)
    if (!phases.has(sample.phase)) {
      phases.add(sample.phase)
      onPhase?.(sample.phase)
    }
    if (sample.status === 429) counts.refused += 1
    // A 404 is not a failure: `load/limits.ts` calls a tenant without scores, because these calls count towards its
    // limit.
    else if (sample.status === 0 || sample.status >= 500) counts.failed += 1
  })
  around.onStart(run)
  const seen = watch(stage, run.child.pid ?? 0, runStartedAt)
  const telling = setInterval(() => {
    const seconds = Math.round((performance.now() - runStartedAt) / 1_000 - startedAt)
    const { refused, failed } = counts
    progress.tell(`${scenario}: ${seconds} s, ${samples.length} requests, ${refused} refused (429), ${failed} failed`)
  }, 1_000)
  try {
    await run.ended
  } finally {
    clearInterval(telling)
    seen.stop()
    progress.end()
  }
  const first = samples.reduce((least, { from }) => Math.min(least, from), Infinity)
  const last = samples.reduce((most, { to }) => Math.max(most, to), 0)
  const span = Math.max(0, last - first)
  const { metrics } = JSON.parse(readFileSync(plan.summaryFile, 'utf8')) as Summary
  const dropped = metrics.dropped_iterations?.values.count ?? 0
  return { scenario, samples, readings: seen.readings, startedAt, seconds: span / 1_000, dropped }
}

type Summary = { metrics: { dropped_iterations?: { values: { count: number } } } }
