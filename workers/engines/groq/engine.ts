/**
 * The engine that calls a model at Groq, or at any server that speaks its API.
 *
 * The only doorway to groq-sdk. Owns a call: temperature 0, a seed, and no retry by the package, which would sleep out
 * any Retry-After and ignore the signal; how it asks for JSON is in `answer-forms.ts`. Must never let the package's errors or its log
 * out: they repeat prompts and keys.
 */
import Groq, { APIConnectionError, APIError } from 'groq-sdk'
import { engineIdentity, type EngineSettings } from '../../../src/kit/engine-identity.ts'
import { criteriaFaults } from '../../checks/criteria-checks.ts'
import { questionFaults } from '../../checks/question-checks.ts'
import type { EngineFailure, ScoreApplicationTask, Tokens } from '../../tasks.ts'
import type { DraftVerdict, Engine, Repair } from '../../engine.ts'
import { readCriteria, readQuestions, readVerdicts } from './answers.ts'
import { askedIn, inHonouredForm } from './answer-forms.ts'
import { type Allowance, type Call, type CallReply, complete } from './calls.ts'
import { createFetch } from './fetch.ts'
import { portionsOf, repairFor } from './portions.ts'
import { generationPrompt } from './prompts/generation.ts'
import type { Prompt } from './prompts/prompt.ts'
import { questionsPrompt } from './prompts/questions.ts'
import { scoringPrompt } from './prompts/scoring.ts'
import { createRoom, type Room } from './room.ts'

type GroqSettings = Extract<EngineSettings, { name: 'groq' }>

/**
 * 400 for a verdict's reason, its quotes and its share of the model's reasoning; 1,500 for the reasoning before the
 * first.
 */
const outputTokensFor = (verdicts: number) => 1_500 + 400 * verdicts
/** Twelve criteria, or six questions, take a third; the model's reasoning takes the rest. */
const outputTokensForDrafts = 3_000
/** The most calls of one task, whichever of them fail; a score keeps one of them, per portion, for the repair. */
const attemptsMax = 3
/** RFC 6585, section 4. */
const tooMany = 429
/** Longer than any task's deadline, so that the signal alone ends a call. */
const packageTimeoutMs = 3_600_000

/** The engine for the provider that the settings name. */
export function groqEngine(settings: GroqSettings): Engine {
  const room = createRoom()
  const call = callerOf(settings, room)
  return {
    identity: engineIdentity(settings),
    room: room.left,
    async generateCriteria(task, signal) {
      const outcome = await generate(call, task, signal, {
        what: 'criteria',
        prompt: (repair) => generationPrompt(task, repair && { criteria: repair.drafts, faults: repair.faults }),
        read: readCriteria,
        faultsOf: criteriaFaults,
      })
      return outcome.ok ? { ok: true, value: { criteria: outcome.drafts, tokens: outcome.tokens } } : outcome
    },
    async generateQuestions(task, signal) {
      const outcome = await generate(call, task, signal, {
        what: 'questions',
        prompt: (repair) => questionsPrompt(task, repair && { questions: repair.drafts, faults: repair.faults }),
        read: readQuestions,
        faultsOf: questionFaults,
      })
      return outcome.ok ? { ok: true, value: { questions: outcome.drafts, tokens: outcome.tokens } } : outcome
    },
    draftVerdicts: (task, signal, repair) => draft(call, task, signal, repair),
  }
}

async function draft(
  call: Call,
  task: ScoreApplicationTask,
  signal: AbortSignal,
  repair?: Repair,
): ReturnType<Engine['draftVerdicts']> {
  const verdicts: DraftVerdict[] = []
  const tokens = { input: 0, output: 0 }
  for (const criteria of portionsOf(task.criteria)) {
    const again = repair && repairFor(criteria, repair)
    if (again?.open.length === 0) continue
    const tokenBudget = task.tokenBudget - tokens.input - tokens.output
    const attempts = repair ? 1 : attemptsMax - 1
    const allowance = allowanceFor({ ...task, tokenBudget }, signal, { attempts, isPatient: false })
    const outputTokens = outputTokensFor(again?.open.length ?? criteria.length)
    const answer = await complete(call, scoringPrompt({ ...task, criteria }, again), outputTokens, allowance)
    if (!answer.ok) return answer
    verdicts.push(...readVerdicts(answer.text))
    tokens.input += allowance.spent.input
    tokens.output += allowance.spent.output
  }
  return { ok: true, value: { verdicts, tokens } }
}

/** One kind of draft for a job: how to prompt for it, read it and check it. */
type Drafting<Draft> = {
  what: string
  prompt: (repair?: { drafts: Draft[]; faults: string[] }) => Prompt
  read: (text: string | null) => Draft[]
  faultsOf: (drafts: Draft[]) => string[]
}

