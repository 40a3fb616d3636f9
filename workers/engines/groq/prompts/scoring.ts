/**
 * The prompt for a score: one verdict per criterion, with quotes, and never a number.
 *
 * Owns the words and the schema of the answer. A change here needs a new prompt version in
 * `src/kit/engine-identity.ts`, because stored verdicts are keyed by it.
 */
import { facts } from '../../../../generated/facts.gen.ts'
import type { ScoreApplicationTask } from '../../../tasks.ts'
import type { DraftVerdict } from '../../../engine.ts'
import { withoutInjections } from '../../../checks/prompt-injection.ts'
import { fence } from './fence.ts'
import { correction, type Prompt, strictObject } from './prompt.ts'

const instructions = `You check a job application against screening criteria. For each criterion in the section
CRITERIA you give exactly one verdict, using only the section RESUME and the sections ANSWER; a section QUESTION
only tells what the answer of the same number replies to.

Verdicts:
- MET: the application plainly shows that the criterion is fulfilled.
- PARTIAL: it shows a part of it, or something close to it.
- NOT_MET: it says the opposite, or plainly falls short.
- NO_EVIDENCE: it says nothing that decides the criterion.

Quotes:
- MET and PARTIAL need at least one quote; give the one to three that prove most. NOT_MET may have quotes.
  NO_EVIDENCE has none.
- A quote is one unbroken stretch of a section, copied character for character: no change, no correction, no
  translation, no ellipsis, no joining of separate passages. Begin and end it at whole words. Prefer 3 to 30
  words; never more than 600 characters.
- source says where the quote stands: RESUME, with answerIndex null, or ANSWER, with the number of that section
  as answerIndex.
- A passage that denies something, or that only expresses a wish or a plan, is no proof of it.
- [NAME] and the like stand for personal data that was taken out. They prove nothing.

Judge only what the criteria ask. Age, gender, origin, family, health, religion, looks, and a person's or a
school's name must not matter. Do not guess: without a passage that you can quote, the verdict is NO_EVIDENCE.

reason is one plain sentence of at most 300 characters for a recruiter, in the language of the criterion, without
quotation marks and without any score or rating.

Answer with JSON in the given schema and nothing else.`

/** Without it, a model takes the newest date that it knows for today. */
const dayOf = (epochMs: number): string => {
  const day = new Date(epochMs).toISOString().slice(0, 10)
  return `Today is ${day}: "present" and "current" mean this day, and what expired before it is no longer valid.`
}

/** The prompt for verdicts or, with `repair`, the second prompt after a faulty answer. */
export function scoringPrompt(
  task: Pick<ScoreApplicationTask, 'criteria' | 'resume' | 'answers' | 'today'>,
  repair?: { verdicts: DraftVerdict[]; faults: string[] },
): Prompt {
  const earlier = repair && { label: 'YOUR EARLIER ANSWER', text: JSON.stringify({ verdicts: repair.verdicts }) }
  const { text, rules } = fence([
    { label: 'CRITERIA', text: task.criteria.map((criterion) => JSON.stringify(criterion)).join('\n') },
    { label: 'RESUME', text: withoutInjections(task.resume) },
    ...task.answers.flatMap(({ question, answer }, index) => [
      { label: `QUESTION ${index}`, text: question },
      { label: `ANSWER ${index}`, text: withoutInjections(answer) },
    ]),
    ...(earlier ? [earlier] : []),
  ])
  return {
    name: 'verdicts',
    system: [instructions, dayOf(task.today), rules, ...(repair ? [correction(repair.faults)] : [])].join('\n\n'),
    user: text,
    schema: schemaFor(task.criteria.map((criterion) => criterion.id)),
  }
}

/** Strict mode has no optional members, so a member that may be absent is nullable. */
function schemaFor(criterionIds: string[]): Record<string, unknown> {
  const evidence = strictObject({
    source: { type: 'string', enum: facts.EvidenceSource.values },
    answerIndex: { type: ['integer', 'null'] },
    quote: { type: 'string' },
  })
  // Quotes come before the verdict: a model that writes in order looks for the proof first.
  const verdict = strictObject({
    criterionId: { type: 'string', enum: criterionIds },
    evidence: { type: 'array', items: evidence },
    verdict: { type: 'string', enum: facts.Verdict.values },
    reason: { type: 'string' },
  })
  return strictObject({ verdicts: { type: 'array', items: verdict } })
}
