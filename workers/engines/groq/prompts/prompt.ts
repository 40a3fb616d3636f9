/** `schema` is a JSON schema in the provider's strict subset; `name` is what the provider calls it. */
export type Prompt = { name: string; system: string; user: string; schema: Record<string, unknown> }

/** An object schema for strict mode: every member required, no others allowed. */
export function strictObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** Tells the model what was wrong with its first answer; the faults are in our own words, never in a candidate's. */
export function correction(faults: string[]): string {
  return `Your earlier answer had these faults:\n- ${faults.join('\n- ')}\nAnswer again, more briefly where you can.`
}
