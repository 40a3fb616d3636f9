/** The CPU cost of a completed job, process by process: the embedded engine, from a backlog. */
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { occupations } from '../../../test/tools/samples/two-page-resumes.ts'
import { cpuOf, pidOfService, type Cpu } from '../cpu.ts'
import type { Process } from '../processes.ts'
import type { Opening, RequestOptions } from '../requests.ts'
import { atMost, noLessThan, type Sample } from '../results.ts'
import { completedRate, type Outdoors, type System } from '../systems.ts'
import type { MeasuredRow } from './row.ts'

/** Measure longer than in other rows, because the CPU counters have a resolution of 10 ms. */
const working = { warmMs: 4_000, forMs: 8_000 }
/** The size of the backlog: more jobs than any system completes during the warm-up and the measurement. */
const backlog = 20_000

const services = ['mariadb', 'rabbitmq', 'redis'] as const

async function cost(system: System, { outside }: Outdoors, options: Partial<RequestOptions>): Promise<Sample> {
  const waiting = await system.place.count('PENDING')
  if (waiting < backlog) await system.fill(backlog - waiting, options)
  await system.startWorkers(1, 'embedded')
  const [worker] = system.workers as [Process]
  const pids = { worker: worker.pid, api: system.api.pid, outside: outside.pid }
  const look = () =>
    Object.fromEntries([
      ...Object.entries(pids).map(([name, pid]) => [name, cpuOf(pid)]),
      ...services.map((name) => [name, cpuOf(pidOfService(name))]),
    ]) as Record<keyof typeof pids | (typeof services)[number], Cpu>
  let used: Record<string, number> = {}
  let seconds = 0
  const watch = async () => {
    const [before, from] = [look(), performance.now()]
    await delay(working.forMs)
    const [after, until] = [look(), performance.now()]
    const of = (name: keyof typeof before, part: keyof Cpu) => after[name][part] - before[name][part]
    seconds = (until - from) / 1000
    used = {
      ...Object.fromEntries((Object.keys(before) as (keyof typeof before)[]).map((name) => [name, of(name, 'all')])),
      main: of('worker', 'main'),
    }
  }
  try {
    const rate = await completedRate(system, working, watch)
    return perJob(used, rate, seconds)
  } finally {
    await system.stopWorkers()
  }
}

/**
 * Returns CPU milliseconds per job. `reached` is the share of all cores that was used, including by the resume hosts.
 */
function perJob(used: Record<string, number>, rate: number, seconds: number): Sample {
  const each = (name: string) => (used[name] as number) / (rate * seconds)
  const all = ['worker', 'api', ...services].reduce((sum, name) => sum + each(name), 0)
  return {
    ...{ rate, all, main: each('main'), threads: each('worker') - each('main'), api: each('api') },
    ...{ mariadb: each('mariadb'), rabbitmq: each('rabbitmq'), redis: each('redis') },
    reached: (rate * (all + each('outside'))) / (1000 * availableParallelism()),
  }
}

const unit = 'ms'
/** The number of jobs per occupation, each of a different tenant. */
const realisticJobs = 4

/** Returns jobs whose criteria and candidates belong to one occupation. */
function realisticOpenings({ openings }: System): Opening[] {
  return openings.slice(0, realisticJobs * occupations.length).map((opening, index) => {
    const { name } = occupations[index % occupations.length]!
    return { ...opening, job: name, resumes: `${opening.resumes}/${name}` }
  })
}

async function prepareRealistic(system: System): Promise<void> {
  await system.empty()
  const criteriaOf = new Map(occupations.map(({ name, criteria }) => [name, criteria]))
  for (const opening of realisticOpenings(system))
    await system.ask(opening, 'PUT', `/v1/jobs/${opening.job}/criteria`, { criteria: criteriaOf.get(opening.job) })
}

const common: Omit<MeasuredRow, 'name' | 'lines' | 'measure'> = {
  ...{ stage: 'cluster', hasPeer: false, isLatency: true, roundsMax: 3 },
  prepare: (system) => system.empty(),
}

export const costs: MeasuredRow[] = [
  {
    ...{ ...common, name: 'CPU of a completed job, two-page PDFs of ten occupations', hasPeer: true },
    lines: [
      { figure: 'all', unit, targets: [] },
      { name: '  of it: worker, main thread', figure: 'main', unit, targets: [] },
      { name: '  of it: worker, other threads', figure: 'threads', unit, targets: [] },
      { name: '  of it: MariaDB', figure: 'mariadb', unit, targets: [] },
      { name: '  of it: RabbitMQ', figure: 'rabbitmq', unit, targets: [] },
      { name: '  completed meanwhile', figure: 'rate', unit: 'a second', targets: [] },
      { name: '  of what the cores allow', figure: 'reached', unit: 'share', targets: [] },
    ],
    prepare: prepareRealistic,
    measure: (system, outdoors) =>
      cost(system, outdoors, { openings: realisticOpenings(system), resumeSuffix: '.pdf' }),
  },
  {
    ...{ ...common, name: 'CPU of a completed job, one-page PDF' },
    lines: [
      { figure: 'all', unit, targets: [atMost(7, unit)] },
      { name: '  of it: worker, main thread', figure: 'main', unit, targets: [atMost(1.5, unit)] },
      { name: '  of it: worker, other threads', figure: 'threads', unit, targets: [atMost(4, unit)] },
      { name: '  of it: MariaDB', figure: 'mariadb', unit, targets: [atMost(1, unit)] },
      { name: '  of it: RabbitMQ', figure: 'rabbitmq', unit, targets: [atMost(0.5, unit)] },
      { name: '  of it: API', figure: 'api', unit, targets: [] },
      { name: '  of it: Redis', figure: 'redis', unit, targets: [] },
      { name: '  completed meanwhile', figure: 'rate', unit: 'a second', targets: [] },
      { name: '  of what the cores allow', figure: 'reached', unit: 'share', targets: [noLessThan(0.85)] },
    ],
    measure: (system, outdoors) => cost(system, outdoors, { resumeSuffix: '.pdf' }),
  },
]

/**
 * This row is measured on full tables too. Its resumes are plain text, like those of the jobs that are queued there.
 */
export const costOfText: MeasuredRow = {
  ...{ ...common, name: 'CPU of a completed job, a page of text' },
  lines: [
    { figure: 'all', unit, targets: [] },
    { name: '  of it: MariaDB', figure: 'mariadb', unit, targets: [] },
  ],
  measure: (system, outdoors) => cost(system, outdoors, {}),
}
