/**
 * Several processes of the service over one set of services: `node test/tools/services/cluster.ts` runs two APIs and
 * two workers until Ctrl-C.
 *
 * Ends the processes that it started, by id, and stops the services that it had to start.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { folder } from './commands.ts'
import { inherited } from './process.ts'
import { findServices, startServices, stopServices } from './services.ts'

const root = join(import.meta.dirname, '../../..')

export type Member = {
  /** `api 1`, `worker 2`, … */
  name: string
  child: ChildProcess
  /** Address of the API; null for a worker. */
  url: string | null
  adminUrl: string
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

export type MemberOptions = {
  name: string
  role: 'api' | 'worker' | 'all'
  settings: Record<string, string>
  /** The file to run; `src/start.sh` by default. */
  entry?: string
  /** The checkout that it runs from, for example another release's; this one by default. */
  checkout?: string
  /** Receives each line of its log. */
  onLog?: (line: string) => void
  /** Receives its messages to the parent; without it there is no channel between them. */
  onMessage?: (message: unknown) => void
}

/** A start takes a second, or a few on a busy machine; after a minute it has hung. */
const startTimeoutMs = 60_000

/** A process did not become ready: it ended, or hung and was killed. */
export class StartFailed extends Error {
  /** Exit code, or the signal that ended it; `hung` if it was too slow. */
  readonly how: number | string

  constructor(name: string, how: number | string, log: string[]) {
    super(`${name} did not start (${how}): ${log.join('\n')}`)
    this.how = how
  }
}

/** Starts one process and waits until it reports that it is ready. @throws StartFailed */
export async function startMember({
  name,
  role,
  settings,
  entry,
  checkout = root,
  onLog,
  onMessage,
}: MemberOptions): Promise<Member> {
  const [command, file] = entry === undefined ? ['sh', 'src/start.sh'] : ['node', entry]
  const child = spawn(command, [join(checkout, file), '--role', role], {
    cwd: checkout,
    // Ctrl-C reaches the whole terminal's group, but members must end in order.
    detached: true,
    env: { ...inherited, PORT: '0', ADMIN_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe', ...(onMessage ? (['ipc'] as const) : [])],
  })
  if (onMessage) child.on('message', onMessage)
  const endNow = () => void child.kill('SIGKILL')
  process.once('exit', endNow)
  const ended = once(child, 'exit').then(([code, signal]) => {
    process.off('exit', endNow)
    return (code ?? signal) as number | string
  })
  const log: string[] = []
  let isReady = false
  createInterface({ input: child.stderr as Readable }).on('line', (line) => {
    if (!isReady) log.push(line)
    onLog?.(line)
  })
  const lines = createInterface({ input: child.stdout as Readable })
  const ready = new Promise<RegExpExecArray>((resolve) =>
    lines.on('line', (line) => {
      const found = /is ready: (\S+), health on (\S+)/.exec(line)
      if (found) resolve(found)
    }),
  )
  const over = new AbortController()
  const hung = delay(startTimeoutMs, 'hung' as const, { signal: over.signal })
  const first = await Promise.race([ready, ended, hung]).finally(() => over.abort())
  if (first === 'hung') child.kill('SIGKILL')
  if (!Array.isArray(first)) throw new StartFailed(name, first, log)
  isReady = true
  const [, url = '', adminUrl = ''] = first
  return { name, child, url: url === 'worker' ? null : url, adminUrl, ended }
}

/** Ends a member and waits for it. */
export async function endMember(
  { child, ended }: Member,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  return ended
}

/** Starts two APIs and two workers; if one does not start, ends the others. */
async function startCluster(options: Pick<MemberOptions, 'settings' | 'onLog'>): Promise<Member[]> {
  const members: Member[] = []
  try {
    // One after the other: the first migrates the database.
    for (const role of ['api', 'worker'] as const)
      for (const number of [1, 2]) members.push(await startMember({ name: `${role} ${number}`, role, ...options }))
    return members
  } catch (error) {
    await Promise.all(members.map((member) => endMember(member)))
    throw error
  }
}

/** The checkout's own secret: it must not change, or stored data could not be read after a restart. */
function secretKey(): string {
  const file = join(folder, 'secret-key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

async function main(): Promise<void> {
  const running = findServices()
  const services = running ?? (await startServices())
  const settings = { ...services, SECRET_KEY: secretKey(), LOG_LEVEL: 'warn' }
  let members: Member[] = []
  try {
    members = await startCluster({ settings, onLog: (line) => console.error(line) })
    for (const { name, url, adminUrl } of members) console.log(`${name.padEnd(9)} ${url ?? ''} health on ${adminUrl}`)
    console.log(`\nThe operator's commands work on the same data:\n`)
    for (const [name, value] of Object.entries({ ...services, SECRET_KEY: settings.SECRET_KEY }))
      console.log(`export ${name}=${value}`)
    console.log('npm run -s cli -- partners create acme-ats\n\nCtrl-C ends all of it.')
    await new Promise<void>((resolve) => {
      process.once('SIGINT', resolve)
      process.once('SIGTERM', resolve)
      for (const { name, ended } of members)
        void ended.then((code) => {
          console.error(`${name} has ended with ${code}`)
          resolve()
        })
    })
  } finally {
    console.log('Finishing the jobs in work.')
    await Promise.all(members.map((member) => endMember(member)))
    if (!running) await stopServices()
  }
}

if (import.meta.main) await main()
