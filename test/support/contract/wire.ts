/** Sends thousands of requests over a few open connections, and checks every response against the contract. */
import fc from 'fast-check'
import { Pool } from 'undici'
import { faultsOf } from '../../tools/answer-faults.ts'
import type { Parts } from './arbitraries.ts'
import type { TestedOperation } from './operations.ts'

/** `target` is sent unchanged. A header may appear twice. */
export type WireRequest = { method: string; target: string; headers: [string, string][]; body: Buffer | null }

export type WireAnswer = { status: number; code: string | undefined; details: { field: string; code: string }[] }

export type Wire = {
  /**
   * Sends a request.
   *
   * @throws Error that shows the response, if it breaks the contract
   */
  send: (request: WireRequest) => Promise<WireAnswer>
  close: () => Promise<void>
}

/** On two cores, more connections would only wait for each other. */
const connections = 8

export function openWire(url: string): Wire {
  const pool = new Pool(url, { connections })
  return {
    async send({ method, target, headers, body }) {
      const answer = await pool.request({
        method,
        path: target,
        headers: headers.flat(),
        body,
      })
      const text = await answer.body.text()
      const isJson = String(answer.headers['content-type']).startsWith('application/json') && text !== ''
      const parsed = isJson ? JSON.parse(text) : text
      const seen = { method, path: target, status: answer.statusCode, headers: answer.headers, body: parsed }
      const faults = faultsOf(seen)
      if (faults.length > 0) throw new Error(`${answer.statusCode} ${text.slice(0, 500)}: ${faults.join('; ')}`)
      return { status: answer.statusCode, code: parsed?.code, details: parsed?.details ?? [] }
    },
    close: () => pool.close(),
  }
}

/** Returns the operation's request with these parts. `credentials` replace the generated ones. */
export function toWire(operation: TestedOperation, parts: Parts, credentials: Record<string, string>): WireRequest {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts.path[name] as string)
  const query = parts.query.map(([name, value]) => `${name}=${value}`).join('&')
  const headers = { ...parts.headers, ...credentials }
  return {
    method: operation.method.toUpperCase(),
    target: query ? `${path}?${query}` : path,
    headers: [...Object.entries(headers), ...(operation.takesBody ? [typeOf(operation)] : [])],
    body: operation.takesBody ? Buffer.from(JSON.stringify(parts.body)) : null,
  }
}

/** Returns the type of the file that the operation takes, if it takes one, and otherwise JSON. */
const typeOf = ({ fileTypes: [type] }: TestedOperation): [string, string] => (type ? ['Content-Type', type] : jsonType)

export const jsonType: [string, string] = ['Content-Type', 'application/json']

/** How much of a request a failure shows. */
const shownCharacters = 1_500

/** Returns the request in an object that fast-check prints on one line in a counterexample. */
export function told<T extends { request: WireRequest }>(made: T, what: string): T {
  const tell = () => {
    const { method, target, headers, body } = made.request
    const text = `${what}: ${method} ${target} ${JSON.stringify(headers)} ${body?.toString('latin1') ?? ''}`
    return text.slice(0, shownCharacters)
  }
  return Object.assign(made, { [fc.toStringMethod]: tell })
}
