/**
 * A scene of the chaos suite: two API and two worker processes; their own database, queues and counters behind proxies
 * that a test can disturb; and the external parts, which are a model, a resume host, a receiver and a partner. This
 * file creates all of it, from the first process to the last row, and removes it. `invariants.ts` contains the checks.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../src/platform/database/database.ts'
import { openDatabase } from '../../../src/platform/database/open.ts'
import { migrate } from '../../../src/platform/database/migrations.ts'
import type { Timings } from '../../../src/platform/timings.ts'
import { startBalancer } from '../../tools/fakes/balancer.ts'
import { createChaosClient, type ChaosClient } from './client.ts'
import { makeKey } from './make-key.ts'
import { superviseMembers, type Members } from './members.ts'
import {
  startFakeGroq,
  type Behaviour as ModelBehaviour,
  type FakeGroq,
  type FakeRequest,
} from '../../tools/fakes/groq.ts'
import { makeDatabase } from '../../tools/services/private-database.ts'
import { startResumeHost, type Behaviour, type ResumeHost } from '../../tools/fakes/resume-host.ts'
import { makeDocx } from '../../tools/samples/resumes.ts'
import { startTcpProxy, type TcpProxy } from '../../tools/fakes/tcp-proxy.ts'
import { startReceiver, type Inbox } from '../../tools/fakes/webhook-receiver.ts'

export type Dependency = 'DATABASE_URL' | 'AMQP_URL' | 'REDIS_URL'

export type Scene = {
  members: Members
  client: ChaosClient
  /** The proxies between the processes and each dependency. */
  proxies: Record<Dependency, TcpProxy>
  /** The database, connected directly instead of through the proxy. */
  database: Database
  /** The broker's own address, which bypasses the proxy, and a function that returns the name of a lane's queue. */
  amqpUrl: string
  queueOf(lane: 'singles' | 'batches' | 'dead'): string
  model: FakeGroq
  /** Returns how often the model was called for each application. */
  calls(): Map<string, number>
  inbox: Inbox
  resumes: ResumeHost
  /** Whether every process counts everything that it stores. A process of an earlier release does not. */
  countsAll: boolean
  /** Ends everything. Resolves with the faults that show only at the end. */
  close(): Promise<string[]>
}

/** The processes in a scene. */
export const memberNames = ['api 1', 'worker 1', 'api 2', 'worker 2'] as const

const jobDescription =
  'Requirements:\n- 5+ years of experience with TypeScript\n- Production experience with PostgreSQL\nNice to have:\n- Kubernetes'

/** MariaDB closes a connection within milliseconds after the client has disconnected. */
const hangUpTimeoutMs = 5_000
const pollMs = 20

/**
 * With `docx`, resumes are Word files, which a sandbox reads, instead of plain text. `timings` override those in
 * `member.ts`. `checkout` is the folder of another release, whose processes start first and create the tables, and
 * `model` is the model that responds to these processes.
 */
export type SceneOptions = { docx?: boolean; timings?: Partial<Timings>; checkout?: string; model?: ModelBehaviour }

