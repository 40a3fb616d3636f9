/**
 * Baselines that any search engine provides: the share of the criterion's words that a resume contains, and BM25. Each
 * gives a number, which two thresholds turn into a verdict. The thresholds are chosen to be right as often as possible
 * on the tuned half.
 */
import type { Verdict } from '../../../workers/tasks.ts'
import type { LabelledJob } from './labelled-set.ts'
import { isRight, judgeAll, share, type Judge } from './verdict-figures.ts'

/** Returns how much of the criterion is in the resume, from 0 for nothing to 1. */
type Likeness = (criterion: string, resume: string) => number

const small = new Set(
  'a an and or of the in for with to at least is are be as on by experience ability able work'.split(' '),
)
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? []).filter((word) => !small.has(word))

/** Returns the share of the criterion's words that the resume contains. */
export const wordShare: Likeness = (criterion, resume) => {
  const held = new Set(wordsOf(resume))
  return share(wordsOf(criterion), (word) => held.has(word))
}

const saturation = 1.2
const lengthWeight = 0.75

/** Computes BM25 over all resumes for the jobs, as a share of the criterion's maximum. */
export function bm25(jobs: LabelledJob[]): Likeness {
  const documents = jobs.flatMap(({ resumes }) => resumes.map(({ text }) => wordsOf(text)))
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / documents.length
  const rarity = (word: string): number => {
    const holding = documents.filter((words) => words.includes(word)).length
    return Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5))
  }
  return (criterion, resume) => {
    const words = wordsOf(resume)
    const norm = saturation * (1 - lengthWeight + (lengthWeight * words.length) / meanLength)
    let reached = 0
    let most = 0
    for (const word of wordsOf(criterion)) {
      const count = words.filter((one) => one === word).length
      reached += (rarity(word) * count * (saturation + 1)) / (count + norm)
      most += rarity(word) * (saturation + 1)
    }
    return most === 0 ? 0 : reached / most
  }
}

const steps = Array.from({ length: 19 }, (_, at) => (at + 1) / 20)

/** Returns a judge with the two thresholds that are right most often on the jobs. */
export async function fitted(likeness: Likeness, jobs: LabelledJob[]): Promise<Judge> {
  const known = new Map<string, number>()
  const remembered: Likeness = (criterion, resume) => {
    const key = `${criterion}\0${resume}`
    const value = known.get(key) ?? likeness(criterion, resume)
    known.set(key, value)
    return value
  }
  let best: { thresholds: [number, number]; right: number } | null = null
  for (const met of steps) {
    for (const partial of steps.filter((step) => step <= met)) {
      const { judged } = await judgeAll(jobs, judgeBy(remembered, met, partial))
      const right = share(
        judged.filter(({ stranger }) => !stranger),
        isRight,
      )
      if (best === null || right > best.right) best = { thresholds: [met, partial], right }
    }
  }
  return judgeBy(likeness, ...best!.thresholds)
}

function judgeBy(likeness: Likeness, met: number, partial: number): Judge {
  const verdictOf = (value: number): Verdict => (value >= met ? 'MET' : value >= partial ? 'PARTIAL' : 'NO_EVIDENCE')
  return async (criteria, resume) => criteria.map(({ text }) => verdictOf(likeness(text, resume)))
}
