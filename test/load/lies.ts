/** Faults that tests plant in a server's counters. Each makes a limit inaccurate. */
import type { Count, Limited } from '../../src/platform/counters/counters.ts'
import type { Services } from '../../src/platform/services.ts'

/** How a server counts one window. `honest` counts correctly. */
export type Lie = (window: Limited, honest: Honest, services: Services) => Promise<Count>
type Honest = (window: Limited) => Promise<Count>

/** Replaces how a server counts. */
export function plant(services: Services, lie: Lie): void {
  const { counters } = services
  const honest: Honest = async (window) => (await counters.take([window]))[0] as Count
  services.counters = {
    take: (windows) => Promise.all(windows.map((window) => lie(window, honest, services))),
    charge: (...of) => counters.charge(...of),
    look: (at) => counters.look(at),
    acquire: (...of) => counters.acquire(...of),
    degraded: () => counters.degraded(),
    close: () => counters.close(),
  }
}

/** Each window allows one request more than it reports. */
export const extraToken: Lie = async (window, honest) => {
  const count = await honest({ ...window, limit: window.limit + 1 })
  return { ...count, limit: window.limit, remaining: Math.max(0, count.remaining - 1) }
}

/** Windows begin later than the `resetAt` that they report. */
export function shifted(byMs: number): Lie {
  const counts = new Map<string, number>()
  return async ({ key, limit, windowMs }, _, { clock }) => {
    const now = clock.now()
    const resetAt = (Math.floor((now - byMs) / windowMs) + 1) * windowMs
    const taken = (counts.get(`${key} ${resetAt}`) ?? 0) + 1
    counts.set(`${key} ${resetAt}`, taken)
    const remaining = Math.max(0, limit - taken)
    return { allowed: taken <= limit, limit, remaining, resetAt, resetInMs: resetAt + byMs - now, degraded: false }
  }
}

/** Returns counters that wrongly count two partners' requests in the same buckets. */
export function sharedBy(one: string, other: string): Lie {
  return (window, honest) => honest({ ...window, key: window.key.replace(other, one) })
}
