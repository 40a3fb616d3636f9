/** `GET /metrics` of the admin port: for the operator, so it is no operation of the contract. */
import type { RequestListener } from 'node:http'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { slicesOf, writePaced } from './answers/paced-writing.ts'
import type { UnsentBytes } from './answers/unsent-bytes.ts'

/** Answers `/metrics` itself; `listener` gets everything else. */
export function withMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  unsent: UnsentBytes,
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return listener(request, response)
    const owner = unsent.ownerOf(null, request.socket.remoteAddress ?? '')
    if (unsent.refusalFor(owner)) return void response.writeHead(503, { 'Retry-After': '1' }).end()
    metrics
      .text()
      .then((text) => {
        const bytes = Buffer.from(text)
        response.writeHead(200, { 'Content-Type': metrics.contentType })
        const { handOver } = unsent.follow(owner, response, bytes.length)
        return writePaced(response, slicesOf(bytes), ({ length }) => handOver(length))
      })
      .catch(() => (response.headersSent ? response.destroy() : response.writeHead(503).end()))
  }
}
