/**
 * The HTTP client for groq-sdk. Uses undici's `request`, because a call with undici's fetch takes four times as much
 * CPU.
 *
 * Keeps connections open for later calls. Does not follow redirects, which could send the resume to a host that the
 * operator did not configure.
 */
import { Agent } from 'undici'

/**
 * The time for which idle connections are kept open. Servers keep them open for longer, so that a call does not use a
 * connection that the server has just closed.
 */
const keptMs = 4_000

/** Verdicts on 30 criteria take 100,000 characters. An endless response must not fill the memory. */
const answerBytesMax = 4_000_000

/**
 * The part of fetch that groq-sdk uses, with strings as request and response bodies. Every call goes to `address`,
 * because the package knows only Groq's own paths.
 */
export function createFetch(address: string): typeof fetch {
  // No timeouts, because a self-hosted model can take minutes until its first byte. The caller's signal aborts a call.
  const patience = { headersTimeout: 0, bodyTimeout: 0 }
  const agent = new Agent({ allowH2: false, keepAliveTimeout: keptMs, maxResponseSize: answerBytesMax, ...patience })
  const { origin, pathname, search } = new URL(address)
  const target = { origin, path: pathname + search }
  const send = async (_: string, { method, headers, body, signal }: RequestInit) => {
    const sent = { ...Object.fromEntries(headers as Headers), 'accept-encoding': 'identity' }
    const call = { ...target, method: method as 'POST', headers: sent, body: body as string, signal: signal ?? null }
    const { statusCode: status, headers: received, body: answer } = await agent.request(call)
    const text = await answer.text()
    return {
      // Avoids the class Headers, which would check and copy each header.
      ...{ status, ok: status >= 200 && status < 300, headers: new Map(Object.entries(received)), url: address },
      ...{ body: null, text: async () => text, json: async () => JSON.parse(text) as unknown },
    }
  }
  return send as unknown as typeof fetch
}
