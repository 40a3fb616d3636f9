/**
 * The engine that calls a language model at Groq, or at any server with the same API.
 *
 * Limits the calls and tokens of a task, and requests the single repair of a generation.
 */
import { createHash } from 'node:crypto'
import { engineIdentity, type EngineSettings } from '../../../src/kit/engine-identity.ts'
import { draftsMin, settleCriteria } from '../../checks/criteria-checks.ts'
import { questionFaults } from '../../checks/question-checks.ts'
import type { Engine } from '../../engine.ts'
import { withPlainTexts } from '../../plain-openings.ts'
import type { EngineFailure, Tokens } from '../../tasks.ts'
import { type Answer, readCriteria, readQuestions, type Said } from './answers.ts'
import { type Allowance, complete, estimatePrompt, failed } from './calls.ts'
import { draftVerdicts } from './drafting.ts'
import { generationPrompt } from './prompts/generation.ts'
import type { Prompt } from './prompts/prompt.ts'
import { questionsPrompt } from './prompts/questions.ts'
import { createProvider, type Provider } from './provider.ts'

type GroqSettings = Extract<EngineSettings, { name: 'groq' }>

/** The maximum number of calls for one answer, including failed ones. A score reserves one of them for the repair. */
const attemptsMax = 3
/** The value is arbitrary, but fixed so that equal input gives equal answers. */
const firstSeed = 7

/** Creates the engine for the configured provider. */
export function groqEngine(settings: GroqSettings): Engine {
  const provider = createProvider(settings)
  return {
    identity: engineIdentity(settings),
    room: provider.room.left,
    async generateCriteria(given, signal) {
      const task = withPlainTexts(given)
      const outcome = await generate(provider, task, signal, {
        what: 'criteria',
        prompt: (repair) => generationPrompt(task, repair && { criteria: repair.drafts, faults: repair.faults }),
        read: readCriteria,
        check(drafts) {
          const { criteria, wishes, faults } = settleCriteria(drafts, task)
          const isEnough = criteria.length >= draftsMin
          if (!isEnough) faults.push(`Of the criteria, ${criteria.length} can be used; write at least ${draftsMin}.`)
          return { usable: criteria.length === 0 ? null : { criteria, wishes }, isEnough, faults }
        },
      })
      return outcome.ok ? { ok: true, value: { ...outcome.usable, tokens: outcome.tokens } } : outcome
    },
    async generateQuestions(given, signal) {
      const task = withPlainTexts(given)
      const outcome = await generate(provider, task, signal, {
        what: 'questions',
        prompt: (repair) => questionsPrompt(task, repair && { questions: repair.drafts, faults: repair.faults }),
        read: readQuestions,
        check(questions) {
          const faults = questionFaults(questions)
          const isEnough = faults.length === 0
          return { usable: isEnough ? { questions } : null, isEnough, faults }
        },
      })
      return outcome.ok ? { ok: true, value: { ...outcome.usable, tokens: outcome.tokens } } : outcome
    },
    draftVerdicts(task, signal, repair) {
      const attempts = repair ? 1 : attemptsMax - 1
      const allowance = allowanceFor(task, signal, { attempts, isPatient: false })
      // A retried job uses other seeds, because the same seed would give the same answer.
      allowance.seed += attemptsMax * (task.failures ?? 0) + (repair ? attemptsMax - 1 : 0)
      return draftVerdicts(provider, task, allowance, repair)
    },
  }
}

/** One kind of draft for a job: how to prompt for it, how to parse it and how to check it. */
type Drafting<Draft, Usable> = {
  what: string
  prompt: (repair?: { drafts: Draft[]; faults: string[] }) => Prompt
  read: (said: Said) => Answer<Draft>
  /** `usable` is the part of the drafts that can be used, if any. It becomes the result if the repair fails. */
  check: (drafts: Draft[]) => { usable: Usable | null; isEnough: boolean; faults: string[] }
}

async function generate<Draft, Usable>(
  { call, reserve, size }: Provider,
  task: { deadlineAt: number; tokenBudget: number },
  signal: AbortSignal,
  { what, prompt: promptFor, read, check }: Drafting<Draft, Usable>,
): Promise<{ ok: true; usable: Usable; tokens: Tokens } | EngineFailure> {
  const allowance = allowanceFor(task, signal, { attempts: attemptsMax, isPatient: true })
  const key = createHash('sha1').update(promptFor().user).digest('base64')
  let repair: { drafts: Draft[]; faults: string[] } | undefined
  let first: Usable | null = null
  for (;;) {
    const prompt = promptFor(repair)
    const isRead = (said: Said) => read(said).drafts.length > 0
    const question = { prompt, key, asked: 'generation', outputRoom: Infinity, isRead } as const
    const answer = await complete(call, question, reserve, allowance)
    if (!answer.ok && 'inputTokens' in answer) size.heard(answer)
    if (!answer.ok && (first === null || signal.aborted)) {
      if (!('inputTokens' in answer)) return answer
      return failed(allowance, { ok: false, code: 'TOO_LARGE', message: size.words(estimatePrompt(prompt)) })
    }
    const { drafts, fault } = answer.ok ? read(answer.said) : { drafts: [] }
    const checked = check(drafts)
    const faults = fault === undefined ? checked.faults : [fault]
    const isLast = repair !== undefined || allowance.attemptsLeft === 0
    const usable = checked.usable ?? first
    if (usable !== null && (checked.isEnough || isLast)) return { ok: true, usable, tokens: allowance.spent }
    if (isLast) {
      const message = `the ${what} stayed unusable: ${faults.join(' ')}`
      return failed(allowance, { ok: false, code: 'UNUSABLE_ANSWER', message })
    }
    first = checked.usable
    repair = { drafts, faults }
  }
}

function allowanceFor(
  task: { deadlineAt: number; tokenBudget: number },
  signal: AbortSignal,
  { attempts, isPatient }: { attempts: number; isPatient: boolean },
): Allowance {
  const { deadlineAt, tokenBudget: tokensLeft } = task
  const spent = { input: 0, output: 0 }
  return { signal, deadlineAt, attemptsLeft: attempts, tokensLeft, isPatient, seed: firstSeed, spent }
}
