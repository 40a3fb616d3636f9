/**
 * The part of the contract that requests are validated against.
 *
 * The validator keeps and compiles everything that it is given, so responses, examples and descriptions are left out.
 */
import type { Document } from './contract.ts'

const prose = ['description', 'summary', 'example', 'examples', 'tags']
/** Objects whose keys are names from our contract, not OpenAPI keywords. */
const naming = ['properties', 'schemas', 'parameters', 'paths', 'patternProperties', 'dependentSchemas']

/**
 * Returns a trimmed copy, with one empty response per operation, which OpenAPI requires. Parameters are inlined,
 * because the validator would look up each reference again for each request.
 */
export function requestDocument(document: Document): Document {
  const { components, ...rest } = inlined(trim(document) as Trimmed)
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

type Trimmed = Document & { components: Record<string, Record<string, unknown>> }

/** Returns a copy in which each reference to a parameter, or to a parameter's schema, is replaced by its target. */
function inlined(document: Trimmed): Trimmed {
  const named = (value: unknown, section: string) => {
    const name = (value as { $ref?: string } | undefined)?.$ref?.replace(`#/components/${section}/`, '')
    return name === undefined ? value : structuredClone(document.components[section]?.[name])
  }
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as {
    parameters?: unknown[]
  }[]
  for (const operation of operations) {
    if (!operation.parameters) continue
    operation.parameters = operation.parameters.map((one) => {
      const parameter = named(one, 'parameters') as { schema?: unknown }
      return { ...parameter, schema: named(parameter.schema, 'schemas') }
    })
  }
  return document
}

function trim(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => trim(item))
  if (typeof value !== 'object' || value === null) return value
  if (key === 'responses') return { default: { description: '' } }
  const names = naming.includes(key)
  // A file is checked as it arrives, so the validator sees a request without a body.
  if (key === 'requestBody' && !('application/json' in (value as { content: object }).content)) return undefined
  const kept = Object.entries(value).filter(([name]) => names || (!prose.includes(name) && !name.startsWith('x-')))
  return Object.fromEntries(kept.map(([name, member]) => [name, trim(member, names ? '' : name)]))
}
