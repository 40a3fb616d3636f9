/**
 * Starts a real server for a test, on real ports and with its own data folder or database, and makes clients for it.
 * TEST_BACKEND selects the backend: `embedded` (the default) or `services`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ExecutionContext } from 'ava'
import { startServer, type Overrides, type RunningServer } from '../../src/app/server.ts'
import { issueKey } from '../../src/features/access/api-keys.ts'
import { createPartner } from '../../src/features/access/partners.ts'
import { setLimits } from '../../src/features/access/rate-limits.ts'
import type { Environment, Limits, Plan } from '../../src/kit/caller.ts'
import { readConfig, type Config, type Role } from '../../src/kit/config.ts'
import { createLog, type Log } from '../../src/kit/log.ts'
import { loadContract, type Contract } from '../../src/platform/contract/contract.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createPool, type Pool } from '../../src/platform/pool.ts'
import { timings, timingsOf } from '../../src/platform/timings.ts'
import { Client } from './contract/client.ts'
import { witnessed } from './contract/witnessed.ts'
import type { Place } from '../tools/services/private-database.ts'
import { fastFolder } from '../tools/fast-folder.ts'
import { makeMigratedDatabase } from './migrated-database.ts'

export { Client, type Answer } from './contract/client.ts'

export const backend = process.env.TEST_BACKEND === 'services' ? 'services' : 'embedded'

export type Options = {
  /** Settings in addition to the harness's own, for example OUTBOUND_ALLOW. */
  settings?: Record<string, string>
  overrides?: Overrides
  role?: Role
  /** How long a shutdown waits for load balancers to notice. By default, a test's server does not wait. */
  lameDuckMs?: number
  /**
   * Gives the server its own threads, for a test that ends, fills or counts threads. Otherwise, a file's tests share
   * threads, except those that call a model.
   */
  ownThreads?: boolean
}

export type Harness = {
  server: RunningServer
  /** This server's settings. Another process with the same settings shares its data. */
  settings: Record<string, string>
  /** The whole log so far, as lines of JSON. */
  log: string[]
  /**
   * Returns a client with a key that belongs to `partnerId` or to a new partner. Its limits are never reached unless
   * `limits` are given.
   */
  client(options?: {
    environment?: Environment
    tenant?: string
    partnerId?: string
    permissions?: string[]
    limits?: 'default' | Partial<Limits>
    plan?: Plan
  }): Promise<Client>
  /** Starts another server on the same data, which only the services backend allows. */
  startAnother(options?: Options): Promise<RunningServer>
}

/** Limits that no test reaches. */
const wideLimits = Object.fromEntries(
  Object.keys(loadContract().defaultLimits).map((name) => [name, 100_000]),
) as Limits

/** Starts a server that is stopped at the end of the test. */
export async function startHarness(
  t: ExecutionContext,
  { settings = {}, overrides = {}, role = 'all', lameDuckMs = 0, ownThreads = false }: Options = {},
): Promise<Harness> {
  const place = await makePlace()
  t.teardown(place.remove)
  const all = { HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'debug', ...place.settings, ...settings }
  const log: string[] = []
  const { sensitive } = overrides.contract ?? loadContract()
  const sink = createLog('debug', sensitive, { write: (line: string) => void log.push(line) })
  const start = async (config: Config, changes: Overrides, lameDuckMs: number) => {
    // Long enough that a busy machine never makes Redis look unavailable.
    const own = changes.timings ?? timingsOf(changes.contract ?? loadContract())
    const patient = { ...own, countersTimeoutMs: 10_000, lameDuckMs }
    const threads = ownThreads ? undefined : threadsOf(t, config, changes, sink)
    const started = await startServer(config, sink, { threads, ...changes, timings: patient })
    t.teardown(started.stop)
    return started
  }
  const server = await start(readConfig(all, ['--role', role]), overrides, lameDuckMs)
  const url = await witnessed(t, server.url)
  let partners = 0
  const makePartner = async (limits: 'default' | Partial<Limits>, plan?: Plan) => {
    partners += 1
    const { id, name } = await createPartner(server.services, `partner ${partners}`, plan)
    if (limits !== 'default') await setLimits(server.services, name, limits)
    return id
  }
  return {
    server,
    settings: all,
    log,
    async client({ environment = 'SANDBOX', tenant = 'acme', partnerId, permissions, limits = wideLimits, plan } = {}) {
      const owner = partnerId ?? (await makePartner(limits, plan))
      const { key, row } = await issueKey(server.services, { partnerId: owner, environment }, { permissions })
      return new Client(t, url as string, key, tenant, owner, row.id)
    },
    startAnother: ({ settings = {}, overrides = {}, role = 'all', lameDuckMs = 0 } = {}) =>
      start(readConfig({ ...all, ...settings }, ['--role', role]), overrides, lameDuckMs),
  }
}

const silent = createLog('silent', new Set())
let shared: Pool | undefined

/**
 * Returns the threads for a server, or undefined if its settings need other threads. A file's servers share the threads
 * of the embedded engine and those that read files, because each takes half a second of CPU to start.
 */
function threadsOf(
  t: ExecutionContext,
  { groq, modelCalls, ocrLanguages: languages }: Config,
  { contract = loadContract(), timings: { providerRestMs: restMs } = timings }: Overrides,
  log: Log,
): Pool | undefined {
  if (languages.join() !== 'eng') return undefined
  if (!isDeepStrictEqual(ofThreads(contract), ofThreads(loadContract()))) return undefined
  const common = { contract, languages, restMs }
  const all = (shared ??= createPool({ ...common, engine: { name: 'embedded' }, modelCalls: 1 }, silent))
  if (!groq) return all
  const own = createPool({ ...common, engine: { name: 'groq', ...groq }, modelCalls }, log)
  t.teardown(own.close)
  return { ...own, parseResume: all.parseResume, load: () => ({ ...own.load(), reading: all.load().reading }) }
}

/** Returns the numbers in the contract that a server's threads depend on. */
function ofThreads({ retries, retention, sizes, timeouts }: Contract): unknown[] {
  return [retries.provider.failuresMax, retention.unreadableFilesSeconds, sizes.resume, timeouts.scanSeconds]
}

async function makePlace(): Promise<Place> {
  if (backend === 'services') return makeMigratedDatabase()
  const folder = makeFolder()
  writeFileSync(join(folder, databaseName), await (migrated ??= migratedFile()), { mode: 0o600 })
  return { settings: { DATA_DIR: folder }, remove: async () => removeFolder(folder) }
}

const makeFolder = () => mkdtempSync(join(fastFolder(), 'screening-test-'))
const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })

const databaseName = 'screening.sqlite'
let migrated: Promise<Buffer> | undefined

/** Returns a migrated file. Each test gets a copy of it, because the migrations take half of a server's start. */
async function migratedFile(): Promise<Buffer> {
  const folder = makeFolder()
  try {
    const database = openDatabase({ file: join(folder, databaseName) })
    await migrate(database)
    await database.close()
    return readFileSync(join(folder, databaseName))
  } finally {
    removeFolder(folder)
  }
}
