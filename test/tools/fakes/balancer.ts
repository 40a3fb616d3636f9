/**
 * A load balancer for tests. It polls /readyz, and sends each request to the next process that was ready. It sends each
 * request once: like most load balancers by default, it tries another process only if a connection is refused. If no
 * process is ready, it tries all of them.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'

export type BalancedRequest = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
}
export type BalancedAnswer = { status: number; headers: Record<string, string>; text: string }

export type Balancer = {
  add(url: string): void
  remove(url: string): Promise<void>
  /**
   * Sends a request.
   *
   * @throws the connection's error if no process accepts the request, or if the process that accepted it is lost
   */
  send(request: BalancedRequest): Promise<BalancedAnswer>
  close(): Promise<void>
}

type Target = { pool: Pool; isReady: boolean; checks: Promise<void>; isKept: boolean }

/**
 * The time between two checks of a process. It is short, because a server that is shutting down accepts requests only
 * for a while.
 */
const checkMs = 100
/** A process that does not respond within this time is treated as not ready. */
const checkTimeoutMs = 2_000
/** A common limit for load balancers. The service promises to answer every request within this time. */
const requestTimeoutMs = 60_000

export function startBalancer(): Balancer {
  const targets = new Map<string, Target>()
  let turn = 0

  async function check(target: Target): Promise<void> {
    while (target.isKept) {
      const answer = await ask(target.pool, { method: 'GET', path: '/readyz', headers: {} }, checkTimeoutMs).catch(
        () => null,
      )
      target.isReady = answer?.status === 200
      await delay(checkMs)
    }
  }

  /** Resolves when all of the process's responses have been read, which may be after it has ended. */
  const close = async (target: Target) => {
    target.isKept = false
    await Promise.all([target.pool.close(), target.checks])
  }

  return {
    add(url) {
      const target: Target = { pool: new Pool(url), isReady: false, checks: Promise.resolve(), isKept: true }
      target.checks = check(target)
      targets.set(url, target)
    },
    async remove(url) {
      const target = targets.get(url)
      targets.delete(url)
      if (target) await close(target)
    },
    async send(request) {
      const ready = [...targets.values()].filter(({ isReady }) => isReady)
      const line = ready.length > 0 ? ready : [...targets.values()]
      turn += 1
      let refusal: unknown = new Error('there is no process')
      for (let asked = 0; asked < line.length; asked += 1) {
        try {
          return await ask((line[(turn + asked) % line.length] as Target).pool, request, requestTimeoutMs)
        } catch (error) {
          if ((error as { code?: string }).code !== 'ECONNREFUSED') throw error
          refusal = error
        }
      }
      throw refusal
    },
    close: async () => void (await Promise.all([...targets.values()].map(close))),
  }
}

async function ask(pool: Pool, request: BalancedRequest, timeoutMs: number): Promise<BalancedAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const { statusCode, headers, body } = await pool.request({ ...request, signal })
  return { status: statusCode, headers: headers as Record<string, string>, text: await body.text() }
}
