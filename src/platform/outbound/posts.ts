/**
 * Sends a body to a caller's URL: one request, one response, no redirect.
 *
 * The outcome depends only on the status of the response. No part of the response or the URL may appear in a message.
 */
import type { Dispatcher } from 'undici'
import { BlockedAddress, codeOf, single, userAgent, type CallEnd } from './connections.ts'
import { parseRetryAfter } from '../../kit/headers.ts'
import { checkUrl, type OutboundAllow } from './public-address.ts'

export type PostOptions = {
  headers: Record<string, string>
  body: string
  /** The time limit for the whole request: name lookup, the connection, and the part of the response that is read. */
  timeoutMs: number
}

export type PostAnswer = {
  /** Null if there was no response. */
  statusCode: number | null
  /**
   * Null if the status is 2xx; otherwise a message for the receiver's owner, without any part of the URL or the
   * response.
   */
  error: string | null
  /** The receiver's `Retry-After`, not capped; null if it sent none. */
  retryAfterMs: number | null
  durationMs: number
}

/**
 * The maximum number of bytes that are read from a response. It is enough for ordinary responses, so a receiver that
 * sends one sees no broken connection.
 */
const answerBytesMax = 20_000

const endings: Record<CallEnd, string> = {
  'too long': 'the receiver did not respond in time',
  cancelled: 'the attempt was cancelled',
}

/** Sends the body. Never rejects. */
export async function postTo(
  agent: Dispatcher,
  allow: OutboundAllow,
  url: string,
  options: PostOptions,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const startedAt = performance.now()
  const answer = await send(agent, allow, url, options, signal).catch((error: unknown) => unanswered(error, signal))
  return { ...answer, durationMs: Math.round(performance.now() - startedAt) }
}

type Outcome = Omit<PostAnswer, 'durationMs'>

async function send(
  agent: Dispatcher,
  allow: OutboundAllow,
  url: string,
  { headers, body }: PostOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const verdict = checkUrl(url, allow)
  if (!verdict.ok) throw new BlockedAddress(`it ${verdict.message}`)
  const { origin, pathname, search } = verdict.url
  const answer = await agent.request({
    origin,
    path: pathname + search,
    method: 'POST',
    headers: { ...headers, 'user-agent': userAgent },
    body,
    reset: true,
    signal,
  })
  // An abandoned body emits an error; without a listener it would end the process.
  answer.body.on('error', () => {})
  await readSome(answer)
  return answered(answer)
}

/** Resolves at the end of the response, at the size limit, or when the connection breaks. */
async function readSome({ body }: Dispatcher.ResponseData): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength
      if (bytes >= answerBytesMax) return
    }
  } catch {
    // The status has already arrived and decided the outcome.
  }
}

function answered({ statusCode, headers }: Dispatcher.ResponseData): Outcome {
  const isAccepted = statusCode >= 200 && statusCode < 300
  const isRedirect = statusCode >= 300 && statusCode < 400
  const refusal = `the receiver responded with status ${statusCode}${isRedirect ? ', and redirects are not followed' : ''}`
  const retryAfterMs = parseRetryAfter(single(headers['retry-after']), Date.now())
  return { statusCode, error: isAccepted ? null : refusal, retryAfterMs }
}

function unanswered(error: unknown, signal: AbortSignal): Outcome {
  const none = { statusCode: null, retryAfterMs: null }
  if (signal.aborted) return { ...none, error: endings[signal.reason as CallEnd] }
  if (error instanceof BlockedAddress) return { ...none, error: `the URL is refused: ${error.message}` }
  return { ...none, error: `the connection to the receiver failed (${codeOf(error)})` }
}
