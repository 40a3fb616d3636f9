/**
 * How a call asks for JSON: by a strict schema, or by what a compatible server takes instead.
 *
 * Owns the forms and the search for the one that the server honours. Each weaker form says in words what the stronger
 * ones enforce; the checks of an answer are the same for all.
 */
import { isJsonObject } from './answers.ts'
import type { CallReply } from './calls.ts'
import type { Prompt } from './prompts/prompt.ts'

/**
 * The strongest first. Groq takes `strict` for some of its models only; servers on one's own machine know JSON without
 * a schema, or nothing of the kind.
 */
const forms = ['strict schema', 'schema', 'json', 'words'] as const
type Form = (typeof forms)[number]
/** What a server answers that does not know a form: bad request, unprocessable content, not implemented. */
const unknownForm = new Set([400, 422, 501])

/**
 * Wraps a call that takes a form. Until the first readable answer, a refused form is followed by the next one at once,
 * and an answer in prose means that the server overlooks schemas; from then on the form stays, and a refusal has another
 * cause.
 */
export function inHonouredForm<Request extends { prompt: Prompt }>(
  callIn: (form: Form, request: Request, signal: AbortSignal) => Promise<CallReply>,
): (request: Request, signal: AbortSignal) => Promise<CallReply> {
  let known = 0
  let isProven = false
  return async (request, signal) => {
    for (let at = known; ; at++) {
      const reply = await callIn(forms[at] as Form, request, signal)
      const isRefused = reply.kind === 'refused' && unknownForm.has(reply.status)
      if (isRefused && !isProven && at < forms.length - 1) continue
      if (reply.kind === 'answered' && !isProven) {
        isProven = isJsonObject(reply.text)
        const isProse = !isProven && reply.text !== null
        known = isProse ? Math.max(at, forms.indexOf('json')) : at
      }
      return reply
    }
  }
}

/** The part of a request that asks for the prompt's answer in a form. */
export function askedIn(form: Form, { name, schema, told: toldSchema = schema, system, user }: Prompt) {
  const isTold = form === 'json' || form === 'words'
  const told = isTold ? `${system}\n\nThe schema of the JSON:\n${JSON.stringify(toldSchema)}` : system
  const jsonSchema = { name, schema, strict: form === 'strict schema' }
  return {
    messages: [
      { role: 'system' as const, content: told },
      { role: 'user' as const, content: user },
    ],
    ...(!isTold && { response_format: { type: 'json_schema' as const, json_schema: jsonSchema } }),
    ...(form === 'json' && { response_format: { type: 'json_object' as const } }),
  }
}
