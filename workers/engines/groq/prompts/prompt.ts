import { fence, type Section } from './fence.ts'

/**
 * `schema` is a JSON schema in the provider's strict subset, with size limits (see `bounded`), and `name` is its name
 * in the request. `told` is a shorter schema for the system message, if there is one. A repair has the same one as the
 * first call, because providers cache the beginning of a prompt.
 */
export type Prompt = {
  name: string
  system: string
  user: string
  schema: Record<string, unknown>
  told?: Record<string, unknown>
}

/** Returns an object schema for strict mode, in which every member is required and no others are allowed. */
export function strictObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/**
 * Functions that return the schema of a text or a list with a maximum length. A server that enforces the length stops a
 * weak model that repeats one sentence endlessly.
 */
export const bounded = {
  text: (maxLength: number) => ({ type: 'string', maxLength }),
  list: (maxItems: number, items: unknown) => ({ type: 'array', maxItems, items }),
}

const boundWords = new Set(['maxLength', 'maxItems'])

/** Returns a schema without its size limits, which hosted providers do not support in strict mode. */
export function withoutBounds<Schema>(schema: Schema): Schema {
  const text = JSON.stringify(schema, (key, value: unknown) => (boundWords.has(key) ? undefined : value))
  return JSON.parse(text) as Schema
}

/**
 * Returns the end of a repair prompt: the earlier answer as data, and its faults. It comes after the whole prompt of
 * the first call. The faults contain no text from a candidate.
 *
 * @param sections the sections in the first call
 * @param request the last sentences, which say what the new answer must contain
 */
export function correction(sections: Section[], earlier: unknown, faults: string[], request: string): string {
  const { text } = fence([{ label: 'YOUR EARLIER ANSWER', text: JSON.stringify(earlier) }], sections)
  return `${text}\n\nYour earlier answer had these faults:\n- ${faults.join('\n- ')}\n${request}`
}
