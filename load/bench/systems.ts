/**
 * A system to measure: its own data, an API, and workers that can be started and stopped.
 *
 * Starts and stops the processes, and removes the data at the end. The service, an older commit of it and the
 * hand-written peer have the same interface, so that every row can measure each of them in the same way.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Code } from './checkouts.ts'
import type { Generator, Order, Outcome, Outside } from './children.ts'
import { residentMbOf } from './cpu.ts'
import { askAt, makePartner, openingsOf, openJobs, type Ask } from './openings.ts'
import { placeInFile, placeOnServices, type Place } from './places.ts'
import { firstMatch, launch, obituaries, type Process } from './processes.ts'
import { batchEntries, type Opening, type RequestOptions } from './requests.ts'

export type Outdoors = { outside: Outside; generator: Generator }
/** The time before counting starts, and the counted time. */
export type Window = { warmMs: number; forMs: number }

export type System = {
  name: string
  place: Place
  url: string
  api: Process
  workers: Process[]
  openings: Opening[]
  ask: Ask
  /** The time from the start of the process until it is ready, and its memory at that moment. */
  ready: { ms: number; mb: number }
  /** Sends a load to the API, with 32 concurrent requests by default. */
  load: (order: Partial<Order> & Pick<Order, 'kind'>) => Promise<Outcome>
  /** Submits at least `count` applications, in batches if the system supports them. */
  fill: (count: number, options?: Partial<RequestOptions>) => Promise<void>
  /** Starts workers with a model or with the embedded engine. */
  startWorkers: (count: number, engine?: Engine) => Promise<void>
  stopWorkers: () => Promise<void>
  /** Suspends the API process. It keeps its memory and connections until it is resumed. */
  pause: () => void
  resume: () => void
  /** Deletes all jobs. */
  empty: () => Promise<void>
  close: () => Promise<void>
}

export type Engine = 'model' | 'embedded'

const connections = 32
const unbounded = 1e9
/** The maximum duration of a load that ends at a count. Creating 100,000 jobs takes a minute. */
const longestMs = 600_000
/** The number of concurrent requests while a backlog is created. Each request submits a batch of a hundred. */
const batchesAtOnce = 4
const pollMs = 20
/** If the first job takes longer than this, the system does not work. */
const firstTimeoutMs = 60_000
/** A backlog that takes longer than this has hung. */
const backlogTimeoutMs = 300_000
const backlogPollMs = 25

const readyLine = /ready(?: on|:) (http:\/\/[\d.:]+|worker)/

/** Starts the service on MariaDB, RabbitMQ and Redis, with partners and openings. */
export async function startService(outdoors: Outdoors, code: Code): Promise<System> {
  return start(outdoors, code, await placeOnServices(), 'api')
}

/** Starts a single process with the embedded database and queue, and by default the embedded engine. */
export async function startEmbedded(outdoors: Outdoors, code: Code, engine: Engine = 'embedded'): Promise<System> {
  return start(outdoors, code, placeInFile(), 'all', engine)
}

async function start(
  { outside, generator }: Outdoors,
  code: Code,
  place: Place,
  role: 'api' | 'all',
  apiEngine: Engine = 'embedded',
): Promise<System> {
  const settings = {
    ...place.settings,
    LOG_LEVEL: 'error',
    OUTBOUND_ALLOW: outside.origins.map((origin) => new URL(origin).host).join(),
  }
  const model = { GROQ_API_KEY: 'gsk_bench', GROQ_BASE_URL: outside.groqUrl }
  const system = await startSystem({
    ...{ name: code.name, place, generator },
    launch: (name, args, engine) => {
      const env = { PORT: '0', ADMIN_PORT: '0', ...settings, ...(engine === 'model' ? model : {}) }
      return launch({ name: `${code.name}: ${name}`, file: startOf(code), args, cwd: code.folder, env })
    },
    ...{ role, apiEngine, takesBatches: true },
  })
  const keys = outside.origins.map((_, index) => makePartner(code.folder, settings, `bench-${index}`))
  system.openings = openingsOf(keys, outside.origins)
  await openJobs(system.ask, system.openings)
  return system
}

