/**
 * Runs this thread's sandbox: starts it, gives it one file at a time, ends it.
 *
 * Owns the child process, its folder and its deadline. A hostile file can cost the sandbox its life, never the
 * thread's.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pTimeout from 'p-timeout'
import { type Reading, ReadingError } from '../reading.ts'
import type { SandboxAnswer, SandboxRequest, SandboxType } from './protocol.ts'

/** Decided for partners: a conversion that takes longer has failed. Ordinary files take milliseconds. */
const conversionMs = 10_000

/** Sixty thousand paragraphs fit (measured); a bomb ends here. */
const heapMegabytes = 128

/** Formats that need a program, which may not be installed, and which the sandbox does not confine. */
const programs: Partial<Record<SandboxType, string>> = { doc: 'antiword', rtf: 'unrtf' }

type Sandbox = { child: ChildProcess; folder: string }

let sandbox: Sandbox | null = null
let last: Promise<unknown> = Promise.resolve()

/**
 * Converts a file in the sandbox, after earlier requests. Throws ReadingError with the converter's code:
 * RESUME_CONVERSION_FAILED when its program is switched off or not installed, RESUME_PARSE_FAILED when it crashed, outgrew its memory,
 * or ran until `deadlineAt` or for 10 s.
 */
export function convertInSandbox(type: SandboxType, bytes: Uint8Array, deadlineAt: number): Promise<Reading> {
  const program = programs[type]
  if (program && !mayStart(program)) {
    const state = isInstalled(program) ? 'needs CONVERTERS=on' : 'is missing'
    return Promise.reject(new ReadingError('RESUME_CONVERSION_FAILED', `${type} needs ${program}, which ${state}`))
  }
  const conversion = last.then(() => convert(type, bytes, Math.min(deadlineAt, Date.now() + conversionMs)))
  last = conversion.catch(() => {})
  return conversion
}

function mayStart(program: string): boolean {
  return process.env['CONVERTERS'] === 'on' && isInstalled(program)
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

async function convert(type: SandboxType, bytes: Uint8Array, deadlineAt: number): Promise<Reading> {
  const own = (sandbox ??= start())
  const { child, folder } = own
  const file = `${randomBytes(16).toString('hex')}.${type}`
  keepAlive(child, true)
  try {
    await writeFile(join(folder, file), bytes, { mode: 0o600 })
    const answer = await ask(own, { type, file }, deadlineAt)
    if (!answer.ok) throw new ReadingError(answer.code, answer.message)
    return { text: answer.text, pages: null, flags: new Set(answer.flags) }
  } finally {
    await rm(join(folder, file), { force: true })
    keepAlive(child, false)
  }
}

/** The sandbox's answer. Without one the sandbox is ended, and the next file gets a new one. */
async function ask(own: Sandbox, request: SandboxRequest, deadlineAt: number): Promise<SandboxAnswer> {
  const { child } = own
  const lost = new AbortController()
  const lose = (): void => lost.abort()
  child.once('exit', lose).once('error', lose)
  try {
    child.send(request, (error) => error && lose())
    const answered = once(child, 'message', { signal: lost.signal })
    const [answer] = (await pTimeout(answered, { milliseconds: Math.max(1, deadlineAt - Date.now()) })) as [
      SandboxAnswer,
    ]
    return answer
  } catch {
    // A SIGKILL that we did not send means that the system was short of memory. A file that defeats the sandbox makes
    // it abort or hang.
    const isLost = child.signalCode === 'SIGKILL' && Date.now() < deadlineAt
    await end(own)
    const message = `the ${request.type} converter was lost or took too long`
    throw new ReadingError('RESUME_PARSE_FAILED', message, { lost: isLost })
  } finally {
    child.off('exit', lose).off('error', lose)
  }
}

function start(): Sandbox {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'resume-'))
  const mayStartPrograms = Object.values(programs).some(mayStart)
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [], {
    cwd: folder,
    // A session of its own, so that one signal ends it together with the programs that it started.
    detached: true,
    // Only the path to programs: no key, no password, no option for Node.
    env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      // It may read all files, write only its own folder, and open no connection.
      ...['--permission', '--allow-fs-read=*', `--allow-fs-write=${folder}`, '--allow-worker'],
      ...(mayStartPrograms ? ['--allow-child-process'] : []),
    ],
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  // Its watchdog waits for the end of this pipe, which must not keep the thread alive.
  const lifeline = child.stdin as Socket
  lifeline.on('error', () => {}).unref()
  child.on('error', () => {})
  child.once('exit', () => {
    if (sandbox?.child === child) sandbox = null
    rmSync(folder, { recursive: true, force: true })
  })
  return { child, folder }
}

/** Lets the thread end while its sandbox is idle. */
function keepAlive(child: ChildProcess, isBusy: boolean): void {
  if (isBusy) child.ref()
  else child.unref()
  if (isBusy) child.channel?.ref()
  else child.channel?.unref()
}

/** Ends a sandbox with everything that it started, and removes its folder. */
async function end({ child, folder }: Sandbox): Promise<void> {
  if (sandbox?.child === child) sandbox = null
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit')
    process.kill(-child.pid, 'SIGKILL')
    await exited
  }
  await rm(folder, { recursive: true, force: true })
}
