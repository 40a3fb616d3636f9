/**
 * The worker threads: piscina behind typed tasks.
 *
 * There are four pools. *Bodies* parses large requests in one thread. Text files and scans each have their own pool:
 * see `reading/`. *Thinking* calls a model: many tasks wait in one thread, and each watches its own deadline. They have
 * no AbortSignal, because with one, piscina runs a task alone in its thread (measured: eight waits of 200 ms took 1.6
 * s). The embedded engine computes instead of waiting: it scores in the thread that has read the resume, or else in a
 * thread with no other task. Threads start with a pool's first task.
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
/** A file to read. The sizes come from the contract, and the languages from the settings. */
type File = Omit<ReadingTask, 'timeoutMs' | 'progress' | 'sizes' | 'languages'>

/**
 * Timeouts start when a thread takes the task, except for generations, where they start with the call. Threads are
 * shared fairly between owners, by the time that their tasks take.
 */
export interface Pool {
  /**
   * Parses a large request; `task.bytes` are transferred to the thread and unusable afterwards. Rejects if the thread
   * is lost.
   */
  readBody(owner: string, task: ReadBodyTask): Outcome<'readBody'>
  /**
   * Reads a file, whose buffer is transferred. A file that hangs or exceeds its thread's memory fails with
   * RESUME_PARSE_FAILED; for a few minutes, the same file from that owner then fails immediately. With `judge` (only
   * with the embedded engine), also scores; returns TIMEOUT if scoring does not end. For a scan, the time limit is the
   * contract's limit for scans, and the outcome is NO_ROOM if too many scans of its owner are waiting. Rejects if the
   * thread is lost for another reason.
   */
  parseResume(owner: string, task: File, timeoutMs: number): Promise<ParseResumeOutcome>
  /** Scores an application. A task that hangs returns TIMEOUT. Rejects if the thread is lost for another reason. */
  scoreApplication(owner: string, task: Untimed<ScoreApplicationTask>, timeoutMs: number): Outcome<'scoreApplication'>
  /** Returns the failure that engine tasks get while the circuit breaker is open; null if calls are allowed. */
  away(): EngineFailure | null
  /**
   * Returns the fault that the operator must fix before the model provider can respond again; null if there is none.
   */
  modelFault(): ModelFault | null
  /**
   * Generates criteria. The timeout starts with the call. Aborting `signal` stops the engine, and the outcome must then
   * be ignored.
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
  /** Returns the running and waiting tasks: bodies being parsed, files being read, and scoring calls to the engine. */
  load(): Record<'bodies' | 'reading' | 'scoring', Load>
  /** Whether `parseResume` accepts `judge`. */
  readonly judgesWhereItReads: boolean
  /** The number of applications to process concurrently. */
  readonly concurrency: number
  /** Terminates all threads immediately; drain callers first. */
  close(): Promise<void>
}

const filename = new URL('../../workers/main.ts', import.meta.url).href
/** The number of concurrent generations, in addition to the calls for scores. */
const generationCallsMax = 8
/**
 * The threads' additional nice value (nice(2)): on a busy core, the event loop, which serves requests, has priority.
 */
const niceIncrement = 5
/**
 * The number of concurrent jobs per core with the embedded engine. While one job computes, others wait, are fetched or
 * are written. Jobs that start or finish together share statements: a job takes 3.0 statements with 16 concurrent jobs
 * per core, and 4.7 with 8 (measured).
 */
const jobsPerCore = 16
/**
 * Returns the number of concurrent jobs for this many concurrent calls to a model. While these calls are running, the
 * other jobs are fetched, read and written. With half as many jobs, 20 % of two cores is idle (measured). If only one
 * call is allowed, only one job runs: a second one would wait for minutes while its time limit runs.
 */
const jobsAtOnce = (calls: number): number => 2 * calls - 1
/**
 * A thread with many tasks is terminated only if it is certainly stuck, because all of its tasks are then lost and
 * retried.
 */
const stuckAfterMs = 5_000
/**
 * A body and its values need far less memory. Without a limit, garbage would be collected late and the heap would grow.
 */
const bodyMemory = { maxOldGenerationSizeMb: 192 }
/** The longest resume needs two thirds of this (measured). Without a limit, garbage would be collected late. */
const computingMemory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }
/** The time after which an idle thread ends, unless it is the last one. */
const idleTimeoutMs = 20_000

export type PoolSettings = {
  engine: EngineSettings
  /** Maximum number of concurrent calls to the model provider; its responses lower it. */
  modelCalls: number
  contract: Pick<Contract, 'retries' | 'retention' | 'sizes' | 'timeouts'>
  /** The languages in which scans are read: names of Tesseract's models. */
  languages?: readonly string[]
  /** How long the circuit breaker stays open when the model provider does not respond. */
  restMs: number
}

/** Creates the pool; threads start with their first tasks. */
export function createPool(
  { engine, modelCalls, contract, languages = ['eng'], restMs }: PoolSettings,
  log: Pick<Log, 'info' | 'warn'>,
): Pool {
  checkLanguages(languages)
  const cores = availableParallelism()
  const computes = engine.name === 'embedded'
  const common = { filename, minThreads: 1, maxThreads: cores, idleTimeout: idleTimeoutMs, niceIncrement }
  const open = (options: ConstructorParameters<typeof Piscina>[0]) =>
    // A thread that fails without a task, such as when the system has no file handles left for a new one, must not end
    // the process.
    new Piscina({ ...common, ...options }).on('error', (err: unknown) => log.warn({ err }, 'an idle thread failed'))
  // One thread is enough for all bodies that the limits allow partners to send. The thread ends when it is idle, which
  // frees its memory.
  const bodies = lazy(() => open({ minThreads: 0, maxThreads: 1, env: {}, resourceLimits: bodyMemory }))
  const bodyQueue = createFairQueue(1)
  const reading = lazy(() => createReadingPool({ filename, niceIncrement, languages, contract }))
  // With piscina's default for `atomics`, an idle thread blocks its event loop and does not notice that its connections
  // were closed. Of 24 calls after 7 s of idling, up to 13 used a closed one (measured).
  const concurrentTasksPerWorker = modelCalls + generationCallsMax
  const waits = { maxThreads: 1, concurrentTasksPerWorker, atomics: 'disabled' as const }
  const workerData = { engine } satisfies WorkerData
  const thinking = lazy(() => open({ workerData, ...(computes ? { resourceLimits: computingMemory } : waits) }))
  // Tasks wait in this queue, because in piscina's own queue their timeouts would already run.
  const callLimit = createProviderLimit(computes ? cores : modelCalls)
  const scoringQueue = createFairQueue(callLimit.current())
  // The embedded engine is always available, so it has no breaker.
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
  /** Generations bypass the breaker: there are few of them, and they may fail for reasons that do not affect jobs. */
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
        // The cast is needed because piscina's types use the wrong overload of postMessage.
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

/** Scores in a thread that runs only this task. At the time limit, the signal ends that thread. */
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

/**
 * Scores in a thread with many tasks, each of which watches its own deadline. A task that ends long after its deadline
 * shows that the thread hangs.
 */
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
