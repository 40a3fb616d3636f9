/**
 * Requests that break an operation's contract in one place: query, path, headers, method or body. They are refused
 * whatever the service has stored. Each lists the statuses with which it may be refused.
 */
import fc, { type Arbitrary } from 'fast-check'
import { partsOf, type Special } from './arbitraries.ts'
import { bodyFlawOf } from './body-flaws.ts'
import { operations, resolved, type Parameter, type Schema, type TestedOperation } from './operations.ts'
import { told, toWire, type WireRequest } from './wire.ts'

export type Malformed = { flaw: string; request: WireRequest; statuses: number[] }
/** `ids` are the ids by path parameter, and `credentials` are a valid caller's headers. */
export type Asker = { special: Special; ids: Record<string, string>; credentials: Record<string, string> }

type Flaw = { flaw: string; statuses: number[]; change: (request: WireRequest) => WireRequest }
const flaw = (name: string, statuses: number[], change: Flaw['change']): Flaw => ({ flaw: name, statuses, change })

/** Generates an operation's requests with one flaw each. */
export function malformed(operation: TestedOperation, asker: Asker): Arbitrary<Malformed> {
  const base = partsOf(operation, asker.special, asker.ids).map((parts) => toWire(operation, parts, asker.credentials))
  const flaws = fc.oneof(
    { weight: 8, arbitrary: queryFlaw(operation) },
    ...some(6, headerFlaws(operation, asker.credentials)),
    ...some(6, pathFlaws(operation)),
    ...some(3, methodFlaws(operation)),
    ...some(1, tooLarge),
    ...(operation.bodySchema
      ? [{ weight: 24, arbitrary: bodyFlaw(operation.bodySchema, operation.bodyBytesMax, asker.special) }]
      : []),
  )
  return fc.tuple(base, flaws).map(([request, { flaw: name, statuses, change }]) => {
    return told({ flaw: name, statuses, request: change(request) }, name)
  })
}

function some(weight: number, flaws: Flaw[]): { weight: number; arbitrary: Arbitrary<Flaw> }[] {
  return flaws.length > 0 ? [{ weight, arbitrary: fc.constantFrom(...flaws) }] : []
}

function bodyFlaw(schema: Schema, bytesMax: number, special: Special): Arbitrary<Flaw> {
  return bodyFlawOf(schema, special).map(({ flaw: name, body, headers, status }) => {
    const isTooLarge = (body?.length ?? 0) > bytesMax
    return flaw(name, [isTooLarge ? 413 : status], (request) => {
      const others = request.headers.filter(([header]) => header !== 'Content-Type')
      return { ...request, body, headers: [...others, ...headers] }
    })
  })
}

// ── query ───────────────────────────────────────────────────────────────────────────────────────

const unknownQueries =
  'zzz=1 a=1&a=2 a[b]=1 a[b][c]=1 []=1 __proto__=1 __proto__[x]=1 constructor[prototype][x]=1 toString=1 hasOwnProperty=1 %00=1 %=1 %ff=1 a;b=1 ?'

function queryFlaw({ parameters }: TestedOperation): Arbitrary<Flaw> {
  const known = parameters.filter((parameter) => parameter.in === 'query').flatMap(brokenPairs)
  const pairs = fc.constantFrom(...unknownQueries.split(' '), ...known)
  return pairs.map((pair) => flaw(`the query ${pair.slice(0, 40)}`, [400], (request) => withQuery(request, pair)))
}

