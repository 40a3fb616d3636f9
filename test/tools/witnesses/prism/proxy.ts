/**
 * Runs Prism between the tests' clients and their server. Prism forwards everything and reports what breaks the
 * contract, and this file writes one line of JSON per response to the file in WITNESS_LOG. Requests that Prism cannot
 * parse bypass it. Used only by `make contract-witness`, which sets both variables and has installed Prism.
 */
import { appendFileSync } from 'node:fs'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { root, toolsFolder } from '../tools.ts'

type Violation = { location?: string[]; severity: string; message: string }
/** Prism's result for one response. */
export type Judgement = { call: string; status: number; violations: Violation[] }

type Prism = {
  createServer: (
    operations: object[],
    options: object,
  ) => {
    listen: (port: number, host: string) => Promise<string>
    close: () => Promise<void>
  }
  getHttpOperationsFromSpec: (file: string) => Promise<object[]>
}

const load = createRequire(join(toolsFolder, 'prism/package.json'))
const { createServer: createPrism } = load('@stoplight/prism-http-server') as Prism
const { getHttpOperationsFromSpec } = load('@stoplight/prism-http') as Prism
const operations = getHttpOperationsFromSpec(join(root, 'generated/openapi.json'))
const quiet: Record<string, unknown> = { child: () => quiet }
for (const level of ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal']) quiet[level] = () => {}

/**
 * Starts Prism in front of `upstream`, the URL of a server. @returns the URL that replaces it, and a function that
 * stops Prism
 */
export async function startWitness(upstream: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const checks = { checkSecurity: true, validateRequest: true, validateResponse: true, errors: false }
  const config = { ...checks, isProxy: true, mock: false, upstream: new URL(upstream) }
  const prism = createPrism(await operations, { components: { logger: quiet }, cors: false, config })
  const judge = await prism.listen(0, '127.0.0.1')
  const front = createServer((request, response) => {
    // A caller that disconnects before its request is complete gets no response.
    pass(judge, upstream, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    front.closeAllConnections()
    await new Promise((resolve) => front.close(resolve))
    await prism.close()
  }
  return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, stop }
}

/** Forwards a request, and returns the response without the header in which Prism lists violations. */
async function pass(judge: string, upstream: string, request: IncomingMessage, response: ServerResponse) {
  const { method = '', url = '' } = request
  const body = await buffer(request)
  const target = isReadable(request, body) ? judge : upstream
  const onward = ask(`${target}${url}`, { method, headers: request.headers }, (answer) => {
    const { 'sl-violations': violations = '[]', ...headers } = answer.headers
    const judgement = {
      call: `${method} ${url}`,
      status: answer.statusCode ?? 0,
      violations: JSON.parse(String(violations)),
    }
    if (target === judge)
      appendFileSync(process.env.WITNESS_LOG as string, `${JSON.stringify(judgement satisfies Judgement)}\n`)
    response.writeHead(judgement.status, headers)
    pipeline(answer, response, () => {})
  })
  response.on('close', () => onward.destroy())
  onward.on('error', () => response.destroy())
  onward.end(body)
}

/**
 * Returns whether Prism can check the request. It never responds to a body that it cannot parse, or to a method that
 * OpenAPI does not have. It also does not know that null for an optional member is treated as absent, which the
 * contract says only in words. A body that is not formatted like `JSON.stringify` may contain a name twice, and parsers
 * differ in which of the two values they use.
 */
function isReadable({ method, headers }: IncomingMessage, body: Buffer): boolean {
  if (!['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method ?? '')) return false
  if (body.length === 0) return true
  if (headers['content-type'] !== 'application/json' || headers['content-encoding'] !== undefined) return false
  try {
    const parsed: unknown = JSON.parse(body.toString())
    return JSON.stringify(parsed) === body.toString() && !Object.values(parsed ?? {}).includes(null)
  } catch {
    return false
  }
}
