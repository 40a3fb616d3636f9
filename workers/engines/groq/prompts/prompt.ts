import { fence, type Section } from './fence.ts'

/**
 * `schema` is a JSON schema in the provider's strict subset, with bounds (see `bounded`); `name` is what the provider calls
 * it. `told`: the schema for
 * a system message, where it has another. It is shorter, and that of the first call also in a repair, because providers
 * reuse a prompt as far as its beginning is equal.
 */
export type Prompt = {
  name: string
  system: string
  user: string
  schema: Record<string, unknown>
  told?: Record<string, unknown>
}

/** An object schema for strict mode: every member required, no others allowed. */
export function strictObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/**
 * A text or a list of a schema, of at most so many characters or items. A weak model may repeat one sentence until its
 * answer is cut off; a server that enforces the bound stops it.
 */
export const bounded = {
  text: (maxLength: number) => ({ type: 'string', maxLength }),
  list: (maxItems: number, items: unknown) => ({ type: 'array', maxItems, items }),
}

const boundWords = new Set(['maxLength', 'maxItems'])

/** A schema without its bounds: the strict subset of hosted providers does not know them. */
export function withoutBounds<Schema>(schema: Schema): Schema {
  const text = JSON.stringify(schema, (key, value: unknown) => (boundWords.has(key) ? undefined : value))
  return JSON.parse(text) as Schema
}

/**
 * The end of a repair, after all of its first call: the earlier answer as data, and what was wrong with it. The faults
 * are in our own words, never in a candidate's.
 *
 * @param sections those of the first call
 * @param request the last sentences: what to answer now
 */
export function correction(sections: Section[], earlier: unknown, faults: string[], request: string): string {
  const { text } = fence([{ label: 'YOUR EARLIER ANSWER', text: JSON.stringify(earlier) }], sections)
  return `${text}\n\nYour earlier answer had these faults:\n- ${faults.join('\n- ')}\n${request}`
}
