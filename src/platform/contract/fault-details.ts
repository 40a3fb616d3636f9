/**
 * Describes what is wrong with a request: one detail per faulty field, with the values that the contract allows.
 *
 * The validator reports only the keyword that failed. This module looks up the schema and describes its rule in words.
 */
import { facts } from '../../../generated/facts.gen.ts'
import type { DetailCode, ErrorDetail } from '../../kit/errors.ts'
import { jsonSchemaOf } from './body-shape.ts'
import type { Contract, Operation, Schema } from './contract.ts'

/** A validator's finding: `path` points into the request, and `errorCode` begins with the schema's keyword. */
export type Finding = { path: string; message: string; errorCode?: string }

type Fault = { finding: Finding; keyword: string; place: string; names: string[]; schema: Schema | undefined }

/**
 * Returns one detail for each faulty field, for at most a hundred fields. If the operation's body has several forms,
 * the members of `body` decide which form was intended.
 */
export function detailsOf(
  findings: Finding[],
  contract: Pick<Contract, 'document' | 'resolve'>,
  operation: Operation,
  body: unknown,
): ErrorDetail[] {
  const form = formOf(contract, operation, body)
  const details = new Map<string, ErrorDetail>()
  for (const finding of findings) {
    const fault = toFault(finding, contract, operation, form)
    if (form && !isOfForm(fault, form)) continue
    const field = fieldOf(fault, operation, contract)
    if (!details.has(field)) details.set(field, { field, code: fault.keyword as DetailCode, message: inWords(fault) })
  }
  return [...details.values()].slice(0, facts.ErrorDetails.maxItems)
}

// ── where ──────────────────────────────────────────────────────────────────────────────────────────

/** Returns the form that defines most of the members sent; null if the schema does not have several forms. */
function formOf({ resolve }: Pick<Contract, 'resolve'>, { definition }: Operation, body: unknown): Schema | null {
  const schema = jsonSchemaOf(definition)
  const forms = schema && resolve(schema).oneOf?.map(resolve)
  if (!forms || typeof body !== 'object' || body === null) return null
  const known = ({ properties = {} }: Schema) => Object.keys(body).filter((name) => Object.hasOwn(properties, name))
  return forms.reduce((best, form) => (known(form).length > known(best).length ? form : best))
}

/**
 * Returns whether the finding is about this form of the body. Other findings are about another form, or about the
 * choice between the forms.
 */
function isOfForm({ keyword, names, place }: Fault, { properties = {}, required = [] }: Schema): boolean {
  const name = names[0]
  if (place !== 'body' || name === undefined) return keyword !== 'oneOf'
  if (keyword === 'required' && names.length === 1) return required.includes(name)
  return Object.hasOwn(properties, name) !== (keyword === 'additionalProperties' && names.length === 1)
}

function toFault(
  finding: Finding,
  contract: Pick<Contract, 'document' | 'resolve'>,
  operation: Operation,
  form: Schema | null,
): Fault {
  const [place = '', ...names] = finding.path.split('/').filter(Boolean)
  // The package reports values that it converts, such as dates, under its own keyword.
  const keyword = finding.errorCode?.split('.')[0]?.replace('x-eov-', '') ?? 'invalid'
  const at = keyword === 'additionalProperties' ? names.slice(0, -1) : names
  const schema = place === 'body' ? schemaAt(at, contract, operation, form) : parameterAt(at, contract, operation)
  return { finding, keyword, place, names, schema }
}

/** Returns the schema at the path of these names in a body. */
export function schemaAt(
  names: string[],
  { resolve }: Pick<Contract, 'resolve'>,
  { definition }: Operation,
  form: Schema | null = null,
): Schema | undefined {
  const root = form ?? jsonSchemaOf(definition)
  const found = names.reduce<Schema | undefined>((schema, name) => {
    const resolved = schema && resolve(schema)
    return /^\d+$/.test(name) ? resolved?.items : resolved?.properties?.[name]
  }, root)
  return found && resolve(found)
}

function parameterAt([name, index]: string[], contract: Pick<Contract, 'document' | 'resolve'>, operation: Operation) {
  const schema = parameterNamed(name, contract, operation)?.schema
  const resolved = schema && contract.resolve(schema)
  return index === undefined ? resolved : resolved?.items && contract.resolve(resolved.items)
}

/** Restores the spelling of header names, which the validator converts to lower case. */
function parameterNamed(name: string | undefined, { document }: Pick<Contract, 'document'>, { definition }: Operation) {
  return (definition.parameters ?? [])
    .map(({ $ref, ...own }) => ($ref ? document.components.parameters[$ref.split('/').at(-1) as string] : own))
    .find((parameter) => parameter?.name?.toLowerCase() === name?.toLowerCase())
}

/**
 * Returns the field's name: `applications[3].resumeUrl` for `/body/applications/3/resumeUrl`; for a parameter, its own
 * name.
 */
function fieldOf({ place, names }: Fault, operation: Operation, contract: Pick<Contract, 'document'>): string {
  const [first, ...rest] = ['body', 'query', 'params', 'headers'].includes(place) ? names : [place, ...names]
  const spelled = place === 'headers' ? (parameterNamed(first, contract, operation)?.name ?? first) : first
  return [spelled ?? '', ...rest].reduce(
    (field, name) => (/^\d+$/.test(name) ? `${field}[${name}]` : field ? `${field}.${name}` : name),
    '',
  )
}

// ── words ──────────────────────────────────────────────────────────────────────────────────────────

const nouns: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
}

/** Messages by keyword; other findings keep the validator's message. */
const words: Record<string, (schema: Schema, finding: Finding) => string | undefined> = {
  required: ({ enum: values }) => (values ? `is required: ${orOf(values.map(String))}` : 'is required'),
  additionalProperties: ({ properties = {} }) =>
    `is not a known property; allowed: ${Object.keys(properties).join(', ')}`,
  dependentRequired: (_, { message }) => `is required when \`${/when property (\S+) is/.exec(message)?.[1]}\` is sent`,
  type: ({ type }) => type && `must be ${orOf([type].flat().map((name) => nouns[name] ?? name))}`,
  enum: ({ enum: values }) => values && `must be ${orOf(values.map(String))}`,
  pattern: (schema) => schema['x-pattern-message'],
  format: ({ format }) =>
    format === 'date-time' ? 'must be a date-time, such as 2026-03-01T09:30:00.000Z' : undefined,
  minLength: ({ minLength }) => (minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`),
  maxLength: ({ maxLength }) => `must have at most ${maxLength} characters`,
  minimum: ({ minimum }) => `must be at least ${minimum}`,
  maximum: ({ maximum }) => `must be at most ${maximum}`,
  minItems: ({ minItems }) => (minItems === 1 ? 'must not be empty' : `must contain at least ${minItems} items`),
  maxItems: ({ maxItems }) => `must contain at most ${maxItems} items`,
  uniqueItems: () => 'must not contain duplicate items',
  minProperties: ({ properties = {} }) => `must contain at least one of ${Object.keys(properties).join(', ')}`,
}

function inWords({ finding, keyword, schema = {} }: Fault): string {
  return words[keyword]?.(schema, finding) ?? finding.message
}

/** Returns values as `a, b or c`. */
function orOf(values: string[]): string {
  return values.length < 2 ? values.join() : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}
