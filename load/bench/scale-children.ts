/**
 * The two processes beside the service: what is outside of it, and the load.
 *
 * Owns both and ends them by their handles; they end by themselves when their parent does.
 */
import { fork, type ChildProcess, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Whom a request speaks for, about which opening, and where its resumes are. */
export type Target = { key: string; tenant: string; job: string; resumes: string }

/** `single`: a submission; `batch`: a hundred in one request. */
export type Load = {
  url: string
  kind: 'single' | 'batch'
  targets: Target[]
  atOnce: number
  /** Not counted. */
  warmMs: number
  forMs: number
  /** Of applications, those of the warm-up too. */
  countMax: number
}

/** `all`: with the warm-up and what came after the end. `refused`: the first answer other than 202. */
export type Loaded = { accepted: number; all: number; ms: number; refused: string | null }

export type Outside = { groqUrl: string; origins: string[]; answerAfter(modelMs: number): Promise<void>; close(): void }
export type Client = { load(order: Load): Promise<Loaded>; close(): void }

export async function startOutside(): Promise<Outside> {
  const { child, first } = await start('scale-outside.ts')
  return {
    ...(first as Pick<Outside, 'groqUrl' | 'origins'>),
    answerAfter: async (modelMs) => void (await ask(child, modelMs)),
    close: () => child.disconnect(),
  }
}

/** @throws Error at the first answer that is not 202: a rate of refusals is no figure */
export async function startClient(): Promise<Client> {
  const { child } = await start('scale-client.ts')
  const load = async (order: Load) => {
    const loaded = (await ask(child, order)) as Loaded
    if (loaded.refused !== null) throw new Error(loaded.refused)
    return loaded
  }
  return { load, close: () => child.disconnect() }
}

async function start(file: string): Promise<{ child: ChildProcess; first: unknown }> {
  const child = fork(join(import.meta.dirname, file))
  const [first] = (await once(child, 'message')) as [unknown]
  return { child, first }
}

async function ask(child: ChildProcess, question: Serializable): Promise<unknown> {
  const answer = once(child, 'message')
  child.send(question)
  return ((await answer) as [unknown])[0]
}
