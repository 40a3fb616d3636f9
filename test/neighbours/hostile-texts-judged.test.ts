/**
 * A partner sends text that is meant to make the patterns in the engine, the checks and the contract backtrack. The
 * time for each string must be proportional to its length. hostile-texts.test.ts tests the patterns that read files.
 */
import test, { type ExecutionContext } from 'ava'
import { readWait } from '../../src/kit/headers.ts'
import { wishIn } from '../../src/kit/wishes.ts'
import { loadContract, type Schema } from '../../src/platform/contract/contract.ts'
import type { Engine } from '../../workers/engine.ts'
import { embeddedEngine } from '../../workers/engines/embedded/engine.ts'
import { scoreApplicationWith } from '../../workers/score-application.ts'
import { monotonicMs } from '../../src/kit/time.ts'

const contract = loadContract()

/**
 * Short strings that a pattern repeats, begins with or looks back over. A search for strings that cause backtracking
 * found most of them.
 */
const units = [
  ...[
    'a ',
    'AAA',
    '0',
    '0-',
    '. ',
    'A.B.',
    '\t',
    ' \t',
    '\n',
    '\n \n',
    ',\t',
    ', ',
    '(',
    'I)(',
    "k'",
    '‚‚«',
    '"a',
    '""',
  ],
  ...[
    'vocational ',
    'tcompetencb',
    'tresponsibilitl',
    'main xmm\t',
    'a a  me',
    'b a',
    'Nm',
    '(ideally\t',
    'm\tfro',
    'nca',
  ],
  ...[
    'can you \t ',
    ' at us,s',
    '****\n\t',
    ' would help',
    'mark ',
    'six deveddix ',
    '<b>',
    '<',
    '[a](',
    '&amp;',
    'W/"',
    'ﷺ',
    'і_',
    'a. b-',
  ],
  ...[
    '5 years of ',
    'and ',
    'or ',
    'must have ',
    'experience with Go, ',
    'you will ',
    'minimum ',
    '2019 - ',
    'an a ',
    ';a=',
  ],
  ...[
    'not ',
    'no. ',
    'ignore all previous ',
    'John Doe ',
    'Go, ',
    '- ',
    'ebiue',
    '\u0301',
    '\u200d',
    '", ',
    ',"a"',
    'under 30 ',
  ],
]

/** The maximum ratio of times if the length is quadrupled. Linear time gives 4, and backtracking 16 or more. */
const growthMax = 8
/** Shorter times are not compared, because they depend mostly on the garbage collector and the compiler. */
const noiseMs = 300

type Work = (text: string) => unknown

async function cpuMsOf(work: Work, unit: string, length: number): Promise<number> {
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  const { user } = process.cpuUsage()
  await work(text)
  return (process.cpuUsage().user - user) / 1_000
}

/**
 * Checks that times grow with the length. Each unit is repeated to the maximum length that callers may send and, if
 * that takes long enough to compare, to a quarter of the length.
 */
async function growsWithLength(t: ExecutionContext, most: number, work: Work): Promise<void> {
  await cpuMsOf(work, 'word ', most / 4)
  for (const unit of units) {
    const first = await cpuMsOf(work, unit, most)
    if (first <= noiseMs) continue
    // Measured again, because garbage collection may add hundreds of milliseconds at any time.
    const whole = Math.min(first, await cpuMsOf(work, unit, most))
    if (whole <= noiseMs) continue
    const quarter = await cpuMsOf(work, unit, most / 4)
    t.true(whole <= growthMax * quarter + noiseMs, `${JSON.stringify(unit)}: ${quarter} ms, then ${whole} ms`)
  }
  t.pass()
}

const schemas = contract.document.components.schemas
const lengthOf = (schema: string, property?: string): number =>
  contract.resolve(property ? schemas[schema]!.properties![property]! : schemas[schema]!).maxLength!

const descriptionMax = lengthOf('JobContext', 'jobDescription')
const criterionMax = lengthOf('CriterionText')
const { scoredCharacters } = contract.sizes.resume
const answerMax = lengthOf('ApplicationAnswer', 'answer')

/** The length in UTF-16 units, as in `workers/checks/quotes.ts`. */
const quoteMax = 600

const budget = { today: Date.now(), tokenBudget: 1_000_000, deadlineAt: monotonicMs() + 3_600_000 }
const patient = new AbortController().signal
const criteria = ['5+ years of experience with Go', 'Driving licence class B', 'Fluent German or French'].map(
  (text, index) => ({ id: `c${index}`, text }),
)

