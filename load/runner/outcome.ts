/** Combines the sessions of a run into one outcome. */
import { cpus } from 'node:os'
import { codeOf } from '../bench/checkouts.ts'
import { journey, judged } from '../lib/journey.ts'
import type { Sample } from '../lib/sample.ts'
import type { Check } from '../verdict/check.ts'
import { serverClockOf } from '../verdict/clock.ts'
import { judgeJobs, judgeWebhooks } from '../verdict/jobs.ts'
import { judgeGenerator } from '../verdict/generator.ts'
import { judgeMemory } from '../verdict/memory.ts'
import { judgeNeighbours } from '../verdict/neighbours.ts'
import { judgeOperations, judgePhases, operationRows, percentile } from '../verdict/operations.ts'
import type { Outcome, Second } from '../verdict/outcome.ts'
import { judgeScoring } from '../verdict/scoring.ts'
import { judgeSlots } from '../verdict/slots.ts'
import { judgeStatus } from '../verdict/status.ts'
import { breakpointOf, stepsOf } from '../verdict/steps.ts'
import { judgeBuckets, judgeCalm, judgeTenantWindow } from '../verdict/windows.ts'
import type { Played } from './play.ts'
import type { Session } from './session.ts'
import type { Stage } from './stage.ts'

export type Act = { session: Session; stage: Pick<Stage, 'name' | 'generationMs'> }

/** Scenarios whose requests are expected to be refused or to exceed capacity. */
const unmeasured = ['limits', 'breakpoint']

export function outcomeOf(acts: Act[], startedAt: Date, k6Version: string): Outcome {
  const played = acts.flatMap(({ session }) => session.played)
  const measured = played.filter(({ scenario }) => !unmeasured.includes(scenario))
  const { promised } = (acts[0] as Act).session
  const { objectives } = promised
  const samples = measured.flatMap((one) => one.samples)
  const loadSeconds = measured.reduce((sum, { seconds }) => sum + seconds, 0)
  const operations = operationRows(samples, objectives, judged, loadSeconds)
  const limits = acts.flatMap(judgeLimits)
  const calm = measured.map((one) => judgeCalm(one.scenario, one.samples, promised.limits))
  const { jobs, webhooks } = acts.map(({ session }) => session).find((one) => one.jobs !== null) ?? {}
  const beside = acts.flatMap(({ session: { played, seen } }) => {
    const own = played.find(({ scenario }) => scenario === 'neighbours')
    return own && seen ? judgeNeighbours(own.samples, own.readings, seen) : []
  })
  const soaked = played.filter(({ scenario }) => scenario === 'soak')
  const stepped = played.find(({ scenario }) => scenario === 'breakpoint')
  return {
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1_000,
    stage: [...new Set(acts.map(({ stage }) => stage.name))].join('; '),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
    k6: k6Version,
    commit: codeOf().name,
    scenarios: played.map(({ scenario }) => scenario),
    operations,
    checks: [
      ...judgeOperations('load', operations, objectives),
      ...measured.flatMap(({ scenario, samples }) => judgePhases(scenario, samples, objectives, judged)),
      ...acts.flatMap(judgeScores),
      ...[...calm, ...limits].map(({ isInvalid: _, ...check }) => check),
      ...(jobs ? [judgeJobs('load', jobs)] : []),
      ...(webhooks ? [judgeWebhooks('load', webhooks)] : []),
      ...beside,
      ...soaked.map(({ scenario, readings }) => judgeMemory(scenario, readings)),
    ],
    invalid: [
      ...played.flatMap(droppedOf),
      ...played.flatMap(({ scenario, readings }) => judgeGenerator(scenario, readings, cpus().length)),
      ...[...calm, ...limits].flatMap(({ isInvalid, group }) => (isInvalid ? [`${group}: ${bunched}`] : [])),
    ],
    jobs: jobs ?? null,
    webhooks: webhooks ?? null,
    breakpoint: stepped ? breakpointOf(stepsOf(stepped.samples, objectives, journey, stepSeconds(stepped))) : null,
    series: played.flatMap(secondsOf),
    readings: played.flatMap(({ readings }) => readings),
  }
}

function judgeScores({ session: { played, ends } }: Act): Check[] {
  const { offsetMs } = serverClockOf(played.flatMap(({ samples }) => samples)) ?? { offsetMs: 0 }
  return played
    .filter(({ scenario }) => !unmeasured.includes(scenario))
    .flatMap(({ scenario, samples }) => judgeScoring(scenario, samples, ends, offsetMs))
}

const bunched = 'k6 was late and sent more than the limit in one window where less was due: give it a core of its own'

function judgeLimits({ session, stage }: Act): (Check & { isInvalid?: boolean })[] {
  const played = session.played.find(({ scenario }) => scenario === 'limits')
  if (!played) return []
  const { samples } = played
  const { limits } = session.promised
  const of = (...names: string[]) => samples.filter(({ phase }) => names.includes(phase))
  return [
    ...judgeBuckets(samples, limits, serverClockOf(samples)),
    judgeCalm(
      'limits',
      of('under').filter(({ refusal }) => refusal !== 'in_flight'),
      limits,
    ),
    judgeTenantWindow(of('tenant'), limits),
    judgeSlots(of('slots', 'slot-status'), limits, stage.generationMs),
    judgeStatus(of('status')),
  ]
}

/** In `breakpoint`, requests that could not be sent in time are part of the result. */
function droppedOf({ scenario, dropped }: Played): string[] {
  if (dropped === 0 || scenario === 'breakpoint') return []
  return [`${scenario}: k6 could not send ${dropped} requests in time, so the rates are not those that were asked for`]
}

function stepSeconds({ samples, seconds }: Played): number {
  return seconds / new Set(samples.map(({ phase }) => phase)).size
}

function secondsOf({ scenario, samples, startedAt }: Played): Second[] {
  const first = samples.reduce((least, { from }) => Math.min(least, from), Infinity)
  const bySecond = Map.groupBy(samples, ({ from }) => Math.floor((from - first) / 1_000))
  return [...bySecond]
    .sort(([one], [other]) => one - other)
    .map(([second, inside]) => ({ at: startedAt + second, scenario, ...pointOf(inside) }))
}

function pointOf(inside: Sample[]): Omit<Second, 'at' | 'scenario'> {
  const answered = inside.filter(({ status }) => status !== 429)
  const times = answered.map(({ ms }) => ms).sort((one, other) => one - other)
  return {
    requests: inside.length,
    refused: inside.length - answered.length,
    failed: answered.filter(({ isSuccess }) => !isSuccess).length,
    p99: times.length > 0 ? percentile(times, 0.99) : 0,
  }
}
