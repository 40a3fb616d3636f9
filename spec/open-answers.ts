/**
 * States in the bundle that every object in a response, and in a webhook's payload, may contain more members than are
 * named.
 *
 * A schema without `additionalProperties` already means that, but openapi-generator interprets its absence as a
 * refusal: its clients for Go and Java would fail at the first new member.
 */

type Schema = { [keyword: string]: unknown; $ref?: string; properties?: object }
type Node = { $ref?: string; content?: object }
type Described = { responses: Record<string, Node>; requestBody?: Node }
type Document = {
  paths: Record<string, Record<string, Described>>
  webhooks?: Record<string, Record<string, Described>>
}

/** Opens the schemas of responses and payloads in place. @throws Error if a response contains a closed object */
export function openAnswers(document: Document): void {
  const opened = new Set<Schema>()
  const resolve = <T extends { $ref?: string }>(node: T): T =>
    node.$ref ? (node.$ref.slice(2).split('/').reduce(step, document) as T) : node

  const open = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const schema = resolve(node as Schema)
    if (opened.has(schema)) return
    opened.add(schema)
    if (schema.additionalProperties === false)
      throw new Error(`An answer holds a closed object of ${Object.keys(schema.properties ?? {})}`)
    if (schema.properties) schema.additionalProperties ??= true
    const { properties = {}, items, oneOf, anyOf, allOf, additionalProperties } = schema
    for (const inner of [Object.values(properties), items, oneOf, anyOf, allOf, additionalProperties].flat())
      open(inner)
  }
  const openBodies = (node: Node) => Object.values(resolve(node).content ?? {}).forEach(({ schema }) => open(schema))

  for (const operation of Object.values(document.paths).flatMap(Object.values<Described>))
    Object.values(operation.responses).forEach(openBodies)
  for (const operation of Object.values(document.webhooks ?? {}).flatMap(Object.values<Described>))
    if (operation.requestBody) openBodies(operation.requestBody)
}

const step = (node: unknown, name: string): unknown => (node as Record<string, unknown>)[name]
