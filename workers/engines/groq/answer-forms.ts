/**
 * Chooses how a call requests JSON: with a strict schema, or in a weaker form that compatible servers accept.
 *
 * A strong form makes the server enforce the schema, and a weak one only describes the schema in words. This module
 * finds the strongest form that the server supports. Responses are checked in the same way for all forms.
 */
import { afterThoughts, type Said } from './answers.ts'
import type { Reply } from './completions.ts'
import { parseExactly } from './json-text.ts'
import { type Prompt, withoutBounds } from './prompts/prompt.ts'
import { fitsSchema } from './schema-shape.ts'

/**
 * Strongest first. Groq supports `strict` only for some models; self-hosted servers may support JSON without a schema,
 * or neither.
 */
const forms = ['strict schema', 'schema', 'json', 'words'] as const
export type Form = (typeof forms)[number]
/** From this form on, the schema is described in words. */
const told = forms.indexOf('json')
const weakest = forms.length - 1
/**
 * Statuses that mean that a server does not support a form, even if the response gives no reason: bad request,
 * unprocessable, not implemented.
 */
const unknownForm = new Set([400, 422, 501])
/** The maximum number of failed requests that are remembered. */
const failedMax = 1_000

type Asked = { prompt: Prompt; key: string }

/**
 * Returns a function that makes calls in the strongest form that the server accepts. If the server refuses a form, the
 * same call continues with the next weaker form. If the first responses do not match the schema, the server ignores
 * schemas, so later calls describe the schema in words. Once a response has matched, the form is known to work, and a
 * refusal that does not mention the form has another cause.
 *
 * A server error is treated as a refusal of the form if its text mentions the form, or if the same request (by its
 * `key`) fails again after other requests have succeeded.
 */
export function inHonouredForm<Request extends Asked>(
  callIn: (form: Form, request: Request, signal: AbortSignal) => Promise<Reply>,
): (request: Request, signal: AbortSignal) => Promise<Reply> {
  let known = 0
  let isProven = false
  let answered = 0
  /** For each failed request, the number of responses before it failed. */
  const failed = new Map<string, number>()
  const isRefusal = (reply: Reply, failedAt = answered): boolean => {
    if (reply.kind !== 'refused') return false
    if (reply.cause.kind === 'form') return true
    if (reply.cause.kind === 'other') return !isProven && unknownForm.has(reply.refusal.status)
    return reply.cause.kind === 'passing' && reply.refusal.status >= 500 && failedAt < answered
  }
  return async (request, signal) => {
    const failedAt = failed.get(request.key)
    for (let at = known; ; at++) {
      const reply = await callIn(forms[at] as Form, request, signal)
      if (at < weakest && !signal.aborted && isRefusal(reply, failedAt)) {
        // If the error mentions the form, the server refuses it for all requests.
        if (reply.kind === 'refused' && reply.cause.kind === 'form') isProven = false
        continue
      }
      if (reply.kind !== 'answered') {
        if (failed.size >= failedMax) failed.delete(failed.keys().next().value as string)
        failed.set(request.key, answered)
        return reply
      }
      answered++
      failed.delete(request.key)
      if (isProven && at <= known) return reply
      const isFit = isInShape(reply.said, request.prompt.schema)
      // If one request needs a weaker form, others may not.
      if (!isProven) known = isFit || reply.said.isCut ? at : Math.max(at, told)
      isProven ||= isFit
      return reply
    }
  }
}

/** Returns whether a model wrote what the schema requires and, apart from its reasoning, nothing else. */
function isInShape({ texts }: Said, schema: unknown): boolean {
  return fitsSchema(parseExactly(afterThoughts(texts[0] ?? '')), schema)
}

/**
 * Returns the part of a request that asks for JSON in the given form. With `isBounded`, a strict schema includes size
 * limits.
 */
export function answerForm(
  form: Form,
  { name, schema, told: toldSchema = schema, system, user }: Prompt,
  isBounded: boolean,
) {
  const isTold = forms.indexOf(form) >= told
  const toldText = JSON.stringify(withoutBounds(toldSchema))
  const instructions = isTold ? `${system}\n\nThe schema of the JSON:\n${toldText}` : system
  const strict = form === 'strict schema'
  const jsonSchema = { name, schema: strict && isBounded ? schema : withoutBounds(schema), strict }
  return {
    messages: [
      { role: 'system' as const, content: instructions },
      { role: 'user' as const, content: user },
    ],
    ...(!isTold && { response_format: { type: 'json_schema' as const, json_schema: jsonSchema } }),
    ...(form === 'json' && { response_format: { type: 'json_object' as const } }),
  }
}
