/** `GET /metrics` of the admin port: for the operator, so it is no operation of the contract. */
import type { RequestListener } from 'node:http'
import type { Metrics } from '../../platform/metrics/metrics.ts'

/** Answers `/metrics` itself; `listener` gets everything else. */
export function withMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return listener(request, response)
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(503).end(),
    )
  }
}