/** Replaces the parameter with this name, if it exists. */
function withQuery(request: WireRequest, pair: string): WireRequest {
  const [path = '', query = ''] = request.target.split('?')
  const name = pair.split(/[=[]/)[0]
  const kept = query.split('&').filter((other) => other !== '' && other.split('=')[0] !== name)
  return { ...request, target: `${path}?${[...kept, pair].join('&')}` }
}

function brokenPairs({ name, schema }: Parameter): string[] {
  const [value, ...more] = brokenValues(resolved(schema))
  const nested = [`${name}[]=1`, `${name}[a]=1`, `${name}[__proto__]=1`, `${name}=${value}&${name}=${value}`]
  return [value, ...more].map((broken) => `${name}=${broken}`).concat(nested)
}

function brokenValues(schema: Schema): string[] {
  const { type, enum: values, items, maxItems, maxLength, minimum = -Infinity, maximum = Infinity } = schema
  const text = ['%00', 'a%00b', ...(maxLength ? ['x'.repeat(maxLength + 1)] : [])]
  if (type === 'integer')
    return ['', '0', '101', '-1', '1.5', 'x', '1,2', '1e9', '99999999999999999999', 'NaN', 'null', '%00'].filter(
      (value) => value === '' || !Number.isInteger(Number(value)) || Number(value) < minimum || Number(value) > maximum,
    )
  if (values) return ['', 'x', '__proto__', '%00']
  if (items) return ['', 'a%20b', '..', 'a,,b', '%00', Array.from({ length: (maxItems ?? 0) + 1 }, () => 'a').join()]
  return text
}

// ── path and method ─────────────────────────────────────────────────────────────────────────────

/** Invalid identifiers, encoded as in a path. */
const segments =
  "%00 a%00b a%20b a%2Fb ..%2F..%2Fetc%2Fpasswd %2E%2E%2F '--  %E2%82%AC %F0%9F%98%80 a%0D%0AX:1 <b> \u00e4 %C0%AF %ED%A0%80 %ff %zz %"
    .split(/ +/)
    .concat('x'.repeat(2_000))

function pathFlaws({ path, parameters }: TestedOperation): Flaw[] {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .flatMap(({ name, schema }) => {
      const index = path.split('/').indexOf(`{${name}}`)
      // If the contract has no pattern for it, the segment is either an unknown id (404) or cannot be decoded (400).
      const statuses = resolved(schema).pattern ? [400] : [400, 404]
      return segments.map((segment) =>
        flaw(`the ${name} ${segment.slice(0, 40)}`, statuses, (request) => {
          const [before = '', query] = request.target.split('?')
          const target = before.split('/').with(index, segment).join('/')
          return { ...request, target: query === undefined ? target : `${target}?${query}` }
        }),
      )
    })
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE', 'LOCK', 'M-SEARCH']

function methodFlaws({ path }: TestedOperation): Flaw[] {
  const allowed = operations.filter((other) => overlap(other.path, path)).map(({ method }) => method.toUpperCase())
  const refused = methods.filter((method) => !allowed.includes(method))
  return [
    ...refused.map((method) => flaw(`the method ${method}`, [405], (request) => ({ ...request, method }))),
    flaw('a method that does not exist', [400], (request) => ({ ...request, method: 'FETCH' })),
  ]
}

/** Above the HTTP server's limits: 64 KiB of headers, and 40,000 characters in the target. */
const tooLarge = [
  flaw('a target that is too long', [414], (request) => withQuery(request, `x=${'x'.repeat(41_000)}`)),
  flaw('headers that are too long', [431], (request) => {
    return { ...request, headers: [...request.headers, ['X-Long', 'x'.repeat(70_000)]] }
  }),
]

/** Returns whether a path can match both templates. */
function overlap(one: string, other: string): boolean {
  const [parts, others] = [one.split('/'), other.split('/')]
  const fit = (part: string, index: number) => part === others[index] || `${part}${others[index]}`.includes('{')
  return parts.length === others.length && parts.every(fit)
}

// ── headers ─────────────────────────────────────────────────────────────────────────────────────

const tooLong = 'x'.repeat(1_025)
/** Forbidden values, by header. `null` means that the header is missing. */
const brokenHeaders: Record<string, [value: string | null, status: number][]> = {
  Authorization: [null, '', 'Bearer', 'Basic YTpi', 'Bearer sk_test_x', `Bearer ${tooLong}`, 'Bearer \u00e9'].map(
    (value) => [value, 401],
  ),
  'X-Tenant-Id': [null, '', '.', '..', 'a b', 'a/b', 'caf\u00e9', '%00', tooLong].map((value) => [value, 400]),
  'Idempotency-Key': ['k\u00e9', 'a\tb', tooLong].map((value) => [value, 400]),
  'If-Match': [[tooLong, 400]],
  'Accept-Encoding': [[tooLong, 400]],
  'If-None-Match': [[tooLong, 400]],
  Prefer: [[tooLong, 400]],
}
const singleHeaders = ['Authorization', 'X-Tenant-Id', 'Idempotency-Key', 'If-Match', 'Content-Type']

function headerFlaws({ scope, parameters }: TestedOperation, credentials: Record<string, string>): Flaw[] {
  const read = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
  // Partner operations ignore the tenant header, even an impossible one.
  const ignored = scope === 'tenant' ? '' : 'X-Tenant-Id'
  const names = [...(scope === 'public' ? [] : ['Authorization']), ...read.filter((name) => name !== ignored)]
  const broken = names.flatMap((name) => {
    const values = brokenHeaders[name]
    if (!values) throw new Error(`flaws.ts: add forbidden values of ${name}`)
    return values.map(([value, status]) =>
      flaw(`the header ${name}: ${value?.slice(0, 40) ?? 'missing'}`, [status], (request) => {
        const others = request.headers.filter(([other]) => other !== name)
        return { ...request, headers: value === null ? others : [...others, [name, value]] }
      }),
    )
  })
  const twice = singleHeaders.map((name) =>
    flaw(`the header ${name} twice`, [400], (request) => {
      const others = request.headers.filter(([other]) => other !== name)
      const value = credentials[name] ?? 'application/json'
      return { ...request, headers: [...others, [name, value], [name.toLowerCase(), value]] }
    }),
  )
  return [...broken, ...twice]
}
