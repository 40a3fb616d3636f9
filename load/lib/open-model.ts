/** The open model in k6: each phase is a scenario with a constant arrival rate, whatever the server does. */
import { SharedArray } from 'k6/data'
import exec from 'k6/execution'
import type { Options, Scenario } from 'k6/options'
import { call } from './call.ts'
import type { Plan, PlannedOperation } from './plan.ts'
import { departuresOf, ratesOf, type Departure, type Phase } from './schedule.ts'

export const plan = JSON.parse(open(__ENV.PLAN as string)) as Plan

const phases = new Map<string, { phase: Phase; departures: Departure[] }>()

/** How long requests may wait for their answers before k6 is out of users; those that ask an engine take seconds. */
const [usualSeconds, engineSeconds] = [0.5, 10]
const [vusLeast, vusMost] = [20, 600]
/** Requests of one batch that leave together: more than any bucket takes. */
const atOnce = 1_000

/** k6's scenarios of these phases, for the partners that there are; their code is `arrive`. */
export function arrivals(list: Phase[]): Record<string, Scenario> {
  const isThere = (partner: number) => partner < plan.partners.length
  const present = list.map((phase) => ({ ...phase, partners: phase.partners.filter(isThere) }))
  return Object.fromEntries(present.map((phase) => [phase.name, scenarioOf(phase)]))
}

function scenarioOf(phase: Phase): Scenario {
  // One copy for all of k6's virtual users.
  const departures = new SharedArray<Departure>(`departures of ${phase.name}`, () =>
    departuresOf(phase, plan.operations, plan.limits),
  )
  phases.set(phase.name, { phase, departures })
  // Not by the departures: each of k6's users would read all of them.
  const held = ratesOf(phase, plan.operations, plan.limits).map((rate, index) => {
    const { takesSlot } = plan.operations[phase.operations[index] as string] as PlannedOperation
    return rate * phase.partners.length * (takesSlot ? engineSeconds : usualSeconds)
  })
  const vus = Math.min(vusMost, Math.max(vusLeast, Math.ceil(held.reduce((sum, one) => sum + one))))
  return {
    executor: 'constant-arrival-rate',
    exec: 'arrive',
    rate: departures.length,
    timeUnit: `${phase.seconds}s`,
    startTime: `${phase.startSeconds}s`,
    duration: `${phase.seconds}s`,
    preAllocatedVUs: vus,
    maxVUs: vus,
    gracefulStop: '30s',
  }
}

/** The options of a scenario; its samples are all that counts, so k6 keeps no figures of its own. */
export function optionsOf(scenarios: Record<string, Scenario>): Options {
  return { scenarios, systemTags: [], summaryTrendStats: ['med'], batch: atOnce, batchPerHost: atOnce }
}

/** Sends the next request of the phase. */
export function arrive(): void {
  const { phase, departures } = phases.get(exec.scenario.name) as { phase: Phase; departures: Departure[] }
  const number = exec.scenario.iterationInTest
  const [operation, partner] = departures[number % departures.length] as Departure
  call(plan, { phase, name: phase.operations[operation] as string, partner, number })
}

/** Leaves k6's own counts where the plan says, `dropped_iterations` among them. */
export function handleSummary(data: object): Record<string, string> {
  return { [plan.summaryFile]: JSON.stringify(data) }
}
