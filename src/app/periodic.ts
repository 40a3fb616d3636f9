/** Work that comes again: never twice at once, and over when it is stopped. */
import type { Log } from '../kit/log.ts'

export type Periodic = { /** Waits for a run in progress. */ stop: () => Promise<void> }

/** Runs `work` every `periodMs` after the end of the last run; a failure is logged and the next run comes all the same. */
export function every(periodMs: number, name: string, log: Log, work: () => Promise<void>): Periodic {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const run = async () => {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, `${name} failed; it comes again in ${periodMs} ms`)
    }
    schedule()
  }
  const schedule = () => {
    if (!stopped) timer = setTimeout(() => (running = run()), periodMs)
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
