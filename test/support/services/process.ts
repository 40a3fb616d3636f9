/** The service as its users start it: a process of its own, with nothing in its environment but what a test gives. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'

const root = join(import.meta.dirname, '../../..')

export type Running = {
  child: ChildProcess
  /** What it has printed so far. */
  stdout: () => string
  stderr: () => string
  /** Address of the API, once it is ready. */
  url: string
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

export type Finished = { code: number | string; stdout: string; stderr: string }

export function privateFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'screening-process-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function launch(t: ExecutionContext, command: string, args: string[], env: Record<string, string>) {
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
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

/** Starts the server on free ports and waits until it says that it is ready. */
export async function startProcess(
  t: ExecutionContext,
  env: Record<string, string>,
  [command, ...args]: [string, ...string[]] = ['node', 'src/main.ts'],
): Promise<Running> {
  const launched = launch(t, command, args, { PORT: '0', ADMIN_PORT: '0', ...env })
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(launched.stdout().includes('ready') ? launched.stdout() : '')?.[0]
    if (url) return { ...launched, url }
    const event = await Promise.race([once(launched.child.stdout as NodeJS.EventEmitter, 'data'), launched.ended])
    if (!Array.isArray(event)) throw new Error(`the server ended with ${event}: ${launched.stderr()}`)
  }
}

/** Runs a command to its end. */
export async function runProcess(
  t: ExecutionContext,
  env: Record<string, string>,
  [command, ...args]: [string, ...string[]],
): Promise<Finished> {
  const { ended, stdout, stderr } = launch(t, command, args, env)
  return { code: await ended, stdout: stdout(), stderr: stderr() }
}
