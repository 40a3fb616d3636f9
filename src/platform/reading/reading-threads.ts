/**
 * Threads that read one file at a time, and are replaced when a file crashes them or makes them hang. They are one
 * piscina pool.
 *
 * A file's time limit does not include the start of its thread, or the time in which an engine scores the text in the
 * same thread. If the whole process was paused meanwhile, a file that exceeds the limit is retried.
 *
 * A file that hangs is ended by its AbortSignal, which terminates its thread. Piscina 5.3.2 does not use a custom
 * `taskQueue` for tasks with a signal, so they would start in order of arrival. Therefore, the pool never has more
 * tasks than threads, and a fair queue in front of it decides the order.
 *
 * Piscina replaces a lost thread only up to `minThreads`, which is therefore the number of all threads: they start with
 * the first file and end together. An owner's next file goes to the thread that read the owner's last file, because
 * that thread's caches are useful. A file that ends its thread keeps its place in the queue until another thread is
 * ready, so that only its own owner waits for that thread.
 */
import pTimeout from 'p-timeout'
import { Piscina, queueOptionsSymbol } from 'piscina'
import { createProgress, readProgress, type Progress } from '../../kit/threads/progress.ts'
import { monotonicMs } from '../../kit/time.ts'
import type { Standstill } from './standstill.ts'
import type { ParseResumeOutcome, ReadingMessage, ReadingOutcome, ReadingTask, Tasks } from '../../../workers/tasks.ts'

export type UntimedTask = Omit<ReadingTask, 'timeoutMs' | 'progress'>
type Read = Awaited<ReturnType<Tasks['parseResume']>>
type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>

export type ReadingThreadsSettings = Pick<PiscinaOptions, 'filename' | 'niceIncrement' | 'env'> & {
  maxThreads: number
  /** Gives a thread a sandbox: see `Sandboxes`. */
  serve: (port: MessagePort) => void
  standstill: Pick<Standstill, 'since'>
}

export interface ReadingThreads {
  /**
   * Reads a file. Make at most `maxThreads` calls at a time. `fileSha256`, in hexadecimal digits, is null if no thread
   * has begun to read the file. Rejects if the thread is lost.
   */
  read(
    owner: string,
    task: UntimedTask,
    timeoutMs: number,
  ): Promise<{ outcome: ReadingOutcome; fileSha256: string | null }>
  close(): Promise<void>
}

/**
 * The memory limit per thread. It is enough for every kind of text that a file may contain (measured), and for 30 MB of
 * data for detecting languages. Text that exceeds it ends only its own thread.
 */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }
/**
 * Idle threads end after this time, which frees the memory that large files left in them. The next file waits briefly
 * for new threads.
 */
const idleTimeoutMs = 20_000
/** A task stops itself at its deadline. A task that hangs is terminated this much later. */
const endAfterMs = 1_000
/** A thread that has not started after this time is considered lost. On a very busy machine, starting takes seconds. */
const beginWithinMs = 60_000

/** Creates the threads; they start with the first file. */
export function createReadingThreads({ standstill, ...settings }: ReadingThreadsSettings): ReadingThreads {
  let opened: OpenedThreads | null = null
  let reading = 0
  const closeIdle = () => {
    if (reading > 0) return
    void opened?.close()
    opened = null
  }
  let idle: NodeJS.Timeout | undefined
  return {
    async read(owner, task, timeoutMs) {
      clearTimeout(idle)
      reading += 1
      opened ??= openThreads(settings)
      const beganAt = monotonicMs()
      try {
        const ended = await readIn(opened, owner, task, timeoutMs)
        // Files that were being read while the process was paused are retried. Otherwise they would fail, and the same
        // files would be refused for a few minutes.
        return isHopeless(ended.outcome) && standstill.since(beganAt) ? { ...ended, outcome: stoodStill } : ended
      } finally {
        reading -= 1
        if (reading === 0) idle = setTimeout(closeIdle, idleTimeoutMs).unref()
      }
    },
    async close() {
      clearTimeout(idle)
      await opened?.close()
    },
  }
}

/** The members of a task that the load balancer can read. */
type Owned = { owner: string }

type OpenedThreads = {
  pool: Piscina
  /** Resolves when a starting thread has loaded its code, or all are closed. */
  started(): Promise<void>
  /** Ends a thread; resolves when its replacement is ready. */
  replace(threadId: number): Promise<void>
  close(): Promise<void>
}

