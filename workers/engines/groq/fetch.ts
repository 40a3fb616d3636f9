/**
 * The HTTP under groq-sdk: undici's dispatcher itself, because its fetch takes four times the CPU of a call, and Node's
 * client twice (480 µs and 220 against 120).
 *
 * Keeps connections for the next calls. Follows no redirect: one would send the resume to a host that the operator never
 * configured.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, type Dispatcher } from 'undici'

/** Shorter than servers keep idle connections: a call over one that was just closed fails. */
const keptMs = 4_000

/** Verdicts on 30 criteria take 100,000 characters; a server that pours on must not fill the memory. */
const answerBytesMax = 4_000_000

/**
 * As much of a fetch as groq-sdk uses: texts go out and come in, whole. Every call goes to `address`, because the
 * package knows only Groq's own paths.
 */
export function createFetch(address: string): typeof fetch {
  // The caller's signal alone ends a call: a model of one's own may think for minutes before its first byte.
  const patience = { headersTimeout: 0, bodyTimeout: 0 }
  const agent = new Agent({ allowH2: false, keepAliveTimeout: keptMs, ...patience })
  const { origin, pathname, search } = new URL(address)
  const target = { origin, path: pathname + search }
  const send = async (_: string, { method, headers, body, signal }: RequestInit) => {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Received>()
    const receiver = new Receiver(resolve, reject)
    const callOff = () => receiver.callOff((signal as AbortSignal).reason as Error)
    signal?.addEventListener('abort', callOff)
    const sent = { ...Object.fromEntries(headers as Headers), 'accept-encoding': 'identity' }
    agent.dispatch({ ...target, method: method as 'POST', headers: sent, body: body as string }, receiver)
    const answer = await promise.finally(() => signal?.removeEventListener('abort', callOff))
    return { ...answer, url: address, body: null }
  }
  return send as unknown as typeof fetch
}

type Received = Pick<Response, 'status' | 'ok' | 'text' | 'json'> & { headers: AnswerHeaders }

/** Collects an answer, or fails with its connection. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: Received) => void
  readonly #reject: (reason: unknown) => void
  #controller: Dispatcher.DispatchController | null = null
  #calledOff: Error | null = null
  #status = 0
  #headers: IncomingHttpHeaders = {}
  readonly #chunks: Buffer[] = []
  #bytes = 0

  constructor(resolve: (answer: Received) => void, reject: (reason: unknown) => void) {
    this.#resolve = resolve
    this.#reject = reject
  }

  /** Ends the call, which may still be waiting for its connection. */
  callOff(reason: Error): void {
    this.#calledOff = reason
    this.#reject(reason)
    this.#controller?.abort(reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#calledOff) controller.abort(this.#calledOff)
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.byteLength
    if (this.#bytes > answerBytesMax) controller.abort(new Error('the answer is too long'))
  }

  onResponseEnd(): void {
    const text = Buffer.concat(this.#chunks).toString()
    const isOk = this.#status >= 200 && this.#status < 300
    const read = { text: async () => text, json: async () => JSON.parse(text) as unknown }
    this.#resolve({ status: this.#status, ok: isOk, headers: new AnswerHeaders(this.#headers), ...read })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error)
  }
}

/** As much of `Headers` as is asked of an answer's: the whole would check and copy each of them. */
class AnswerHeaders {
  readonly #received: IncomingHttpHeaders

  constructor(received: IncomingHttpHeaders) {
    this.#received = received
  }

  get(name: string): string | null {
    const value = Object.hasOwn(this.#received, name) ? this.#received[name] : undefined
    return value === undefined ? null : String(value)
  }
}
