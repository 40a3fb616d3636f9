/**
 * Finds the method of the partners' client that sends a given request. A test can therefore state a path and still
 * exercise that client.
 */
import { operations, type ClientOperations } from '../../../generated/client.gen.ts'
import type { AnyInput, AnyOptions } from '../../../src/client/request.ts'

export type PartnerCall = { id: keyof ClientOperations; input: AnyInput; options: AnyOptions }

const templates = Object.entries(operations).map(([id, { method, path, tenant }]) => ({
  id: id as keyof ClientOperations,
  method,
  takesTenant: tenant !== undefined,
  names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
}))
// Paths without parameters come before those with parameters, as in the contract.
templates.sort((one, other) => one.names.length - other.names.length)

/** The client's option for each header that it can send. */
const optionOf: Record<string, (value: string) => AnyOptions | null> = {
  'X-Tenant-Id': (tenantId) => ({ tenantId }),
  'Idempotency-Key': (idempotencyKey) => ({ idempotencyKey }),
  'If-Match': (ifMatch) => ({ ifMatch }),
  Prefer: (value) => (/^wait=\d+$/.test(value) ? { waitSeconds: Number(value.slice('wait='.length)) } : null),
}

/**
 * Returns the call that sends this request. Returns null if the client would send a different one because of an unknown
 * path, a header that it does not set, a body in another format, or a target in another spelling.
 */
export function partnerCallOf(
  method: string,
  target: string,
  body: unknown,
  headers: Record<string, string>,
): PartnerCall | null {
  const [path = '', query = ''] = target.split('?')
  const template = templates.find((each) => each.method === method && each.pattern.test(path))
  if (!template || typeof body === 'string' || (method === 'GET' && body !== undefined)) return null
  const options = optionsOf(headers)
  if (!options || (options.tenantId !== undefined && !template.takesTenant)) return null
  const values = path.match(template.pattern)?.slice(1) ?? []
  const pairs = [...new URLSearchParams(query)]
  if (String(new URLSearchParams(pairs)) !== query || new Set(pairs.map(([name]) => name)).size < pairs.length)
    return null
  if (values.some((value) => !isPlain(value))) return null
  const ids = template.names.map((name, index) => [name, decodeURIComponent(values[index] as string)])
  return { id: template.id, input: { ...Object.fromEntries([...ids, ...pairs]), body }, options }
}

function optionsOf(headers: Record<string, string>): AnyOptions | null {
  const found = Object.entries(headers).map(([name, value]) => (value && optionOf[name]?.(value)) || null)
  return found.includes(null) ? null : Object.assign({}, ...found)
}

/** Returns whether a path segment is encoded exactly as the client would encode its value. */
function isPlain(segment: string): boolean {
  if (segment === '.' || segment === '..' || /%(?![0-9A-F]{2})/.test(segment)) return false
  try {
    return encodeURIComponent(decodeURIComponent(segment)) === segment
  } catch {
    return false
  }
}
