/**
 * The only module that starts processes for a bench.
 *
 * A process runs until it is stopped, at most until the bench ends. If it does not become ready, the error contains the
 * last lines of its standard error.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { nodeProgram, outFolder, root } from './checkouts.ts'

/** A start takes a second, or several on a busy machine. After a minute it has hung. */
const startTimeoutMs = 60_000
/** The time to wait for a process to end. The service promises to drain within 25 s. */
const stopTimeoutMs = 30_000
/** How many of the last lines of standard error to keep: enough for an error with its stack and its cause. */
const tailLines = 30

export type Process = {
  name: string
  pid: number
  child: ChildProcess
  /** Returns the last lines of the process's standard error. */
  tail: () => string
  hasEnded: () => boolean
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

export type Launch = {
  name: string
  /** The file to run in the folder `cwd`: a module for Node, or a shell script. */
  file: string
  args?: string[]
  cwd?: string
  env?: Record<string, string>
  /** Opens a channel for messages. */
  ipc?: boolean
}

const running = new Set<Process>()
process.once('exit', killAll)

/** Kills all processes that are still running. */
export function killAll(): void {
  for (const { child } of running) child.kill('SIGKILL')
}

/**
 * The environment of every process. It contains nothing from the shell except NODE_OPTIONS, so that you can profile all
 * processes with `--cpu-prof`.
 */
function environment(env: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH = '', HOME, NODE_OPTIONS = '' } = process.env
  return { PATH: `${dirname(nodeProgram)}:${PATH}`, HOME, NODE_OPTIONS, ...env }
}

/** Starts a process without waiting for it. */
export function launch({ name, file, args = [], cwd = root, env, ipc = false }: Launch): Process {
  const child = spawn(file.endsWith('.sh') ? 'sh' : nodeProgram, [file, ...args], {
    cwd,
    // Start the process in its own group. Otherwise Ctrl-C in the terminal would reach it, but only the bench must stop
    // it.
    detached: true,
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  })
  const lines: string[] = []
  createInterface({ input: child.stderr as Readable }).on('line', (line) => {
    lines.push(line)
    if (lines.length > tailLines) lines.shift()
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const ended = once(child, 'close').finally(() => running.delete(started))
  ended.catch(() => {}) // the code that awaits the start gets this error
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!hasEnded()) child.kill(signal)
    const late = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
    await ended.finally(() => clearTimeout(late))
  }
  const started: Process = { name, pid: child.pid ?? 0, child, tail: () => lines.join('\n'), hasEnded, stop }
  running.add(started)
  return started
}

/**
 * Resolves to the value of `ready`. @throws Error with the end of standard error if the process ends first, or hangs
 */
export async function whenReady<T>(started: Process, ready: Promise<T>): Promise<T> {
  const failed = Promise.withResolvers<never>()
  const fail = (how: string) => failed.reject(new Error(`${started.name} did not start: ${how}\n${started.tail()}`))
  const late = setTimeout(() => fail(`not ready within ${startTimeoutMs / 1000} s`), startTimeoutMs)
  started.child.once('error', (error) => fail(error.message))
  started.child.once('close', (code, signal) => fail(`it ended with ${code ?? signal}`))
  try {
    return await Promise.race([ready, failed.promise])
  } catch (error) {
    await started.stop('SIGKILL')
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** Resolves to the first match in the process's output. @throws as `whenReady` */
export function firstMatch(started: Process, pattern: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve } = Promise.withResolvers<RegExpExecArray>()
  let text = ''
  // Keep reading: a full pipe would stop the process.
  started.child.stdout?.on('data', (chunk) => {
    if (text.length > 100_000) return
    const found = pattern.exec((text += chunk))
    if (found) resolve(found)
  })
  return whenReady(started, promise)
}

/** Runs an operator's command and returns its output. @throws Error with its standard error */
export function runCli(cwd: string, env: Record<string, string>, ...argv: string[]): string {
  // A stage runs dozens of commands. A compile cache halves the time of each.
  const cached = { NODE_COMPILE_CACHE: join(outFolder, 'compiled'), ...env }
  return execFileSync(nodeProgram, ['src/cli.ts', ...argv], { cwd, env: environment(cached), encoding: 'utf8' })
}

/** Returns the errors of processes that exited before they were stopped. */
export function obituaries(processes: Process[]): string {
  const dead = processes.filter((one) => one.hasEnded())
  return dead
    .map(({ name, child, tail }) => `${name} ended (${child.exitCode ?? child.signalCode}): ${tail()}`)
    .join('\n')
}
