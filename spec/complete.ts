/**
 * Completes the bundled contract with the parameters, headers and failures that follow from each operation's policy and
 * that every operation of its kind has.
 *
 * So a source file in `paths/` contains only its specific parts, while readers of the bundle find everything spelt out.
 */

type Reference = { $ref: string }
type Answer = { headers?: Record<string, object>; content?: object } & Partial<Reference>
type Operation = {
  parameters?: object[]
  requestBody?: object
  responses: Record<string, Answer>
  'x-scope': 'public' | 'partner' | 'tenant'
  'x-permission'?: string
  'x-rate-limit-bucket'?: string
  'x-tenant-window'?: boolean
  'x-idempotent'?: boolean
  'x-error-codes'?: string[]
}
type Catalogue = Record<string, { statuses: number[] }>
/** The parts of the bundled contract that this file reads. */
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: {
    parameters: Record<string, object>
    headers: Record<string, object>
    responses: Record<string, Answer>
    schemas: { ErrorCode: { 'x-catalogue': Catalogue }; Score: Score }
  }
}
type Score = { description: string; 'x-formula': Record<string, string | number | Record<string, number>> }

const parameter = (name: string): Reference => ({ $ref: `#/components/parameters/${name}` })
const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` })
const response = (name: string): Reference => ({ $ref: `#/components/responses/${name}` })

/** Completes the bundled document in place. @throws Error if a path names an undeclared parameter */
export function complete(document: Document): void {
  spellValues(document)
  spellFormula(document.components.schemas.Score)
  loosenShared(document.components)
  const catalogue = document.components.schemas.ErrorCode['x-catalogue']
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item)) {
      operation.parameters = parametersOf(document, path, operation)
      for (const answer of Object.values(operation.responses)) {
        if (!answer.$ref) answer.headers = headersOf(operation, answer)
      }
      const codes = codesOf(operation)
      operation['x-error-codes'] = Object.keys(catalogue).filter((code) => codes.has(code))
      Object.assign(operation.responses, failuresOf(operation, catalogue))
    }
  }
}

function parametersOf(document: Document, path: string, operation: Operation): object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const key = name.charAt(0).toUpperCase() + name.slice(1)
    if (!document.components.parameters[key]) throw new Error(`${path}: spec/parameters.yaml has no ${key}`)
    return parameter(key)
  })
  return [
    ...inPath,
    ...(operation['x-scope'] === 'tenant' ? [parameter('TenantId')] : []),
    ...(operation['x-idempotent'] ? [parameter('IdempotencyKey')] : []),
    ...(operation.responses['304'] ? [parameter('IfNoneMatch')] : []),
    ...(operation.parameters ?? []),
  ]
}

/**
 * Returns the headers of a response. Every response has a trace id; one of a rate-limited operation also has the state
 * of its limits. Responses that need a key are not cached, unless callers can check whether they have changed.
 */
function headersOf(operation: Operation, answer: Answer): Record<string, object> {
  const ofBucket = ['Bucket', 'Limit', 'Remaining', 'Reset', 'Degraded']
  const ofWindow = ['Tenant-Limit', 'Tenant-Remaining', 'Tenant-Reset']
  const names = [
    ...(operation['x-rate-limit-bucket'] ? ofBucket : []),
    ...(operation['x-tenant-window'] ? ofWindow : []),
  ]
  return {
    'X-Trace-Id': header('TraceId'),
    'X-Content-Type-Options': header('NoSniff'),
    ...Object.fromEntries(names.map((name) => [`X-RateLimit-${name}`, header(`RateLimit${name.replace('-', '')}`)])),
    ...(operation['x-scope'] !== 'public' && !operation.responses['304'] ? { 'Cache-Control': header('NoStore') } : {}),
    ...(operation['x-idempotent'] ? { 'Idempotent-Replayed': header('IdempotentReplayed') } : {}),
    ...answer.headers,
  }
}

/**
 * In a response that all kinds of operations share, some headers are optional: those that only counted requests have,
 * and those that only pages have.
 */
function loosenShared({ headers: declared, responses }: Document['components']): void {
  for (const { headers = {} } of Object.values(responses)) {
    for (const name of Object.keys(headers).filter((name) => /^(X-RateLimit-|Content-Security-Policy)/.test(name))) {
      const { $ref = '' } = headers[name] as Partial<Reference>
      const { required: _, ...optional } = declared[$ref.replace('#/components/headers/', '')] as { required?: boolean }
      headers[name] = optional
    }
  }
}

function codesOf(operation: Operation): Set<string> {
  const keyed = operation['x-scope'] !== 'public'
  return new Set([
    'VALIDATION_ERROR',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
    ...(keyed ? ['UNAUTHORIZED'] : []),
    ...(operation['x-rate-limit-bucket'] ? ['RATE_LIMITED'] : []),
    ...(operation['x-permission'] ? ['FORBIDDEN'] : []),
    ...(operation['x-scope'] === 'tenant' ? ['TENANT_NOT_FOUND'] : []),
    ...(operation['x-idempotent'] ? ['IDEMPOTENCY_KEY_ALREADY_USED', 'IDEMPOTENCY_REQUEST_IN_PROGRESS'] : []),
    ...(operation['x-error-codes'] ?? []),
  ])
}

/** Statuses whose response may say when to retry. */
const later = [404, 409, 429, 502, 503]

function failuresOf(operation: Operation, catalogue: Catalogue): Record<string, Reference> {
  const bodyOnly = operation.requestBody ? [413, 415] : []
  const statuses = (operation['x-error-codes'] ?? []).flatMap((code) =>
    code === 'VALIDATION_ERROR' ? [400, ...bodyOnly] : (catalogue[code]?.statuses ?? []),
  )
  const named = [...new Set(statuses)].sort((a, b) => a - b)
  const answerOf = (status: number) =>
    status === 401 ? 'Unauthorized' : later.includes(status) ? 'RetryLater' : 'Error'
  return {
    ...Object.fromEntries(named.map((status) => [String(status), response(answerOf(status))])),
    default: response('Error'),
  }
}

// ── words ───────────────────────────────────────────────────────────────────────────────────────

/** A longer list of values does not help in a sentence. */
const spelledMax = 12

/** Lists in words the current values of a member in responses: few tools show `x-extensible-enum`. */
function spellValues(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  for (const member of Object.values(node)) spellValues(member)
  const open = node as { 'x-extensible-enum'?: string[]; description?: string }
  const values = open['x-extensible-enum']
  if (!values || values.length > spelledMax) return
  const sentence = `${values.map((value) => `\`${value}\``).join(', ')}; more may be added.`
  open.description = open.description ? `${open.description.trim()} ${sentence}` : sentence
}

/** Inserts the numbers of the formula where the description names them. */
function spellFormula(score: Score): void {
  const formula = score['x-formula']
  const spell = (value: (typeof formula)[string] | undefined) =>
    typeof value === 'object'
      ? Object.entries(value)
          .map(([name, number]) => `${name} ${number}`)
          .join(', ')
      : String(value)
  score.description = score.description.replaceAll(/\{(\w+)\}/g, (_, name: string) => spell(formula[name]))
}