async function generate<Draft>(
  call: Call,
  task: { deadlineAt: number; tokenBudget: number },
  signal: AbortSignal,
  { what, prompt, read, faultsOf }: Drafting<Draft>,
): Promise<{ ok: true; drafts: Draft[]; tokens: Tokens } | EngineFailure> {
  const allowance = allowanceFor(task, signal, { attempts: attemptsMax, isPatient: true })
  let repair: { drafts: Draft[]; faults: string[] } | undefined
  for (;;) {
    const answer = await complete(call, prompt(repair), outputTokensForDrafts, allowance)
    if (!answer.ok) return answer
    const drafts = read(answer.text)
    const faults = faultsOf(drafts)
    if (faults.length === 0) return { ok: true, drafts, tokens: allowance.spent }
    if (repair !== undefined || allowance.attemptsLeft === 0) {
      return { ok: false, code: 'UNUSABLE_ANSWER', message: `the ${what} stayed unusable: ${faults.join(' ')}` }
    }
    repair = { drafts, faults }
  }
}

function allowanceFor(
  task: { deadlineAt: number; tokenBudget: number },
  signal: AbortSignal,
  { attempts, isPatient }: { attempts: number; isPatient: boolean },
): Allowance {
  const { deadlineAt, tokenBudget: tokensLeft } = task
  return { signal, deadlineAt, attemptsLeft: attempts, tokensLeft, isPatient, spent: { input: 0, output: 0 } }
}

// ── one call ────────────────────────────────────────────────────────────────────────────────────

function callerOf({ apiKey, baseUrl, model }: GroqSettings, room: Room): Call {
  const api = apiAt(baseUrl ?? 'https://api.groq.com')
  const fetch = createFetch(`${api}/chat/completions`)
  const client = new Groq({ apiKey, baseURL: api, maxRetries: 0, timeout: packageTimeoutMs, logLevel: 'off', fetch })
  return inHonouredForm<Parameters<Call>[0]>(async (form, { prompt, seed, outputTokensMax }, signal) => {
    // Some servers on one's own machine know only the older name of the limit.
    const limits = { max_completion_tokens: outputTokensMax, ...(baseUrl && { max_tokens: outputTokensMax }) }
    const asked = { model, ...askedIn(form, prompt), temperature: 0, seed, ...limits }
    try {
      const { data, response } = await client.chat.completions.create(asked, { signal }).withResponse()
      const reply = readCompletion(data)
      room.answered(response.headers, reply.tokens)
      return reply
    } catch (error) {
      if (error instanceof APIError && error.status === tooMany) room.refused()
      return readError(error)
    }
  })
}

/** The root of the API: an address that ends in `/v1` names it; under another one it is where Groq has it. */
function apiAt(address: string): string {
  const root = address.replace(/\/$/, '')
  return root.endsWith('/v1') ? root : `${root}/openai/v1`
}

/** A compatible server may answer 200 with anything: an HTML page (a string), nothing (undefined), another object. */
function readCompletion(completion: unknown): Extract<CallReply, { kind: 'answered' }> {
  if (typeof completion !== 'object' || completion === null) return { kind: 'answered', text: null, tokens: null }
  const { choices, usage } = completion as Partial<Groq.Chat.ChatCompletion>
  const choice = Array.isArray(choices) ? choices[0] : undefined
  const text = choice?.message?.content
  const isWhole = typeof text === 'string' && choice?.finish_reason !== 'length'
  const isCounted = Number.isInteger(usage?.prompt_tokens) && Number.isInteger(usage?.completion_tokens)
  return {
    kind: 'answered',
    text: isWhole ? text : null,
    tokens: usage && isCounted ? { input: usage.prompt_tokens, output: usage.completion_tokens } : null,
  }
}

type ErrorBody = { error?: { code?: unknown; failed_generation?: unknown } }

function readError(error: unknown): CallReply {
  // A 200 whose body breaks off in the middle of its JSON.
  if (error instanceof SyntaxError) return { kind: 'answered', text: null, tokens: null }
  if (error instanceof APIError && error.status !== undefined) {
    const { code, failed_generation: text } = (error.error as ErrorBody | undefined)?.error ?? {}
    if (code === 'json_validate_failed') return { kind: 'invalidJson', text: String(text ?? '') }
    return { kind: 'refused', status: error.status, retryAfter: error.headers?.get('retry-after') ?? null }
  }
  // Also for an answer that breaks off.
  return { kind: error instanceof APIConnectionError ? 'unreachable' : 'unsendable' }
}
