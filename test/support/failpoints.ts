/** Holds jobs at a failpoint until a test releases them. */
import type { ExecutionContext } from 'ava'
import type { Failpoint } from '../../src/platform/services.ts'
import { HandClock } from '../tools/fakes/hand-clock.ts'
import { startHarness } from './harness.ts'
import { still } from './still-timings.ts'
import { until } from '../tools/until.ts'

/** Holds jobs that reach `point`, at most `most` at a time. */
export function holdAt(point: Failpoint, most = Infinity) {
  const held: (() => void)[] = []
  const hold = (count: number) => void (most = count)
  return {
    held,
    /** Holds at most `count` jobs from now on. */
    hold,
    failpoint: (reached: Failpoint) => {
      if (reached !== point || held.length >= most) return
      return new Promise<void>((resolve) => void held.push(resolve))
    },
    arrived: (count = 1) => until(`${count} jobs stop at ${point}`, () => held.length >= count),
    letGo() {
      hold(0)
      for (const resolve of held.splice(0)) resolve()
    },
  }
}

/** Starts a server that only runs jobs. Each job waits at `point` until it is released. The clock is stopped. */
export async function startHeld(t: ExecutionContext, point: Failpoint) {
  const jobs = holdAt(point)
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { timings: still, failpoint: jobs.failpoint, clock } })
  // Registered after the server's teardown, because teardowns run in reverse order, and a server that stops waits for
  // its jobs.
  t.teardown(jobs.letGo)
  const client = await harness.client()
  await client.generate('job-1')
  return { ...jobs, harness, client, clock, services: harness.server.services }
}
