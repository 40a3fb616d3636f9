/**
 * The application on the admin port. It serves the health checks, and `GET /metrics`, which is for the operator and not
 * part of the contract.
 */
import express, { type Express } from 'express'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { slicesOf, writePaced } from './answers/paced-writing.ts'
import type { UnsentBytes } from './answers/unsent-bytes.ts'

/** Returns the application. It passes every request except `GET /metrics` to `checks`. */
export function adminApp(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  unsent: UnsentBytes,
  checks: Express,
): Express {
  const app = express().disable('x-powered-by').enable('case sensitive routing').enable('strict routing')
  app.get('/metrics', async (request, response, next) => {
    if (request.method === 'HEAD') return next()
    const owner = unsent.ownerOf(null, request.socket.remoteAddress ?? '')
    if (unsent.refusalFor(owner)) return void response.status(503).set('Retry-After', '1').end()
    try {
      const bytes = Buffer.from(await metrics.text())
      response.set('Content-Type', metrics.contentType)
      const { handOver } = unsent.follow(owner, response, bytes.length)
      await writePaced(response, slicesOf(bytes), ({ length }) => handOver(length))
    } catch {
      if (response.headersSent) response.destroy()
      else response.status(503).end()
    }
  })
  return app.use(checks)
}
