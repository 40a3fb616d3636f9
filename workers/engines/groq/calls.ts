/**
 * Calls the provider within a task's allowance of attempts, tokens and time.
 *
 * Owns the retries, and what a failed call means for a task. Its messages hold a status at most: a provider's error may
 * repeat the prompt or the key, so its text goes no further.
 */
import { parseRetryAfter } from '../../../src/kit/headers.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { EngineFailure, Tokens } from '../../tasks.ts'
import type { Prompt } from './prompts/prompt.ts'

type CallRequest = { prompt: Prompt; seed: number; outputTokensMax: number }

/** The result of one call, without the package's classes. `text` is what the model wrote, where known. */
export type CallReply =
  | { kind: 'answered'; text: string | null; tokens: Tokens | null }
  | { kind: 'invalidJson'; text: string }
  | { kind: 'refused'; status: number; retryAfter: string | null }
  | { kind: 'unreachable' }
  | { kind: 'unsendable' }

export type Call = (request: CallRequest, signal: AbortSignal) => Promise<CallReply>

/** What a task may still spend; every call counts it down. */
export type Allowance = {
  signal: AbortSignal
  /** Epoch ms; a wait that would end later does not start. */
  deadlineAt: number
  attemptsLeft: number
  tokensLeft: number
  /** True when a caller waits for the answer, so that a short wait is better than a failure. */
  isPatient: boolean
  spent: Tokens
}

/** The model's text; null when it wrote nothing readable. */
type Completion = { ok: true; text: string | null } | EngineFailure

/** Any number will do; it is fixed so that equal input gives equal answers. */
const seed = 7
/** The caller of a generation waits 10 to 20 s anyway; a longer pause would use up the time for the answer. */
const waitMaxMs = 5_000
/** The first pause after a failure that names none; it doubles with each attempt. */
const backoffMs = 500
/** With less than this share of what an answer usually needs, the answer would only be cut off. */
const outputShareMin = 1 / 4
/** Statuses that are not the request's fault: a slow read, a conflict, too early, too many, Groq's "tier is full". */
const passingStatuses = new Set([408, 409, 425, 429, 498])

/** Calls the provider, and again where a retry is worth an attempt, within the allowance, which it counts down. */
export async function complete(
  call: Call,
  prompt: Prompt,
  outputTokensWanted: number,
  allowance: Allowance,
): Promise<Completion> {
  const inputTokens = estimateTokens(prompt.system + prompt.user + JSON.stringify(prompt.schema))
  for (let attempt = 0; ; attempt++) {
    const outputTokensMax = Math.min(outputTokensWanted, allowance.tokensLeft - inputTokens)
    if (outputTokensMax < outputTokensWanted * outputShareMin) {
      return { ok: false, code: 'UNUSABLE_ANSWER', message: 'the token budget leaves no room for an answer' }
    }
    allowance.attemptsLeft--
    // The same seed would write the same broken text again.
    const reply = await call({ prompt, seed: seed + attempt, outputTokensMax }, allowance.signal)
    if (allowance.signal.aborted) return timedOut
    if (reply.kind === 'answered' || reply.kind === 'invalidJson') {
      const known = reply.kind === 'answered' ? reply.tokens : null
      charge(allowance, known ?? { input: inputTokens, output: estimateTokens(reply.text ?? '') })
      if (reply.kind === 'answered') return { ok: true, text: reply.text }
      // Worth one retry; after the second time, the caller's repair tells the model what is wrong.
      if (attempt > 0 || allowance.attemptsLeft === 0) return { ok: true, text: null }
      continue
    }
    const failure = failureOf(reply)
    if (!(await mayTryAgain(failure, attempt, allowance))) return allowance.signal.aborted ? timedOut : failure
  }
}

const timedOut: EngineFailure = { ok: false, code: 'TIMEOUT', message: 'the deadline passed, or the caller hung up' }

/** Waits as long as the provider asks, if the caller is waiting too; false when the task should end. */
async function mayTryAgain(failure: EngineFailure, attempt: number, allowance: Allowance): Promise<boolean> {
  if (failure.code !== 'PROVIDER_AWAY' || !allowance.isPatient || allowance.attemptsLeft === 0) return false
  const waitMs = failure.retryAfterMs ?? backoffMs * 2 ** attempt
  if (waitMs > waitMaxMs || Date.now() + waitMs >= allowance.deadlineAt) return false
  return wait(waitMs, true, { signal: allowance.signal }).catch(() => false)
}

function failureOf(reply: Exclude<CallReply, { kind: 'answered' | 'invalidJson' }>): EngineFailure {
  if (reply.kind === 'unsendable') return { ok: false, code: 'PROVIDER_FAILED', message: 'the call could not be made' }
  if (reply.kind === 'unreachable') return { ok: false, code: 'PROVIDER_AWAY', message: 'the connection failed' }
  const message = `the provider answered ${reply.status}`
  if (reply.status < 500 && !passingStatuses.has(reply.status)) return { ok: false, code: 'PROVIDER_FAILED', message }
  const retryAfterMs = parseRetryAfter(reply.retryAfter, Date.now())
  return { ok: false, code: 'PROVIDER_AWAY', message, ...(retryAfterMs === null ? {} : { retryAfterMs }) }
}

/** An upper bound: a token is about 4 bytes of English, or one character (3 bytes) of Chinese. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3)
}

function charge(allowance: Allowance, tokens: Tokens): void {
  allowance.spent.input += tokens.input
  allowance.spent.output += tokens.output
  allowance.tokensLeft -= tokens.input + tokens.output
}
