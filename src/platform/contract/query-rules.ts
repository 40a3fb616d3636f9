/**
 * Query rules that express-openapi-validator lacks: it misinterprets `name[]`, and repeated or undecodable parameters.
 */
import type { Request, RequestHandler } from 'express'
import { facts } from '../../../generated/facts.gen.ts'
import { invalid, ServiceError, type ErrorDetail } from '../../kit/errors.ts'
import { parametersOf, type Contract, type Operation } from './contract.ts'

const { maxItems: detailsMax } = facts.ErrorDetails
/** The longest name in an error. Parameter names are short; a longer, unknown name is truncated. */
const fieldCharactersMax = 200

/** Returns the middleware, which throws VALIDATION_ERROR. */
export function checkQuery({ document, resolve }: Contract, { definition }: Operation): RequestHandler {
  const inQuery = parametersOf(document, definition, 'query')
  const isListByName = new Map(inQuery.map(({ name, schema }) => [name, resolve(schema ?? {}).type === 'array']))
  return (request, _response, next) => {
    const text = request.url.slice(request.path.length)
    if (text !== '') {
      const { query } = request
      checkParameters(text, query, isListByName)
      joinLists(request, query)
    }
    next()
  }
}

function checkParameters(text: string, query: Request['query'], isListByName: ReadonlyMap<string, boolean>): void {
  if (!isDecodable(text)) throw invalid('', 'encoding', 'the query must be percent-encoded UTF-8')
  const faultOf = (name: string, value: unknown): Omit<ErrorDetail, 'field'> | null => {
    if (!isListByName.has(name))
      return {
        code: 'unknown',
        message: `is not a known query parameter; this operation accepts ${[...isListByName.keys()].join(', ') || 'none'}`,
      }
    if (typeof value !== 'string' && !isListByName.get(name))
      return { code: 'repeated', message: 'must be sent only once' }
    return [value].flat().join().includes('\0') ? { code: 'text', message: 'must not contain NUL characters' } : null
  }
  const details = Object.entries(query).flatMap(([name, value]) => {
    const fault = faultOf(name, value)
    return fault ? [{ field: name.slice(0, fieldCharactersMax), ...fault }] : []
  })
  if (details.length > 0) throw new ServiceError('VALIDATION_ERROR', { details: details.slice(0, detailsMax) })
}

/**
 * Converts a list that was sent as several parameters to one comma-separated parameter, the only form that the package
 * reads.
 */
function joinLists(request: Request, query: Request['query']): void {
  const repeated = Object.entries(query).filter(([, value]) => Array.isArray(value))
  if (repeated.length === 0) return
  const joined = Object.fromEntries(repeated.map(([name, value]) => [name, String(value)]))
  // Replaces Express's getter, which would parse the query again on each access.
  Object.defineProperty(request, 'query', { value: { ...query, ...joined }, writable: true, configurable: true })
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
