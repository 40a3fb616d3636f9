/**
 * Computes how many bytes an operation's response may have, according to its schemas. The contract does not limit the
 * size of responses, so this is an estimate: a string without a limit is as long as the longest criterion, a list
 * without a limit is as long as the longest page, and a list that a quota limits is as long as the quota.
 */
import { loadContract, type Operation } from '../../../src/platform/contract/contract.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  maxLength?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  oneOf?: Schema[]
  allOf?: Schema[]
  'x-bytes-max'?: number
}
type Content = Record<string, { schema?: Schema }>

const { document, quotas } = loadContract()
const schemas = document.components.schemas as Record<string, Schema>
/** The maximum number of bytes in a UTF-8 character. */
const characterBytes = 4
const textCharacters = schemas.CriterionText?.maxLength as number
const pageItems = 100
const listsByName: Record<string, number> = {
  listLibraryCriteria: quotas.standard.libraryCriteriaPerTenant,
  listCriteriaVersions: quotas.standard.criteriaVersionsPerJob,
}
/** The length of lists inside an item, such as a version's criteria. */
const innerItems = schemas.CriterionDrafts?.maxItems as number

/** Returns the size of the operation's largest success response, which is `Infinity` for a page or a file. */
export function answerBytesMax(operation: Operation): number {
  const { responses } = operation.definition
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const sizes = successes.flatMap(([, { content }]) =>
    Object.entries((content ?? {}) as Content).map(([type, { schema }]) =>
      type === 'application/json' && schema && isClosed(schema) ? bytesOf(schema, operation.handler, 0) : Infinity,
    ),
  )
  return Math.max(0, ...sizes)
}

/** Returns whether the schema lists its members. Only the schema of the contract itself does not. */
function isClosed(schema: Schema): boolean {
  const { properties, oneOf, allOf } = followed(schema)
  return properties !== undefined || oneOf !== undefined || allOf !== undefined
}

function followed(schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : followed(schemas[name] as Schema)
}

function bytesOf(schema: Schema, handler: string, depth: number): number {
  const one = followed(schema)
  const inner = (part: Schema) => bytesOf(part, handler, depth + 1)
  if (one['x-bytes-max'] !== undefined) return one['x-bytes-max']
  if (one.oneOf) return Math.max(...one.oneOf.map(inner))
  if (one.enum) return Math.max(...one.enum.map((value) => JSON.stringify(value).length))
  if (one.const !== undefined) return JSON.stringify(one.const).length
  const whole = (one.allOf ?? []).reduce((sum, part) => sum + bytesOf(part, handler, depth), 0)
  const members = Object.entries(one.properties ?? {}).map(([name, part]) => name.length + 4 + inner(part))
  if (one.items) return itemsOf(one, handler, depth) * inner(one.items)
  if ([one.type].flat().includes('string')) return characterBytes * lengthOf(one)
  return members.reduce((sum, bytes) => sum + bytes, whole + 8)
}

function itemsOf({ maxItems }: Schema, handler: string, depth: number): number {
  return maxItems ?? (depth <= 1 ? (listsByName[handler] ?? pageItems) : innerItems)
}

/** Returns a string's maximum length. Times and values from an open list are assumed to be short. */
function lengthOf(schema: Schema): number {
  if (schema.format !== undefined || 'x-extensible-enum' in schema) return 10
  return schema.maxLength ?? textCharacters
}
