/**
 * Runs synchronous generations. They end when their caller disconnects, and at their deadline, even if the thread
 * hangs.
 */
import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { monotonicMs } from '../kit/time.ts'
import type { EngineFailure, Tasks } from '../../workers/tasks.ts'

/** A task stops itself at its deadline. If it hangs, the caller stops waiting this much later. */
export const endAfterMs = 1_000

type Generation = 'generateCriteria' | 'generateQuestions'

/** Runs a generation in a thread. Returns its outcome, or TIMEOUT if its caller disconnects or its time is up. */
export async function generate<Name extends Generation>(
  pool: Piscina,
  name: Name,
  task: Omit<Parameters<Tasks[Name]>[0], 'deadlineAt'>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<Tasks[Name]>> | EngineFailure> {
  const { port1, port2 } = new MessageChannel()
  const late = AbortSignal.timeout(timeoutMs + endAfterMs)
  const stop = AbortSignal.any([signal, late])
  stop.addEventListener('abort', () => port1.postMessage('cancel'), { once: true })
  const timed = { ...task, deadlineAt: monotonicMs() + timeoutMs, cancel: port2 }
  try {
    // The cast is needed because piscina's types use the wrong overload of postMessage.
    const outcome = pool.run(timed, { name, transferList: [port2] as never }) as ReturnType<Tasks[Name]>
    return await Promise.race([outcome, timedOut(late)])
  } finally {
    port1.close()
  }
}

async function timedOut(late: AbortSignal): Promise<EngineFailure> {
  if (!late.aborted) await once(late, 'abort')
  return noThread
}

/**
 * The failure of a generation whose task did not end in time, usually because all threads were busy and it could not
 * start.
 */
export const noThread: EngineFailure = { ok: false, code: 'TIMEOUT', message: 'no thread took the task in time' }
