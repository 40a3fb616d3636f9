/** Adds headers that protect browsers to every response. */
import type { RequestHandler } from 'express'

/** Prevents browsers from rendering a JSON response as a page. */
export const noSniffing = ['X-Content-Type-Options', 'nosniff'] as const

export const securityHeaders: RequestHandler = (_request, response, next) => {
  response.set(...noSniffing)
  next()
}
