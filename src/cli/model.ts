/** `model check`: compares the configured model with the built-in engine, and reports whether it is good enough. */
import type { EngineSettings } from '../kit/engine-identity.ts'
import { createLog } from '../kit/log.ts'
import type { Contract } from '../platform/contract/contract.ts'
import { timingsOf } from '../platform/timings.ts'
import { storeModelCheck } from '../tables/model-checks.ts'
import { readArguments, type Command, type CommandContext } from './command.ts'
import { type CheckPosting, readCheckSet } from './model-check/check-set.ts'
import { figuresOf, judge } from './model-check/figures.ts'
import { findLargestResume } from './model-check/largest-resume.ts'
import { type Checked, reportOf } from './model-check/report.ts'
import { type CheckedScore, generateCriteria, type Means, scoreResume } from './model-check/scoring.ts'

export const modelCommands: Record<string, Command> = {
  'model check': {
    // Operators run this command before the first start. It stores its result for the server.
    createsDatabase: true,
    usage: '',
    help: 'score six synthetic resumes with the configured model and say whether it is good enough; exit code 1 if not',
    example: '',
    read(argv, contract) {
      readArguments(argv, [])
      return (context) => checkModel(context, contract)
    },
  },
}

/** Prints progress, then the report. @throws Error with the judgement if the model is not good enough */
async function checkModel(context: CommandContext, contract: Contract): Promise<string> {
  const { groq } = context.model
  if (!groq) throw new Error('no model is configured: set GROQ_API_KEY, and GROQ_BASE_URL for your own server')
  const set = readCheckSet()
  const { print } = context
  const model = await withPool({ name: 'groq', ...groq }, context, contract, async (means) => ({
    ...(await runSet(means, set, groq.model, print)),
    largest: await findLargestResume(means, print),
  }))
  const embedded = await withPool({ name: 'embedded' }, context, contract, (means) =>
    runSet(means, set, 'built-in engine', () => {}),
  )
  const judgement = judge(model.checked.figures, embedded.checked.figures, contract.operator)
  const { database, clock } = context
  await storeModelCheck(database, groq, { checkedAt: clock.now(), isFit: judgement.isFit, judgement: judgement.line })
  const report = reportOf(model.checked, embedded.checked, model.largest, judgement.line, model.failures)
  if (judgement.isFit) return report
  print(report)
  throw new Error(`${groq.model} is ${judgement.line}`)
}

/** Runs `work` with a separate pool for this engine, and returns its result. All other settings are a server's. */
async function withPool<Result>(
  engine: EngineSettings,
  { model }: CommandContext,
  contract: Contract,
  work: (means: Means) => Promise<Result>,
): Promise<Result> {
  // Imported only here, because loading the threads' code takes time and the other commands do not need it.
  const { createPool } = await import('../platform/pool.ts')
  const timings = timingsOf(contract, model.timeoutSeconds)
  const { calls: modelCalls } = model
  const log = createLog('silent', contract.sensitive)
  const pool = createPool({ engine, modelCalls, contract, restMs: timings.providerRestMs }, log)
  try {
    return await work({ pool, contract, timings })
  } finally {
    await pool.close()
  }
}

/** Scores the set one resume at a time, so that scores do not slow each other down while they are timed. */
async function runSet(
  means: Means,
  set: CheckPosting[],
  name: string,
  report: (line: string) => void,
): Promise<{ checked: Checked; failures: string[] }> {
  const all = set.flatMap((posting) => posting.resumes.map((resume) => ({ posting, resume })))
  const scores: CheckedScore[] = []
  const failures: string[] = []
  for (const { posting, resume } of all) {
    const score = await scoreResume(means, posting, resume)
    scores.push(score)
    if (score.failure) failures.push(`Resume ${scores.length} failed: ${score.failure}`)
    report(progressOf(scores, all.length))
  }
  let found = 0
  for (const posting of set) {
    const generated = await generateCriteria(means, posting)
    found += generated.found
    if (generated.failure) failures.push(`Criteria for ${posting.title} failed: ${generated.failure}`)
  }
  const requirements = { found, of: set.flatMap(({ criteria }) => criteria).length }
  return { checked: { name, figures: figuresOf(scores), requirements }, failures }
}

function progressOf(scores: CheckedScore[], all: number): string {
  const { seconds } = figuresOf(scores)
  const left = all - scores.length
  const rest =
    left === 0
      ? 'the postings and the size of resumes come next'
      : `about ${Math.ceil(left * seconds)} s for the others`
  return `${scores.length} of ${all} resumes scored, ${(scores.at(-1)?.seconds ?? 0).toFixed(1)} s; ${rest}.`
}
