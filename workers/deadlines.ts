/**
 * When a task stops: at its deadline, or once its caller cancels it.
 *
 * Owns the caller's port and the clock that a thread reads. Both ends are abort signals, which stop the work itself;
 * p-timeout would only stop waiting and leave a provider's call running.
 */
import type { Cancellable } from './tasks.ts'

/** Aborts at `deadlineAt` (epoch ms); at once when that has passed. */
export function deadlineSignal(deadlineAt: number): AbortSignal {
  // AbortSignal.timeout accepts whole milliseconds only, and a corrected clock has fractions.
  return AbortSignal.timeout(Math.max(0, Math.ceil(deadlineAt - Date.now())))
}

/** Runs `work` with a signal that aborts at the task's deadline, or when the caller posts a message to the task's port. */
export async function withCancellation<Result>(
  { deadlineAt, cancel }: Cancellable<{ deadlineAt: number }>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const cancelled = new AbortController()
  cancel?.addEventListener('message', () => cancelled.abort(), { once: true })
  cancel?.start()
  try {
    return await work(AbortSignal.any([cancelled.signal, deadlineSignal(deadlineAt)]))
  } finally {
    // An open port would keep the thread alive.
    cancel?.close()
  }
}
