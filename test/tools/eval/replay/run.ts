/** Scores the recorded resumes with the model engine, its checks and the SDK, against the replayed model. */
import type { Engine } from '../../../../workers/engine.ts'
import { groqEngine } from '../../../../workers/engines/groq/engine.ts'
import { scoreApplicationWith } from '../../../../workers/score-application.ts'
import type { IntegrityFinding, Tokens, Verdict } from '../../../../workers/tasks.ts'
import { judgeAll, type Judged, scoreOf } from '../verdict-figures.ts'
import { startReplayModel } from './model.ts'
import { labelsDay } from '../labelled-set.ts'
import type { Quirk } from './quirk.ts'
import { quirks } from './quirks.ts'
import { type RecordedResume, recordedResumes } from './recorded-answers.ts'
import { monotonicMs } from '../../../../src/kit/time.ts'

/** The targets for turning a strong model's responses into scores. */
export const targets = { accuracyMin: 0.92, faithfulRefusedMax: 0, callsMax: 1.05, sameUnderQuirksMin: 0.95 }
/** A job that has to wait more often than this fails, because the provider is unavailable. */
const triesMax = 10
const means = { tokenBudget: 200_000, timeoutMs: 30_000 }

/** One job. `verdicts` is null if the job failed. `score` is from 0 to 10. */
export type ReplayedJob = {
  recorded: RecordedResume
  verdicts: Verdict[] | null
  score: number
  failure: string
  tokens: Tokens
  calls: number
  quotesRefused: number
  /** How many recorded quotes appear word for word in the resume but are not in the evidence of any verdict. */
  faithfulRefused: string[]
  findings: IntegrityFinding[]
  /** The names of the quirks in the responses to the job. */
  drawn: string[]
}

/**
 * The quirks to apply. `next` returns one for each response, and `drawn` lists those that were applied since it was
 * last read.
 */
export type Draws = { next: () => Quirk; drawn: string[] }

/** Scores each resume once, one after the other, with one engine and one server. */
export async function replay(draws?: Draws, recorded: RecordedResume[] = recordedResumes()): Promise<ReplayedJob[]> {
  const model = await startReplayModel(draws?.next)
  try {
    const engine = groqEngine({ name: 'groq', apiKey: 'none', baseUrl: model.url, model: 'replayed' })
    const jobs: ReplayedJob[] = []
    for (const one of recorded) {
      const before = model.calls()
      const job = await scoreOne(engine, one)
      jobs.push({ ...job, calls: model.calls() - before, drawn: draws?.drawn.splice(0) ?? [] })
    }
    return jobs
  } finally {
    await model.close()
  }
}

async function scoreOne(engine: Engine, recorded: RecordedResume): Promise<Omit<ReplayedJob, 'calls' | 'drawn'>> {
  const { job, resume } = recorded
  const criteria = job.criteria.map(({ text }, at) => ({ id: `cr_${at}`, text }))
  const task = { criteria, resume, answers: [], today: labelsDay, tokenBudget: means.tokenBudget }
  let outcome = await scoreApplicationWith(engine, { ...task, deadlineAt: monotonicMs() + means.timeoutMs })
  // The service would postpone such a job and retry it.
  for (let tries = 1; !outcome.ok && outcome.code === 'PROVIDER_AWAY' && tries < triesMax; tries++) {
    outcome = await scoreApplicationWith(engine, { ...task, deadlineAt: monotonicMs() + means.timeoutMs })
  }
  if (!outcome.ok) {
    const nothing = { tokens: { input: 0, output: 0 }, quotesRefused: 0, faithfulRefused: [], findings: [] }
    return { recorded, verdicts: null, score: 0, failure: `${outcome.code}: ${outcome.message}`, ...nothing }
  }
  const { verdicts, tokens, quotesRefused, findings = [] } = outcome.value
  const given = verdicts.map(({ verdict }) => verdict)
  const shown = verdicts.flatMap(({ evidence }) => evidence.map(({ start, end }) => resume.slice(start, end)))
  const faithful = recorded.answers.flatMap(({ quotes }) => quotes.filter((quote) => resume.includes(quote)))
  const faithfulRefused = faithful.filter((quote) => !shown.some((passage) => passage.includes(quote)))
  const score = scoreOf(job, given)
  return { recorded, verdicts: given, score, failure: '', tokens, quotesRefused, faithfulRefused, findings }
}

/** Draws quirks so that all of them occur before one is repeated. The same seed gives the same quirks. */
export function drawQuirks(seed: number): Draws {
  let state = seed
  // mulberry32 is small, and good enough for shuffling.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  let deck: string[] = []
  const drawn: string[] = []
  const next = () => {
    if (deck.length === 0) deck = Object.keys(quirks)
    const [name] = deck.splice(Math.floor(random() * deck.length), 1)
    drawn.push(name!)
    return quirks[name!]!
  }
  return { next, drawn }
}

/**
 * Compares distorted jobs with the same jobs without distortion: how many kept their score, and how many lost points
 * without a flag.
 */
export function compareWithUnspoiled(spoiled: ReplayedJob[], plain: ReplayedJob[]) {
  const scores = new Map(plain.map(({ recorded, score }) => [recorded.job.name, score]))
  const before = ({ recorded }: ReplayedJob) => scores.get(recorded.job.name)!
  return {
    same: spoiled.filter((job) => job.verdicts !== null && job.score === before(job)),
    lowerInSilence: spoiled.filter((job) => job.verdicts && job.score < before(job) && job.findings.length === 0),
  }
}

/**
 * Compares the verdicts with their labels, and returns the mean error of the scores. For a failed job, no verdict is
 * correct.
 */
export async function compareWithLabels(jobs: ReplayedJob[]): Promise<{ judged: Judged[]; scoreOff: number }> {
  const judged: Judged[] = []
  let off = 0
  for (const { recorded, verdicts } of jobs) {
    const { job } = recorded
    const figures = await judgeAll([job], async () => verdicts ?? job.criteria.map(() => 'NO_EVIDENCE' as const))
    judged.push(...figures.judged)
    off += figures.scoreOff
  }
  return { judged, scoreOff: off / jobs.length }
}
