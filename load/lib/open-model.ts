/** The open model in k6: each phase is a scenario with a constant arrival rate, whatever the server does. */
import { SharedArray } from 'k6/data'
import exec from 'k6/execution'
import type { Options, Scenario } from 'k6/options'
import { call } from './call.ts'
import type { Plan, PlannedOperation } from './plan.ts'
import { departuresOf, ratesOf, type Departure, type Phase } from './schedule.ts'

export const plan = JSON.parse(open(__ENV.PLAN as string)) as Plan

type Part = { phase: Phase; departures: Departure[] }

/** The phases of each of k6's scenarios, in their order. */
const parts = new Map<string, Part[]>()

/** How long requests may wait for their answers before k6 is out of users; those that ask an engine take seconds. */
const [usualSeconds, engineSeconds] = [0.5, 10]
const [vusMin, vusMax] = [20, 600]
/** Requests of one batch that leave together: more than any bucket takes. */
const atOnce = 1_000

/** A scenario of k6 for each of these phases, for the partners that there are; their code is `arrive`. */
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
 * One scenario of k6 for phases of one length that follow one another. They share its users, each of whom takes a
 * megabyte and milliseconds to make.
 */
export function climb(name: string, list: Phase[]): Record<string, Scenario> {
  const stages = keep(name, list).flatMap(({ phase, departures }) =>
    [0, phase.seconds].map((seconds) => ({ target: departures.length, duration: `${seconds}s` })),
  )
  const timeUnit = `${list[0]?.seconds}s`
  return { [name]: { executor: 'ramping-arrival-rate', timeUnit, stages, ...usersFor(list) } }
}

/** Prepares the departures of a scenario, one copy for all of k6's users. */
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

/** As many users as the busiest phase holds. Not by its departures: each of k6's users would read all of them. */
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

/** The options of a scenario; its samples are all that counts, so k6 keeps no figures of its own. */
export function optionsOf(scenarios: Record<string, Scenario>): Options {
  return { scenarios, systemTags: [], summaryTrendStats: ['med'], batch: atOnce, batchPerHost: atOnce }
}

/** Sends the next request of the phase that it is time for. */
export function arrive(): void {
  const { name, startTime } = exec.scenario
  const all = parts.get(name) as [Part, ...Part[]]
  const seconds = (Date.now() - startTime) / 1_000 + all[0].phase.startSeconds
  const { phase, departures } = all.findLast((part) => part.phase.startSeconds <= seconds) ?? all[0]
  const number = exec.scenario.iterationInTest
  const [operation, partner] = departures[number % departures.length] as Departure
  call(plan, { phase, name: phase.operations[operation] as string, partner, number })
}

/** Leaves k6's own counts where the plan says, `dropped_iterations` among them. */
export function handleSummary(data: object): Record<string, string> {
  return { [plan.summaryFile]: JSON.stringify(data) }
}
