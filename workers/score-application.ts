/**
 * The task that returns checked verdicts for a resume and answers.
 *
 * The steps are: draft, check, at most one repair, settle. Must never return an unchecked draft. Does not compute a
 * score.
 */
import { textsOf } from './checks/evidence.ts'
import { plainReasonsFor } from './checks/plain-reasons.ts'
import { checkDrafts, type CheckedVerdict, prove, type Proven } from './checks/verdict-checks.ts'
import { criterionIds } from './criterion-ids.ts'
import { withDeadline } from './deadlines.ts'
import type { Engine } from './engine.ts'
import { threadEngine } from './engines/thread-engine.ts'
import { findingOf, mergeFindings } from './findings.ts'
import { plainLineOf } from './language/markup.ts'
import { ownDate } from './reading/own-date.ts'
import type {
  CriterionVerdict,
  IntegrityFinding,
  ScoreApplicationOutcome,
  ScoreApplicationTask,
  Tokens,
} from './tasks.ts'

/**
 * Returns one verdict per criterion, in the task's order. MET, PARTIAL and NOT_MET have evidence that appears in the
 * text; NO_EVIDENCE has none, and a `finding` if the engine's own verdict could not be proven.
 *
 * Fails with TIMEOUT, PROVIDER_AWAY, PROVIDER_FAILED or UNUSABLE_ANSWER. An answer is unusable if, even after the
 * repair, a criterion has no usable verdict, most quotes are not in any text, or most evidence is unrelated to its
 * criterion. A failure includes the tokens used.
 */
export async function scoreApplication(task: ScoreApplicationTask): Promise<ScoreApplicationOutcome> {
  const engine = await threadEngine()
  return { ...(await scoreApplicationWith(engine, task)), room: engine.room() }
}

/**
 * Does the same with a given engine. If a resume states the date on which it was written, "present" means that date.
 * Questions may be in HTML; answers are already plain text.
 */
export function scoreApplicationWith(engine: Engine, task: ScoreApplicationTask): Promise<ScoreApplicationOutcome> {
  const answers = task.answers.map(({ question, answer }) => ({ question: plainLineOf(question), answer }))
  const dated = { ...task, answers, today: ownDate(task.resume, task.today) ?? task.today }
  return withDeadline(dated, (signal) => judge(engine, dated, signal))
}

async function judge(
  engine: Engine,
  task: ScoreApplicationTask,
  signal: AbortSignal,
): Promise<ScoreApplicationOutcome> {
  const ids = criterionIds(task.criteria)
  const criteria = task.criteria.map(({ text }, index) => ({ id: ids[index]!, text }))
  const texts = textsOf(task)

  // Whether evidence is related to its criterion is not checked for the embedded engine. It cannot follow instructions
  // in a resume, and finds evidence by the words of the criterion.
  const isModel = engine.identity.engine !== 'embedded'
  const proven = (verdicts: Map<string, CheckedVerdict>, asked?: ReadonlySet<string>): Proven =>
    isModel
      ? prove(verdicts, criteria, texts, asked)
      : { verdicts, objections: new Map(), unrelated: new Set(), isArtefact: false }

  const first = await engine.draftVerdicts({ ...task, criteria }, signal)
  if (!first.ok) return first
  const { tokens, findings = [] } = first.value
  const checked = checkDrafts(first.value, criteria, texts)
  const { objections, ...before } = proven(checked.verdicts)
  const { quotesRefused } = checked
  const draft = { ...before, tokens, findings, quotesRefused }
  const open = criteria.filter(({ id }) => checked.open.has(id) || objections.has(id))
  if (open.length === 0) return settled(task, draft)

  const faults = [...checked.faults, ...Array.from(objections, ([id, { fault }]) => `${id}: ${fault}`)]
  const rest = { ...task, criteria, tokenBudget: task.tokenBudget - tokens.input - tokens.output }
  const openIds = open.map(({ id }) => id)
  const verdicts = first.value.verdicts.filter(({ criterionId }) => openIds.includes(criterionId))
  const second = await engine.draftVerdicts(rest, signal, { verdicts, faults, open: openIds })
  if (!second.ok) {
    const spent = sum(tokens, second.tokens)
    // If there is no second answer (for example, because no tokens were left), the usable part of the first one is
    // used.
    return second.code === 'UNUSABLE_ANSWER' ? settled(task, { ...draft, tokens: spent }) : { ...second, tokens: spent }
  }
  const rechecked = checkDrafts(second.value, open, texts)
  const merged = new Map([...checked.verdicts, ...rechecked.verdicts])
  return settled(task, {
    ...proven(merged, before.unrelated),
    tokens: sum(tokens, second.value.tokens),
    findings: [...findings, ...(second.value.findings ?? [])],
    quotesRefused: quotesRefused + rechecked.quotesRefused,
  })
}