test.serial('a job description is judged in time proportional to its length', async (t) => {
  t.timeout(600_000)
  await growsWithLength(t, descriptionMax, async (text) => {
    const jobContext = { jobTitle: 'Engineer', jobDescription: `Requirements:\n- ${text}` }
    await embeddedEngine.generateCriteria({ jobContext, clarifications: [], ...budget }, patient)
    await embeddedEngine.generateQuestions({ jobContext, ...budget }, patient)
  })
})

/** The engine builds a pattern from the title's words, and searches every clause in the description for it. */
test.serial('a job title is searched for in the description in time proportional to its length', async (t) => {
  t.timeout(600_000)
  await growsWithLength(t, lengthOf('JobContext', 'jobTitle'), async (jobTitle) => {
    const clause = `As a ${jobTitle} you will lead teams. The ${jobTitle} evaluates patients.\n`
    const jobDescription = `Duties:\n${clause.repeat(20)}`
    await embeddedEngine.generateCriteria(
      { jobContext: { jobTitle, jobDescription }, clarifications: [], ...budget },
      patient,
    )
  })
})

test.serial('a resume is judged in time proportional to its length', async (t) => {
  t.timeout(600_000)
  await growsWithLength(t, scoredCharacters, async (text) => {
    const task = { criteria, resume: `Experience\n${text}`, answers: [], ...budget }
    t.true((await scoreApplicationWith(embeddedEngine, task)).ok)
  })
})

test.serial('an answer is judged in time proportional to its length', async (t) => {
  t.timeout(600_000)
  await growsWithLength(t, answerMax, async (text) => {
    const task = { criteria, resume: 'Experience\nGo', answers: [{ question: 'How long?', answer: text }], ...budget }
    t.true((await scoreApplicationWith(embeddedEngine, task)).ok)
  })
})

test.serial('a criterion is judged in time proportional to its length', async (t) => {
  t.timeout(600_000)
  const resume = 'Experience\nAcme, 2015 - 2020: six years of work with Go and PostgreSQL.\n'.repeat(40)
  await growsWithLength(t, criterionMax, async (text) => {
    wishIn(text)
    const task = { criteria: [{ id: 'c1', text }], resume, answers: [], ...budget }
    t.true((await scoreApplicationWith(embeddedEngine, task)).ok)
  })
})

test.serial("a model's output is checked in time proportional to its length", async (t) => {
  t.timeout(600_000)
  const [criterion] = criteria
  await growsWithLength(t, scoredCharacters, async (text) => {
    // Two quotes with the maximum length: the start of the text, and the same with another last letter.
    const quotes = [text.slice(0, quoteMax), `${text.slice(0, quoteMax - 1)}~`]
    const evidence = quotes.map((quote) => ({ source: 'RESUME' as const, quote }))
    const verdicts = [{ criterionId: 'C1', verdict: 'MET' as const, reason: text, evidence }]
    const said = { ok: true as const, value: { verdicts, tokens: { input: 0, output: 0 } } }
    const model: Engine = { ...embeddedEngine, draftVerdicts: async () => said }
    const outcome = await scoreApplicationWith(model, { criteria: [criterion!], resume: text, answers: [], ...budget })
    t.true(outcome.ok || outcome.code === 'UNUSABLE_ANSWER')
  })
})

/**
 * Returns each pattern that requests must match, with the maximum length of the strings that it is matched against. A
 * pattern without a length is for a header.
 */
function patternsOf(node: unknown, found = new Map<string, number>()): Map<string, number> {
  if (typeof node !== 'object' || node === null) return found
  const { pattern, maxLength = contract.sizes.request.headerBytes } = node as Schema
  if (typeof pattern === 'string') found.set(pattern, Math.max(found.get(pattern) ?? 0, maxLength))
  for (const value of Object.values(node)) patternsOf(value, found)
  return found
}

test.serial(
  'each pattern in the contract, and the Prefer header, is matched in time proportional to the length',
  async (t) => {
    t.timeout(600_000)
    const patterns = [...patternsOf({ paths: contract.document.paths, components: contract.document.components })]
    t.true(patterns.length > 5)
    for (const [pattern, most] of patterns) {
      const compiled = new RegExp(pattern, 'u')
      await growsWithLength(t, most, (text) => compiled.test(`${text}\0`))
    }
    await growsWithLength(t, 1_024, (text) => readWait(`wait=5${text}\0`, 25))
  },
)
