/** Checks whether a value has the shape of a schema, for the few JSON Schema keywords that the prompts use. Pure. */
import { membersOf } from './answers.ts'

/**
 * Returns true if all required members are present, there are no others, and each has the required type. Only used to
 * find out whether a server enforces schemas. The parsers of answers accept more.
 */
export function fitsSchema(value: unknown, schema: unknown): boolean {
  const { type, enum: words, properties, items } = membersOf(schema)
  if (Array.isArray(words) && !words.includes(value)) return false
  const types = Array.isArray(type) ? type : [type]
  if (type !== undefined && !types.some((one) => isOfType(value, one))) return false
  if (Array.isArray(value)) return value.every((item) => fitsSchema(item, items))
  if (properties === undefined || !isOfType(value, 'object')) return true
  const members = membersOf(value)
  const wanted = Object.entries(membersOf(properties))
  const isClosed = Object.keys(members).length === wanted.length
  return isClosed && wanted.every(([name, inner]) => Object.hasOwn(members, name) && fitsSchema(members[name], inner))
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}
