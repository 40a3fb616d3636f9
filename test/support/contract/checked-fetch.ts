/** A `fetch` for the client under test that fails the test if a response does not match the contract. */
import type { ExecutionContext } from 'ava'
import { faultsOf } from '../../tools/answer-faults.ts'

type Arrived = { status: number; headers: Record<string, string>; body: unknown }

/** Returns the `fetch`. `look` gets each response before the client does. */
export function checkedFetch(t: ExecutionContext, look: (answer: Arrived) => void): typeof fetch {
  return async (target, init) => {
    // Connections are not kept open, because a server that stops could close one during the next request.
    const response = await fetch(target, { ...init, headers: { ...init?.headers, Connection: 'close' } })
    const url = new URL(String(target))
    const text = await response.text()
    const headers = Object.fromEntries(response.headers)
    const body = headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : text
    const method = init?.method ?? 'GET'
    const path = url.pathname + url.search
    const faults = faultsOf({ method, path, status: response.status, headers, body })
    t.deepEqual(faults, [], `${method} ${path} → ${response.status} ${text.slice(0, 500)}`)
    look({ status: response.status, headers, body })
    // A response can be read only once, so the client gets a copy.
    return new Response(response.status === 204 ? null : text, response)
  }
}
