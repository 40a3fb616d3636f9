/**
 * Interprets a server's refusal. Pure.
 *
 * Servers use different words for the same cause; `test/workers/engines/groq/refusals.test.ts` has the original texts.
 * The result never contains the text of a refusal, because it may repeat the prompt or the key.
 */
import type { ModelFault } from '../../../src/kit/scoring/model-faults.ts'

/** A refused call, with the server's `param`, `code` and `text`. `text` must be used only for matching. */
export type Refusal = { status: number; code: string; param: string; text: string }

/**
 * The cause of a refusal. `size`: the prompt is too long for the model. `reads` is the model's limit and `needs` the
 * size of the request, both in tokens, if the server reports them. `isWithOutput` means that `needs` includes the
 * tokens reserved for the answer. `fault`: the operator must fix something. `form`: the server does not support the
 * form in which JSON is requested. `filtered`: a filter stopped the answer. `passing`: the server may accept the same
 * call later. `other`: none of these.
 */
export type Cause =
  | { kind: 'size'; reads: number | null; needs: number | null; isWithOutput: boolean }
  | { kind: 'fault'; fault: ModelFault }
  | { kind: 'form' | 'filtered' | 'passing' | 'other' }

/**
 * Statuses of temporary refusals: request timeout, conflict, too early, too many requests, and Groq's "capacity
 * exceeded" (498).
 */
const passingStatuses = new Set([408, 409, 425, 429, 498])

/** Returns the cause of a refusal. Uses its text first, because servers use different statuses. */
export function causeOf(refusal: Refusal): Cause {
  const { status, code, param, text } = refusal
  const size = sizeOf(refusal)
  if (size) return size
  if (formWords.test(text) || /^response_format|json_schema/.test(param)) return { kind: 'form' }
  if (filterWords.test(`${code} ${text}`)) return { kind: 'filtered' }
  const fault = faultOf(status, `${code} ${text}`)
  if (fault) return { kind: 'fault', fault }
  const isPassing = (status >= 500 && status !== 501) || passingStatuses.has(status)
  return { kind: isPassing ? 'passing' : 'other' }
}

const formWords = /response_format|json_schema|json_object|response format|Input should be 'text'|grammar/i
const filterWords = /content_filter|content_policy|content management policy|moderation|flagged/i

// ── the operator's faults ──────────────────────────────────────────────────────────────────────────

const accountWords =
  /insufficient_quota|billing|exceeded your current quota|insufficient (?:balance|credit|funds)|payment required|account (?:is )?(?:deactivated|suspended)|credit balance/i
const modelWords =
  /model_decommissioned|model_not_found|decommissioned|model\b.{0,80}\b(?:not found|not exist|not available|not loaded)|no such model|unknown model|no models? loaded/i
const keyWords = /invalid_api_key|invalid api key|incorrect api key|api key not valid|missing api key/i
const accessWords = /organization_restricted|permission_denied|model_terms_required|model_permission_blocked/i

function faultOf(status: number, words: string): ModelFault | null {
  if (status === 402 || accountWords.test(words)) return 'account'
  if (modelWords.test(words) && status < 500) return 'model'
  if (status === 401 || keyWords.test(words)) return 'key'
  if (status === 403 || accessWords.test(words)) return 'access'
  // The configured address is wrong. This includes redirects, which are not followed because they could send resumes to
  // another host.
  return status === 404 || status === 405 || (status >= 300 && status < 400) ? 'address' : null
}

// ── too large for the model ────────────────────────────────────────────────────────────────────────

const sizeWords = [
  /context_length_exceeded|exceed_context_size|request_too_large|string_above_max_length/i,
  /(?:context|maximum model|sequence)[ _](?:length|size|window|limit)/i,
  /prompt (?:is )?too long|(?:input|prompt) (?:length )?(?:exceeds|is longer than)|longer than the (?:model|maximum)/i,
  /request too large|reduce (?:the|your) (?:length|message|prompt|input)/i,
  /tokens? (?:count )?.{0,40}(?:exceeds?|must be <=|>) .{0,60}\d/i,
]

/** Patterns for the model's token limit, and for the number of tokens that the request needs. */
const readsWords = [
  /n_ctx"?\s*:\s*(\d+)/i,
  /(?:context (?:length|size|window)|maximum model length|configured limit|must be <=)(?: is)?(?: only| of only| of)?:? ?\(?(\d+)/i,
  /limit:? (\d+)/i,
  /(?:> |with )(\d+) maximum/i,
  /allowed \((\d+)\)/i,
]
const needsWords = [
  /n_prompt_tokens"?\s*:\s*(\d+)/i,
  /requested(?: about| a total of)?(?: tokens)?:? ?\(?(\d+)/i,
  /(?:resulted in|contains|passed|too long:|has|first) (\d+)(?: input)? tokens/i,
  /(?:request|input|prompt|count|length) ?\((?:length )?(\d+)/i,
  /given: (\d+)/i,
]
/** Words that show that the server's count includes the tokens reserved for the answer. */
const outputWords = /in the completion|for the completion|tokens per minute|tokens per min\b|\bTPM\b/i

function sizeOf({ status, code, text }: Refusal): Cause | null {
  const words = `${code} ${text}`.replace(/(?<=\d),(?=\d{3})/g, '')
  const isTooMany = status === 429
  // A rate limit for tokens is temporary, unless this single request exceeds the whole limit.
  if (isTooMany && !/request too large/i.test(words)) return null
  if (status !== 413 && !sizeWords.some((pattern) => pattern.test(words))) return null
  if (![400, 413, 422, 429].includes(status) && status < 500) return null
  const [reads, needs] = [numberIn(words, readsWords), numberIn(words, needsWords)]
  return { kind: 'size', reads, needs, isWithOutput: outputWords.test(words) }
}

function numberIn(words: string, patterns: RegExp[]): number | null {
  for (const pattern of patterns) {
    const digits = pattern.exec(words)?.[1]
    if (digits !== undefined) return Number(digits)
  }
  return null
}
