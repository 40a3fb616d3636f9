/**
 * The threads: piscina behind the tasks' types.
 *
 * Two pools. *Reading* runs one task a thread, and a task that runs too long is ended by ending its thread.
 * *Thinking* asks a model: many tasks wait in one thread, and each obeys its own deadline inside, because in piscina a
 * signal would claim the whole thread (measured: eight waits of 200 ms took 1.6 s). The embedded engine computes
 * instead of waiting, so it gets one task a thread. A pool starts its threads when its first task comes.
 */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { EngineSettings } from '../kit/engine-identity.ts'
import type { Log } from '../kit/log.ts'
import { createBreaker, type Breaker } from './concurrency/circuit-breaker.ts'
import { createFairQueue } from './concurrency/fair-queue.ts'
import type {
  EngineFailure,
  GenerateCriteriaTask,
  GenerateQuestionsTask,
  ParseResumeTask,
  ScoreApplicationTask,
  Tasks,
  WorkerData,
} from '../../workers/tasks.ts'

type Outcome<Name extends keyof Tasks> = ReturnType<Tasks[Name]>
type Untimed<Task> = Omit<Task, 'deadlineAt'>

/**
 * Every time allowed counts from when a thread takes the task, not from when it was asked for, but for generations.
 * Threads are shared out fairly between owners.
 */
export interface Pool {
  /** Ends the thread where the task does not end itself; the outcome is RESUME_PARSE_FAILED then. Rejects when the thread is lost. */
  parseResume(owner: string, task: Untimed<ParseResumeTask>, timeoutMs: number): Outcome<'parseResume'>
  scoreApplication(owner: string, task: Untimed<ScoreApplicationTask>, timeoutMs: number): Outcome<'scoreApplication'>
  /** What an engine's task would be answered without a call, while its provider answers nobody; null where it is asked. */
  away(): EngineFailure | null
  /** Somebody waits for it: the time counts from now. `signal` tells the engine to stop; the outcome does not matter then. */
  generateCriteria(
    task: Untimed<GenerateCriteriaTask>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Outcome<'generateCriteria'>
  /** In the same way. */
  generateQuestions(
    task: Untimed<GenerateQuestionsTask>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Outcome<'generateQuestions'>
  /** How many applications are worth having in work at once. */
  readonly concurrency: number
  /** Ends the threads at once: whoever waits for a task has been told to stop before. */
  close(): Promise<void>
}

const filename = new URL('../../workers/main.ts', import.meta.url).href
/** Waiting costs a thread little; beyond this many the provider's limits are the bound. */
const modelCallsMax = 32
/** Of those, scoring leaves some to generations, which somebody waits for. */
const scoringCallsMax = 24
/** A task ends itself at its deadline; one that hangs is ended that much later. */
const endAfterMs = 1_000
/** Threads beyond the first end when idle that long. */
const idleTimeoutMs = 60_000

/** `restMs`: for how long a provider that answers nobody is left alone. */
export function createPool(engine: EngineSettings, restMs: number, log: Pick<Log, 'info' | 'warn'>): Pool {
  const cores = availableParallelism()
  const computes = engine.name === 'embedded'
  const open = (options: ConstructorParameters<typeof Piscina>[0]) =>
    new Piscina({ filename, minThreads: 1, maxThreads: cores, idleTimeout: idleTimeoutMs, ...options })
  // Files come from strangers: their threads, and what these start, carry none of the service's settings.
  const reading = lazy(() => open({ env: { PATH: process.env.PATH ?? '' } }))
  // An idle thread sleeps, by piscina's default, so deeply that it does not notice its connections being closed: of 24
  // calls after 7 s of rest, up to 13 met one that was (measured).
  const waits = { maxThreads: 1, concurrentTasksPerWorker: modelCallsMax, atomics: 'disabled' as const }
  const workerData = { engine } satisfies WorkerData
  const thinking = lazy(() => open({ workerData, ...(computes ? {} : waits) }))
  // A task that waits here has not begun; in piscina's own queue its time would run.
  const readingTurn = createFairQueue(cores)
  // Where the engine computes, one core is left to the event loop.
  const scoringTurn = createFairQueue(computes ? Math.max(1, cores - 1) : scoringCallsMax)
  // The embedded engine is always there.
  const breaker = computes ? null : createBreaker(restMs, log)
  const away = () => breaker?.away() ?? null
  const ask: Breaker['ask'] = breaker ? breaker.ask : (call) => call()
  const run = (task: Untimed<ScoreApplicationTask>, timeoutMs: number): Outcome<'scoreApplication'> =>
    thinking.get().run({ ...task, deadlineAt: Date.now() + timeoutMs }, { name: 'scoreApplication' })
  return {
    away,
    concurrency: computes ? 2 * cores : scoringCallsMax,
    parseResume: (owner, task, timeoutMs) => readingTurn(owner, () => parseResume(reading.get(), task, timeoutMs)),
    scoreApplication: (owner, task, timeoutMs) => scoringTurn(owner, () => ask(() => run(task, timeoutMs))),
    // People ask for these, a few at a time: what they meet says nothing for the jobs.
    generateCriteria: async (...asked) => away() ?? generate(thinking.get(), 'generateCriteria', ...asked),
    generateQuestions: async (...asked) => away() ?? generate(thinking.get(), 'generateQuestions', ...asked),
    async close() {
      await Promise.all([reading.made?.destroy(), thinking.made?.destroy()])
    },
  }
}

async function parseResume(pool: Piscina, task: Untimed<ParseResumeTask>, timeoutMs: number): Outcome<'parseResume'> {
  const late = AbortSignal.timeout(timeoutMs + endAfterMs)
  try {
    return await pool.run({ ...task, deadlineAt: Date.now() + timeoutMs }, { name: 'parseResume', signal: late })
  } catch (error) {
    if (!late.aborted) throw error
    return { ok: false, code: 'RESUME_PARSE_FAILED', message: `the thread was ended after ${timeoutMs} ms` }
  }
}

async function generate<Name extends 'generateCriteria' | 'generateQuestions'>(
  pool: Piscina,
  name: Name,
  task: Untimed<Parameters<Tasks[Name]>[0]>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Awaited<Outcome<Name>> | EngineFailure> {
  const { port1, port2 } = new MessageChannel()
  const late = AbortSignal.timeout(timeoutMs + endAfterMs)
  const stop = AbortSignal.any([signal, late])
  stop.addEventListener('abort', () => port1.postMessage('cancel'), { once: true })
  const timed = { ...task, deadlineAt: Date.now() + timeoutMs, cancel: port2 }
  try {
    // Its types take the last overload of postMessage, its code wants the list.
    const outcome = pool.run(timed, { name, transferList: [port2] as never }) as Outcome<Name>
    return await Promise.race([outcome, timedOut(late)])
  } finally {
    port1.close()
  }
}

/** For a task that no thread takes in time: the threads are busy, the caller still gets an answer. */
async function timedOut(late: AbortSignal): Promise<EngineFailure> {
  if (!late.aborted) await once(late, 'abort')
  return { ok: false, code: 'TIMEOUT', message: 'no thread took the task in time' }
}

function lazy<T>(make: () => T): { get: () => T; made?: T } {
  const holder: { get: () => T; made?: T } = { get: () => (holder.made ??= make()) }
  return holder
}
