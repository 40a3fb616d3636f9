/**
 * Goes around the route lookup of express-openapi-validator.
 *
 * For each request the package compiles the patterns of all paths of the document until one matches: 280 µs of CPU,
 * where a whole read takes 110 (measured; its open pull request "perf: cache route matchers" is about this). Express has
 * matched the route already, so the operation is set here as `request.openapi`, where the lookup would leave it, and the
 * option `ignorePaths` keeps the package from looking.
 */
import type { RequestHandler } from 'express'
import type { Document, Operation } from './contract.ts'

/** The option that leaves the lookup out, on every path. */
export const withoutRouteLookup = { ignorePaths: () => true }

/** Returns the middleware that names the operation to the package; `document`: what its validators were made from. */
export function setRoute(document: Document, { method, path }: Operation): RequestHandler {
  const route = { expressRoute: path, openApiRoute: path, schema: document.paths[path]?.[method], serial: 0 }
  return (request, _response, next) => {
    Object.assign(request, { openapi: { ...route, pathParams: request.params } })
    next()
  }
}
