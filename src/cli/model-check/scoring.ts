/** Scores the test set of `model check` through the pool, with the same code, checks and limits as a scoring job. */
import { setTimeout as delay } from 'node:timers/promises'
import type { EngineFailure, ScoredApplication, Tokens, Verdict } from '../../../workers/tasks.ts'
import { SECOND } from '../../kit/time.ts'
import type { Contract } from '../../platform/contract/contract.ts'
import type { Pool } from '../../platform/pool.ts'
import type { Timings } from '../../platform/timings.ts'
import { type CheckPosting, type CheckResume, labelsDay } from './check-set.ts'

export type Means = { pool: Pool; contract: Contract; timings: Timings }

/** A criterion's verdict with its label; `evidence`: the passages on which the verdict is based. */
export type CheckedVerdict = { got: Verdict; right: Verdict | null; evidence: string[]; lines: string[] }
/** One resume's score. If scoring failed, `verdicts` is empty, and `failure` is the reason. */
export type CheckedScore = {
  verdicts: CheckedVerdict[]
  labels: (Verdict | null)[]
  quotesRefused: number
  tokens: Tokens
  seconds: number
  failure: string
}

const owner = 'model check'
/** The number of attempts after which the check gives up on an unavailable provider. */
const triesMax = 5
/** The longest wait that a provider may request. It is short because a person is waiting for the check. */
const waitMaxMs = 30 * SECOND

/** Scores one resume against the posting's criteria. @throws Error if the provider does not respond */
export async function scoreResume(
  means: Means,
  posting: CheckPosting,
  { text, labels }: CheckResume,
): Promise<CheckedScore> {
  const criteria = posting.criteria.map((criterion, at) => ({ id: `${at}`, text: criterion.text }))
  const { outcome, redacted, seconds } = await scoreText(means, text, criteria)
  const right = labels.map(({ verdict }) => verdict)
  if (!outcome.ok) {
    const { code, message, quotesRefused = 0, tokens = { input: 0, output: 0 } } = outcome
    return { verdicts: [], labels: right, quotesRefused, tokens, seconds, failure: `${code}: ${message}` }
  }
  const { verdicts, quotesRefused, tokens } = outcome.value
  const checked = verdicts.map(({ criterionId, verdict, evidence }) => {
    const label = labels[Number(criterionId)]!
    const passages = evidence.map(({ start, end }) => redacted.slice(start, end))
    return { got: verdict, right: label.verdict, evidence: passages, lines: label.lines }
  })
  return { verdicts: checked, labels: right, quotesRefused, tokens, seconds, failure: '' }
}

/**
 * Reads a plain text as a resume, and scores it. `redacted`: the text that the engine saw. @throws the errors of
 * `scoreResume`
 */
export async function scoreText(
  { pool, contract, timings }: Means,
  text: string,
  criteria: { id: string; text: string }[],
): Promise<{ outcome: { ok: true; value: ScoredApplication } | EngineFailure; redacted: string; seconds: number }> {
  const file = { source: { text }, answers: [], blind: true }
  const read = await pool.parseResume(owner, file, timings.parseTimeoutMs)
  if (!read.ok) throw new Error(`a resume of the check set could not be read: ${read.message}`)
  const { redacted } = read.value.resume
  const tokenBudget = contract.sizes.model.scoreTokens
  const task = { criteria, resume: redacted, answers: [], today: labelsDay, tokenBudget }
  for (let tries = 1; ; tries += 1) {
    const from = performance.now()
    const outcome = await pool.scoreApplication(owner, task, timings.engineTimeoutMs)
    const seconds = (performance.now() - from) / SECOND
    if (outcome.ok || outcome.code !== 'PROVIDER_AWAY') return { outcome, redacted, seconds }
    if (tries === triesMax) throw new Error(`the model did not answer: ${outcome.message}`)
    await delay(Math.min(outcome.retryAfterMs ?? timings.providerRestMs, waitMaxMs))
  }
}

/**
 * Generates criteria for a posting. Returns how many of the posting's requirements they cover; if the generation
 * failed, returns the failure.
 */
export async function generateCriteria(
  { pool, contract, timings }: Means,
  { title, company, text, criteria }: CheckPosting,
): Promise<{ found: number; failure: string }> {
  const jobContext = { jobTitle: title, companyName: company, jobDescription: text }
  const task = { jobContext, clarifications: [], tokenBudget: contract.sizes.model.generationTokens }
  const { signal } = new AbortController()
  const outcome = await pool.generateCriteria(task, timings.generationTimeoutMs, signal)
  if (!outcome.ok) return { found: 0, failure: `${outcome.code}: ${outcome.message}` }
  const texts = outcome.value.criteria.map((criterion) => criterion.text.toLowerCase())
  const found = criteria.filter(({ words }) => words.some((word) => texts.some((given) => given.includes(word))))
  return { found: found.length, failure: '' }
}
