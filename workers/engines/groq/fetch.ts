/**
 * The HTTP client for groq-sdk: undici's `request`, because its fetch takes four times the CPU of a call.
 *
 * Keeps connections open for later calls. Follows no redirects: one would send the resume to a host that the operator
 * did not configure.
 */
import { Agent } from 'undici'

/**
 * The time for which idle connections are kept. Servers keep them longer; a call over a connection that the server has
 * just closed would fail.
 */
const keptMs = 4_000

/** Verdicts on 30 criteria take 100,000 characters; an endless response must not fill the memory. */
const answerBytesMax = 4_000_000

/**
 * The part of fetch that groq-sdk uses: complete texts as request and response. Every call goes to `address`, because
 * the package knows only Groq's own paths.
 */
export function createFetch(address: string): typeof fetch {
  // Only the caller's signal ends a call: a self-hosted model may think for minutes before its first byte.
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
      // The class Headers would check and copy each header.
      ...{ status, ok: status >= 200 && status < 300, headers: new Map(Object.entries(received)), url: address },
      ...{ body: null, text: async () => text, json: async () => JSON.parse(text) as unknown },
    }
  }
  return send as unknown as typeof fetch
}
