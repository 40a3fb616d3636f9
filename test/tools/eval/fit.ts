/**
 * `make eval FIT=yes` fits the weights for the built-in engine's judgement, and writes them into their file. The
 * examples come only from the tuned half: each label whose verdict is decided by the signals, and some resumes from
 * other trades, which earn no credit. First, it prints cross-validated figures, for which each posting is judged by
 * weights that were fitted without it. Choose the threshold (`oddsMin` in judgement.ts) by hand from that table,
 * according to its precision: the share of credited labels that deserve credit.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { earnsCredit } from '../../../src/kit/scoring/credit.ts'
import { indexApplication } from '../../../workers/engines/embedded/matching/application.ts'
import { evidenceFor } from '../../../workers/engines/embedded/matching/evidence.ts'
import { acceptsFor, decidesBySignals } from '../../../workers/engines/embedded/matching/match-skills.ts'
import { signalsOf } from '../../../workers/engines/embedded/matching/judgement.ts'
import { requirementOf } from '../../../workers/engines/embedded/matching/requirement.ts'
import { labelledJobs, labelsDay, type LabelledJob } from './labelled-set.ts'
import { fitLogistic, oddsOf, type Example } from './logistic-regression.ts'

type Row = Example & { posting: string; isOwn: boolean }

const file = join(import.meta.dirname, '../../../workers/engines/embedded/matching/weights.json')
/** The weight of an example from another trade. It is low because most of these examples are easy. */
const strangerWeight = 0.15
/** Each resume is also judged against one in ten of the other postings. */
const strangersEvery = 10
/** The penalty on the squares of the weights, for signals with unit variance. */
const penalty = 10

const jobs = labelledJobs('tuned')
const rows = jobs.flatMap((job) => job.resumes.flatMap((_, number) => rowsOf(job, number)))
const names = Object.keys(rows[0]!.signals)

/** Returns a resume's examples: its own labels, and those for some other postings. */
function rowsOf(home: LabelledJob, number: number): Row[] {
  const resume = home.resumes[number]!
  const application = indexApplication({ resume: resume.text, answers: [], today: labelsDay })
  const against = jobs.filter((job, at) => job === home || (at + number) % strangersEvery === 0)
  return against.flatMap((job) =>
    job.criteria.flatMap(({ text, homeOnly }, at): Row[] => {
      const isOwn = job === home
      const label = isOwn ? resume.labels[at] : resume.elsewhere.get(`${job.name} ${at + 1}`)
      const requirement = requirementOf(text)
      if (label?.verdict === null || (!isOwn && homeOnly)) return []
      const evidence = evidenceFor(requirement.termGroups, application, acceptsFor(requirement))
      if (!decidesBySignals(requirement, application, evidence)) return []
      const isRight = label !== undefined && earnsCredit(label.verdict)
      const { signals } = signalsOf(requirement, application, evidence)
      return [{ signals, isRight, weight: isOwn ? 1 : strangerWeight, posting: job.name, isOwn }]
    }),
  )
}

/** Judges each posting's labels with weights that were fitted on the other postings. */
function validated(): { odds: number; row: Row }[] {
  return jobs.flatMap(({ name }) => {
    const weights = fitLogistic(
      rows.filter(({ posting }) => posting !== name),
      penalty,
    )
    const own = rows.filter(({ posting, isOwn }) => posting === name && isOwn)
    return own.map((row) => ({ odds: oddsOf(row.signals, weights), row }))
  })
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`
const judged = validated()
console.log(`${judged.length} labels of ${jobs.length} postings, and ${rows.length - judged.length} of other trades`)
console.table(
  [0, 0.4, 0.7, 0.9, 1.1, 1.3].map((oddsMin) => {
    const credits = judged.filter(({ odds }) => odds >= oddsMin)
    const right = judged.filter(({ odds, row }) => row.isRight === odds >= oddsMin)
    const deserved = credits.filter(({ row }) => row.isRight)
    return {
      oddsMin,
      right: percent(right.length, judged.length),
      credits: credits.length,
      deserved: percent(deserved.length, credits.length),
    }
  }),
)
const weights = fitLogistic(rows, penalty)
const rounded = Object.fromEntries(['always', ...names].map((name) => [name, Number(weights[name]!.toFixed(2))]))
writeFileSync(file, `${JSON.stringify(rounded, null, 2)}\n`)
console.log(rounded)
