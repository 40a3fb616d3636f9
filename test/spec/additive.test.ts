import test from 'ava'
import { document } from '../tools/answer-faults.ts'

/**
 * Additions within v1 must not break a client, so responses and payloads are written in the only form that generated
 * clients treat as extensible.
 */
type Schema = { [keyword: string]: unknown; $ref?: string; properties?: Record<string, Schema> }
type Body = { $ref?: string; content?: Record<string, { schema: Schema }> }

const { webhooks } = document as unknown as { webhooks: Record<string, { post: { requestBody: Body } }> }
const answers = Object.values(document.paths)
  .flatMap((item) => Object.values(item))
  .flatMap(({ responses }) => Object.values(responses))
const bodies = [...answers, ...Object.values(webhooks).map(({ post }) => post.requestBody)]

function resolve<T extends { $ref?: string }>(node: T): T {
  const names = node.$ref?.slice(2).split('/') ?? []
  return node.$ref ? (names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document) as T) : node
}

/** Returns these schemas and all schemas inside them, without duplicates, each with its name. */
function schemasOf(roots: Schema[]): Map<Schema, string> {
  const found = new Map<Schema, string>()
  const collect = (node: unknown, name: string): void => {
    if (typeof node !== 'object' || node === null) return
    const schema = resolve(node as Schema)
    if (found.has(schema)) return
    found.set(schema, (node as Schema).$ref ?? name)
    for (const [member, inner] of Object.entries(schema.properties ?? {})) collect(inner, `${name}/${member}`)
    for (const keyword of ['items', 'additionalProperties', 'oneOf', 'anyOf', 'allOf'])
      for (const inner of [schema[keyword]].flat()) collect(inner, `${name}/${keyword}`)
  }
  for (const root of roots) collect(root, 'body')
  return found
}

const rootsOf = (body: Body) => Object.values(resolve(body).content ?? {}).map(({ schema }) => schema)
const schemas = schemasOf(bodies.flatMap((body) => rootsOf(body as Body)))

const namesOf = (isSo: (schema: Schema) => boolean) =>
  [...schemas].filter(([schema]) => isSo(schema)).map(([, name]) => name)

test('every object in a response may get another member', (t) => {
  t.true(namesOf((schema) => schema.properties !== undefined).length > 50)
  t.deepEqual(
    namesOf(({ properties, additionalProperties }) => properties !== undefined && additionalProperties !== true),
    [],
  )
})

test('every enumeration in a response may get another value', (t) => {
  t.true(namesOf((schema) => 'x-extensible-enum' in schema).length > 20)
  t.deepEqual(
    namesOf((schema) => 'enum' in schema || 'const' in schema),
    [],
  )
})

test('limits on requests can be raised, because no response repeats them', (t) => {
  const requests = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ requestBody, parameters = [] }) => [
      ...rootsOf((requestBody ?? {}) as Body),
      ...(parameters as Schema[]).map((parameter) => resolve(parameter).schema as Schema),
    ])
  const asked = schemasOf(requests)
  const bounds = ['maxLength', 'maxItems', 'maximum', 'pattern']
  const isBound = (schema: Schema) => bounds.some((keyword) => keyword in schema)
  t.true([...asked.keys()].filter(isBound).length > 20)
  t.deepEqual(
    namesOf((schema) => isBound(schema) && asked.has(schema)),
    [],
  )
})

test('generators make no client code for the webhooks that we send', (t) => {
  const operations = Object.values(webhooks).map(({ post }) => post as Schema)
  t.deepEqual(
    operations.filter((operation) => operation['x-internal'] !== true),
    [],
  )
})

test('no parameter or response has the same name as a schema, because generators make one type per name', (t) => {
  const { schemas, parameters, responses } = document.components as unknown as Record<string, Record<string, object>>
  const names = Object.keys({ ...parameters, ...responses })
  t.true(names.length > 20)
  t.deepEqual(
    names.filter((name) => name in schemas!),
    [],
  )
})
