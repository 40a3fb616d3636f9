/**
 * The two helper processes of a bench: the load generator, and the external parts of the service (model, resume hosts,
 * webhook receivers).
 */
import { once } from 'node:events'
import type { Serializable } from 'node:child_process'
import { launch, whenReady, type Process } from './processes.ts'
import type { Kind, RequestOptions } from './requests.ts'

export type Order = RequestOptions & {
  url: string
  kind: Kind
  /** The number of concurrent requests. */
  connections: number
  /** The duration of the warm-up, which is not counted. */
  warmMs: number
  forMs: number
  /** The pause between a response and the connection's next request. */
  pauseMs: number
  /** The maximum number of requests, including those of the warm-up. */
  countMax: number
}

/** `all` includes the warm-up; the other figures do not. Latencies are in ms. */
export type Outcome = { count: number; all: number; rate: number; p50: number; p95: number; p99: number }

export type Generator = {
  /**
   * @throws Error at the first unexpected response, because a rate that includes error responses would be meaningless
   */
  load: (order: Order) => Promise<Outcome>
  close: () => Promise<void>
}

/** `mostCalls` returns the maximum number of concurrent calls since the last query. */
export type Outside = {
  groqUrl: string
  origins: string[]
  answerAfter: (modelMs: number) => Promise<void>
  mostCalls: () => Promise<number>
  pid: number
  close: () => Promise<void>
}

export async function startGenerator(): Promise<Generator> {
  const { ask, close } = await start('the load', 'load/bench/generator.ts')
  return { load: (order) => ask(order) as Promise<Outcome>, close }
}

export async function startOutside(): Promise<Outside> {
  const { first, ask, close, pid } = await start('the outside', 'load/bench/outside.ts')
  return {
    ...(first as Pick<Outside, 'groqUrl' | 'origins'>),
    answerAfter: async (modelMs) => void (await ask({ modelMs })),
    mostCalls: async () => ((await ask({})) as { mostCalls: number }).mostCalls,
    pid,
    close,
  }
}

async function start(name: string, file: string) {
  const started: Process = launch({ name, file, ipc: true })
  const [first] = (await whenReady(started, once(started.child, 'message'))) as [unknown]
  const gone = once(started.child, 'close').then(() => {
    throw new Error(`${name} ended: ${started.tail()}`)
  })
  gone.catch(() => {}) // if no caller awaits `gone`, its rejection must not end the bench
  // Queries run one at a time, because responses do not say which query they answer.
  let turn: Promise<unknown> = Promise.resolve()
  const askNow = async (question: Serializable): Promise<unknown> => {
    const answer = once(started.child, 'message')
    started.child.send(question)
    const [said] = (await Promise.race([answer, gone])) as [{ error?: string }]
    if (said.error !== undefined) throw new Error(said.error)
    return said
  }
  const ask = (question: Serializable) => {
    const asked = turn.then(() => askNow(question))
    turn = asked.catch(() => {})
    return asked
  }
  return { first, ask, pid: started.pid, close: () => started.stop() }
}
