import { fence, type Section } from './fence.ts'

/**
 * `schema` is a JSON schema in the provider's strict subset; `name` is what the provider calls it. `told`: the schema for
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
