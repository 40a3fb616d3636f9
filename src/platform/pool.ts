/**
 * The worker threads: piscina behind the tasks' types.
 *
 * Four pools. *Bodies* parses large requests in one thread. Texts and scans have a pool each: see `reading/`. *Thinking*
 * calls a model: many tasks wait in one thread, and each watches its own deadline inside, because in piscina a signal
 * would claim the whole thread (measured: eight waits of 200 ms took 1.6 s). The embedded engine computes instead of
 * waiting: it judges in the thread that has read the resume, and else gets one task per thread. Threads start with a
 * pool's first task.
 */
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { EngineSettings } from '../kit/engine-identity.ts'
import type { Log } from '../kit/log.ts'
import type { ModelFault } from '../kit/scoring/model-faults.ts'
import type { Contract } from './contract/contract.ts'
import { createBreaker, type Breaker } from './concurrency/circuit-breaker.ts'
import { createFairQueue, type Load } from './concurrency/fair-queue.ts'
import { createProviderLimit } from './concurrency/provider-limit.ts'
import { endAfterMs, generate, noThread } from './generations.ts'
import { createReadingPool } from './reading/reading-pool.ts'
import { checkLanguages } from './reading/scan-pool.ts'
import type {
  EngineFailure,
  GenerateCriteriaTask,
  GenerateQuestionsTask,
  ParseResumeOutcome,
  ReadBodyTask,
  ReadingTask,
  ScoreApplicationOutcome,
  ScoreApplicationTask,
  Tasks,
  WorkerData,
} from '../../workers/tasks.ts'
import { monotonicMs } from '../kit/time.ts'

type Outcome<Name extends keyof Tasks> = ReturnType<Tasks[Name]>
type Untimed<Task> = Omit<Task, 'deadlineAt'>
/** The sizes come from the contract, the languages from the settings. */
type File = Omit<ReadingTask, 'timeoutMs' | 'progress' | 'sizes' | 'languages'>

/**
 * Timeouts count from the moment a thread takes the task, except for generations, where they count from the call.
 * Threads are shared fairly between owners, by the time that their tasks take.
 */