export async function openScene(options: SceneOptions = {}): Promise<Scene> {
  const parts = new AsyncDisposableStack()
  try {
    return await furnish(parts, options)
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}

async function furnish(parts: AsyncDisposableStack, options: SceneOptions): Promise<Scene> {
  const { docx = false, timings = {}, checkout } = options
  const place = await makeDatabase()
  parts.defer(place.remove)
  const urls = place.settings as Record<Dependency | 'SECRET_KEY', string>
  const database = openDatabase({ url: urls.DATABASE_URL })
  parts.defer(() => database.close())
  if (checkout === undefined) await migrate(database)
  const proxies = {
    DATABASE_URL: await startTcpProxy(portOf(urls.DATABASE_URL)),
    AMQP_URL: await startTcpProxy(portOf(urls.AMQP_URL)),
    REDIS_URL: await startTcpProxy(portOf(urls.REDIS_URL)),
  }
  parts.defer(async () => void (await Promise.all(Object.values(proxies).map((proxy) => proxy.stop()))))
  const model = await startFakeGroq()
  parts.defer(() => model.close())
  if (options.model) model.otherwise(options.model)
  const resumes = await startResumeHost()
  parts.defer(() => resumes.stop())
  const { pair, inbox } = await startReceiver({ teardown: (end) => parts.defer(async () => void (await end())) })
  const balancer = startBalancer()
  parts.defer(() => balancer.close())
  const through = Object.entries(proxies).map(([name, { port }]) => {
    const url = new URL(urls[name as Dependency])
    url.port = String(port)
    return [name, url.href]
  })
  const members = superviseMembers(
    {
      ...Object.fromEntries(through),
      SECRET_KEY: urls.SECRET_KEY,
      GROQ_API_KEY: 'gsk_chaos',
      GROQ_BASE_URL: model.url,
      OUTBOUND_ALLOW: `${resumes.pair},${pair}`,
      LOG_LEVEL: 'warn',
      CHAOS_TIMINGS: JSON.stringify(timings),
    },
    balancer,
  )
  parts.defer(() => members.close())
  // The other release's first process creates the tables in which the key is stored.
  const [first, ...rest] = memberNames
  if (checkout !== undefined) await members.start(first, checkout)
  const client = createChaosClient(balancer, await makeKey(database), (name) => publishResume(resumes, name, docx))
  const absent = checkout === undefined ? memberNames : rest
  await Promise.all(absent.map((name) => members.start(name, checkout)))
  const hook = inbox('/hook')
  await client.send('POST', '/v1/webhook-endpoints', { url: hook.url })
  await client.send('POST', `/v1/jobs/${client.job}/criteria-generations`, {
    jobContext: { jobTitle: 'Engineer', jobDescription },
  })
  return {
    members,
    client,
    proxies,
    database,
    amqpUrl: urls.AMQP_URL,
    queueOf: (lane) => `screening.${database.name}.${lane}`,
    model,
    calls: () => {
      const asked = Map.groupBy(model.requests, applicationOf)
      return new Map([...asked].map(([application, requests]) => [String(application), requests.length]))
    },
    inbox: hook,
    resumes,
    countsAll: checkout === undefined,
    async close() {
      await members.close()
      const left = await connectionsLeft(proxies)
      await parts.disposeAsync()
      return [...members.faults, ...left]
    },
  }
}

/**
 * Returns which connections are left. A process closes its connections when it ends, which the proxies notice a moment
 * later.
 */
async function connectionsLeft(proxies: Scene['proxies']): Promise<string[]> {
  const open = () => Object.entries(proxies).filter(([, proxy]) => proxy.connections() > 0)
  const deadline = performance.now() + hangUpTimeoutMs
  while (open().length > 0 && performance.now() < deadline) await delay(pollMs)
  return open().map(([name, proxy]) => `${proxy.connections()} connections are left to ${name}`)
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}

// ── resumes ─────────────────────────────────────────────────────────────────────────────────────

/** Publishes the application's resume and returns its URL. The text identifies the application to the model. */
function publishResume({ origin, routes }: ResumeHost, application: string, docx: boolean): string {
  const lines = [
    'Experience',
    '7 years of experience with TypeScript',
    'Production experience with PostgreSQL',
    `Portfolio entry ${application}`,
  ]
  const made = Promise.resolve(docx ? makeDocx(lines) : lines.join('\n'))
  const serve: Behaviour = (response) => void made.then((bytes) => response.writeHead(200).end(bytes))
  routes.set(`/${application}`, serve)
  return `${origin}/${application}`
}

/** Returns the application that a model call is about, or null for other calls. */
export function applicationOf({ body }: FakeRequest): string | null {
  const text = body.messages.map(({ content }) => content).join('\n')
  return /Portfolio entry (app-\d+)/.exec(text)?.[1] ?? null
}
