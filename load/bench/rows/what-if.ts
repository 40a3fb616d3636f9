/**
 * Measures a simulation over 10,000 scored applications in the default setup, and how long another partner's reads wait
 * meanwhile.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { cpuOf } from '../cpu.ts'
import { batchEntries, type Opening } from '../requests.ts'
import { atMost, median, type Sample } from '../results.ts'
import type { System } from '../systems.ts'
import type { MeasuredRow } from './row.ts'

const applications = 10_000
const pollMs = 500
const batchesAtOnce = 4
/** The number of simulations: enough for a median, and for at least a second of concurrent reads. */
const simulations = 15
/** The interval between the other partner's reads. */
const readPauseMs = 5
const reading = { kind: 'criteria', connections: 1, pauseMs: readPauseMs, warmMs: 500 } as const

/** As many criteria as a job usually has. The resumes meet half of them. */
const texts = [
  ...['TypeScript', 'PostgreSQL', 'Kubernetes', 'Led a project from start to finish', 'A degree in computer science'],
  ...['Payments', 'Apache Kafka', 'Terraform', 'React', 'Fluent German', 'A driving licence', 'Forklift certificate'],
]
const weigh = (importances: string[]) =>
  texts.map((text, index) => ({ text, importance: importances[index % importances.length] }))
const stored = weigh(['MUST_HAVE', 'PREFERRED', 'NICE_TO_HAVE'])
const other = weigh(['NICE_TO_HAVE', 'MUST_HAVE', 'PREFERRED'])

const simulatedOf = ({ openings }: System): Opening => ({ ...(openings[0] as Opening), job: 'what-if' })

/** Creates the job and scores its applications. */
async function prepare(system: System): Promise<void> {
  const { ask, load, place } = system
  const opening = simulatedOf(system)
  await ask(opening, 'PUT', `/v1/jobs/${opening.job}/criteria`, { criteria: stored })
  const before = await place.count('COMPLETED')
  const countMax = applications / batchEntries
  await load({ kind: 'batch', connections: batchesAtOnce, countMax, openings: [opening] })
  while ((await place.count('COMPLETED')) < before + applications) await delay(pollMs)
}

/** Returns the median time and the CPU of a simulation, in milliseconds. */
async function simulate(system: System): Promise<{ p50: number; cpu: number }> {
  const opening = simulatedOf(system)
  const times: number[] = []
  const before = cpuOf(system.api.pid).all
  for (let number = 0; number < simulations; number += 1) {
    const from = performance.now()
    const path = `/v1/jobs/${opening.job}/criteria/simulations?limit=100`
    const { total = 0 } = await system.ask(opening, 'POST', path, { criteria: other })
    times.push(performance.now() - from)
    if (total < applications) throw new Error(`${system.name}: ${total} applications were simulated`)
  }
  return { p50: median(times), cpu: (cpuOf(system.api.pid).all - before) / simulations }
}

async function measure(system: System): Promise<Sample> {
  const alone = await simulate(system)
  const forMs = simulations * alone.p50
  const order = { ...reading, forMs, openings: [system.openings[1] as Opening] }
  const quiet = await system.load(order)
  const [beside] = await Promise.all([system.load(order), simulate(system)])
  return { ...alone, quiet: quiet.p99, beside: beside.p99 }
}

export const whatIfRow: MeasuredRow = {
  ...{ name: 'embedded: what-if of 10,000 applications', stage: 'embedded', hasPeer: false, roundsMax: 3 },
  lines: [
    {
      name: 'embedded: what-if of 10,000 applications, 12 criteria, p50',
      figure: 'p50',
      unit: 'ms',
      targets: [atMost(1_000, 'ms')],
    },
    { name: '  CPU of it', figure: 'cpu', unit: 'ms', targets: [] },
    { name: "  p99 of another partner's reads before", figure: 'quiet', unit: 'ms', targets: [] },
    { name: '  and meanwhile', figure: 'beside', unit: 'ms', targets: [atMost(50, 'ms')] },
  ],
  prepare,
  measure,
}
