/**
 * Judges how soon accepted jobs are scored, and how many per second.
 *
 * The bounds are for operators: the contract does not promise how soon a job is scored, because partners' files and
 * models differ.
 */
import type { Sample } from '../lib/sample.ts'
import { checkOf, type Check } from './check.ts'
import { percentile } from './operations.ts'

/** The first event about a job's end: the event's id, and its time in epoch milliseconds by the server's clock. */
export type End = { id: string; at: number }

/** Names of the checks. */
export const [timeToScore, scoresPerSecond] = ['time to score', 'scores'] as const

/**
 * The maximum time to score if the load is within the limits. A client that waits once with `Prefer: wait=25` then gets
 * its score.
 */
const secondsToScoreMax = 25
/**
 * The minimum rate with a backlog. Two cores reach five times as much, although they also run the database and the
 * generator.
 */
const scoresPerSecondMin = 5

/**
 * Judges the jobs that a scenario submitted: a backlog by its scores per second, any other load by the time to score at
 * p95. Returns no check if no job of the scenario has ended. `offsetMs`: the server's clock minus the generator's.
 */
export function judgeScoring(
  scenario: string,
  samples: Sample[],
  ends: ReadonlyMap<string, readonly End[]>,
  offsetMs: number,
): Check[] {
  const spans = samples.flatMap(({ to, jobs = [] }) =>
    jobs.flatMap((job) => {
      const end = ends.get(job)?.[0]
      return end ? [{ from: to + offsetMs, to: end.at }] : []
    }),
  )
  if (spans.length === 0) return []
  return [scenario === 'backlog' ? judgeRate(scenario, spans) : judgeTime(scenario, spans)]
}

type Span = { from: number; to: number }

function judgeTime(scenario: string, spans: Span[]): Check {
  const seconds = spans.map(({ from, to }) => Math.max(0, to - from) / 1_000).sort((one, other) => one - other)
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(seconds, share)) as [number, number]
  const said = `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} s; due: p95 ${secondsToScoreMax}`
  return checkOf(scenario, timeToScore, p95 > secondsToScoreMax ? [said] : [], said)
}

function judgeRate(scenario: string, spans: Span[]): Check {
  const first = spans.reduce((least, { from }) => Math.min(least, from), Infinity)
  const last = spans.reduce((most, { to }) => Math.max(most, to), 0)
  const perSecond = (1_000 * spans.length) / Math.max(1, last - first)
  const said = `${perSecond.toFixed(1)} a second; due: ${scoresPerSecondMin}`
  return checkOf(scenario, scoresPerSecond, perSecond < scoresPerSecondMin ? [said] : [], said)
}
