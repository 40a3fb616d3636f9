/** The open model in k6: each phase is a scenario with a constant arrival rate, regardless of the server's speed. */
import { SharedArray } from 'k6/data'
import exec from 'k6/execution'
import type { Options, Scenario } from 'k6/options'
import { call } from './call.ts'
import type { Plan, PlannedOperation } from './plan.ts'
import { departuresOf, ratesOf, type Departure, type Phase } from './schedule.ts'

export const plan = JSON.parse(open(__ENV.PLAN as string)) as Plan

type Part = { phase: Phase; departures: Departure[] }

/** The phases of each of k6's scenarios, in order. */
const parts = new Map<string, Part[]>()

/**
 * The time for which requests may wait for their responses before k6 runs out of users. Requests that call an engine
 * take seconds.
 */
const [usualSeconds, engineSeconds] = [0.5, 10]
const [vusMin, vusMax] = [20, 600]
/** The maximum number of requests sent at once: more than any bucket allows. */
const atOnce = 1_000

/** Returns one k6 scenario per phase, for the partners that exist. All of them run `arrive`. */
export function arrivals(list: Phase[]): Record<string, Scenario> {
  return Object.fromEntries(
    list.map((phase) => {
      const [{ departures }] = keep(phase.name, [phase]) as [Part]
      const { startSeconds, seconds } = phase
      const when = { startTime: `${startSeconds}s`, duration: `${seconds}s` }
      const rate = { rate: departures.length, timeUnit: `${seconds}s` }
      return [phase.name, { executor: 'constant-arrival-rate', ...rate, ...when, ...usersFor([phase]) }]
    }),
  )
}

/**
 * Returns one k6 scenario for consecutive phases of the same length. They share its users, each of which takes a
 * megabyte and milliseconds to create.
 */
export function climb(name: string, list: Phase[]): Record<string, Scenario> {
  const stages = keep(name, list).flatMap(({ phase, departures }) =>
    [0, phase.seconds].map((seconds) => ({ target: departures.length, duration: `${seconds}s` })),
  )
  const timeUnit = `${list[0]?.seconds}s`
  return { [name]: { executor: 'ramping-arrival-rate', timeUnit, stages, ...usersFor(list) } }
}

/** Prepares the departures of a scenario, in one copy for all of k6's users. */
function keep(name: string, list: Phase[]): Part[] {
  const kept = list.map((phase) => {
    const make = () => departuresOf(present(phase), plan.operations, plan.limits)
    return { phase: present(phase), departures: new SharedArray<Departure>(`departures of ${phase.name}`, make) }
  })
  parts.set(name, kept)
  return kept
}

function present(phase: Phase): Phase {
  return { ...phase, partners: phase.partners.filter((partner) => partner < plan.partners.length) }
}

/**
 * Returns the number of users that the busiest phase needs. This is not calculated from the departures, because each of
 * k6's users would read all of them.
 */
function usersFor(list: Phase[]) {
  const held = list.map(present).map((phase) => {
    const rates = ratesOf(phase, plan.operations, plan.limits).map((rate, index) => {
      const { takesSlot } = plan.operations[phase.operations[index] as string] as PlannedOperation
      return rate * phase.partners.length * (takesSlot ? engineSeconds : usualSeconds)
    })
    return rates.reduce((sum, one) => sum + one)
  })
  const vus = Math.min(vusMax, Math.max(vusMin, Math.ceil(Math.max(...held))))
  return { exec: 'arrive', preAllocatedVUs: vus, maxVUs: vus, gracefulStop: '30s' }
}

/** The options of a scenario. Only the samples are used, so k6 collects no metrics itself. */
export function optionsOf(scenarios: Record<string, Scenario>): Options {
  return { scenarios, systemTags: [], summaryTrendStats: ['med'], batch: atOnce, batchPerHost: atOnce }
}

/** Sends the next request of the phase that is due. */
export function arrive(): void {
  const { name, startTime } = exec.scenario
  const all = parts.get(name) as [Part, ...Part[]]
  const seconds = (Date.now() - startTime) / 1_000 + all[0].phase.startSeconds
  const { phase, departures } = all.findLast((part) => part.phase.startSeconds <= seconds) ?? all[0]
  const number = exec.scenario.iterationInTest
  const [operation, partner] = departures[number % departures.length] as Departure
  call(plan, { phase, name: phase.operations[operation] as string, partner, number })
}

/** Writes k6's own counts to the file in the plan, including `dropped_iterations`. */
export function handleSummary(data: object): Record<string, string> {
  return { [plan.summaryFile]: JSON.stringify(data) }
}
