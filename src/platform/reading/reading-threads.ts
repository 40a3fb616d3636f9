/**
 * Threads that read one file each, and are replaced when a file takes them along: one piscina pool.
 *
 * Owns when a file's time begins and ends. The time that a thread takes to start is not the file's; nor is what the
 * engine takes that judges the text in the same thread, nor what passes while the whole process stands still.
 *
 * A file that hangs is ended by its AbortSignal, which costs its thread. Piscina keeps tasks with a signal out of its
 * `taskQueue` (5.3.2, measured): they would begin in the order in which they came. So the pool never holds more tasks
 * than threads, and a fair queue in front of it says who comes next.
 *
 * All threads start with the first file and end together: piscina replaces only what `minThreads` names. An owner goes
 * back to its thread, which is warm; and a file that costs its thread keeps its place until another one is ready, so
 * that its owner waits for the start, and not who comes next.
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
   * At most `maxThreads` calls at a time. `fileSha256`, in hexadecimal digits, is null where no thread began. Rejects if
   * the thread is lost.
   */
  read(
    owner: string,
    task: UntimedTask,
    timeoutMs: number,
  ): Promise<{ outcome: ReadingOutcome; fileSha256: string | null }>
  close(): Promise<void>
}

/** Every kind of text that a file may contain fits (measured). A larger one ends its thread, and no other. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }
/** Idle threads end, which gives back what large files left in them; the next file waits a moment for new ones. */
const idleTimeoutMs = 20_000
/** A task stops itself at its deadline; one that hangs is terminated this much later. */
const endAfterMs = 1_000
/** A thread that has not begun by then never will: on a very busy machine, its start takes seconds. */
const beginWithinMs = 60_000

/** Threads start with the first file. */
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
        // Else a machine that was suspended fails every file that it was reading, and refuses them for minutes.
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

/** What the load balancer sees of a task. */
type Owned = { owner: string }

type OpenedThreads = {
  pool: Piscina
  /** Resolves when a thread that starts has its code loaded, or all are closed. */
  started(): Promise<void>
  /** Ends a thread; resolves when another one is ready. */
  replace(threadId: number): Promise<void>
  close(): Promise<void>
}

function openThreads({ serve, ...settings }: Omit<ReadingThreadsSettings, 'standstill'>): OpenedThreads {
  /** Ids of threads that get no more files, and end. */
  const ending = new Set<number>()
  /** By thread, whose file it read last. */
  const owners = new Map<number, string>()
  const pool = new Piscina({
    ...{ ...settings, resourceLimits, minThreads: settings.maxThreads },
    // Its owner's thread, which is warm, else one that has read nothing. The newest is prepared.
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
    // A thread may fail while it is being terminated; its caller already has an answer.
    .on('error', () => {})
    .on('message', ({ sandbox }: ReadingMessage) => serve(sandbox))
  const prepare = () => pool.run(null, { name: 'prepareReading' }).catch(() => {})
  /** Each waits for one thread that starts. */
  const waiting: (() => void)[] = []
  pool.on('workerCreate', () => waiting.shift()?.())
  const started = async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    const fallback = () => void waiting.splice(waiting.indexOf(resolve), 1)
    await pTimeout(promise, { milliseconds: beginWithinMs, fallback })
    await prepare()
  }
  // A second thread is ready for the next file while the first file is read.
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
  // The file moves instead of being copied; piscina's types take the last overload of postMessage.
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
    if (isTooLarge) return { outcome: killed('the file outgrew the memory of its thread'), fileSha256 }
    if (step === 'judging')
      return { outcome: { ok: false, code: 'TIMEOUT', message: 'the engine took too long' }, fileSha256 }
    return { outcome: killed(`the thread was terminated after ${timeoutMs} ms`), fileSha256 }
  } finally {
    stopWatching()
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
  ...{ ok: false, code: 'RESUME_PARSE_FAILED', message: 'the process was paused meanwhile', lost: true },
}
