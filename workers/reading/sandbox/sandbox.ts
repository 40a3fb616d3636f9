/**
 * This thread's sandbox: a process that the server starts for it, and that converts one file at a time.
 *
 * Writes and reads the files in the sandbox's folder. The server manages the process.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { type Reading, ReadingError } from '../reading.ts'
import type { ParseResumeTask } from '../../tasks.ts'
import type { SandboxAnswer, SandboxRequest, SandboxType } from './protocol.ts'

/**
 * Asks the server for a sandbox. The thread and the server communicate through the port; see
 * `src/platform/reading/sandboxes.ts`.
 */
export type OpenSandbox = (port: MessagePort) => void

export type Terms = Pick<ParseResumeTask, 'sizes' | 'deadlineAt'> & { openSandbox: OpenSandbox }

/** `closed` aborts when the server has stopped the sandbox. */
type Sandbox = { port: MessagePort; folder: Promise<string>; closed: AbortSignal }

let sandbox: Sandbox | null = null
let last: Promise<unknown> = Promise.resolve()

/**
 * Converts a file in the sandbox, once earlier requests are done. Throws ReadingError with the code of the format
 * reader, or with RESUME_PARSE_FAILED if the process crashed, exceeded its memory, or ran until `deadlineAt`.
 */
export function convertInSandbox(
  type: SandboxType,
  bytes: Uint8Array,
  { sizes, deadlineAt, openSandbox }: Terms,
): Promise<Reading> {
  const conversion = last.then(async () => {
    // An idle thread does not process messages. Waiting for the next turn gives it the chance to notice that its
    // sandbox has ended in the meantime.
    await nextTurn()
    const own = (sandbox ??= open(openSandbox))
    return convert(own, bytes, { type, sizes, deadlineAt })
  })
  last = conversion.catch(() => {})
  return conversion
}

function open(openSandbox: OpenSandbox): Sandbox {
  const { port1: port, port2 } = new MessageChannel()
  const closed = new AbortController()
  const own = { port, folder: nextMessage<string>(port, closed.signal), closed: closed.signal }
  own.folder.catch(() => {}) // the error is thrown where the promise is awaited
  port.once('close', () => {
    if (sandbox === own) sandbox = null
    closed.abort()
  })
  openSandbox(port2)
  return own
}

async function convert(own: Sandbox, bytes: Uint8Array, request: Omit<SandboxRequest, 'file'>): Promise<Reading> {
  const file = `${randomBytes(16).toString('hex')}.${request.type}`
  try {
    const path = join(await own.folder, file)
    try {
      await writeFile(path, bytes, { mode: 0o600 })
      const answer = await ask(own, { ...request, file })
      if (!answer.ok) throw new ReadingError(answer.code, answer.message, answer)
      const { findings, people } = answer
      return { text: await readFile(path, 'utf16le'), pages: null, findings, ...(people ? { people } : {}) }
    } finally {
      await rm(path, { force: true })
    }
  } catch (cause) {
    if (cause instanceof ReadingError) throw cause
    throw new ReadingError('RESUME_PARSE_FAILED', `no sandbox process was available for ${request.type}`, {
      lost: true,
    })
  }
}

function ask({ port, closed }: Sandbox, request: SandboxRequest): Promise<SandboxAnswer> {
  const answer = nextMessage<SandboxAnswer>(port, closed)
  port.postMessage(request)
  return answer
}

/** Returns the next message, and keeps the thread alive until it arrives. Rejects when `closed` aborts. */
async function nextMessage<Message>(port: MessagePort, closed: AbortSignal): Promise<Message> {
  const [message] = (await once(port, 'message', { signal: closed })) as [Message]
  return message
}