/**
 * Returns the file that starts a checkout's service: the start script, or the main program in older commits, which have
 * no script.
 */
function startOf({ folder }: Code): string {
  return existsSync(join(folder, 'src/start.sh')) ? 'src/start.sh' : 'src/main.ts'
}

export type Parts = {
  name: string
  place: Place
  generator: Generator
  launch: (name: string, args: string[], engine: Engine) => Process
  /** With the role `all`, the system has no separate workers. */
  role: 'api' | 'all'
  apiEngine?: Engine
  takesBatches: boolean
}

/** Starts a system without openings. */
export async function startSystem(parts: Parts): Promise<System> {
  const { name, place, generator, launch, role, apiEngine = 'embedded', takesBatches } = parts
  const startedAt = performance.now()
  const api = launch('API', ['--role', role], apiEngine)
  const [, url = ''] = await firstMatch(api, readyLine)
  const ready = { ms: performance.now() - startedAt, mb: residentMbOf(api.pid) }
  const load: System['load'] = async (order) => {
    const whole = { warmMs: 0, forMs: longestMs, pauseMs: 0, countMax: unbounded, connections }
    try {
      return await generator.load({ url, openings: system.openings, ...whole, ...order })
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}\n${obituaries([api, ...system.workers])}`.trim())
    }
  }
  const system: System = {
    ...{ name, place, url, api, ready, workers: [], openings: [], ask: askAt(url), load },
    async fill(count, options) {
      if (!takesBatches) await load({ kind: 'submission', countMax: count, ...options })
      else {
        const countMax = Math.ceil(count / batchEntries)
        await load({ kind: 'batch', connections: batchesAtOnce, countMax, ...options })
      }
    },
    async startWorkers(count, engine = 'model') {
      const names = Array.from({ length: count }, (_, index) => `worker ${index + 1}`)
      system.workers = names.map((worker) => launch(worker, ['--role', 'worker'], engine))
      await Promise.all(system.workers.map((worker) => firstMatch(worker, readyLine)))
    },
    async stopWorkers() {
      await Promise.all(system.workers.map((worker) => worker.stop()))
      system.workers = []
    },
    pause: () => void api.child.kill('SIGSTOP'),
    resume: () => void api.child.kill('SIGCONT'),
    empty: () => place.empty(),
    async close() {
      system.resume() // resume it first: a suspended process cannot handle the signal to stop
      await Promise.all([...system.workers, api].map((one) => one.stop()))
      await place.remove()
    },
  }
  return system
}

/**
 * Returns how many jobs per second became COMPLETED.
 * @throws Error if no job completes, or if the backlog runs out before the end
 */
export async function completedRate(
  system: System,
  { warmMs, forMs }: Window,
  during = async () => {},
): Promise<number> {
  const { place } = system
  const [first, deadline] = [await place.count('COMPLETED'), performance.now() + firstTimeoutMs]
  // Wait until a first job is complete: by then the threads have started and the code is compiled.
  while ((await place.count('COMPLETED')) === first) {
    const dead = obituaries([system.api, ...system.workers])
    if (dead || performance.now() > deadline) throw new Error(`${system.name}: no job is completed\n${dead}`)
    await delay(pollMs)
  }
  await delay(warmMs)
  const [before, from] = [await place.count('COMPLETED'), performance.now()]
  await Promise.all([delay(forMs), during()])
  const [after, until] = [await place.count('COMPLETED'), performance.now()]
  if ((await place.count('PENDING')) === 0)
    throw new Error(`${system.name}: the backlog ran out, the window is no measure`)
  return (1000 * (after - before)) / (until - from)
}

/** Waits until at least `count` jobs are completed. Returns their number and the time of the last count. */
export async function untilCompleted(
  { name, place }: System,
  wanted: number,
  everyMs = backlogPollMs,
): Promise<{ count: number; at: number }> {
  const deadline = performance.now() + backlogTimeoutMs
  for (;;) {
    const count = await place.count('COMPLETED')
    if (count >= wanted) return { count, at: performance.now() }
    if (performance.now() > deadline) throw new Error(`${name}: the jobs are not completed`)
    await delay(everyMs)
  }
}