function openThreads({ serve, ...settings }: Omit<ReadingThreadsSettings, 'standstill'>): OpenedThreads {
  /** Ids of threads that get no more files and are about to end. */
  const ending = new Set<number>()
  /** By thread id, the owner of the last file that the thread read. */
  const owners = new Map<number, string>()
  const pool = new Piscina({
    ...{ ...settings, resourceLimits, minThreads: settings.maxThreads },
    // Chooses, among the free threads, the one that last read a file of this owner, or else one that has read nothing,
    // or else any. A task without an owner only prepares the newest thread.
    loadBalancer: (task, threads) => {
      const { owner } = (task[queueOptionsSymbol] ?? {}) as Partial<Owned>
      const free = threads.filter(({ id, currentUsage }) => currentUsage === 0 && !ending.has(id))
      if (owner === undefined) return free.at(-1) ?? null
      const chosen =
        free.find(({ id }) => owners.get(id) === owner) ?? free.find(({ id }) => !owners.has(id)) ?? free[0] ?? null
      if (chosen) owners.set(chosen.id, owner)
      return chosen
    },
  })
    .on('workerDestroy', ({ id }: { id: number }) => owners.delete(id))
    // A thread may fail while it is being terminated, but then its caller already has a result.
    .on('error', () => {})
    .on('message', ({ sandbox }: ReadingMessage) => serve(sandbox))
  const prepare = () => pool.run(null, { name: 'prepareReading' }).catch(() => {})
  /** Callbacks, each of which waits for one thread to start. */
  const waiting: (() => void)[] = []
  pool.on('workerCreate', () => waiting.shift()?.())
  const started = async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    const fallback = () => void waiting.splice(waiting.indexOf(resolve), 1)
    await pTimeout(promise, { milliseconds: beginWithinMs, fallback })
    await prepare()
  }
  // A second thread loads its code while the first file is read, so that it is ready for the next file.
  if (pool.maxThreads > 1) void prepare()
  return {
    pool,
    started,
    async replace(threadId) {
      const next = started()
      ending.add(threadId)
      await pool.threads.find((thread) => thread.threadId === threadId)?.terminate()
      ending.delete(threadId)
      await next
    },
    async close() {
      for (const go of waiting) go()
      await pool.destroy()
    },
  }
}

async function readIn(
  { pool, started, replace }: OpenedThreads,
  owner: string,
  task: UntimedTask,
  timeoutMs: number,
): ReturnType<ReadingThreads['read']> {
  const progress = createProgress(monotonicMs())
  const late = new AbortController()
  const limits = { waiting: beginWithinMs, reading: timeoutMs, judging: task.judge?.timeoutMs }
  const stopWatching = watchStep(progress, limits, () => late.abort())
  // The file is transferred instead of copied. The cast is needed because piscina's types use the wrong overload of
  // postMessage.
  const transferList = ('bytes' in task.source ? [task.source.bytes.buffer] : []) as never
  const options = { name: 'parseResume', transferList, signal: late.signal }
  try {
    const owned = { ...task, timeoutMs, progress, [queueOptionsSymbol]: { owner } satisfies Owned }
    const { spentThreadId, ...outcome } = (await pool.run(owned, options)) as Read
    if (spentThreadId !== undefined) await replace(spentThreadId)
    return { outcome, fileSha256: readProgress(progress).fileSha256 }
  } catch (error) {
    const { step, fileSha256 } = readProgress(progress)
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (!isTooLarge && (!late.signal.aborted || step === 'waiting')) throw error
    await started()
    if (isTooLarge) return { outcome: killed('the file exceeded the memory of its thread'), fileSha256 }
    if (step === 'judging')
      return { outcome: { ok: false, code: 'TIMEOUT', message: 'the engine did not finish in time' }, fileSha256 }
    return { outcome: killed(`the thread was terminated after ${timeoutMs} ms`), fileSha256 }
  } finally {
    stopWatching()
  }
}

/**
 * Calls `onLate` when a step exceeds its limit by more than `endAfterMs`. The first check is after the shortest limit,
 * when most files have been read. Returns a function that stops the checks.
 */
function watchStep(
  progress: SharedArrayBuffer,
  limits: Record<Progress['step'], number | undefined>,
  onLate: () => void,
): () => void {
  const stepMsMax = (step: Progress['step']) => (limits[step] ?? Infinity) + (step === 'waiting' ? 0 : endAfterMs)
  const pauseMs = Math.min(stepMsMax('waiting'), stepMsMax('reading'), stepMsMax('judging'))
  const look = () => {
    const { step, sinceMs } = readProgress(progress)
    const leftMs = sinceMs + stepMsMax(step) - monotonicMs()
    if (leftMs <= 0) onLate()
    else timer = setTimeout(look, Math.min(leftMs, pauseMs)).unref()
  }
  let timer = setTimeout(look, pauseMs).unref()
  return () => clearTimeout(timer)
}

/**
 * Returns whether the file crashed its reader, or exceeded the limits on time or memory. The application's answers,
 * which are read in the same task, are too short to be the cause. Returns false if the thread was lost for another
 * reason.
 */
export function isHopeless(outcome: ReadingOutcome): boolean {
  return !outcome.ok && outcome.code === 'RESUME_PARSE_FAILED' && !outcome.lost
}

function killed(message: string): ParseResumeOutcome {
  return { ...failed(message), killed: 'unknown' }
}

/** Returns the outcome for a file that ended its thread, or would end it. */
export function failed(message: string): ParseResumeOutcome & { ok: false } {
  return { ok: false, code: 'RESUME_PARSE_FAILED', message, reason: 'too_complex' }
}

const stoodStill: ParseResumeOutcome = {
  ...{ ok: false, code: 'RESUME_PARSE_FAILED', message: 'the process was paused while it read the file', lost: true },
}
