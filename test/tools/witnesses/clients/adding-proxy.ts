/**
 * A proxy in front of our server that adds to responses what a later version may add: members that are not in the
 * contract, and values that the contract does not list. Every response gets new members. Only the first response for
 * each path gets new values. So a client encounters new values, but can still wait for a status.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { operationFinder } from '../../../../src/platform/contract/answers.ts'
import { document } from '../../answer-faults.ts'

type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  oneOf?: Schema[]
  additionalProperties?: boolean | Schema
  'x-extensible-enum'?: string[]
}

const find = operationFinder(document as unknown as Parameters<typeof operationFinder>[0])

const addedMember = 'addedLater'
const addedValue = 'ADDED_LATER'

/** Starts the proxy on a free port in front of `target`, the base URL of a server. */
export async function startAddingProxy(target: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const seen = new Set<string>()
  const server = createServer((request, response) => {
    forward(target, request, seen).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.writeHead(502).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

async function forward(target: string, request: IncomingMessage, seen: Set<string>) {
  const { method = '', url = '' } = request
  const sent = await buffer(request)
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
  const answer = await fetch(`${target}${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
    body: sent.length > 0 ? sent : null,
  })
  const text = await answer.text()
  const kept = [...answer.headers].filter(
    ([name]) => !/^(content-length|content-encoding|connection|keep-alive|transfer-encoding)$/.test(name),
  )
  const isFirst = !seen.has(`${method} ${url}`)
  seen.add(`${method} ${url}`)
  const schema = schemaOf(method, url, answer.status)
  const body = schema && text ? JSON.stringify(grown(schema, JSON.parse(text), isFirst)) : text
  return { status: answer.status, headers: Object.fromEntries(kept), body }
}

/** Returns the schema for a JSON response, or undefined if the contract has none. */
function schemaOf(method: string, url: string, status: number): Schema | undefined {
  const responses = find(method, url)?.responses ?? {}
  const answer = resolve<{ $ref?: string; content?: Record<string, { schema: Schema }> }>(
    responses[status] ?? responses.default ?? {},
  )
  return answer.content?.['application/json']?.schema
}

/**
 * Returns `value`, a response with this schema, with an additional member in each object and, on request, with new
 * values.
 */
function grown(node: Schema, value: unknown, withValues: boolean): unknown {
  const schema = resolve(node)
  if (schema.oneOf) return schema.oneOf.reduce((result, one) => grown(one, result, withValues), value)
  if (typeof value === 'string') return withValues && schema['x-extensible-enum'] ? addedValue : value
  if (Array.isArray(value))
    return schema.items ? value.map((item) => grown(schema.items as Schema, item, withValues)) : value
  if (typeof value !== 'object' || value === null || !schema.properties) return value
  const { properties } = schema
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    properties[name] ? grown(properties[name], member, withValues) : member,
  ])
  return { ...Object.fromEntries(entries), [addedMember]: { list: ['new'], number: 1 } }
}

function resolve<T extends { $ref?: string }>(node: T): T {
  const names = node.$ref?.slice(2).split('/')
  return names ? (names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document) as T) : node
}
