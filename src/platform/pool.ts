/**
 * The threads: piscina behind the tasks' types.
 *
 * Two pools. *Reading* runs one task a thread, and a task that runs too long is ended by ending its thread.
 * *Thinking* asks a model: many tasks wait in one thread, and each obeys its own deadline inside, because in piscina a
 * signal would claim the whole thread (measured: eight waits of 200 ms took 1.6 s). The embedded engine computes
 * instead of waiting, so it gets one task a thread. A pool starts its threads when its first task comes.
 */
import { availableParallelism } from 'node:os'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { EngineSettings, GenerateCriteriaTask, ParseResumeTask, Tasks, WorkerData } from '../../workers/tasks.ts'

type Outcome<Name extends keyof Tasks> = ReturnType<Tasks[Name]>

export interface Pool {
  /** Ends the thread `timeoutMs` after the task began; the outcome is RESUME_PARSE_FAILED then. Rejects when the thread is lost. */
  parseResume(task: ParseResumeTask, timeoutMs: number): Outcome<'parseResume'>
  scoreApplication(task: Parameters<Tasks['scoreApplication']>[0]): Outcome<'scoreApplication'>
  /** `signal` tells the engine to stop; the outcome does not matter then. */
  generateCriteria(task: GenerateCriteriaTask, signal: AbortSignal): Outcome<'generateCriteria'>
  /** How many applications are worth having in work at once. */
  readonly width: number
  /** Ends the threads at once: whoever waits for a task has been told to stop before. */
  close(): Promise<void>
}

const filename = new URL('../../workers/main.ts', import.meta.url).href
/** Waiting costs a thread little; beyond this many the provider's limits are the bound. */
const modelCallsPerThread = 32
/** Threads beyond the first end when idle that long. */
const idleTimeoutMs = 60_000

export function createPool(engine: EngineSettings): Pool {
  const cores = availableParallelism()
  const computes = engine.name === 'embedded'
  const open = (options: ConstructorParameters<typeof Piscina>[0]) =>
    new Piscina({ filename, minThreads: 1, maxThreads: cores, idleTimeout: idleTimeoutMs, ...options })
  // Files come from strangers: their threads, and what these start, carry none of the service's settings.
  const reading = once(() => open({ env: { PATH: process.env.PATH ?? '' } }))
  const thinking = once(() =>
    open({
      workerData: { engine } satisfies WorkerData,
      ...(computes ? {} : { maxThreads: 1, concurrentTasksPerWorker: modelCallsPerThread }),
    }),
  )
  return {
    width: computes ? 2 * cores : modelCallsPerThread,
    async parseResume(task, timeoutMs) {
      const deadline = AbortSignal.timeout(timeoutMs)
      try {
        return await reading.get().run(task, { name: 'parseResume', signal: deadline })
      } catch (error) {
        if (!deadline.aborted) throw error
        return { ok: false, code: 'RESUME_PARSE_FAILED', message: `the thread was ended after ${timeoutMs} ms` }
      }
    },
    scoreApplication: (task) => thinking.get().run(task, { name: 'scoreApplication' }),
    async generateCriteria(task, signal) {
      const { port1, port2 } = new MessageChannel()
      const cancel = () => port1.postMessage('cancel')
      signal.addEventListener('abort', cancel, { once: true })
      try {
        // Its types take the last overload of postMessage, its code wants the list.
        return await thinking
          .get()
          .run({ ...task, cancel: port2 }, { name: 'generateCriteria', transferList: [port2] as never })
      } finally {
        signal.removeEventListener('abort', cancel)
        port1.close()
      }
    },
    async close() {
      await Promise.all([reading.made?.destroy(), thinking.made?.destroy()])
    },
  }
}

function once<T>(make: () => T): { get: () => T; made?: T } {
  const holder: { get: () => T; made?: T } = { get: () => (holder.made ??= make()) }
  return holder
}
