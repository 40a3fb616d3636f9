/** Runs the service as its users start it: a process with only the settings that a test gives. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { fastFolder } from '../fast-folder.ts'
import { until } from '../until.ts'

const root = join(import.meta.dirname, '../../..')

/**
 * The environment that a process of the service inherits, without any settings. The compile cache saves half of the CPU
 * that a start takes.
 */
export const inherited = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}

export type Running = {
  child: ChildProcess
  /** The process's output so far. */
  stdout: () => string
  stderr: () => string
  /** The API's address, when it is ready. */
  url: string
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

export type Finished = { code: number | string; stdout: string; stderr: string }

export function privateFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(fastFolder(), 'screening-process-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a command, which is killed at the end of the test if it still runs. */
export function launch(t: ExecutionContext, command: string, args: string[], env: Record<string, string>) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), 'SIGKILL')
    await ended
  })
  return { child, ended, stdout: () => stdout, stderr: () => stderr }
}

/** Starts the server on free ports, and waits until it reports that it is ready. */
export async function startProcess(
  t: ExecutionContext,
  env: Record<string, string>,
  [command, ...args]: [string, ...string[]] = ['sh', 'src/start.sh'],
): Promise<Running> {
  const launched = launch(t, command, args, { PORT: '0', ADMIN_PORT: '0', ...env })
  let end: number | string | undefined
  void launched.ended.then((how) => (end = how))
  const url = await until('the server says that it is ready', () => {
    if (end !== undefined) throw new Error(`the server ended with ${end}: ${launched.stderr()}`)
    return launched.stdout().includes('ready') && /http:\/\/127\.0\.0\.1:\d+/.exec(launched.stdout())?.[0]
  })
  return { ...launched, url }
}

/** Runs a command to completion. */
export async function runProcess(
  t: ExecutionContext,
  env: Record<string, string>,
  [command, ...args]: [string, ...string[]],
): Promise<Finished> {
  const { ended, stdout, stderr } = launch(t, command, args, env)
  return { code: await ended, stdout: stdout(), stderr: stderr() }
}

/** Returns a port of 127.0.0.1 that no process uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
