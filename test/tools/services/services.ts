/**
 * Private MariaDB, RabbitMQ and Redis for this checkout: `node test/tools/services/services.ts start | stop | status`.
 * `stop` accepts the names of single services.
 *
 * Uses `<repository>/.services/` for data folders, logs, pid files, the ports (free ones that are chosen at the first
 * start, then kept) and `environment.json`, which tests read. Must never touch the system's own instances or end a
 * process that it did not start: a process is ours only while its command line contains our mark.
 */
import { type StdioOptions, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Ports,
  type Service,
  type ServicesEnvironment,
  dataFolder,
  environmentOf,
  folder,
  services,
} from './commands.ts'
import { installMissing, placed } from './packages.ts'

const environmentFile = join(folder, 'environment.json')
const portsFile = join(folder, 'ports.json')

// RabbitMQ takes 10 s on two idle cores, and many times longer on a busy machine.
const startTimeoutMs = 90_000
// After this time, a service is killed. When stopping, RabbitMQ closes its queues, and MariaDB flushes its buffer pool.
const stopTimeoutMs = 20_000
const pollMs = 100

/** Returns the addresses of the services if all of them are running, otherwise null. */
export function findServices(): ServicesEnvironment | null {
  if (!existsSync(environmentFile)) return null
  const ports = readPorts()
  return services.every((service) => pidOf(service, ports) !== null) ? environmentOf(ports) : null
}

/**
 * Like `findServices`, for a test that needs the services. With `CI=true`, missing services are a failure, so that the
 * gate never tests less than it promises.
 */
export function readServices(): ServicesEnvironment | null {
  const found = findServices()
  if (!found && process.env.CI === 'true') throw new Error('the services are not running: make services')
  return found
}

/** Installs what is missing, starts what is not running, and waits until each service responds. Can be repeated. */
export async function startServices(): Promise<ServicesEnvironment> {
  installMissing()
  const ports = await choosePorts()
  for (const service of services) {
    if (pidOf(service, ports) === null) launch(service, ports)
  }
  for (const service of services) await untilAnswers(service, ports)
  const environment = environmentOf(ports)
  writeFileSync(environmentFile, JSON.stringify(environment, null, 2) + '\n')
  return environment
}

/** Stops this checkout's services, or only the named ones, in reverse order. Returns a line about each. */
export async function stopServices(names: string[] = services.map(({ name }) => name)): Promise<string[]> {
  rmSync(environmentFile, { force: true })
  const ports = readPorts()
  const lines: string[] = []
  for (const service of services.filter(({ name }) => names.includes(name)).toReversed()) {
    const pid = pidOf(service, ports)
    lines.push(`${service.name}: ${pid === null ? 'was not running' : await end(service, ports, pid)}`)
    rmSync(pidFile(service), { force: true })
  }
  return lines
}

// ── processes ───────────────────────────────────────────────────────────────────────────────────

function launch(service: Service, ports: Ports): void {
  mkdirSync(dataFolder(service.name), { recursive: true })
  const { command, args, env } = placed(service.start(ports), folder)
  const log = openSync(logFile(service), 'a')
  const stdio: StdioOptions = ['ignore', log, log]
  const child = spawn(command, args, { detached: true, cwd: folder, stdio, env: { ...process.env, ...env } })
  child.on('error', () => {}) // a program that cannot start is reported as a service that does not respond
  closeSync(log)
  child.unref()
  writeFileSync(pidFile(service), `${child.pid ?? 0}`)
}

async function untilAnswers(service: Service, ports: Ports): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    try {
      return await service.answers(ports)
    } catch (error) {
      // Only a missing process means that the start failed. A missing `mark` does not: while a start script such as
      // RabbitMQ's still runs, the command line does not contain it yet.
      const gone = commandLine(lastPid(service)) === ''
      if (gone || Date.now() > deadline) {
        throw new Error(`${service.name} does not respond: see ${logFile(service)}`, { cause: error })
      }
      await delay(pollMs)
    }
  }
}

async function end(service: Service, ports: Ports, pid: number): Promise<string> {
  process.kill(pid, 'SIGTERM')
  const deadline = Date.now() + stopTimeoutMs
  while (Date.now() < deadline) {
    if (pidOf(service, ports) === null) return `stopped (pid ${pid})`
    await delay(pollMs)
  }
  process.kill(pid, 'SIGKILL')
  return `killed, it did not stop within ${stopTimeoutMs / 1000} s (pid ${pid})`
}

/** Returns the id of the process that we started, or null if it no longer runs. */
export function pidOf(service: Service, ports: Ports): number | null {
  const pid = lastPid(service)
  return commandLine(pid).includes(service.mark(ports)) ? pid : null
}

function lastPid(service: Service): number {
  return existsSync(pidFile(service)) ? Number(readFileSync(pidFile(service), 'utf8')) : 0
}

/** Returns a process's command line, or an empty string if there is no such process. */
function commandLine(pid: number): string {
  try {
    if (existsSync('/proc/self')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

// ── files and ports ─────────────────────────────────────────────────────────────────────────────

function pidFile(service: Service): string {
  return join(folder, `${service.name}.pid`)
}

function logFile(service: Service): string {
  return join(folder, `${service.name}.log`)
}

export function readPorts(): Ports {
  if (existsSync(portsFile)) return JSON.parse(readFileSync(portsFile, 'utf8')) as Ports
  return Object.fromEntries(services.flatMap(({ ports }) => ports.map((port) => [port, 0]))) as Ports
}

/** Keeps the ports from the last start, except those that another program has taken. */
async function choosePorts(): Promise<Ports> {
  const before = readPorts()
  const ports = { ...before }
  // All ports are held until the last one is chosen, because a released port may be assigned again.
  const held: Server[] = []
  for (const service of services) {
    if (pidOf(service, before) !== null) continue
    for (const name of service.ports) {
      const server = await listen(ports[name]).catch(() => listen(0))
      held.push(server)
      ports[name] = (server.address() as AddressInfo).port
    }
  }
  for (const server of held) await once(server.close(), 'close')
  mkdirSync(folder, { recursive: true })
  writeFileSync(portsFile, JSON.stringify(ports, null, 2) + '\n')
  return ports
}

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

// ── the script ──────────────────────────────────────────────────────────────────────────────────

const commands: Record<string, () => Promise<string[]>> = {
  start: async () => Object.entries(await startServices()).map(([name, value]) => `export ${name}=${value}`),
  stop: () => stopServices(process.argv.length > 3 ? process.argv.slice(3) : undefined),
  status: async () => {
    const ports = readPorts()
    return services.map((service) => `${service.name}: ${pidOf(service, ports) === null ? 'not running' : 'running'}`)
  },
}

if (import.meta.main) {
  const command = commands[process.argv[2] ?? '']
  try {
    if (!command) throw new Error('usage: node test/tools/services/services.ts start | stop | status')
    console.log((await command()).join('\n'))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
