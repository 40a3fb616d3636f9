/**
 * The part of the contract that requests are validated against.
 *
 * The validator keeps and compiles everything it is given; without responses, examples and prose that is a fraction.
 */
import type { Document } from './contract.ts'

const prose = ['description', 'summary', 'example', 'examples', 'tags']
/** Objects whose keys are our own names, not OpenAPI keywords. */
const naming = ['properties', 'schemas', 'parameters', 'paths', 'patternProperties', 'dependentSchemas']

/** A trimmed copy, with one empty response per operation, which OpenAPI requires. */
export function requestDocument(document: Document): Document {
  const { components, ...rest } = trim(document) as Document & { components: Record<string, unknown> }
  const { parameters, securitySchemes } = components
  const schemas: Record<string, unknown> = {}
  const gather = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name in schemas) continue
      schemas[name] = (components.schemas as Record<string, unknown>)[name]
      gather(schemas[name])
    }
  }
  gather([rest, parameters])
  return { ...rest, components: { schemas, parameters, securitySchemes } } as unknown as Document
}

function trim(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => trim(item))
  if (typeof value !== 'object' || value === null) return value
  if (key === 'responses') return { default: { description: '' } }
  const names = naming.includes(key)
  const kept = Object.entries(value).filter(([name]) => names || (!prose.includes(name) && !name.startsWith('x-')))
  return Object.fromEntries(kept.map(([name, member]) => [name, trim(member, names ? '' : name)]))
}
