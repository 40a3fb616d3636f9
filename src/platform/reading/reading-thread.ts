/**
 * A thread that reads one file at a time, and is replaced when a file takes it along.
 *
 * Owns when a file's time begins and ends. The time that a thread takes to start is not the file's; nor is what the
 * engine takes that judges the text in the same thread, nor what passes while the whole process stands still.
 */
import { Piscina } from 'piscina'
import {
  beginStep,
  createProgress,
  readProgress,
  type Progress,
  type ReadingWorkerData,
} from '../../kit/threads/progress.ts'
import type { Standstill } from './standstill.ts'
import type {
  ParseResumeOutcome,
  ReadingMessage,
  ReadingOutcome,
  Tasks,
  TimedParseResumeTask,
} from '../../../workers/tasks.ts'
import { monotonicMs } from '../../kit/time.ts'

export type UntimedTask = Omit<TimedParseResumeTask, 'timeoutMs'>
type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>

export type ReadingThreadSettings = Pick<PiscinaOptions, 'filename' | 'niceIncrement' | 'env'> & {
  /** Gives the thread a sandbox: see `Sandboxes`. */
  serve: (port: MessagePort) => void
  standstill: Pick<Standstill, 'since'>
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
export function createReadingThread({ serve, standstill, ...settings }: ReadingThreadSettings): ReadingThread {
  const open = () => {
    const progress = createProgress()
    const workerData = { progress } satisfies ReadingWorkerData
    const pool = new Piscina({ ...settings, workerData, resourceLimits, minThreads: 0, maxThreads: 1, idleTimeout })
      // It may break while it is being terminated; whoever waited for it has an answer.
      .on('error', () => {})
      .on('message', ({ sandbox }: ReadingMessage) => serve(sandbox))
    return { pool, progress }
  }
  let thread = open()
  const renew = async () => {
    const { pool } = thread
    thread = open()
    await pool.destroy()
  }
  const read: ReadingThread['read'] = async (task, timeoutMs) => {
    const { pool, progress } = thread
    beginStep(progress, 'waiting', monotonicMs())
    // Not by a signal: making it, and piscina listening to it, costs the main thread 3 µs a file (measured).
    let late: Promise<void> | null = null
    const limits = { waiting: beginWithinMs, reading: timeoutMs, judging: task.judge?.timeoutMs }
    const stopWatching = watchStep(progress, limits, () => void (late = renew()))
    // The file moves instead of being copied; piscina's types take the last overload of postMessage.
    const transferList = ('bytes' in task.source ? [task.source.bytes.buffer] : []) as never
    try {
      const read: unknown = await pool.run({ ...task, timeoutMs }, { name: 'parseResume', transferList })
      const { spent, ...outcome } = read as Awaited<ReturnType<Tasks['parseResume']>>
      if (spent) await renew()
      return { outcome, fileSha256: readProgress(progress).fileSha256 }
    } catch (error) {
      const { step, fileSha256 } = readProgress(progress)
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        return { outcome: killed('the file outgrew the memory of its thread'), fileSha256 }
      if (!late || step === 'waiting') throw error
      if (step === 'judging')
        return { outcome: { ok: false, code: 'TIMEOUT', message: 'the engine took too long' }, fileSha256 }
      return { outcome: killed(`the thread was terminated after ${timeoutMs} ms`), fileSha256 }
    } finally {
      stopWatching()
      await (late as Promise<void> | null)
    }
  }
  return {
    async read(task, timeoutMs) {
      const beganAt = monotonicMs()
      const ended = await read(task, timeoutMs)
      // Else a machine that was suspended fails every file that it was reading, and refuses them for minutes.
      return isHopeless(ended.outcome) && standstill.since(beganAt) ? { ...ended, outcome: stoodStill } : ended
    },
    prepare() {
      if (!this.runs()) thread.pool.run(null, { name: 'prepareReading' }).catch(() => {})
    },
    runs: () => thread.pool.threads.length > 0,
    close: () => thread.pool.destroy(),
  }
}

/**
 * Calls `onLate` when a step has taken longer than its limit, and what a task gets beyond it to stop itself. Looks as
 * rarely as the shortest limit allows: of most files, never. Returns what ends the watch.
 */
function watchStep(
  progress: SharedArrayBuffer,
  limits: Record<Progress['step'], number | undefined>,
  onLate: () => void,
): () => void {
  const mostMs = (step: Progress['step']) => (limits[step] ?? Infinity) + (step === 'waiting' ? 0 : endAfterMs)
  const pauseMs = Math.min(mostMs('waiting'), mostMs('reading'), mostMs('judging'))
  const look = () => {
    const { step, sinceMs } = readProgress(progress)
    const leftMs = sinceMs + mostMs(step) - monotonicMs()
    if (leftMs <= 0) onLate()
    else timer = setTimeout(look, Math.min(leftMs, pauseMs)).unref()
  }
  let timer = setTimeout(look, pauseMs).unref()
  return () => clearTimeout(timer)
}

/**
 * It crashed its reader, or took more time or memory than a file gets. The answers beside it are too short to be the
 * cause, and a lost reader says nothing about the file.
 */
export function isHopeless(outcome: ReadingOutcome): boolean {
  return !outcome.ok && outcome.code === 'RESUME_PARSE_FAILED' && !outcome.lost
}

function killed(message: string): ParseResumeOutcome {
  return { ...failed(message), killed: 'unknown' }
}

/** The outcome of a file that cost its thread, or would have. */
export function failed(message: string): ParseResumeOutcome & { ok: false } {
  return { ok: false, code: 'RESUME_PARSE_FAILED', message }
}

const stoodStill: ParseResumeOutcome = { ...failed('the process stood still meanwhile'), lost: true }
