/** Headers of every answer that protect browsers. */
import type { RequestHandler } from 'express'

/** What is sent as JSON must never run as a page. */
export const noSniffing = ['X-Content-Type-Options', 'nosniff'] as const

export const securityHeaders: RequestHandler = (_request, response, next) => {
  response.set(...noSniffing)
  next()
}
