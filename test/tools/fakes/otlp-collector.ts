/** An OpenTelemetry collector on a loopback port that stores the spans it receives. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { ExecutionContext } from 'ava'

export type CollectedSpan = { traceId: string; spanId: string; parentSpanId?: string; name: string }

export type Collector = {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string
  spans: CollectedSpan[]
  /** The bodies as received, so that a test can search all of their content. */
  bodies: string[]
}

type Export = { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] }

/** Starts a collector that is stopped at the end of the test. */
export async function startCollector(t: Pick<ExecutionContext, 'teardown'>): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await json(request)) as Export
    bodies.push(JSON.stringify(body))
    spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void take(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, bodies }
}
