/**
 * Several processes of the service that use the same services. `node test/tools/services/cluster.ts` runs two APIs and
 * two workers until Ctrl-C. Ends only processes that it started, and stops the services if it had to start them.
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
  /** The process's name: `api 1`, `worker 2` and so on. */
  name: string
  child: ChildProcess
  /** The API's address, or null for a worker. */
  url: string | null
  adminUrl: string
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

export type MemberOptions = {
  name: string
  role: 'api' | 'worker' | 'all'
  settings: Record<string, string>
  /** The file to run, `src/start.sh` by default. */
  entry?: string
  /** The checkout to run, for example another release. By default, this checkout. */
  checkout?: string
  /** Called with each line of the log. */
  onLog?: (line: string) => void
  /**
   * Called with each message that the process sends to its parent. Without this function, the process has no channel to
   * its parent.
   */
  onMessage?: (message: unknown) => void
}

/** Starting takes a second, or a few seconds on a busy machine. A process that has not started after a minute hangs. */
const startTimeoutMs = 60_000

/** Thrown if a process did not become ready: it ended, or it hung and was killed. */
export class StartFailed extends Error {
  /** The exit code, the signal that ended it, or `hung`. */
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
    // Each process has its own process group, because Ctrl-C reaches the terminal's whole group, and members must end
    // in order.
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

/** Ends a member and waits until it has ended. */
export async function endMember(
  { child, ended }: Member,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  return ended
}

/** Starts two APIs and two workers. If one does not start, ends the others. */
async function startCluster(options: Pick<MemberOptions, 'settings' | 'onLog'>): Promise<Member[]> {
  const members: Member[] = []
  try {
    // They start one after the other, because the first one migrates the database.
    for (const role of ['api', 'worker'] as const)
      for (const number of [1, 2]) members.push(await startMember({ name: `${role} ${number}`, role, ...options }))
    return members
  } catch (error) {
    await Promise.all(members.map((member) => endMember(member)))
    throw error
  }
}

/**
 * This checkout's secret key. It stays the same, because data that is already stored could otherwise not be read after
 * a restart.
 */
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
    console.log('Finishing the running jobs.')
    await Promise.all(members.map((member) => endMember(member)))
    if (!running) await stopServices()
  }
}

if (import.meta.main) await main()