export interface Pool {
  /** Parses a large request; `task.bytes` move to the thread and are gone here. Rejects if the thread is lost. */
  readBody(owner: string, task: ReadBodyTask): Outcome<'readBody'>
  /**
   * Takes the file's buffer away. A task that does not stop itself, or outgrows the memory of its thread, loses the
   * thread and yields RESUME_PARSE_FAILED, and so does the owner's same file for some minutes. With `judge`, which only
   * the embedded engine takes, it scores too, and yields TIMEOUT where that does not end. A scan gets the contract's time
   * for scans instead, and NO_ROOM where too many of its owner's wait. Rejects if the thread is lost.
   */
  parseResume(owner: string, task: File, timeoutMs: number): Promise<ParseResumeOutcome>
  /** A task that does not stop itself loses its thread and yields TIMEOUT. Rejects if the thread is lost otherwise. */
  scoreApplication(owner: string, task: Untimed<ScoreApplicationTask>, timeoutMs: number): Outcome<'scoreApplication'>
  /** The failure that engine tasks get without a call while the circuit breaker is open; null if calls go out. */
  away(): EngineFailure | null
  /** What the operator must put right before the model provider answers again; null where there is nothing. */
  modelFault(): ModelFault | null
  /**
   * A caller waits for this: the timeout counts from now. Aborting `signal` stops the engine; ignore the outcome then.
   */
  generateCriteria(
    task: Untimed<GenerateCriteriaTask>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Outcome<'generateCriteria'>
  /** Like `generateCriteria`. */
  generateQuestions(
    task: Untimed<GenerateQuestionsTask>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Outcome<'generateQuestions'>
  /** What runs and waits: bodies that are parsed, files that are read, calls of scoring to the engine. */
  load(): Record<'bodies' | 'reading' | 'scoring', Load>
  /** Whether `parseResume` takes `judge`. */
  readonly judgesWhereItReads: boolean
  /** How many applications are worth processing at once. */
  readonly concurrency: number
  /** Terminates all threads at once; drain callers first. */
  close(): Promise<void>
}

const filename = new URL('../../workers/main.ts', import.meta.url).href
/** Calls beyond those of scoring, for generations, which callers wait for. */
const generationCallsMax = 8
/** The event loop, which serves requests and feeds the threads, comes before them on a busy core (nice(2)). */
const niceIncrement = 5
/**
 * Jobs at once for each core that an engine computes on: while one computes, others fetch, wait and are written. Those
 * that are claimed or end together share statements: 16 need a third fewer than 8 (3.0 a job instead of 4.7, measured).
 */
const jobsPerCore = 16
/**
 * Jobs at once for so many calls to a model: as many again are fetched, read and written meanwhile (with half of them, a
 * fifth of two cores idles, measured). A server of one slot gets one: another would wait for minutes, with its time running.
 */
const jobsAtOnce = (calls: number): number => 2 * calls - 1
/** A thread that holds many tasks is ended only when it is surely stuck: all of them go with it, and are tried again. */
const stuckAfterMs = 5_000
/** A body's text, its values and their copy stay far below; without a bound the heap would grow before it is swept. */
const bodyMemory = { maxOldGenerationSizeMb: 192 }
/** The longest resume and answers need half of it (measured); without a bound, what is no longer needed stays for long. */
const computingMemory = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }
/** How long a thread beyond the first may idle before it ends. */
const idleTimeoutMs = 20_000

export type PoolSettings = {
  engine: EngineSettings
  /** Calls to the model provider at once, at most; the provider's answers lower it. */
  modelCalls: number
  contract: Pick<Contract, 'retries' | 'retention' | 'sizes' | 'timeouts'>
  /** In which letters of scans are read: names of Tesseract's models. */
  languages?: readonly string[]
  /** How long the circuit breaker stays open when the model provider does not answer. */
  restMs: number
}

/** Opens the threads; they start with their first tasks. */
export function createPool(
  { engine, modelCalls, contract, languages = ['eng'], restMs }: PoolSettings,
  log: Pick<Log, 'info' | 'warn'>,
): Pool {
  checkLanguages(languages)
  const cores = availableParallelism()
  const computes = engine.name === 'embedded'
  const common = { filename, minThreads: 1, maxThreads: cores, idleTimeout: idleTimeoutMs, niceIncrement }
  const open = (options: ConstructorParameters<typeof Piscina>[0]) =>
    // A thread that fails without a task, as where the system has no files left for a new one, must end nothing else.
    new Piscina({ ...common, ...options }).on('error', (err: unknown) =>
      log.warn({ err }, 'a thread failed without a task'),
    )
  // One thread is enough for what partners may send, and without any it costs no memory.
  const bodies = lazy(() => open({ minThreads: 0, maxThreads: 1, env: {}, resourceLimits: bodyMemory }))
  const bodyQueue = createFairQueue(1)
  const reading = lazy(() => createReadingPool({ filename, niceIncrement, languages, contract }))
  // By default an idle piscina thread blocks its event loop and misses that its connections were closed: of 24 calls
  // after 7 s of idling, up to 13 hit a closed one (measured).
  const concurrentTasksPerWorker = modelCalls + generationCallsMax
  const waits = { maxThreads: 1, concurrentTasksPerWorker, atomics: 'disabled' as const }
  const workerData = { engine } satisfies WorkerData
  const thinking = lazy(() => open({ workerData, ...(computes ? { resourceLimits: computingMemory } : waits) }))
  // A task waiting in this queue has not started; in piscina's own its timeout would already run.
  const callLimit = createProviderLimit(computes ? cores : modelCalls)
  const scoringQueue = createFairQueue(callLimit.current())
  // The embedded engine is always available.
  const breaker = computes ? null : createBreaker({ restMs, failuresMax: contract.retries.provider.failuresMax }, log)
  const away = () => breaker?.away() ?? null
  const ask: Breaker['ask'] = breaker ? breaker.ask : (call) => call()
  const run = async (task: Untimed<ScoreApplicationTask>, timeoutMs: number): Outcome<'scoreApplication'> => {
    const score = () =>
      computes ? scoreAlone(thinking.get(), task, timeoutMs) : scoreAmongOthers(thinking, task, timeoutMs)
    const outcome = await score()
    callLimit.observe(outcome.room ?? null)
    scoringQueue.resize(callLimit.current())
    return outcome
  }
  /** Outside the breaker: people make these calls, a few at a time, and their failures say nothing about the jobs. */
  const noted = <Outcome extends Parameters<Breaker['note']>[0]>(outcome: Outcome): Outcome => {
    breaker?.note(outcome)
    return outcome
  }
  return {
    away,
    modelFault: () => breaker?.fault() ?? null,
    load: () => ({
      bodies: bodyQueue.load(),
      reading: reading.made?.load() ?? { running: 0, waiting: 0, max: cores },
      scoring: scoringQueue.load(),
    }),
    judgesWhereItReads: computes,
    concurrency: computes ? jobsPerCore * cores : jobsAtOnce(modelCalls),
    readBody: (owner, task) =>
      bodyQueue(owner, () =>
        // Piscina's types take the last overload of postMessage; its code expects the list.
        bodies.get().run(task, { name: 'readBody', transferList: [task.bytes.buffer] as never }),
      ),
    parseResume: (...asked) => reading.get().parseResume(...asked),
    scoreApplication: (owner, task, timeoutMs) => scoringQueue(owner, () => ask(() => run(task, timeoutMs))),
    generateCriteria: async (...asked) => away() ?? noted(await generate(thinking.get(), 'generateCriteria', ...asked)),
    generateQuestions: async (...asked) =>
      away() ?? noted(await generate(thinking.get(), 'generateQuestions', ...asked)),
    async close() {
      await Promise.all([bodies.made?.destroy(), reading.made?.close(), thinking.made?.destroy()])
    },
  }
}

/** The task has its thread to itself: the signal ends that thread. */
async function scoreAlone(
  pool: Piscina,
  task: Untimed<ScoreApplicationTask>,
  timeoutMs: number,
): Outcome<'scoreApplication'> {
  const late = AbortSignal.timeout(timeoutMs + endAfterMs)
  try {
    const timed = { ...task, deadlineAt: monotonicMs() + timeoutMs }
    return (await pool.run(timed, { name: 'scoreApplication', signal: late })) as ScoreApplicationOutcome
  } catch (error) {
    if (!late.aborted) throw error
    return { ok: false, code: 'TIMEOUT', message: `the thread was terminated after ${timeoutMs} ms` }
  }
}

/** Each task watches its deadline inside; one that misses it by far shows that the thread runs no timers any more. */
async function scoreAmongOthers(
  thinking: Lazy<Piscina>,
  task: Untimed<ScoreApplicationTask>,
  timeoutMs: number,
): Outcome<'scoreApplication'> {
  const pool = thinking.get()
  const timed = { ...task, deadlineAt: monotonicMs() + timeoutMs }
  const run = pool.run(timed, { name: 'scoreApplication' }) as Outcome<'scoreApplication'>
  const { promise: stuck, resolve: giveUp } = Promise.withResolvers<null>()
  const watch = setTimeout(() => giveUp(null), timeoutMs + stuckAfterMs).unref()
  const outcome = await Promise.race([run, stuck]).finally(() => clearTimeout(watch))
  if (outcome !== null) return outcome
  if (thinking.made === pool) {
    delete thinking.made
    await pool.destroy()
  }
  return noThread
}

type Lazy<T> = { get: () => T; made?: T }

function lazy<T>(make: () => T): Lazy<T> {
  const holder: Lazy<T> = { get: () => (holder.made ??= make()) }
  return holder
}
