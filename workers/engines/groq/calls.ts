/**
 * Calls the provider within a task's budget of attempts, tokens and time.
 *
 * Handles retries, and decides how a failed call affects its task. Error messages never contain a provider's text,
 * which could repeat the prompt or the key.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { modelFaults } from '../../../src/kit/scoring/model-faults.ts'
import type { EngineFailure, Tokens } from '../../tasks.ts'
import type { Said } from './answers.ts'
import type { Reply, Unanswered } from './completions.ts'
import type { Prompt } from './prompts/prompt.ts'
import { monotonicMs } from '../../../src/kit/time.ts'
import type { Cause } from './refusals.ts'
import type { Reserve } from './reserve.ts'
import { retryAfterMs } from './room.ts'

/** `key` is the same for all attempts of a request, whatever their seeds. */
export type CallRequest = { prompt: Prompt; key: string; seed: number; outputTokensMax: number }
export type Call = (request: CallRequest, signal: AbortSignal) => Promise<Reply>

/** A task's remaining budget, which every call reduces. */
export type Allowance = {
  signal: AbortSignal
  /** In `monotonicMs`. No wait is started that would end after this. */
  deadlineAt: number
  attemptsLeft: number
  tokensLeft: number
  /** Whether a user is waiting for the answer. If so, a short wait is better than a failure. */
  isPatient: boolean
  /** The seed for the first call. Each further call uses the next number. */
  seed: number
  spent: Tokens
}

/**
 * A question for the model. `asked` is the number of verdicts to expect, and `outputRoom` the maximum number of tokens
 * in the answer.
 */
export type Question = {
  prompt: Prompt
  key: string
  asked: number | 'generation'
  outputRoom: number
  isRead: (said: Said) => boolean
}

/**
 * The request is too large for the model. Includes the model's limit and the server's own token count, if the server
 * reports them.
 */
export type TooLarge = Extract<Cause, { kind: 'size' }> & {
  ok: false
  code: 'TOO_LARGE'
  inputTokens: number
  outputTokensMax: number
}
type Completion = { ok: true; said: Said } | EngineFailure | TooLarge

/**
 * The maximum pause while a user waits for a generation, which takes 10 to 20 s anyway. A longer pause would use up the
 * time for the answer.
 */
const waitMaxMs = 5_000
/** The first pause between attempts, if the provider's response does not state one. It doubles with each attempt. */
const backoffMs = 500
/** The minimum room for an answer, as a share of a usual answer. With less, the answer would probably be truncated. */
export const outputShareMin = 1 / 4

/** Calls the provider, and retries if that may help. Deducts attempts, time and tokens from the allowance. */
export async function complete(
  call: Call,
  { prompt, key, asked, outputRoom, isRead }: Question,
  reserve: Reserve,
  allowance: Allowance,
): Promise<Completion> {
  const inputTokens = estimatePrompt(prompt)
  for (let attempt = 0; ; attempt++) {
    const wanted = Math.min(reserve.of(asked), outputRoom)
    const outputTokensMax = Math.min(wanted, allowance.tokensLeft - inputTokens)
    if (outputTokensMax < wanted * outputShareMin) return failed(allowance, noBudget)
    allowance.attemptsLeft--
    // The same seed would produce the same broken answer again.
    const reply = await call({ prompt, key, seed: allowance.seed++, outputTokensMax }, allowance.signal)
    if (allowance.signal.aborted) return failed(allowance, timedOut)
    if ('said' in reply) {
      const { said } = reply
      const used = reply.tokens ?? { input: inputTokens, output: estimateTokens(said.texts.join('')) }
      charge(allowance, used)
      const isLost = said.isCut && !isRead(said)
      if (reply.kind === 'answered') reserve.heard(outputTokensMax, asked, used.output, isLost)
      // One more call, with a larger reserve or another seed, may succeed. If it does not, the repair explains the
      // fault to the model.
      const isWorthRetry = isLost || (reply.kind === 'rejected' && !isRead(said))
      if (!isWorthRetry || attempt > 0 || allowance.attemptsLeft === 0) return { ok: true, said }
      continue
    }
    if (reply.kind === 'refused' && reply.cause.kind === 'size') {
      return { ...reply.cause, ok: false, code: 'TOO_LARGE', inputTokens, outputTokensMax }
    }
    const failure = failureOf(reply, inputTokens + outputTokensMax)
    if (await mayTryAgain(failure, attempt, allowance)) continue
    return failed(allowance, allowance.signal.aborted ? timedOut : failure)
  }
}

const timedOut: EngineFailure = {
  ok: false,
  code: 'TIMEOUT',
  message: 'the deadline passed or the caller disconnected',
}
const noBudget: EngineFailure = {
  ok: false,
  code: 'UNUSABLE_ANSWER',
  message: 'the token budget leaves no room for an answer',
}

/** Adds the tokens that the task has spent so far to a failure. */
export function failed({ spent }: Pick<Allowance, 'spent'>, failure: EngineFailure): EngineFailure {
  return spent.input + spent.output === 0 ? failure : { ...failure, tokens: { ...spent } }
}

/**
 * Waits as long as the provider requests, if a user is waiting for the answer. Returns false if there should be no
 * further attempt.
 */
async function mayTryAgain(failure: EngineFailure, attempt: number, allowance: Allowance): Promise<boolean> {
  if (failure.code !== 'PROVIDER_AWAY' || failure.fault || !allowance.isPatient || allowance.attemptsLeft === 0)
    return false
  const waitMs = failure.retryAfterMs ?? backoffMs * 2 ** attempt
  if (waitMs > waitMaxMs || monotonicMs() + waitMs >= allowance.deadlineAt) return false
  return wait(waitMs, true, { signal: allowance.signal }).catch(() => false)
}

function failureOf(reply: Unanswered, tokens: number): EngineFailure {
  if (reply.kind === 'unsendable') return { ok: false, code: 'PROVIDER_FAILED', message: 'the call could not be made' }
  if (reply.kind === 'unreachable') return { ok: false, code: 'PROVIDER_AWAY', message: 'the connection failed' }
  const { cause, refusal, headers } = reply
  if (cause.kind === 'fault') {
    return {
      ok: false,
      code: 'PROVIDER_AWAY',
      message: `${modelFaults[cause.fault]} (${refusal.status})`,
      fault: cause.fault,
    }
  }
  const message = cause.kind === 'filtered' ? 'the model or its filter refused to answer' : answeredWith(refusal.status)
  if (cause.kind === 'other' && refusal.status !== 200) return { ok: false, code: 'PROVIDER_FAILED', message }
  const waitMs = headers ? retryAfterMs(headers, tokens, Date.now()) : null
  return { ok: false, code: 'PROVIDER_AWAY', message, ...(waitMs === null ? {} : { retryAfterMs: waitMs }) }
}

function answeredWith(status: number): string {
  return status === 200 ? 'the provider answered 200 without an answer of the model' : `the provider answered ${status}`
}

/** Returns an upper bound: a token is about 4 bytes of English, or one Chinese character (3 bytes). */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3)
}

/**
 * Returns an upper bound for a prompt's tokens. The schema is not counted, because servers compile it into a grammar.
 */
export function estimatePrompt({ system, user }: Prompt): number {
  return estimateTokens(system + user)
}

function charge(allowance: Allowance, { input, output, cached }: Tokens): void {
  allowance.spent.input += input
  allowance.spent.output += output
  if (cached !== undefined) allowance.spent.cached = (allowance.spent.cached ?? 0) + cached
  allowance.tokensLeft -= input + output
}
