/** Reads a request to the model provider, and extracts the parts that a correct model needs. */
import type { ExecutionContext } from 'ava'

export type ChatBody = {
  model: string
  messages: { role: string; content: string }[]
  response_format?: { type: string; json_schema?: { name: string; strict: boolean; schema: Record<string, unknown> } }
  temperature: number
  seed: number
  max_completion_tokens?: number
  max_tokens?: number
  reasoning_effort?: string
  service_tier?: string
}

/** Returns the maximum length of the response, which requests send under one of two names. */
export function limitOf(body: ChatBody): number {
  return body.max_completion_tokens ?? body.max_tokens ?? 0
}

/**
 * Returns the schema for the response, from the request's own member or, in weaker forms, from the instructions.
 * Returns a schema without properties if the request contains none.
 */
export function schemaOf(body: ChatBody): { properties: Record<string, unknown> } & Record<string, unknown> {
  const told = body.messages[0]?.content.split('The schema of the JSON:\n')[1] ?? '{}'
  const schema = body.response_format?.json_schema?.schema ?? (JSON.parse(told) as Record<string, unknown>)
  return { properties: {}, ...schema }
}

/** Returns the fenced sections of a call. */
export function sectionsOf(body: ChatBody): { label: string; boundary: string; text: string }[] {
  const user = body.messages.find(({ role }) => role === 'user')?.content ?? ''
  const fenced = user.matchAll(/^<<<BEGIN (.+?) ([0-9a-f]{24})>>>\n([\s\S]*?)\n<<<END \1 \2>>>$/gm)
  return [...fenced].map(([, label = '', boundary = '', text = '']) => ({ label, boundary, text }))
}

/** Returns the criteria in a scoring call. */
export function criteriaOf(body: ChatBody): { id: string; text: string }[] {
  const section = sectionsOf(body).find(({ label }) => label === 'CRITERIA')
  return Array.from(section?.text.matchAll(/^(\S+): (.*)$/gm) ?? [], ([, id = '', text = '']) => ({ id, text }))
}

/** Asserts that a repair begins with the same text as the first call, so that the provider can use its prompt cache. */
export function assertContinues(t: ExecutionContext, first: ChatBody, repair: ChatBody): void {
  t.is(repair.messages[0]?.content, first.messages[0]?.content)
  t.true(repair.messages[1]?.content.startsWith(first.messages[1]?.content ?? '?'))
}
