/** Measures how far verdicts differ from the labels, in the same way for the engine and for the baselines. */
import { scoreTenths } from '../../../src/features/scoring/score.ts'
import { earnsCredit } from '../../../src/kit/scoring/credit.ts'
import type { Verdict } from '../../../workers/tasks.ts'
import type { LabelledCriterion, LabelledJob, LabelledResume } from './labelled-set.ts'

/** Returns the verdicts on the criteria, in the same order. */
export type Judge = (criteria: LabelledCriterion[], resume: string) => Promise<Verdict[]>
/** A verdict and its label. `stranger` means that the resume is from another trade. */
export type Judged = { got: Verdict; right: Verdict; kind: string; stranger: boolean; where: string }
export type VerdictFigures = { judged: Judged[]; scoreOff: number }

export const allVerdicts: Verdict[] = ['MET', 'PARTIAL', 'NOT_MET', 'NO_EVIDENCE']

/** Judges every resume against its own job and against the other jobs in its half. */
export async function judgeAll(jobs: LabelledJob[], judge: Judge): Promise<VerdictFigures> {
  const judged: Judged[] = []
  const off: number[] = []
  for (const home of jobs) {
    for (const [number, resume] of home.resumes.entries()) {
      for (const job of jobs) {
        const got = await judge(job.criteria, resume.text)
        const where = `${home.name} ${number + 1}`
        judged.push(...compared(job, home, resume, got).map((one) => ({ ...one, where: `${where}: ${one.where}` })))
        if (job === home) off.push(Math.abs(scoreOf(job, got) - scoreOf(job, labelsOf(resume, got))))
      }
    }
  }
  return { judged, scoreOff: mean(off) }
}

function compared(job: LabelledJob, home: LabelledJob, resume: LabelledResume, got: Verdict[]): Judged[] {
  const stranger = job !== home
  return job.criteria.flatMap((criterion, at) => {
    if (stranger && criterion.homeOnly) return []
    const told = stranger ? resume.elsewhere.get(`${job.name} ${at + 1}`) : resume.labels[at]!
    const right = told === undefined ? 'NO_EVIDENCE' : told.verdict
    if (right === null) return []
    const kind = stranger ? 'stranger' : told!.kind
    return [{ got: got[at]!, right, kind, stranger, where: criterion.text }]
  })
}

/** Returns each verdict's label, or the verdict itself if people may disagree about it. */
const labelsOf = ({ labels }: LabelledResume, got: Verdict[]): Verdict[] =>
  labels.map(({ verdict }, at) => verdict ?? got[at]!)

/** Returns a score from 0 to 10. */
export function scoreOf({ criteria }: Pick<LabelledJob, 'criteria'>, verdicts: Verdict[]): number {
  return scoreTenths(criteria.map(({ importance }, at) => ({ importance, verdict: verdicts[at]! }))) / 10
}

export const mean = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / (numbers.length || 1)

/** Returns the share of the items that pass the test, or 0 if there are none. */
export function share<Item>(items: Item[], holds: (item: Item) => boolean): number {
  return mean(items.map((item) => Number(holds(item))))
}

export const isRight = ({ got, right }: Judged): boolean => got === right

/** Returns the mean of the F1 scores for the four verdicts. */
export function macroF1(judged: Judged[]): number {
  return mean(
    allVerdicts.map((verdict) => {
      const both = judged.filter(({ got, right }) => got === verdict && right === verdict).length
      const either = judged.filter(({ got }) => got === verdict).length
      const wanted = judged.filter(({ right }) => right === verdict).length
      return either + wanted === 0 ? 1 : (2 * both) / (either + wanted)
    }),
  )
}

/** Returns the share of the credited verdicts that the labels also credit. */
export function creditPrecision(judged: Judged[]): number {
  return share(
    judged.filter(({ got }) => earnsCredit(got)),
    ({ right }) => earnsCredit(right),
  )
}
