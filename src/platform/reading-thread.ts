/**
 * A thread that reads one file at a time, and is replaced when a file takes it along.
 *
 * Owns when a file's time begins and ends. The time that a thread takes to start is not the file's; nor is what the
 * engine takes that judges the text in the same thread.
 */
import { Piscina } from 'piscina'
import type { ParseResumeOutcome, ReadingMessage, ReadingOutcome, TimedParseResumeTask } from '../../workers/tasks.ts'

export type UntimedTask = Omit<TimedParseResumeTask, 'timeoutMs'>
type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>

export type ReadingThreadSettings = Pick<PiscinaOptions, 'filename' | 'niceIncrement' | 'env'> & {
  /** Gives the thread a sandbox: see `Sandboxes`. */
  serve: (port: MessagePort) => void
}

export interface ReadingThread {
  /**
   * One call at a time. `fileSha256`, in hexadecimal digits, is null where the thread never began. Rejects if the thread
   * is lost.
   */
  read(task: UntimedTask, timeoutMs: number): Promise<{ outcome: ReadingOutcome; fileSha256: string | null }>
  /** Starts a thread for the next file, unless one runs or starts already. */
  prepare(): void
  /** Whether one runs or starts. */
  runs(): boolean
  close(): Promise<void>
}

/** Texts of every kind that a file may hold fit (measured). One that outgrows them costs its thread, and nobody else's memory. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }
/** An idle thread ends, which gives back what large files left in it; the next file waits a moment for a new one. */
const idleTimeout = 20_000
/** A task stops itself at its deadline; one that hangs is terminated this much later. */
const endAfterMs = 1_000
/** A thread that has not begun by then never will: on a very busy machine, its start takes seconds. */
const beginWithinMs = 60_000

/** The thread starts with its first file, or when it is told to prepare for it. */
export function createReadingThread({ serve, ...settings }: ReadingThreadSettings): ReadingThread {
  let begin: (fileSha256: string) => void = () => {}
  let judge: () => void = () => {}
  const open = () =>
    new Piscina({ ...settings, resourceLimits, minThreads: 0, maxThreads: 1, idleTimeout })
      // It may break while it is being terminated; whoever waited for it has an answer.
      .on('error', () => {})
      .on('message', (message: ReadingMessage) => {
        if ('sandbox' in message) serve(message.sandbox)
        else if ('judging' in message) judge()
        else begin(message.begun)
      })
  let thread = open()
  const renew = async () => {
    const old = thread
    thread = open()
    await old.destroy()
  }
  return {
    async read(task, timeoutMs) {
      const late = new AbortController()
      const endIn = (ms: number) => setTimeout(() => late.abort(), ms).unref()
      let timer = endIn(beginWithinMs)
      let fileSha256: string | null = null
      let isJudging = false
      begin = (digest) => {
        fileSha256 = digest
        clearTimeout(timer)
        timer = endIn(timeoutMs + endAfterMs)
      }
      judge = () => {
        isJudging = true
        clearTimeout(timer)
        timer = endIn((task.judge?.timeoutMs ?? 0) + endAfterMs)
      }
      // The file moves instead of being copied; piscina's types take the last overload of postMessage.
      const transferList = ('bytes' in task.source ? [task.source.bytes.buffer] : []) as never
      try {
        const options = { name: 'parseResume', signal: late.signal, transferList }
        const { spent, ...outcome } = await thread.run({ ...task, timeoutMs }, options)
        if (spent) await renew()
        return { outcome, fileSha256 }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
          return { outcome: killed('the file outgrew the memory of its thread'), fileSha256 }
        if (!late.signal.aborted || fileSha256 === null) throw error
        if (isJudging)
          return { outcome: { ok: false, code: 'TIMEOUT', message: 'the engine took too long' }, fileSha256 }
        return { outcome: killed(`the thread was terminated after ${timeoutMs} ms`), fileSha256 }
      } finally {
        clearTimeout(timer)
      }
    },
    prepare() {
      if (!this.runs()) thread.run(null, { name: 'prepareReading' }).catch(() => {})
    },
    runs: () => thread.threads.length > 0,
    close: () => thread.destroy(),
  }
}

function killed(message: string): ParseResumeOutcome {
  return { ...failed(message), killed: 'unknown' }
}

/** The outcome of a file that cost its thread, or would have. */
export function failed(message: string): ParseResumeOutcome & { ok: false } {
  return { ok: false, code: 'RESUME_PARSE_FAILED', message }
}
