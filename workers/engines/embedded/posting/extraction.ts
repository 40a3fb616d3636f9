/**
 * Extracts draft criteria from a job's context, before any questions are answered.
 *
 * Owns which statements become criteria, and the fallbacks when a text holds none.
 */
import type { JobContext } from '../../../tasks.ts'
import { DraftCriteria, type AnalysedDraft } from './draft-criteria.ts'
import { clausesOf, partsOf } from './clauses.ts'
import { kindOf, type Kind } from './importance.ts'
import { statementsIn, type Statement } from './posting.ts'
import { skillsIn } from '../vocabulary/skills.ts'
import { withoutAnnouncement } from './subject.ts'
import { tokensOf } from '../language/tokens.ts'
import { criterionText, dutyText, questionText, shortened } from './rewording.ts'

/** A statement and its kind. */
type Classified = { kind: Kind; statement: Statement }

const proseMax = 3 // fallback sentences are guesses: this many are enough to distinguish applicants
/** With fewer requirements than this, duties are added; with none at all, named skills are. */
const few = 5
const withDutiesMax = 8 // duties describe the job more than the candidate

/** The drafts, never empty, in the order of the text. */
export function extractDrafts(jobContext: JobContext): AnalysedDraft[] {
  const statements = [jobContext.jobDescription, jobContext.additionalInfo ?? ''].flatMap(statementsIn)
  const told = statements.flatMap((statement) => classifyClauses(statement, jobContext.companyName))
  const ofKind = (wanted: Kind): Statement[] =>
    told.filter(({ kind }) => kind === wanted).map(({ statement }) => statement)
  const criteria = new DraftCriteria()
  for (const statement of ofKind('REQUIREMENT')) addParts(criteria, statement)
  for (const { question } of jobContext.applicationQuestions ?? []) addQuestion(criteria, question ?? '')
  fillUp(criteria, ofKind, jobContext)
  return criteria.drafts
}

// ── what a text asks for ────────────────────────────────────────────────────────────────────────

/**
 * Splits a statement into clauses, each with its kind: one may be about the company and the next about the candidate.
 */
function classifyClauses(statement: Statement, companyName?: string): Classified[] {
  const isWhole = statement.section === 'DUTIES' || statement.section === 'NOISE'
  const clauses = isWhole ? [statement.text] : clausesOf(statement.text)
  return clauses.map((clause) => {
    const text = clause.endsWith('?') ? questionText(clause) : withoutAnnouncement(clause)
    if (text === null) return { kind: 'BLURB', statement: { ...statement, text: clause } }
    const asked = { ...statement, text }
    const kind = kindOf(asked, companyName)
    const isAnnounced = kind === 'PROSE' && text !== clause && !clause.endsWith('?')
    return { kind: isAnnounced ? 'REQUIREMENT' : kind, statement: asked }
  })
}

function addParts(criteria: DraftCriteria, statement: Statement): void {
  for (const { text, named } of partsOf(statement.text)) {
    if (named !== 'NONE') criteria.add(criterionText(text), { ...statement, text }, named)
  }
}

function addQuestion(criteria: DraftCriteria, question: string): void {
  const text = questionText(question)
  const statement: Statement = { text: question, section: 'OTHER', listed: false }
  if (text !== null && kindOf(statement) !== 'NOISE') criteria.add(text, statement, null)
}

// ── fallbacks ───────────────────────────────────────────────────────────────────────────────────

/**
 * Adds fallbacks for requirements that the text does not name, the likeliest first. A wrong guess costs every
 * applicant.
 */
function fillUp(criteria: DraftCriteria, ofKind: (kind: Kind) => Statement[], context: JobContext): void {
  const { jobTitle = '', jobDescription } = context
  const isShort = criteria.drafts.length < few
  for (const duty of isShort ? ofKind('DUTY') : []) {
    if (criteria.drafts.length < withDutiesMax) criteria.add(dutyText(duty.text), duty, null)
  }
  if (criteria.drafts.length > 0) return
  const prose = ofKind('PROSE')
  const skills = [...prose, ...ofKind('BLURB')].flatMap(({ text }) => skillNames(text))
  const named = skills.map((skill) => `Experience with ${skill}`)
  const sentences = prose.map(({ text }) => criterionText(text))
  const title = jobTitle.trim() === '' ? '' : shortened(`Experience as ${jobTitle.trim()}`)
  // For nothing but noise or marks, the text itself is all there is to ask for.
  const text = shortened(jobDescription.replace(/\s+/g, ' '))
  criteria.addFallbacks(named, few)
  criteria.addFallbacks(sentences, proseMax)
  criteria.addFallbacks([title], 1)
  criteria.addFallbacks([/[\p{L}\p{N}]/u.test(text) ? text : 'Relevant experience'], 1)
}

function skillNames(text: string): string[] {
  return skillsIn(text, tokensOf(text)).map(({ skill }) => skill)
}
