import { fence, type Section } from './fence.ts'

/**
 * `schema` is a JSON schema in the provider's strict subset, with size limits (see `bounded`); `name` is its name in
 * the request. `told`: a shorter schema for the system message, if there is one. A repair repeats the one from the
 * first call, because providers cache a prompt's prefix.
 */
export type Prompt = {
  name: string
  system: string
  user: string
  schema: Record<string, unknown>
  told?: Record<string, unknown>
}

/** Returns an object schema for strict mode: every member required, no others allowed. */
export function strictObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/**
 * Schemas for a text or a list with a maximum length. A weak model may repeat one sentence until its answer is cut off;
 * a server that enforces the limit stops it.
 */
export const bounded = {
  text: (maxLength: number) => ({ type: 'string', maxLength }),
  list: (maxItems: number, items: unknown) => ({ type: 'array', maxItems, items }),
}

const boundWords = new Set(['maxLength', 'maxItems'])

/** Returns a schema without its size limits, which the strict subset of hosted providers does not support. */
export function withoutBounds<Schema>(schema: Schema): Schema {
  const text = JSON.stringify(schema, (key, value: unknown) => (boundWords.has(key) ? undefined : value))
  return JSON.parse(text) as Schema
}

/**
 * Returns the end of a repair prompt, after everything of the first call: the earlier answer as data, and its faults.
 * The faults are in our own words, never in a candidate's.
 *
 * @param sections those of the first call
 * @param request the last sentences: what to answer now
 */
export function correction(sections: Section[], earlier: unknown, faults: string[], request: string): string {
  const { text } = fence([{ label: 'YOUR EARLIER ANSWER', text: JSON.stringify(earlier) }], sections)
  return `${text}\n\nYour earlier answer had these faults:\n- ${faults.join('\n- ')}\n${request}`
}
