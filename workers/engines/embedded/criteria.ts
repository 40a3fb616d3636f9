/**
 * Criteria made from a job's context.
 *
 * Owns the choice: which statements become criteria, in which order, and what stands in where a text holds
 * none. Always answers 1 to `criteriaMax` criteria, no two of them alike.
 */
import type { DraftCriterion, GenerateCriteriaTask } from '../../tasks.ts'
import { Collection, rankOf, type Candidate } from './candidates.ts'
import { calibrated } from './clarifications.ts'
import { isFormal, isSoft, kindOf, type Kind } from './importance.ts'
import { statementsIn, type Statement } from './posting.ts'
import { phrases } from './phrases.ts'
import type { Requirement } from './requirements.ts'
import { skillsIn } from './skills.ts'
import { fold, tokensOf } from './terms.ts'
import { criterionText, dutyText, questionText, shortened } from './wording.ts'

const announcement = phrases('look*; seek*; search*; hiring; recruiting; join; suchen; wanted; needed')

type JobContext = GenerateCriteriaTask['jobContext']

const criteriaMax = 15 // what a recruiter reads through; the contract allows 30
const criteriaMin = 3 // fewer tell applicants hardly apart
/** With fewer requirements than this, duties and named skills stand in. */
const few = 5
const withDutiesMax = 8 // duties describe the job more than the candidate

/** Criteria for a job, the most important first, otherwise in the order of the text. */
export function criteriaFor(task: Pick<GenerateCriteriaTask, 'jobContext' | 'clarifications'>): DraftCriterion[] {
  const { jobContext, clarifications } = task
  const statements = [jobContext.jobDescription, jobContext.additionalInfo ?? ''].flatMap(statementsIn)
  const byKind = Map.groupBy(statements, kindOf)
  const named = new Collection()
  for (const statement of byKind.get('REQUIREMENT') ?? []) {
    if (!announces(statement.text, jobContext.jobTitle)) named.add(criterionText(statement.text), statement)
  }
  for (const { question } of jobContext.applicationQuestions ?? []) addQuestion(named, question ?? '')
  const criteria = new Collection(calibrated(named.candidates, clarifications))
  fillUp(criteria, byKind, jobContext)
  return chosen(criteria.candidates).map(({ text, importance }) => ({ text, importance }))
}

/** "We are looking for a Senior Accountant who …" names the job, not what it takes. */
function announces(statement: string, jobTitle = ''): boolean {
  const title = fold(jobTitle.trim())
  return title !== '' && fold(statement).includes(title) && announcement.test(statement)
}

function addQuestion(criteria: Collection, question: string): void {
  const text = questionText(question)
  const statement: Statement = { text: question, section: 'OTHER' }
  if (text !== null && kindOf(statement) !== 'NOISE') criteria.add(text, statement)
}

/** What stands in for requirements that a text does not name, the likeliest first. */
function fillUp(criteria: Collection, byKind: Map<Kind, Statement[]>, context: JobContext): void {
  const { jobTitle = '', jobDescription } = context
  const isShort = criteria.candidates.length < few
  const prose = (byKind.get('PROSE') ?? []).map(({ text }) => text)
  for (const duty of isShort ? (byKind.get('DUTY') ?? []) : []) {
    if (criteria.candidates.length < withDutiesMax) criteria.add(dutyText(duty.text), duty)
  }
  if (jobTitle.trim() !== '') criteria.suggest(shortened(`Experience as ${jobTitle.trim()}`), criteriaMin)
  for (const skill of isShort ? prose.flatMap(skillNames) : []) {
    if (!criteria.asksFor(skill)) criteria.suggest(`Experience with ${skill}`, few)
  }
  for (const text of prose) criteria.suggest(criterionText(text), criteriaMin)
  // Nothing but noise or marks: the text itself is all there is to ask for.
  criteria.suggest(shortened(`Experience with ${jobDescription.replace(/\s+/g, ' ')}`), 1)
}

function skillNames(text: string): string[] {
  return skillsIn(text, tokensOf(text)).map(({ skill }) => skill)
}

function chosen(candidates: Candidate[]): Candidate[] {
  const byWorth = candidates.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || substance(other.requirement) - substance(one.requirement),
  )
  const kept = new Set(byWorth.slice(0, criteriaMax))
  return candidates.filter((candidate) => kept.has(candidate)).sort((one, other) => rankOf(one) - rankOf(other))
}

/** How much there is to check: formal demands, then languages and named skills, then words; traits last. */
function substance(requirement: Requirement): number {
  if (isSoft(requirement)) return 0
  const skills = requirement.elements.filter(({ kind }) => kind === 'SKILL').length
  return (isFormal(requirement) ? 4 : 0) + (requirement.languages.mentions.length > 0 ? 2 : 0) + Math.min(skills, 3) + 1
}
