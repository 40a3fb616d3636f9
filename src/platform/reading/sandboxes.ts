/**
 * Manages the sandboxes: processes that convert office files, one for each reading thread that needs one.
 *
 * Starts and ends each process, and creates and removes its folder. A thread requests a sandbox by sending a port. The
 * sandbox exists until the port is closed. The main thread starts the processes, because the child processes of a
 * terminated thread would remain as zombies. Files and extracted text stay in the folder; only file names are sent
 * through the port.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { constants, getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import pTimeout from 'p-timeout'
import type { SandboxAnswer, SandboxRequest } from '../../../workers/reading/sandbox/protocol.ts'
import { monotonicMs } from '../../kit/time.ts'

export interface Sandboxes {
  /**
   * Starts a sandbox for the thread at the other end of `port`: posts the path of its folder, then a `SandboxAnswer` to
   * each `SandboxRequest`, one at a time. Closes the port when the sandbox has ended, and ends the sandbox when the
   * thread closes the port or ends.
   */
  serve(port: MessagePort): void
  /** Ends all sandboxes; resolves when the last one has ended. */
  close(): Promise<void>
}

/** The heap of a sandbox. It is enough for 60,000 paragraphs (measured), but not for a decompression bomb. */
const heapMegabytes = 128

/** `gone`: the process has ended and its folder is removed. */
type Sandbox = { child: ChildProcess; folder: string; gone: Promise<void> }

export type SandboxSettings = {
  /**
   * The value that is added to this process's nice value for sandboxes, so that they have a lower priority (nice(2)).
   */
  niceIncrement?: number
}

/** Creates the manager; sandboxes start when threads request them. */
export function createSandboxes(settings: SandboxSettings): Sandboxes {
  const open = new Set<Sandbox>()
  const serve = (port: MessagePort) => {
    const sandbox = start(settings)
    open.add(sandbox)
    let answered: Promise<void> | undefined
    const answer = async (request: SandboxRequest) => port.postMessage(await ask(sandbox, request))
    port.on('message', (request: SandboxRequest) => void (answered = answer(request)))
    port.once('close', () => void end(sandbox))
    // The sandbox must not keep this process alive; only callers that wait for it do.
    port.unref()
    port.postMessage(sandbox.folder)
    void sandbox.gone.then(async () => {
      open.delete(sandbox)
      await answered
      port.close()
    })
  }
  return {
    serve(port) {
      try {
        serve(port)
      } catch {
        // A folder or a process could not be created. The thread reports a lost sandbox, and its file is retried.
        port.close()
      }
    },
    async close() {
      await Promise.all([...open].map(end))
    },
  }
}

/** Returns the sandbox's answer. A sandbox that does not answer by the deadline is ended. */
async function ask(sandbox: Sandbox, { deadlineAt, ...conversion }: SandboxRequest): Promise<SandboxAnswer> {
  const { child } = sandbox
  const lost = new AbortController()
  const lose = () => lost.abort()
  child.once('exit', lose)
  try {
    child.send(conversion, (error) => error && lose())
    const answered = once(child, 'message', { signal: lost.signal }) as Promise<[SandboxAnswer]>
    const [answer] = await pTimeout(answered, { milliseconds: Math.max(1, deadlineAt - monotonicMs()) })
    return answer
  } catch {
    // A SIGKILL that this module did not send means that the system was short of memory. A file that crashes the
    // sandbox makes it abort or hang instead.
    const isLost = child.signalCode === 'SIGKILL' && monotonicMs() < deadlineAt
    await end(sandbox)
    const { type } = conversion
    const message = `the ${type} converter was lost or took too long`
    return { ok: false, code: 'RESUME_PARSE_FAILED', message, ...(isLost ? { lost: true } : { killed: type }) }
  } finally {
    child.off('exit', lose)
  }
}

function start({ niceIncrement = 0 }: SandboxSettings): Sandbox {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'resume-'))
  const child = fork(fileURLToPath(new URL('../../../workers/reading/sandbox/child.ts', import.meta.url)), [], {
    cwd: folder,
    // The sandbox has its own process group, because its watchdog kills the whole group.
    detached: true,
    // The sandbox gets no keys, no passwords and no options for Node.
    env: { HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      // The sandbox may read all files and write only to its own folder. It must not open connections or start
      // programs.
      ...['--permission', '--allow-fs-read=*', `--allow-fs-write=${folder}`, '--allow-worker'],
    ],
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  const priority = Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceIncrement)
  if (child.pid !== undefined) setPriority(child.pid, priority)
  child.unref()
  child.channel?.unref()
  // When this pipe closes, the sandbox's watchdog knows that this process has ended.
  const lifeline = child.stdin as Socket | null
  lifeline?.on('error', () => {}).unref()
  // A process that could not be started emits `error` and never `exit`.
  const ended = new Promise((resolve) => child.once('exit', resolve).on('error', resolve))
  const gone = ended.then(() => rm(folder, { recursive: true, force: true })).catch(() => {})
  return { child, folder, gone }
}

/** Ends a sandbox; resolves when its process and folder are gone. */
async function end({ child, gone }: Sandbox): Promise<void> {
  child.ref() // until it has ended
  try {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The process has already ended by itself.
  }
  await gone
}
