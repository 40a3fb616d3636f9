/**
 * Converts the bytes of a request body to a value. Checks that the body is UTF-8 and JSON, and that its strings can be
 * stored. Removes members that are ignored, and nulls that mean "not sent".
 *
 * The API calls this module directly for small bodies, and in a thread for large ones. Callers must limit the body's
 * depth and number of values first.
 */
import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * The rules of a schema that this module applies, because validation does not. A plain object, so that it can be sent
 * to a thread.
 */
export type BodyShape = {
  /** Members not in `properties` are accepted and ignored. */
  ignoresOthers?: true
  /** Null means that the member was not sent. */
  nullIsAbsent?: true
  /** The maximum number of bytes of the value as JSON, including ignored members. */
  bytesMax?: number
  properties?: Record<string, BodyShape>
  items?: BodyShape
}

export type BodyFault = { field: string; code: 'encoding' | 'json' | 'text' | 'too_large'; message: string }
/**
 * `sha256`: the hash of the whole body as canonical JSON (RFC 8785), including ignored members; null if it was not
 * requested.
 */
export type ReadBody = { ok: true; body: unknown; sha256: string | null } | { ok: false; fault: BodyFault }

/** Reads a body of at least one byte. `withSha256` doubles the time. */
export function readBody(bytes: Uint8Array, shape: BodyShape, withSha256: boolean): ReadBody {
  if (!isUtf8(bytes)) return refusal([], 'encoding', 'must be UTF-8')
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return refusal([], 'json', 'must be well-formed JSON')
  }
  const faulty = pathOfBadText(body)
  if (faulty) return refusal(faulty, 'text', 'must contain only valid Unicode and no NUL character')
  const big = pathOfOversize(body, shape)
  if (big) return refusal(big, 'too_large', 'is larger as JSON than the contract allows')
  const sha256 = withSha256 ? sha256Of(body, bytes) : null
  dropIgnored(body, shape)
  return { ok: true, body, sha256 }
}

function sha256Of(body: unknown, bytes: Uint8Array): string {
  try {
    return hash('sha256', canonicalize(body) as string)
  } catch {
    // A number that exceeds the range of a double (1e400) has no canonical form. In that case, the bytes are hashed as
    // they were sent.
    return hash('sha256', bytes)
  }
}

function refusal(path: string[], code: BodyFault['code'], message: string): ReadBody {
  const field = path.reduce((name, part) => (name && !part.startsWith('[') ? `${name}.${part}` : name + part), '')
  return { ok: false, fault: { field, code, message } }
}

/**
 * Returns the path of the first string that cannot be stored; null if there is none. If the string is the name of a
 * member, returns the path of its object.
 */
function pathOfBadText(value: unknown): string[] | null {
  if (typeof value === 'string') return isBad(value) ? [] : null
  return firstChild(value, (member, name) => (isBad(name) ? [] : pathTo(name, value, pathOfBadText(member))))
}

function isBad(text: string): boolean {
  return !text.isWellFormed() || text.includes('\0')
}

function pathOfOversize(value: unknown, { bytesMax = Infinity, properties, items }: BodyShape): string[] | null {
  if (bytesMax < Infinity && Buffer.byteLength(JSON.stringify(value)) > bytesMax) return []
  return firstChild(value, (member, name) => {
    const shape = Array.isArray(value) ? items : properties?.[name]
    return shape ? pathTo(name, value, pathOfOversize(member, shape)) : null
  })
}

/** Returns the first path that `find` returns for a child of an object or array. */
function firstChild(value: unknown, find: (member: unknown, name: string) => string[] | null): string[] | null {
  if (typeof value !== 'object' || value === null) return null
  for (const name of Object.keys(value)) {
    const path = find((value as Record<string, unknown>)[name], name)
    if (path) return path
  }
  return null
}

/** Adds a name to a path. Paths are built only when a fault is found, so that a body without a fault costs nothing. */
function pathTo(name: string, parent: unknown, path: string[] | null): string[] | null {
  return path && [Array.isArray(parent) ? `[${name}]` : name, ...path]
}

function dropIgnored(value: unknown, shape: BodyShape | undefined): void {
  if (shape === undefined || value === null || typeof value !== 'object') return
  if (Array.isArray(value)) return value.forEach((item) => dropIgnored(item, shape.items))
  const { properties = {}, ignoresOthers } = shape
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known ? known.nullIsAbsent && members[name] === null : ignoresOthers) delete members[name]
    else dropIgnored(members[name], known)
  }
}
