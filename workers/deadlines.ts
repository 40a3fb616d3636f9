/**
 * Work that somebody waits for: it ends at its task's deadline, and as soon as its caller has hung up.
 *
 * Owns the caller's port.
 */
import { untilDeadline } from './deadline.ts'
import type { Cancellable } from './tasks.ts'

/** Runs `work` with a signal that aborts at the task's deadline, or when its port carries a message. */
export async function whileWanted<Result>(
  { deadlineAt, cancel }: Cancellable<{ deadlineAt: number }>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const cancelled = new AbortController()
  cancel?.addEventListener('message', () => cancelled.abort(), { once: true })
  cancel?.start()
  try {
    return await work(AbortSignal.any([cancelled.signal, untilDeadline(deadlineAt)]))
  } finally {
    // An open port would keep the thread alive.
    cancel?.close()
  }
}
