/**
 * Drafts verdicts within the model's context size.
 *
 * Sends the criteria in portions, each with the whole resume. A portion that is too large is halved, down to one
 * criterion. If even that is too large, the end of the resume is removed, which is reported. If that does not help, the
 * score fails permanently.
 */
import { createHash } from 'node:crypto'
import type { Drafts, Repair } from '../../engine.ts'
import { findingOf } from '../../findings.ts'
import type { EngineFailure, ScoreApplicationTask } from '../../tasks.ts'
import { type Allowance, complete, estimatePrompt, failed, outputShareMin, type Question } from './calls.ts'
import { portionsOf, repairFor } from './portions.ts'
import { scoringPrompt } from './prompts/scoring.ts'
import type { Provider } from './provider.ts'
import { readVerdicts } from './verdict-answers.ts'

type Portion = Pick<ScoreApplicationTask, 'criteria' | 'resume' | 'answers' | 'today'>

/** The minimum part of a resume, in UTF-16 units. A shorter one says too little about the applicant. */
const resumeLengthMin = 500

/**
 * Asks the model for verdicts on all of the task's criteria or, with `repair`, again on those in `open`. For each
 * portion, the number of calls is limited by the attempts in `allowance`.
 */
export async function draftVerdicts(
  provider: Provider,
  task: Portion,
  allowance: Allowance,
  repair?: Repair,
): Promise<{ ok: true; value: Drafts } | EngineFailure> {
  const attempts = allowance.attemptsLeft
  const value: Drafts & Required<Pick<Drafts, 'unreadable'>> = { verdicts: [], unreadable: [], tokens: allowance.spent }
  /** The number of tokens in the whole request, according to the server. */
  let needs: number | null = null
  let portions: Portion[] = portionsOf(task.criteria).map((criteria) => ({ ...task, criteria }))
  for (let portion = portions.shift(); portion !== undefined; portion = portions.shift()) {
    const own = repair && repairFor(portion.criteria, repair)
    if (own?.open.length === 0) continue
    const question = questionOf(provider, portion, own)
    allowance.attemptsLeft = attempts
    const answer = isFit(provider, question)
      ? await complete(provider.call, question, provider.reserve, allowance)
      : null
    if (answer?.ok) {
      const { verdicts, unreadable } = readVerdicts(answer.said, question.ids)
      value.verdicts.push(...verdicts)
      value.unreadable.push(...unreadable)
      if (portion.resume !== task.resume) value.findings = [findingOf('beyond_model_context')]
      continue
    }
    if (answer && answer.code !== 'TOO_LARGE') return answer
    if (answer && 'inputTokens' in answer) {
      provider.size.heard(answer)
      needs ??= answer.needs
    }
    // The refusal reported the model's limit. The same call may now succeed with a smaller reserve for the answer.
    const isEnough = answer !== null && isFit(provider, questionOf(provider, portion, own))
    const smaller = isEnough ? [portion] : shrink(provider, portion, own)
    if (smaller.length === 0) {
      const whole = questionOf(provider, { ...portion, resume: task.resume }, own)
      const message = provider.size.words(estimatePrompt(whole.prompt), needs)
      return failed(allowance, { ok: false, code: 'TOO_LARGE', message })
    }
    portions = [...smaller, ...portions]
  }
  return { ok: true, value }
}

function questionOf({ size }: Provider, portion: Portion, repair?: Repair): Question & { ids: string[] } {
  const prompt = scoringPrompt(portion, repair)
  const ids = repair?.open ?? portion.criteria.map(({ id }) => id)
  const key = createHash('sha1').update(JSON.stringify([portion.resume, portion.criteria.map(({ text }) => text)]))
  return {
    ...{ prompt, ids, asked: ids.length, key: key.digest('base64') },
    outputRoom: size.outputRoom(estimatePrompt(prompt)),
    isRead: (said) => readVerdicts(said, ids).verdicts.length > 0,
  }
}

/** Returns whether the prompt leaves enough room for an answer. */
function isFit({ reserve }: Provider, { outputRoom, asked }: Question): boolean {
  return outputRoom >= reserve.of(asked) * outputShareMin
}

/**
 * Returns the two halves of a portion or, for a single criterion, the portion with a shorter resume. Returns an empty
 * list if the resume cannot be shortened enough.
 */
function shrink(provider: Provider, portion: Portion, repair?: Repair): Portion[] {
  const { criteria } = portion
  if (criteria.length > 1) {
    const half = Math.ceil(criteria.length / 2)
    return [criteria.slice(0, half), criteria.slice(half)].map((part) => ({ ...portion, criteria: part }))
  }
  let { resume } = portion
  do resume = beginningOf(resume, resume.length * provider.size.step())
  while (resume.length >= resumeLengthMin && !isFit(provider, questionOf(provider, { ...portion, resume }, repair)))
  return resume.length >= resumeLengthMin ? [{ ...portion, resume }] : []
}

/** Returns the beginning of a text, cut at a line break unless that would remove more than half of it. */
function beginningOf(text: string, length: number): string {
  const part = text.slice(0, length)
  const end = part.lastIndexOf('\n')
  return (end > length / 2 ? part.slice(0, end) : part).toWellFormed()
}
