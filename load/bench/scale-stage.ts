/**
 * A system to measure: data of its own, one API, workers that come and go.
 *
 * Owns the processes and the data, and removes them. The service over MariaDB, the embedded one and a team's own attempt
 * (`load/peers/by-hand-cluster.ts`) are staged alike, so that their figures can be compared.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../src/platform/database/database.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { endMember, startMember, type Member } from '../../test/support/services/cluster.ts'
import { makeDatabase, type Place } from '../../test/support/harness.ts'
import type { Client, Load, Outside, Target } from './scale-children.ts'
import { makeTargets, openJobs, type Ask } from './scale-targets.ts'

export type Outdoors = { outside: Outside; client: Client }
/** What is not counted, and what is. */
export type Times = { warmMs: number; forMs: number }

export type Stage = {
  database: Database
  api: Member
  workers: Member[]
  targets: Target[]
  ask: Ask
  /** Applications accepted a second. */
  accept(kind: Load['kind'], times: Times): Promise<number>
  /** Submits that many applications, or a few more, in batches where the system takes them. */
  fill(count: number): Promise<void>
  startWorkers(count: number): Promise<void>
  stopWorkers(): Promise<void>
  /** Jobs that became COMPLETED, a second. @throws Error when nothing was left to do before the end */
  complete(times: Times): Promise<number>
  /** Forgets all jobs; no worker runs meanwhile. */
  empty(): Promise<void>
  close(): Promise<void>
}

/** Requests at once: more than the API has connections to the database, and not so many that they only queue. */
const atOnce: Record<Load['kind'], number> = { single: 24, batch: 4 }
const pollMs = 20
/** A job that takes that long to come stands for a system that does not work. */
const firstTimeoutMs = 60_000
const unbounded = 1e9

const jobTables = [
  ...['scoring_jobs', 'applications', 'scoring_batches', 'scoring_batch_jobs', 'verdicts'],
  ...['usage_units', 'events', 'webhook_deliveries', 'rollups'],
]

/** An API over MariaDB, RabbitMQ and Redis, and partners with openings. */
export async function stageService(outdoors: Outdoors): Promise<Stage> {
  const place = await makeDatabase()
  const database = openDatabase({ url: place.settings.DATABASE_URL as string })
  const engine = { GROQ_API_KEY: 'gsk_bench', GROQ_BASE_URL: outdoors.outside.groqUrl }
  return stageOurs(outdoors, place, database, 'api', engine)
}

/** One process that does it all, with the embedded engine. */
export async function stageEmbedded(outdoors: Outdoors): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'screening-bench-'))
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  const database = openDatabase({ file: join(folder, 'screening.sqlite') })
  return stageOurs(outdoors, { settings: { DATA_DIR: folder }, remove }, database, 'all', {})
}

/** The same job written by hand, over the same services. */
export async function stageByHand({ outside, client }: Outdoors): Promise<Stage> {
  const place = await makeDatabase()
  const database = openDatabase({ url: place.settings.DATABASE_URL as string })
  const targets = outside.origins.map((resumes) => ({ key: 'none', tenant: 'none', job: 'job', resumes }))
  const settings = { ...place.settings, GROQ_BASE_URL: outside.groqUrl }
  const entry = 'load/peers/by-hand-cluster.ts'
  return build({ client, place, database, targets, settings, role: 'api', entry, tables: ['by_hand'] })
}

async function stageOurs(
  { outside, client }: Outdoors,
  place: Place,
  database: Database,
  role: 'api' | 'all',
  engine: Record<string, string>,
): Promise<Stage> {
  await migrate(database)
  const targets = await makeTargets(database, outside.origins)
  const settings = {
    ...place.settings,
    ...engine,
    LOG_LEVEL: 'error',
    OUTBOUND_ALLOW: outside.origins.map((origin) => new URL(origin).host).join(','),
    // With `--cpu-prof`, for example, each process says where its time went.
    NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
  }
  const stage = await build({ client, place, database, targets, settings, role, tables: jobTables })
  await openJobs(stage.ask, targets)
  return stage
}

type Parts = {
  client: Client
  place: Place
  database: Database
  targets: Target[]
  settings: Record<string, string>
  /** `all`: it has no workers beside it. */
  role: 'api' | 'all'
  entry?: string
  /** The first is that of the jobs. */
  tables: string[]
}

async function build({ client, place, database, targets, settings, role, entry, tables }: Parts): Promise<Stage> {
  const api = await startMember({ name: 'api', role, settings, entry })
  const since = Date.now()
  const common = { url: api.url as string, targets }
  const count = async (status: string) => {
    const counted = `SELECT COUNT(*) AS n FROM ${tables[0]} WHERE status = $1 AND queuedAt >= $2`
    const [row] = await database.select<{ n: number }>(counted, [status, since])
    return row?.n ?? 0
  }
  const next = async () => {
    const [first, deadline] = [await count('COMPLETED'), performance.now() + firstTimeoutMs]
    while ((await count('COMPLETED')) === first) {
      if (performance.now() > deadline) throw new Error('no job is completed')
      await delay(pollMs)
    }
  }
  const stage: Stage = {
    database,
    api,
    workers: [],
    targets,
    ask: (target, method, path, body) => send(api.url as string, target, method, path, body),
    async accept(kind, times) {
      const load = { ...common, kind, atOnce: atOnce[kind], ...times, countMax: unbounded }
      const { accepted, ms } = await client.load(load)
      return (1000 * accepted) / ms
    },
    async fill(countMax) {
      const kind = entry ? 'single' : 'batch'
      await client.load({ ...common, kind, atOnce: atOnce[kind], warmMs: 0, forMs: unbounded, countMax })
    },
    async startWorkers(wanted) {
      const names = Array.from({ length: wanted }, (_, index) => `worker ${index + 1}`)
      stage.workers = await Promise.all(names.map((name) => startMember({ name, role: 'worker', settings, entry })))
    },
    async stopWorkers() {
      await Promise.all(stage.workers.map((worker) => endMember(worker)))
      stage.workers = []
    },
    async complete({ warmMs, forMs }) {
      await next() // threads start, and the first job compiles what the others use
      await delay(warmMs)
      const [before, from] = [await count('COMPLETED'), performance.now()]
      await delay(forMs)
      const [after, until] = [await count('COMPLETED'), performance.now()]
      if ((await count('PENDING')) === 0) throw new Error('the backlog ran out: the window is no measure')
      return (1000 * (after - before)) / (until - from)
    },
    async empty() {
      for (const name of tables) await database.execute(`TRUNCATE TABLE ${name}`)
    },
    async close() {
      await Promise.all([...stage.workers, api].map((member) => endMember(member)))
      await database.close()
      await place.remove()
    },
  }
  return stage
}

async function send(url: string, { key, tenant }: Target, method: string, path: string, body?: object): Promise<any> {
  const headers = { authorization: `Bearer ${key}`, 'x-tenant-id': tenant, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Megabytes of resident memory. */
export function rssOf({ child }: Member): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
