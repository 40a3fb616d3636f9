/** Periodic tasks: runs never overlap, and no run starts after `stop` is called. */
import type { Log } from '../kit/log.ts'

export type Periodic = {
  /** Prevents further runs, and waits for a run in progress. */
  stop: () => Promise<void>
}

/**
 * Runs `work` again `periodMs` after each run ends. A failed run is logged under `name`, and the next run starts as
 * usual.
 */
export function every(periodMs: number, name: string, log: Log, work: () => Promise<void>): Periodic {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const run = async () => {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, `${name} failed; next run in ${periodMs} ms`)
    }
    schedule()
  }
  const schedule = () => {
    if (!stopped) timer = setTimeout(() => void (running = run()), periodMs)
  }
  schedule()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