const sum = (one: Tokens, other: Tokens = { input: 0, output: 0 }): Tokens => ({
  input: one.input + other.input,
  output: one.output + other.output,
  ...(one.cached !== undefined || other.cached !== undefined
    ? { cached: (one.cached ?? 0) + (other.cached ?? 0) }
    : {}),
})

/** The result from one or two answers. */
type Draft = Pick<Proven, 'verdicts' | 'unrelated' | 'isArtefact'> & {
  tokens: Tokens
  findings: IntegrityFinding[]
  quotesRefused: number
}

/** Returns the outcome with our own criterion ids, and with reasons where the engine gave none. */
async function settled(
  task: ScoreApplicationTask,
  { verdicts: checked, ...draft }: Draft,
): Promise<ScoreApplicationOutcome> {
  const ids = criterionIds(task.criteria)
  const own = task.criteria.flatMap(({ id, text }, index) => {
    const verdict = checked.get(ids[index]!)
    return verdict ? [{ ...verdict, criterionId: id, text }] : []
  })
  const fault = faultOf(own, task.criteria.length)
  const { tokens, quotesRefused, unrelated, isArtefact } = draft
  if (fault !== null) return { ok: false, code: 'UNUSABLE_ANSWER', message: fault, tokens, quotesRefused }
  if (isArtefact) {
    const message = `the evidence for ${unrelated.size} criteria is unrelated to them`
    const cost = { tokens, quotesRefused, unrelatedEvidence: unrelated.size }
    return { ok: false, code: 'UNUSABLE_ANSWER', message, ...cost }
  }
  const isWordy = own.some(({ plain }) => plain !== undefined)
  const reasonOf = isWordy ? await plainReasonsFor(task.criteria.map(({ text }) => text)) : null
  const verdicts = own.map(({ criterionId, verdict, text, reason, plain, evidence, finding }): CriterionVerdict => {
    const shown = plain === undefined || reasonOf === null ? reason : reasonOf(text, plain)
    return { criterionId, verdict, reason: shown, evidence, ...(finding && { finding }) }
  })
  const raised = verdicts.flatMap(({ finding }) => (finding === undefined ? [] : [findingOf(finding)]))
  const findings = mergeFindings([...draft.findings, ...raised])
  return { ok: true, value: { verdicts, tokens, quotesRefused, ...(findings.length > 0 && { findings }) } }
}

/** Returns the reason why these verdicts cannot give a score; null if they can. */
function faultOf(verdicts: CheckedVerdict[], wanted: number): string | null {
  if (verdicts.length < wanted) return `${wanted - verdicts.length} of ${wanted} criteria have no usable verdict`
  const quotes = verdicts.reduce((count, verdict) => count + verdict.quotes, 0)
  const artefacts = verdicts.reduce((count, verdict) => count + verdict.artefacts, 0)
  return artefacts * 2 > quotes ? `${artefacts} of ${quotes} quotes are not in the application` : null
}
