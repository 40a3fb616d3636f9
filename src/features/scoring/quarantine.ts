/**
 * Quarantine: isolates scoring jobs that may have killed their worker.
 *
 * A process that dies loses all jobs in flight, and no trace says which of them killed it. Released together,
 * innocent jobs would run beside the killer again and end up stuck with it. So a job's last attempt runs isolated: it
 * starts once its process has nothing else in flight, and nothing else starts before it is over. Then a job can only
 * kill itself. Spreading the retries in time would make a wrong verdict unlikely; isolation rules it out.
 */

export type Quarantine = {
  /** Runs `work` beside others, but never beside an isolated one. Null where the process began to drain meanwhile. */
  beside: <Result>(work: () => Promise<Result>) => Promise<Result | null>
  /**
   * Runs `work` with nothing beside it. Null in a process that drains, which may not live long enough; the message is
   * spent then, and `republishLost` replaces it.
   */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result | null>
}

/** The quarantine of one process. */
export function createQuarantine(isDraining: () => boolean): Quarantine {
  const running = new Set<Promise<unknown>>()
  /** Resolves when the isolated work that runs, or waits to run, is over. */
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
