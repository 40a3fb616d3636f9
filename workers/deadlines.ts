/**
 * Stops a task at its deadline, or once its caller cancels it.
 *
 * Listens to the caller's port and the clock that a thread reads. Both abort the same signal, which stops the work
 * itself; p-timeout would only stop waiting and leave a provider's call running.
 */
import type { Cancellable } from './tasks.ts'
import { monotonicMs } from '../src/kit/time.ts'

/**
 * Runs `work` with a signal that aborts at `deadlineAt` (`monotonicMs`; immediately if that has passed), or when the
 * caller posts a message to the task's port.
 *
 * It does not use AbortSignal.timeout, whose timer outlives the work: the tasks of the last two minutes held 50 MB
 * (measured with 60,000 tasks).
 */
export async function withDeadline<Result>(
  { deadlineAt, cancel }: Cancellable<{ deadlineAt: number }>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  const end = () => ending.abort()
  const timer = setTimeout(end, Math.max(0, deadlineAt - monotonicMs()))
  cancel?.addEventListener('message', end, { once: true })
  cancel?.start()
  try {
    return await work(ending.signal)
  } finally {
    clearTimeout(timer)
    // An open port would keep the thread alive.
    cancel?.close()
  }
}
