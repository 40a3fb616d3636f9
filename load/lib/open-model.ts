/**
 * Implements an open load model in k6: each phase is a scenario with a constant arrival rate, however fast the server
 * responds.
 */
import { SharedArray } from 'k6/data'
import exec from 'k6/execution'
import type { Options, Scenario } from 'k6/options'
import { call } from './call.ts'
import type { Plan, PlannedOperation } from './plan.ts'
import { departuresOf, ratesOf, type Departure, type Phase } from './schedule.ts'

export const plan = JSON.parse(open(__ENV.PLAN as string)) as Plan

type Part = { phase: Phase; departures: Departure[] }

/** The phases that each k6 scenario plays, in order. */
const parts = new Map<string, Part[]>()

/**
 * How long a request is assumed to take. The number of k6 users is calculated from this, because each request in
 * progress needs its own user. Requests that call an engine take seconds.
 */
const [usualSeconds, engineSeconds] = [0.5, 10]
const [vusMin, vusMax] = [20, 600]
/** The maximum number of requests sent at once: more than any bucket allows. */
const atOnce = 1_000

/** Returns a k6 scenario for each phase, for the partners that exist. Each iteration calls `arrive`. */
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
 * Returns one k6 scenario that plays consecutive phases of equal length. All phases share one set of users, because
 * each user costs a megabyte of memory and takes milliseconds to create.
 */
export function climb(name: string, list: Phase[]): Record<string, Scenario> {
  const stages = keep(name, list).flatMap(({ phase, departures }) =>
    [0, phase.seconds].map((seconds) => ({ target: departures.length, duration: `${seconds}s` })),
  )
  const timeUnit = `${list[0]?.seconds}s`
  return { [name]: { executor: 'ramping-arrival-rate', timeUnit, stages, ...usersFor(list) } }
}

/** Calculates when a scenario sends its requests, once for all of k6's users. */
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
 * Returns a scenario's options, with as many users as the busiest phase needs. Their number is calculated from the
 * rates, because every k6 user runs this code and would otherwise read all departures.
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

/** The options of a scenario. k6 collects no metrics of its own, because the verdict uses only the printed samples. */
export function optionsOf(scenarios: Record<string, Scenario>): Options {
  return { scenarios, systemTags: [], summaryTrendStats: ['med'], batch: atOnce, batchPerHost: atOnce }
}

/** Sends the request that is due now. */
export function arrive(): void {
  const { name, startTime } = exec.scenario
  const all = parts.get(name) as [Part, ...Part[]]
  const seconds = (Date.now() - startTime) / 1_000 + all[0].phase.startSeconds
  const { phase, departures } = all.findLast((part) => part.phase.startSeconds <= seconds) ?? all[0]
  const number = exec.scenario.iterationInTest
  const [operation, partner] = departures[number % departures.length] as Departure
  call(plan, { phase, name: phase.operations[operation] as string, partner, number })
}

/** Writes k6's own counters, such as `dropped_iterations`, to the file that the plan names. */
export function handleSummary(data: object): Record<string, string> {
  return { [plan.summaryFile]: JSON.stringify(data) }
}
