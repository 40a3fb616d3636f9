/**
 * Extracts the part of the contract against which requests are validated.
 *
 * The validator stores and compiles the whole document, so responses, examples and descriptions are left out.
 * References are replaced by their targets. Otherwise, the validator would look up the references of parameters for
 * each request, and compile all other references when the process starts.
 */
import type { Document } from './contract.ts'

const prose = ['description', 'summary', 'example', 'examples', 'tags']
/** Objects whose keys are names from our contract, not OpenAPI keywords. */
const naming = ['properties', 'parameters', 'paths', 'patternProperties', 'dependentSchemas']

/**
 * Returns a trimmed copy without references, and with one empty response per operation, which OpenAPI requires.
 * @throws Error if an object has other members in addition to a reference, which would be lost
 */
export function requestDocument({ components, ...rest }: Document): Document {
  const trim = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => trim(item))
    if (typeof value !== 'object' || value === null) return value
    if (key === 'responses') return { default: { description: '' } }
    const names = naming.includes(key)
    // A file is checked as it arrives, so the validator sees a request without a body.
    if (key === 'requestBody' && !('application/json' in (value as { content: object }).content)) return undefined
    const kept = Object.entries(value).filter(([name]) => names || (!prose.includes(name) && !name.startsWith('x-')))
    const [first] = kept
    if (names || first?.[0] !== '$ref') {
      return Object.fromEntries(kept.map(([name, member]) => [name, trim(member, names ? '' : name)]))
    }
    if (kept.length > 1) throw new Error(`${String(first[1])} is not the only member of its object in the contract`)
    return trim(targetOf(components, String(first[1])))
  }
  return trim(rest) as Document
}

/** Returns the component to which a reference `#/components/<section>/<name>` points. */
function targetOf(components: Document['components'], ref: string): unknown {
  const [, , section, name] = ref.split('/')
  return components[section as keyof typeof components][name as string]
}
