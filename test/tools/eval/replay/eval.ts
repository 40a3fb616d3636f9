/**
 * Prints how a strong model's recorded answers are scored: `make eval ENGINE=replay`. Needs no key.
 *
 *     node test/tools/eval/replay/eval.ts               accuracy, quotes, calls and tokens; criteria of postings
 *     node test/tools/eval/replay/eval.ts --quirks 7    every answer distorted as by real servers, drawn with this seed
 *
 * Exits with 1 if a target is missed.
 */
import { parseArgs } from 'node:util'
import { groqEngine } from '../../../../workers/engines/groq/engine.ts'
import { generateCriteriaWith } from '../../../../workers/generate-criteria.ts'
import { countGeneration } from '../generation-figures.ts'
import { isRight, macroF1, share } from '../verdict-figures.ts'
import { startReplayModel } from './model.ts'
import { recordedPostings } from './recorded-answers.ts'
import { compareWithLabels, compareWithUnspoiled, drawQuirks, replay, type ReplayedJob, targets } from './run.ts'
import { monotonicMs } from '../../../../src/kit/time.ts'

const { values: options } = parseArgs({ options: { quirks: { type: 'string' } } })
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
const sumOf = (jobs: ReplayedJob[], count: (job: ReplayedJob) => number): number =>
  jobs.reduce((sum, job) => sum + count(job), 0)

/** Returns one row of the table of figures. */
async function row(name: string, jobs: ReplayedJob[]) {
  const { judged, scoreOff } = await compareWithLabels(jobs)
  const tokens = sumOf(jobs, (job) => job.tokens.input + job.tokens.output)
  return {
    '': name,
    resumes: jobs.length,
    verdicts: judged.length,
    accuracy: percent(share(judged, isRight)),
    'macro-F1': macroF1(judged).toFixed(3),
    'score off by': scoreOff.toFixed(2),
    'quotes refused': sumOf(jobs, ({ quotesRefused }) => quotesRefused),
    'of them faithful': sumOf(jobs, ({ faithfulRefused }) => faithfulRefused.length),
    'calls a resume': (sumOf(jobs, ({ calls }) => calls) / jobs.length).toFixed(2),
    'tokens a resume': Math.round(tokens / jobs.length),
  }
}

/** Prints the figures, and returns whether all targets are met so far. */
async function printReplay(jobs: ReplayedJob[]): Promise<boolean> {
  console.table([
    await row('all', jobs),
    await row(
      'labels by others',
      jobs.filter(({ recorded }) => !recorded.isOwnLabel),
    ),
    await row(
      'labels by the assessor',
      jobs.filter(({ recorded }) => recorded.isOwnLabel),
    ),
  ])
  for (const { recorded, failure } of jobs.filter(({ failure }) => failure !== '')) {
    console.log(`${recorded.job.name} failed: ${failure}`)
  }
  for (const { recorded, faithfulRefused } of jobs) {
    for (const quote of faithfulRefused)
      console.log(`${recorded.job.name}: refused although it is in the resume: ${quote}`)
  }
  const { judged } = await compareWithLabels(jobs)
  for (const one of judged.filter((each) => !isRight(each))) console.log(`${one.where} | ${one.right} → ${one.got}`)
  return (
    share(judged, isRight) >= targets.accuracyMin &&
    sumOf(jobs, ({ faithfulRefused }) => faithfulRefused.length) <= targets.faithfulRefusedMax &&
    sumOf(jobs, ({ calls }) => calls) / jobs.length <= targets.callsMax
  )
}

async function printGeneration(): Promise<void> {
  const model = await startReplayModel()
  const engine = groqEngine({ name: 'groq', apiKey: 'none', baseUrl: model.url, model: 'replayed' })
  const postings = recordedPostings().map(({ posting }) => posting)
  const sum = await countGeneration(postings, async ({ title, company, text }) => {
    const jobContext = { jobTitle: title, companyName: company, jobDescription: text }
    const means = { deadlineAt: monotonicMs() + 30_000, tokenBudget: 200_000 }
    const outcome = await generateCriteriaWith(engine, { jobContext, clarifications: [], ...means })
    if (!outcome.ok) console.log(`${title} failed: ${outcome.code}: ${outcome.message}`)
    return outcome.ok ? outcome.value.criteria : []
  })
  await model.close()
  console.table({
    postings: postings.length,
    'stated requirements': `${sum.requirementsFound} of ${sum.requirements}`,
    'with main duties': `${sum.requirementsFound + sum.dutiesFound} of ${sum.requirements + sum.duties}`,
    'wrong importances': `${sum.importancesWrong} of ${sum.importances}`,
    junk: `${sum.junk} of ${sum.criteria}`,
    'protected wishes': sum.protectedWishes,
  })
  console.log(sum.faults.join('\n'))
}

/** Enough rounds for every quirk to occur several times. */
const rounds = 10

/** Prints how the distorted jobs ended, and returns whether they ended as they should. */
async function printQuirks(plain: ReplayedJob[], seed: number): Promise<boolean> {
  const recorded = Array.from({ length: rounds }, () => plain.map((job) => job.recorded)).flat()
  const spoiled = await replay(drawQuirks(seed), recorded)
  const { same, lowerInSilence } = compareWithUnspoiled(spoiled, plain)
  console.table({
    seed,
    jobs: spoiled.length,
    completed: percent(share(spoiled, ({ verdicts }) => verdicts !== null)),
    'completed with the same score': percent(same.length / spoiled.length),
    'lower without a flag': lowerInSilence.length,
    'calls a resume': (sumOf(spoiled, ({ calls }) => calls) / spoiled.length).toFixed(2),
  })
  for (const job of spoiled.filter((one) => !same.includes(one))) {
    const became = job.failure || `scored ${job.score}${lowerInSilence.includes(job) ? ' without a flag' : ''}`
    console.log(`${job.recorded.job.name}: ${job.drawn.join(', ')} → ${became}`)
  }
  return same.length >= targets.sameUnderQuirksMin * spoiled.length && lowerInSilence.length === 0
}

const plain = await replay()
const isReached = await printReplay(plain)
await printGeneration()
const isSteady = options.quirks === undefined || (await printQuirks(plain, Number(options.quirks)))
if (!isReached || !isSteady) {
  console.log('A target is missed.')
  process.exitCode = 1
}
