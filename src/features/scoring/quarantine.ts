/**
 * Quarantine: isolates scoring jobs that may have killed their worker.
 *
 * A process that dies loses all jobs in flight, and nothing shows which of them killed it. If all of them were retried
 * together, harmless jobs would run alongside the cause again and fail with it. So a job's last attempt is isolated: it
 * starts when its process has no other job in flight, and no other job starts before it ends.
 */

export type Quarantine = {
  /**
   * Runs `work` concurrently with other work, but never while isolated work runs. Returns null if the process began to
   * drain before `work` could start.
   */
  beside: <Result>(work: () => Promise<Result>) => Promise<Result | null>
  /**
   * Runs `work` alone. If the process is draining, returns null without running `work`, because the process may end too
   * soon. The job's message is then lost, and `republishLost` publishes the job again.
   */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result | null>
}

/** Creates the quarantine of a process. */
export function createQuarantine(isDraining: () => boolean): Quarantine {
  const running = new Set<Promise<unknown>>()
  /** A promise that resolves when the isolated work has ended; null if there is none. */
  let isolation: Promise<void> | null = null

  return {
    async beside(work) {
      while (isolation) {
        await isolation
        if (isDraining()) return null
      }
      const run = work().finally(() => running.delete(run))
      running.add(run)
      return run
    },
    async alone(work) {
      while (isolation) await isolation
      const over = Promise.withResolvers<void>()
      isolation = over.promise
      try {
        await Promise.allSettled(running)
        return isDraining() ? null : await work()
      } finally {
        isolation = null
        over.resolve()
      }
    },
  }
}
