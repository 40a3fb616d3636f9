/**
 * Makes one call with groq-sdk, and converts the result to plain values.
 *
 * The only module that uses groq-sdk. The package's own retries are off, because they would wait for as long as
 * Retry-After says and ignore the signal. Its errors and its log must never leave this module, because they repeat
 * prompts and keys.
 */
import Groq, { APIConnectionError, APIError } from 'groq-sdk'
import type { Tokens } from '../../tasks.ts'
import { membersOf, type Said } from './answers.ts'
import { createFetch } from './fetch.ts'
import { causeOf, type Cause, type Refusal } from './refusals.ts'
import type { AnswerHeaders } from './room.ts'

/**
 * `answered`: the model returned text. `rejected`: the server could not parse the model's text. `refused`: there is no
 * answer; `status` is 200 if the refusal is in the response body.
 */
export type Reply = Written | Unanswered
export type Written = { kind: 'answered' | 'rejected'; said: Said; tokens: Tokens | null; headers: AnswerHeaders }
export type Unanswered =
  | { kind: 'refused'; cause: Cause; refusal: Refusal; headers: AnswerHeaders | null }
  | { kind: 'unreachable' }
  | { kind: 'unsendable' }

type Asked = Parameters<Groq['chat']['completions']['create']>[0] & { stream?: false }
export type Complete = (asked: Asked, signal: AbortSignal) => Promise<Reply>

/** Longer than any task's deadline, so that only the signal ends a call. */
const packageTimeoutMs = 3_600_000
/**
 * The part of a refusal that contains its reason. The rest is ignored: it may repeat the prompt, whose words must not
 * be mistaken for a reason.
 */
const reasonLengthMax = 500

/** Returns a function that calls the chat API at an address. */
export function completionsAt({ apiKey, baseUrl }: { apiKey: string; baseUrl: string | null }): Complete {
  const api = apiAt(baseUrl ?? 'https://api.groq.com')
  const fetch = createFetch(`${api}/chat/completions`)
  const client = new Groq({ apiKey, baseURL: api, maxRetries: 0, timeout: packageTimeoutMs, logLevel: 'off', fetch })
  return async (asked, signal) => {
    try {
      const { data, response } = await client.chat.completions.create(asked, { signal }).withResponse()
      return readCompletion(data, response.headers)
    } catch (error) {
      return readError(error)
    }
  }
}

/**
 * Returns the API's root. An address that ends in `/v1` is the root itself; for any other address, Groq's path is
 * appended.
 */
function apiAt(address: string): string {
  const root = address.replace(/\/$/, '')
  return root.endsWith('/v1') ? root : `${root}/openai/v1`
}

// ── answers ────────────────────────────────────────────────────────────────────────────────────────

/**
 * Converts the body of a successful response. A compatible server can respond with status 200 and a web page (a
 * string), no body (undefined), an error, or no choices.
 */
function readCompletion(completion: unknown, headers: AnswerHeaders): Reply {
  const { choices, usage, error } = membersOf(completion)
  const choice = membersOf(Array.isArray(choices) ? choices[0] : undefined)
  const message = membersOf(choice.message)
  const tokens = readUsage(membersOf(usage))
  const isFiltered = isText(message.refusal) || choice.finish_reason === 'content_filter'
  if (error !== undefined || choice.message === undefined || isFiltered) {
    const refusal = { ...readRefusal(200, completion), ...(isFiltered && { code: 'content_filter' }) }
    return { kind: 'refused', cause: causeOf(refusal), refusal, headers }
  }
  const texts = [...contentOf(message.content), ...callsOf(message.tool_calls)]
  const thoughts = [message.reasoning_content, message.reasoning].filter(isText)
  return {
    kind: 'answered',
    said: { texts: [...texts, ...thoughts], isCut: choice.finish_reason === 'length' },
    tokens,
    headers,
  }
}

/** Returns the text in a message's content, which may consist of parts; empty if there is none. */
function contentOf(content: unknown): string[] {
  if (isText(content)) return [content]
  const parts = Array.isArray(content) ? content.map((part: unknown) => membersOf(part).text).filter(isText) : []
  return parts.length === 0 ? [] : [parts.join('')]
}

/** Some models call a tool that was not offered, and put the answer in its arguments. */
function callsOf(calls: unknown): string[] {
  if (!Array.isArray(calls)) return []
  return calls.flatMap((call: unknown) => {
    const { arguments: given } = membersOf(membersOf(call).function)
    if (isText(given)) return [given]
    return typeof given === 'object' && given !== null ? [JSON.stringify(given)] : []
  })
}

function readUsage({
  prompt_tokens,
  completion_tokens,
  prompt_tokens_details,
}: Record<string, unknown>): Tokens | null {
  if (!isCount(prompt_tokens) || !isCount(completion_tokens)) return null
  const { cached_tokens } = membersOf(prompt_tokens_details)
  return { input: prompt_tokens, output: completion_tokens, ...(isCount(cached_tokens) && { cached: cached_tokens }) }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0
}

// ── refusals ───────────────────────────────────────────────────────────────────────────────────────

function readError(error: unknown): Reply {
  // A response with status 200 whose JSON is truncated.
  if (error instanceof SyntaxError) {
    const refusal = readRefusal(200, undefined)
    return { kind: 'refused', cause: causeOf(refusal), refusal, headers: null }
  }
  if (error instanceof APIError && error.status !== undefined) {
    const body: unknown = error.error ?? error.message
    const status = error.status as number
    const headers = (error.headers as AnswerHeaders | undefined) ?? null
    const { code, failed_generation: written } = membersOf(membersOf(body).error)
    if (code === 'json_validate_failed' && headers) {
      return {
        kind: 'rejected',
        said: { texts: isText(written) ? [written] : [], isCut: false },
        tokens: null,
        headers,
      }
    }
    const refusal = readRefusal(status, body)
    return { kind: 'refused', cause: causeOf(refusal), refusal, headers }
  }
  // groq-sdk also throws an APIConnectionError for a truncated response.
  return { kind: error instanceof APIConnectionError ? 'unreachable' : 'unsendable' }
}

/** Servers put a refusal into `error`, `detail` or the body itself, with its numbers next to it. */
function readRefusal(status: number, body: unknown): Refusal {
  const { error, detail } = membersOf(body)
  const inner = error ?? detail ?? body
  const { code, type, param, message, n_ctx, n_prompt_tokens } = membersOf(inner)
  const words = isText(message) ? message : isText(inner) ? inner : (JSON.stringify(inner) ?? '')
  const numbers = JSON.stringify({ n_ctx, n_prompt_tokens })
  const kinds = [code, type].filter(isText).join(' ')
  return {
    status: status === 200 && isCount(code) ? code : status,
    code: kinds,
    param: isText(param) ? param : '',
    text: `${numbers} ${words.slice(0, reasonLengthMax)}`,
  }
}
