/**
 * Criteria made from a job's context.
 *
 * Owns the choice: which statements become criteria, in which order, and what stands in where a text holds
 * none. Always answers 1 to `CRITERIA_MAX` criteria, no two of them alike.
 */
import type { DraftCriterion, GenerateCriteriaTask } from '../../tasks.ts'
import { Collection, rankOf, type Candidate } from './candidates.ts'
import { calibrated } from './clarifications.ts'
import { isFormal, isSoft, kindOf, type Kind } from './importance.ts'
import { statementsIn, type Statement } from './posting.ts'
import type { Requirement } from './requirements.ts'
import { skillsIn } from './skills.ts'
import { fold, tokensOf } from './terms.ts'
import { criterionText, dutyText, questionText, shortened } from './wording.ts'

const CRITERIA_MAX = 15 // what a recruiter reads through; the contract allows 30
const CRITERIA_MIN = 3
/** With fewer requirements than this, duties and named skills stand in. */
const FEW = 5
const WITH_DUTIES_MAX = 8 // duties describe the job more than the candidate

/** Criteria for a job, the most important first, otherwise in the order of the text. */
export function criteriaFor({ jobContext, clarifications }: Pick<GenerateCriteriaTask, 'jobContext' | 'clarifications'>): DraftCriterion[] {
  const statements = [jobContext.jobDescription, jobContext.additionalInfo ?? ''].flatMap(statementsIn)
  const byKind = Map.groupBy(statements, kindOf)
  const criteria = new Collection()
  for (const statement of byKind.get('REQUIREMENT') ?? []) {
    const text = criterionText(statement.text)
    if (!announces(text, jobContext.jobTitle)) criteria.add(text, statement)
  }
  for (const { question } of jobContext.applicationQuestions ?? []) addQuestion(criteria, question ?? '')
  const answered = new Collection(calibrated(criteria.candidates, clarifications))
  fillUp(answered, byKind, jobContext)
  return chosen(answered.candidates).map(({ text, importance }) => ({ text, importance }))
}

/** "We are looking for a Senior Accountant who …" names the job, not what it takes. */
function announces(text: string, jobTitle = ''): boolean {
  return jobTitle.trim() !== '' && fold(text).startsWith(fold(jobTitle.trim()))
}

function addQuestion(criteria: Collection, question: string): void {
  const text = questionText(question)
  if (text === null) return
  const statement: Statement = { text: question, section: 'OTHER', bullet: false }
  if (kindOf(statement) !== 'NOISE') criteria.add(text, statement)
}

/** What stands in for requirements that a text does not name, the likeliest first. */
function fillUp(criteria: Collection, byKind: Map<Kind, Statement[]>, context: GenerateCriteriaTask['jobContext']): void {
  const few = criteria.candidates.length < FEW
  for (const duty of few ? byKind.get('DUTY') ?? [] : []) {
    if (criteria.candidates.length < WITH_DUTIES_MAX) criteria.add(dutyText(duty.text), duty)
  }
  const prose = (byKind.get('PROSE') ?? []).map(({ text }) => text)
  const title = context.jobTitle?.trim() ?? ''
  if (title !== '') criteria.suggest(shortened(`Experience as ${title}`), CRITERIA_MIN)
  for (const text of few ? prose : []) for (const skill of namedSkills(text)) criteria.suggest(`Experience with ${skill}`, FEW)
  for (const text of prose) criteria.suggest(criterionText(text), CRITERIA_MIN)
  // Nothing but noise or marks: the text itself is all there is to ask for.
  if (criteria.candidates.length === 0) criteria.suggest(shortened(`Experience with ${context.jobDescription.replace(/\s+/g, ' ').trim()}`), 1)
}

function namedSkills(text: string): string[] {
  return skillsIn(text, tokensOf(text)).map(({ skill }) => skill)
}

function chosen(candidates: Candidate[]): Candidate[] {
  const rank = ({ importance }: Candidate): number => rankOf(importance)
  const bySubstance = candidates.toSorted((one, other) => rank(one) - rank(other) || substance(other.requirement) - substance(one.requirement))
  const kept = new Set(bySubstance.slice(0, CRITERIA_MAX))
  return candidates.filter((candidate) => kept.has(candidate)).sort((one, other) => rank(one) - rank(other))
}

/** How much there is to check: formal demands, then languages and named skills, then words; traits last. */
function substance(requirement: Requirement): number {
  if (isSoft(requirement)) return 0
  const skills = requirement.elements.filter(({ kind }) => kind === 'SKILL').length
  return (isFormal(requirement) ? 4 : 0) + (requirement.languages.mentions.length > 0 ? 2 : 0) + Math.min(skills, 3) + 1
}
