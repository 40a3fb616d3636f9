/**
 * Turns at a resume host: one that drips, or hangs, holds its share of a process's places and no more.
 *
 * Owns who fetches from which host now; the process alone knows, and forgets when it ends. Must never hold up a job for
 * longer than a host that answers needs to free a turn.
 */
import { SECOND } from '../../kit/time.ts'
import type { Services } from '../services.ts'

/** A host may have half of the places: many partners keep all their files with one, and it must not slow a worker. */
const share = 1 / 2
/** A job that found no turn comes back after 1 s, 2 s, 4 s, … at most 30 s: longer than the slowest fetch may take. */
const comeBackFirstMs = 1 * SECOND
const comeBackMostMs = 30 * SECOND

type Host = { working: number; /** Who waits longest is first. */ waiting: Set<() => void> }

/** `concurrency`: places of the process. */
export function createKeyedLimit(concurrency: number, { hostWaitMs }: Services['timings']): Services['withHostLimit'] {
  const most = Math.max(1, Math.floor(concurrency * share))
  const hosts = new Map<string, Host>()

  async function takeTurn(host: Host): Promise<boolean> {
    if (host.working < most) {
      host.working += 1
      return true
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const enter = () => resolve(true)
    host.waiting.add(enter)
    const late = setTimeout(() => {
      host.waiting.delete(enter)
      resolve(false)
    }, hostWaitMs)
    return promise.finally(() => clearTimeout(late))
  }

  /** To who waits longest, or back. */
  function passTurn(name: string, host: Host): void {
    const [next] = host.waiting
    if (next) {
      host.waiting.delete(next)
      next()
    } else {
      host.working -= 1
      if (host.working === 0) hosts.delete(name)
    }
  }

  return async (name, work) => {
    const host = hosts.get(name) ?? { working: 0, waiting: new Set() }
    hosts.set(name, host)
    if (!(await takeTurn(host))) return null
    try {
      return await work()
    } finally {
      passTurn(name, host)
    }
  }
}

/** When a job that found no turn comes back; `attempt` grows by two each time. Give or take a quarter: not all at once. */
export function comeBackMs(attempt: number): number {
  return Math.round(Math.min(comeBackFirstMs * 2 ** (attempt >> 1), comeBackMostMs) * (0.75 + Math.random() / 2))
}
