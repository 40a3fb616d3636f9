/** The results for whole job descriptions and resumes in several trades. */
import test from 'ava'
import { embeddedEngine } from '../../../../workers/engines/embedded/engine.ts'
import type { DraftVerdict } from '../../../../workers/engine.ts'
import type { DraftCriterion, Importance, Verdict } from '../../../../workers/tasks.ts'
import { textsOf } from '../../../../workers/checks/evidence.ts'
import { checkDrafts } from '../../../../workers/checks/verdict-checks.ts'
import { samples, type Sample } from '../../../tools/samples/embedded-samples.ts'

const never = new AbortController().signal
const weights: Record<Importance, number> = { MUST_HAVE: 4, PREFERRED: 2, NICE_TO_HAVE: 1 }
const values: Record<Verdict, number> = { MET: 1, PARTIAL: 0.5, NOT_MET: 0, NO_EVIDENCE: 0 }

async function criteriaOf({ jobTitle, jobDescription }: Sample): Promise<DraftCriterion[]> {
  const task = { jobContext: { jobTitle, jobDescription }, clarifications: [], deadlineAt: 0, tokenBudget: 0 }
  const outcome = await embeddedEngine.generateCriteria(task, never)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value.criteria
}

const taskOf = (criteria: DraftCriterion[], resume: string) => ({
  criteria: criteria.map(({ text }, index) => ({ id: `${index}`, text })),
  resume,
  answers: [],
  today: Date.UTC(2024, 5, 1),
  deadlineAt: 0,
  tokenBudget: 0,
})

async function verdictsOf(criteria: DraftCriterion[], resume: string): Promise<DraftVerdict[]> {
  const outcome = await embeddedEngine.draftVerdicts(taskOf(criteria, resume), never)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value.verdicts
}

/** Returns a score from 0 to 10, with the weights of formula 1. */
function scoreOf(criteria: DraftCriterion[], verdicts: DraftVerdict[]): number {
  const total = criteria.reduce((sum, { importance }) => sum + weights[importance], 0)
  const points = criteria.map(({ importance }, index) => weights[importance] * values[verdicts[index]!.verdict])
  const earned = points.reduce((sum, point) => sum + point, 0)
  return (10 * earned) / total
}

for (const sample of samples) {
  test(`${sample.trade}: the strong, the middling and the unrelated resume rank in this order, clearly apart`, async (t) => {
    const criteria = await criteriaOf(sample)
    const scored = async (resume: string): Promise<number> => scoreOf(criteria, await verdictsOf(criteria, resume))
    const strong = await scored(sample.resumes.strong)
    const middling = await scored(sample.resumes.middling)
    const unrelated = await scored(sample.resumes.unrelated)
    t.true(strong >= 8, `strong ${strong}`)
    t.true(strong - middling >= 2.5, `strong ${strong}, middling ${middling}`)
    t.true(middling - unrelated >= 1.5, `middling ${middling}, unrelated ${unrelated}`)
    t.true(unrelated < 1.5, `unrelated ${unrelated}`)
  })

  test(`${sample.trade}: every credit has its quotes, and the quote checks refuse none of them`, async (t) => {
    const criteria = await criteriaOf(sample)
    for (const resume of Object.values(sample.resumes)) {
      const verdicts = await verdictsOf(criteria, resume)
      for (const { verdict, evidence } of verdicts) {
        if (verdict === 'MET' || verdict === 'PARTIAL') t.true(evidence.length >= 1 && evidence.length <= 3)
        for (const { quote } of evidence) t.true(resume.includes(quote) && quote.length <= 300)
      }
      const task = taskOf(criteria, resume)
      t.is(checkDrafts({ verdicts }, task.criteria, textsOf(task)).quotesRefused, 0)
    }
  })

  test(`${sample.trade}: equal input gives an equal result`, async (t) => {
    const criteria = await criteriaOf(sample)
    t.deepEqual(await criteriaOf(sample), criteria)
    for (const resume of Object.values(sample.resumes)) {
      t.deepEqual(await verdictsOf(criteria, resume), await verdictsOf(criteria, resume))
    }
  })

  test(`${sample.trade}: criteria are about the candidate, not about the company`, async (t) => {
    const criteria = await criteriaOf(sample)
    t.true(criteria.length >= 3 && criteria.length <= 15)
    const all = criteria.map(({ text }) => text).join('\n')
    t.notRegex(all, /salary|insurance|parking|equal opportunity|founded|stock options|paid|commission|coverage/i)
    t.notRegex(all, /cover letter|apply|per hour|moves two million/i)
    t.true(new Set(criteria.map(({ importance }) => importance)).size >= 2)
  })
}

test('a resume that only lists all skills scores below one that describes the work', async (t) => {
  const [engineer] = samples
  const criteria = await criteriaOf(engineer!)
  const resume = 'Skills: TypeScript, Node.js, PostgreSQL, MySQL, Docker, Kubernetes, AWS, Kafka, RabbitMQ, Terraform'
  const stuffed = scoreOf(criteria, await verdictsOf(criteria, resume))
  const shown = scoreOf(criteria, await verdictsOf(criteria, engineer!.resumes.strong))
  t.true(shown - stuffed >= 3, `shown ${shown}, stuffed ${stuffed}`)
})
