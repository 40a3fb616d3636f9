/**
 * Threads that read one file each, and are replaced when a file takes them along: one piscina pool.
 *
 * Owns when a file's time begins and ends. The time that a thread takes to start is not the file's; nor is what the
 * engine takes that judges the text in the same thread, nor what passes while the whole process stands still.
 *
 * A file that hangs is ended by its AbortSignal, which costs its thread. Piscina keeps tasks with a signal out of its
 * `taskQueue` (5.3.2, measured): they would begin in the order in which they came. So the pool never holds more tasks
 * than threads, and a fair queue in front of it says who comes next.
 */
import { Piscina } from 'piscina'
import { createProgress, readProgress, type Progress } from '../../kit/threads/progress.ts'
import { monotonicMs } from '../../kit/time.ts'
import type { Standstill } from './standstill.ts'
import type { ParseResumeOutcome, ReadingMessage, ReadingOutcome, ReadingTask, Tasks } from '../../../workers/tasks.ts'

export type UntimedTask = Omit<ReadingTask, 'timeoutMs' | 'progress'>
type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>

export type ReadingThreadsSettings = Pick<PiscinaOptions, 'filename' | 'maxThreads' | 'niceIncrement' | 'env'> & {
  /** Gives a thread a sandbox: see `Sandboxes`. */
  serve: (port: MessagePort) => void
  standstill: Pick<Standstill, 'since'>
}

export interface ReadingThreads {
  /**
   * At most `maxThreads` calls at a time. `fileSha256`, in hexadecimal digits, is null where no thread began. Rejects if
   * the thread is lost.
   */
  read(task: UntimedTask, timeoutMs: number): Promise<{ outcome: ReadingOutcome; fileSha256: string | null }>
  /** How many run or start. */
  count(): number
  close(): Promise<void>
}

/** Texts of every kind that a file may hold fit (measured). One that outgrows them costs its thread, and nobody else's memory. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }
/** An idle thread ends, which gives back what large files left in it; a file without one waits a moment for a new one. */
const idleTimeout = 20_000
/** A task stops itself at its deadline; one that hangs is terminated this much later. */
const endAfterMs = 1_000
/** A thread that has not begun by then never will: on a very busy machine, its start takes seconds. */
const beginWithinMs = 60_000

/** Threads start with the first file. */
export function createReadingThreads({ serve, standstill, ...settings }: ReadingThreadsSettings): ReadingThreads {
  /** Ids of threads that get no more files, and end. */
  const ending = new Set<number>()
  const pool = new Piscina({
    ...{ ...settings, resourceLimits, minThreads: 0, idleTimeout },
    loadBalancer: (_task, threads) =>
      threads.find(({ id, currentUsage }) => currentUsage === 0 && !ending.has(id)) ?? null,
  })
    // A thread may break while it is being terminated; whoever waited for it has an answer.
    .on('error', () => {})
    .on('message', ({ sandbox }: ReadingMessage) => serve(sandbox))

  const end = async (threadId: number) => {
    ending.add(threadId)
    await pool.threads.find((thread) => thread.threadId === threadId)?.terminate()
    ending.delete(threadId)
  }
  /** While files are read, a thread is ready for whoever comes next. */
  const keepSpare = () => {
    if (pool.idleThreads > 0 || pool.threads.length >= pool.maxThreads) return
    pool.run(null, { name: 'prepareReading' }).catch(() => {})
  }
  const read: ReadingThreads['read'] = async (task, timeoutMs) => {
    const progress = createProgress(monotonicMs())
    const late = new AbortController()
    const limits = { waiting: beginWithinMs, reading: timeoutMs, judging: task.judge?.timeoutMs }
    const stopWatching = watchStep(progress, limits, () => late.abort())
    // The file moves instead of being copied; piscina's types take the last overload of postMessage.
    const transferList = ('bytes' in task.source ? [task.source.bytes.buffer] : []) as never
    const options = { name: 'parseResume', transferList, signal: late.signal }
    try {
      const run: Promise<unknown> = pool.run({ ...task, timeoutMs, progress }, options)
      keepSpare()
      const { spentThreadId, ...outcome } = (await run) as Awaited<ReturnType<Tasks['parseResume']>>
      if (spentThreadId !== undefined) await end(spentThreadId)
      return { outcome, fileSha256: readProgress(progress).fileSha256 }
    } catch (error) {
      const { step, fileSha256 } = readProgress(progress)
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        return { outcome: killed('the file outgrew the memory of its thread'), fileSha256 }
      if (!late.signal.aborted || step === 'waiting') throw error
      if (step === 'judging')
        return { outcome: { ok: false, code: 'TIMEOUT', message: 'the engine took too long' }, fileSha256 }
      return { outcome: killed(`the thread was terminated after ${timeoutMs} ms`), fileSha256 }
    } finally {
      stopWatching()
    }
  }
  return {
    async read(task, timeoutMs) {
      const beganAt = monotonicMs()
      const ended = await read(task, timeoutMs)
      // Else a machine that was suspended fails every file that it was reading, and refuses them for minutes.
      return isHopeless(ended.outcome) && standstill.since(beganAt) ? { ...ended, outcome: stoodStill } : ended
    },
    count: () => pool.threads.length,
    close: () => pool.destroy(),
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
  return { ok: false, code: 'RESUME_PARSE_FAILED', message, reason: 'too_complex' }
}

const stoodStill: ParseResumeOutcome = {
  ...{ ok: false, code: 'RESUME_PARSE_FAILED', message: 'the process stood still meanwhile', lost: true },
}
