/**
 * The task that turns a resume and answers into checked verdicts.
 *
 * Owns the sequence: draft, check, one repair, settle. Must never pass on an unchecked draft, and never compute a
 * score.
 */
import { withDeadline } from './deadlines.ts'
import type { Drafts, Engine } from './engine.ts'
import { threadEngine } from './engines/thread-engine.ts'
import type { CriterionVerdict, ScoreApplicationOutcome, ScoreApplicationTask } from './tasks.ts'
import { checkDrafts, type CheckedDrafts, textsOf } from './checks/verdict-checks.ts'
import { criterionIds } from './criterion-ids.ts'
import { ownDate } from './reading/own-date.ts'

/**
 * Returns one verdict per criterion, in the task's order. MET and PARTIAL have evidence that appears in the text and is
 * not denied there; NOT_MET may have evidence; NO_EVIDENCE has none.
 *
 * Fails with UNUSABLE_ANSWER (a criterion has no usable verdict after the repair), TIMEOUT, PROVIDER_AWAY or
 * PROVIDER_FAILED.
 */
export async function scoreApplication(task: ScoreApplicationTask): Promise<ScoreApplicationOutcome> {
  const engine = await threadEngine()
  return { ...(await scoreApplicationWith(engine, task)), room: engine.room() }
}

/** The same, with a given engine. A resume that states its own date is read as of that date. */
export function scoreApplicationWith(engine: Engine, task: ScoreApplicationTask): Promise<ScoreApplicationOutcome> {
  const dated = { ...task, today: ownDate(task.resume, task.today) ?? task.today }
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

  const first = await engine.draftVerdicts({ ...task, criteria }, signal)
  if (!first.ok) return first
  const checked = withUnreadable(checkDrafts(first.value.verdicts, criteria, texts), first.value.unreadable ?? [])
  if (checked.faults.length === 0) return settled(task, checked.verdicts, first.value.tokens, checked.quotesRefused)

  const { input, output } = first.value.tokens
  const open = criteria.filter(({ id }) => checked.open.has(id))
  const rest = { ...task, criteria, tokenBudget: task.tokenBudget - input - output }
  const verdicts = first.value.verdicts.filter(({ criterionId }) => checked.open.has(criterionId))
  const repair = { verdicts, faults: checked.faults, open: open.map(({ id }) => id) }
  const second = await engine.draftVerdicts(rest, signal, repair)
  // Without a second answer (say, no tokens were left for it), the first counts as far as it goes.
  if (!second.ok && second.code === 'UNUSABLE_ANSWER') {
    return settled(task, checked.verdicts, first.value.tokens, checked.quotesRefused)
  }
  if (!second.ok) return second
  const again = second.value.verdicts.filter(({ criterionId }) => checked.open.has(criterionId))
  const rechecked = checkDrafts(again, open, texts)
  const tokens = { input: input + second.value.tokens.input, output: output + second.value.tokens.output }
  const merged = new Map([...checked.verdicts, ...rechecked.verdicts])
  return settled(task, merged, tokens, checked.quotesRefused + rechecked.quotesRefused)
}

/** What the engine could not read, in place of what its absence looks like. */
function withUnreadable(checked: CheckedDrafts, unreadable: NonNullable<Drafts['unreadable']>): CheckedDrafts {
  const whole = unreadable.flatMap(({ criterionId, fault }) => (criterionId === undefined ? [fault] : []))
  const byId = new Map(unreadable.map(({ criterionId, fault }) => [criterionId, `${criterionId}: ${fault}`]))
  const faults = checked.faults.map((fault) => byId.get(fault.split(':', 1)[0]) ?? fault)
  return { ...checked, faults: whole.length > 0 ? whole : faults }
}

/** Restores the criteria's own ids; a criterion without a verdict makes the answer unusable. */
function settled(
  task: ScoreApplicationTask,
  checked: Map<string, CriterionVerdict>,
  tokens: { input: number; output: number },
  quotesRefused: number,
): ScoreApplicationOutcome {
  const ids = criterionIds(task.criteria)
  const verdicts = task.criteria.flatMap(({ id }, index) => {
    const verdict = checked.get(ids[index]!)
    return verdict ? [{ ...verdict, criterionId: id }] : []
  })
  if (verdicts.length === task.criteria.length) return { ok: true, value: { verdicts, tokens, quotesRefused } }
  const message = `${task.criteria.length - verdicts.length} of ${task.criteria.length} criteria have no usable verdict`
  return { ok: false, code: 'UNUSABLE_ANSWER', message }
}
