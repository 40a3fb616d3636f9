/**
 * Generates arbitrary values and requests that match the contract, from its own schemas with fast-check. They ignore
 * rules that a schema cannot express, for example that a URL is public or that an id exists.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc, { type Arbitrary } from 'fast-check'
import { compileOnce } from '../../../src/platform/contract/answers.ts'
import { contract, resolved, type Parameter, type Schema, type TestedOperation } from './operations.ts'

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
ajv.addKeyword({ keyword: 'x-bytes-max', validate: (bytesMax: number, value: unknown) => sizeOf(value) <= bytesMax })
ajv.addSchema({ $id: 'contract', components: contract.document.components })
const validatorOf = compileOnce(ajv)

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/**
 * Returns whether a value is valid against a schema in the contract. Null is treated as absent unless the schema allows
 * it.
 */
export function keeps(schema: Schema, value: unknown): boolean {
  return validatorOf(schema)(withoutNulls(schema, value))
}

function withoutNulls(schema: Schema, value: unknown): unknown {
  const { properties = {}, required = [], items, oneOf } = resolved(schema)
  if (Array.isArray(value)) return items ? value.map((item) => withoutNulls(items, item)) : value
  if (typeof value !== 'object' || value === null) return value
  const known = new Map(
    Object.entries(oneOf?.reduce((all, form) => ({ ...all, ...resolved(form).properties }), {}) ?? properties),
  )
  const isAbsent = (name: string) =>
    !required.includes(name) && known.has(name) && !validatorOf(known.get(name) as Schema)(null)
  const kept = Object.entries(value).filter(([name, member]) => member !== null || !isAbsent(name))
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(known.get(name) ?? {}, member)]))
}

/** The keywords that this file can read. A new keyword in the contract must first be added here. */
const keywords =
  '$ref type enum const format pattern minLength maxLength minimum maximum default items minItems maxItems uniqueItems properties required additionalProperties minProperties dependentRequired dependentSchemas oneOf description examples'

/** Better values than the schema would give, by member name: harmless URLs and existing ids. */
export type Special = Record<string, Arbitrary<unknown>>

/** Generates valid values. The few keywords that concern the whole value are checked at the end, by a filter. */
export function valueOf(schema: Schema, special: Special = {}): Arbitrary<unknown> {
  return partOf(schema, special).filter((value) => keeps(schema, value))
}

function partOf(schema: Schema, special: Special): Arbitrary<unknown> {
  const strange = Object.keys(schema).filter((word) => !word.startsWith('x-') && !keywords.split(' ').includes(word))
  if (strange.length > 0) throw new Error(`arbitraries.ts: add the keyword ${strange.join(', ')}`)
  if (schema.$ref) return partOf(resolved(schema), special)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((one) => partOf(one, special)))
  if (schema.type === undefined) return fc.jsonValue({ maxDepth: 2 })
  const types = [schema.type].flat()
  return fc.oneof(...types.map((type) => typed(type, schema, special)))
}

function typed(type: string, schema: Schema, special: Special): Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer({ min: schema.minimum, max: schema.maximum })
  if (type === 'number')
    return fc.double({ min: schema.minimum, max: schema.maximum, noNaN: true, noDefaultInfinity: true })
  if (type === 'string') return textOf(schema)
  if (type === 'array') return listOf(schema, special)
  return recordOf(schema, special)
}

/** A length with enough variety. The longest allowed text is tried, too. */
const usualLength = 30

function textOf({ format, pattern, minLength = 0, maxLength = 1_000 }: Schema): Arbitrary<string> {
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString())
  const usual = Math.max(minLength, Math.min(usualLength, maxLength))
  // fast-check does not support look-aheads, so the values that they forbid are filtered out afterwards.
  const matching = pattern?.startsWith('^') ? fc.stringMatching(new RegExp(pattern.replace(/\(\?!.*?\)/, ''))) : null
  const text = matching ?? fc.string({ unit: 'grapheme', minLength, maxLength: usual })
  const longest = fc.constantFrom('x', '7').map((unit) => unit.repeat(maxLength))
  const fits = new RegExp(pattern ?? '', 'u')
  return fc
    .oneof({ arbitrary: text, weight: 9 }, { arbitrary: longest, weight: 1 })
    .filter((made) => fits.test(made) && [...made].length >= minLength && [...made].length <= maxLength)
}

function listOf({ items = {}, minItems = 0, maxItems = 5, uniqueItems }: Schema, special: Special) {
  const item = partOf(items, special)
  const lengths = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 5) }
  return uniqueItems ? fc.uniqueArray(item, lengths) : fc.array(item, lengths)
}

function recordOf({ properties = {}, required = [], additionalProperties }: Schema, special: Special) {
  const members = Object.entries(properties).map(([name, schema]) => [name, special[name] ?? partOf(schema, special)])
  const known = fc.record(Object.fromEntries(members) as Record<string, Arbitrary<unknown>>, { requiredKeys: required })
  if (additionalProperties === false) return known
  const further = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
  return fc.tuple(further, known).map(([others, own]) => ({ ...others, ...own }))
}

// ── requests ────────────────────────────────────────────────────────────────────────────────────

/**
 * The parts of a request. `path` and `query` are encoded as they are sent, and a null body means that there is no body.
 */
export type Parts = {
  path: Record<string, string>
  query: [string, string][]
  headers: Record<string, string>
  body: unknown
}

/**
 * Generates the parts of requests that match the contract. `ids` are path parameters to try in addition to arbitrary
 * ones.
 */
export function partsOf(operation: TestedOperation, special: Special, ids: Record<string, string>): Arbitrary<Parts> {
  const of = (place: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === place)
  const path = of('path').map(({ name, schema }) => [name, segment(schema, ids[name])])
  const header = ({ schema }: Parameter) => valueOf({ pattern: '^[\\x21-\\x7E]+$', ...schema }).map(String)
  return fc.record({
    path: fc.record(Object.fromEntries(path) as Record<string, Arbitrary<string>>),
    query: optional(of('query'), ({ schema }) =>
      valueOf(schema).map((value) => encodeURIComponent([value].flat().join())),
    ).map((query) => Object.entries(query)),
    headers: optional(of('header'), (parameter) => header(parameter).filter((value) => value.trim() === value)),
    body: operation.bodySchema ? valueOf(operation.bodySchema, special) : fc.constant(null),
  })
}

function segment(schema: Schema, id: string | undefined): Arbitrary<string> {
  const value = valueOf({ minLength: 1, ...resolved(schema) }).map(String)
  // Segments of one or two dots are excluded, because clients resolve them before sending.
  const arbitrary = value.filter((text) => !/^\.{0,2}$/.test(text)).map((text) => encodeURIComponent(text))
  return id === undefined ? arbitrary : fc.oneof(fc.constant(id), arbitrary)
}

function optional(parameters: Parameter[], make: (parameter: Parameter) => Arbitrary<string>) {
  const members = parameters.map((parameter) => [parameter.name, make(parameter)])
  const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name)
  return fc.record(Object.fromEntries(members) as Record<string, Arbitrary<string>>, { requiredKeys })
}
