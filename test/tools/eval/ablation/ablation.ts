/**
 * Prints how much each part of the built-in engine contributes: the engine's figures on the labelled set without that
 * part.
 *
 *     make eval ABLATE=negation     one part, compared with the whole engine
 *     make eval ABLATE=all          each part of parts.ts by itself
 *     make eval ABLATE=a,b+c        some parts; `b+c` both at once
 *
 * Each resume is judged only against its own job. A part is necessary if, without it, the figures for either half are
 * worse by at least the amounts in `needed`. `texts` and `questions` count the criteria and questions that differ from
 * those of the whole engine.
 */
import type { Engine } from '../../../../workers/engine.ts'
import { embeddedEngine } from '../../../../workers/engines/embedded/engine.ts'
import { countGeneration, type GenerationFigures } from '../generation-figures.ts'
import {
  labelledJobs,
  labelledPostings,
  labelsDay,
  postingsAsSent,
  setLanguages,
  type LabelledPosting,
} from '../labelled-set.ts'
import { creditPrecision, isRight, judgeAll, share, type Judge, type Judged } from '../verdict-figures.ts'
import { engineWithout } from './engine-without.ts'
import { parts } from './parts.ts'

const means = { deadlineAt: Infinity, tokenBudget: Infinity }
const halves = ['tuned', 'unseen'] as const

type Figures = {
  verdicts: { name: string; judged: Judged[] }[]
  criteria: { name: string; sum: GenerationFigures }[]
  texts: string[]
  questions: string[]
}

const jobs = [
  ...halves.map((half) => ({ name: half, jobs: labelledJobs(half) })),
  {
    name: 'de fr es',
    jobs: halves.flatMap((half) => setLanguages.flatMap((code) => labelledJobs(`languages/${code}/${half}`))),
  },
]
const postings = [
  ...halves.map((half) => ({ name: half, postings: labelledPostings(half) })),
  { name: 'as sent', postings: postingsAsSent() },
]

const contextOf = ({ title, company, text }: LabelledPosting) => ({
  jobContext: { jobTitle: title, companyName: company, jobDescription: text },
  clarifications: [],
  ...means,
})

async function figuresOf(engine: Engine): Promise<Figures> {
  const { signal } = new AbortController()
  const judge: Judge = async (some, resume) => {
    const criteria = some.map(({ text }, at) => ({ id: `${at}`, text }))
    const drafts = await engine.draftVerdicts({ criteria, resume, answers: [], today: labelsDay, ...means }, signal)
    if (!drafts.ok) throw new Error(drafts.message)
    return drafts.value.verdicts.map(({ verdict }) => verdict)
  }
  const verdicts: Figures['verdicts'] = []
  for (const { name, jobs: some } of jobs) {
    const judged: Judged[] = []
    for (const job of some) judged.push(...(await judgeAll([job], judge)).judged)
    verdicts.push({ name, judged })
  }
  const criteria: Figures['criteria'] = []
  const texts: string[] = []
  const questions: string[] = []
  for (const { name, postings: some } of postings) {
    const sum = await countGeneration(some, async (posting) => {
      const made = await engine.generateCriteria(contextOf(posting), signal)
      const drafts = made.ok ? made.value.criteria : []
      texts.push(...drafts.map(({ text, importance }) => `${posting.title}: ${importance} ${text}`))
      return drafts
    })
    criteria.push({ name, sum })
    for (const posting of some) {
      const asked = await engine.generateQuestions(contextOf(posting), signal)
      questions.push(
        ...(asked.ok ? asked.value.questions : []).map((one) => `${posting.title}: ${JSON.stringify(one)}`),
      )
    }
  }
  return { verdicts, criteria, texts, questions }
}

/**
 * Returns the figures in the order of the table, in percent or as counts. A higher figure is better, except for those
 * in `lower`.
 */
function rowOf({ verdicts, criteria, texts, questions }: Figures, whole: Figures): Record<string, number> {
  const differing = (some: string[], all: string[]): number => new Set(some).difference(new Set(all)).size
  return {
    ...Object.fromEntries(
      verdicts.flatMap(({ name, judged }) => [
        [`right ${name}`, 100 * share(judged, isRight)],
        [`credit ${name}`, 100 * creditPrecision(judged)],
      ]),
    ),
    ...Object.fromEntries(
      criteria.flatMap(({ name, sum }) => [
        [`found ${name}`, sum.requirementsFound + sum.dutiesFound],
        [`importances ${name}`, sum.importances - sum.importancesWrong],
        [`junk ${name}`, sum.junk + sum.protectedWishes],
      ]),
    ),
    texts: differing(texts, whole.texts),
    questions: differing(questions, whole.questions),
  }
}

/** How much worse each figure must be without a part for that part to be necessary. */
const needed: Record<string, number> = {
  right: 0.3,
  credit: 1,
  found: 1,
  importances: 1,
  junk: -1,
  texts: -1,
  questions: -1,
}

/** Returns the names of the figures for which the part is necessary. */
function reasonsFor(row: Record<string, number>, whole: Record<string, number>): string[] {
  return Object.keys(row).filter((name) => {
    const least = needed[name.split(' ')[0]!]!
    const lost = whole[name]! - row[name]!
    return least > 0 ? lost >= least - 1e-9 : lost <= least
  })
}

const shown = (row: Record<string, number>, whole?: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isShare = /^(?:right|credit)/.test(name)
      const change = value - (whole?.[name] ?? 0)
      return [name, change === 0 ? '' : `${whole && change > 0 ? '+' : ''}${change.toFixed(isShare ? 1 : 0)}`]
    }),
  )

/** @param name of a part, or `all` @throws Error for any other name */
export async function printAblation(name: string): Promise<void> {
  const names = name === 'all' ? Object.keys(parts) : name.split(',')
  const unknown = names.flatMap((one) => one.split('+')).find((one) => parts[one] === undefined)
  if (unknown) throw new Error(`ABLATE is "${unknown}": give all, or one of ${Object.keys(parts).join(', ')}.`)
  const whole = await figuresOf(embeddedEngine)
  const wholeRow = rowOf(whole, whole)
  const table: Record<string, Record<string, string>> = { 'the whole engine': shown(wholeRow) }
  const reasons: Record<string, string> = {}
  for (const one of names) {
    const row = rowOf(await figuresOf(await engineWithout(one)), whole)
    table[one] = shown(row, wholeRow)
    reasons[one] = reasonsFor(row, wholeRow).join(', ') || '—'
    console.error(`${one}: needed for ${reasons[one]}`)
  }
  console.table(table)
  console.table(Object.fromEntries(Object.entries(reasons).map(([one, needs]) => [one, { 'needed for': needs }])))
}
