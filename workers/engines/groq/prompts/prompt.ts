/**
 * What a prompt consists of. Owns what all prompts share.
 */

/** `schema` is a JSON schema in the provider's strict subset; `name` is what the provider calls it. */
export type Prompt = { name: string; system: string; user: string; schema: Record<string, unknown> }

/** An object schema as strict mode wants it: every member required, none besides. */
export function strictObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** What a second request says about the first answer; the faults are in our own words, never in a candidate's. */
export function correction(faults: string[]): string {
  return `Your earlier answer had these faults:\n- ${faults.join('\n- ')}\nAnswer again, more briefly where you can.`
}
