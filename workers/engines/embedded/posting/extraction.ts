/**
 * Extracts draft criteria from a job's context, before any answers to questions.
 *
 * Decides which statements become criteria, and handles texts that state no requirement. Collects separately, with
 * their wording, the preferences that must not become criteria.
 */
import { wishIn, type Wish } from '../../../../src/kit/wishes.ts'
import type { JobContext } from '../../../tasks.ts'
import { DraftCriteria, type AnalysedDraft } from './draft-criteria.ts'
import { partsOf } from './clauses.ts'
import { kindOf, type Kind } from './importance.ts'
import { statementsIn } from './posting.ts'
import type { Statement } from './statement.ts'
import { skillsIn } from '../language/skills.ts'
import { employerOf, withoutAnnouncement, withoutRole, type Employer } from './subject.ts'
import { isContent, isGeneric, tokensOf, type Token } from '../../../language/tokens.ts'
import { criterionText, dutyText, questionText, shortened } from './rewording.ts'

type Classified = Statement & { kind: Kind }
/**
 * The drafts in text order, empty if the text states no requirement, and the preferences that must not become criteria.
 */
export type Extraction = { drafts: AnalysedDraft[]; wishes: { kind: Wish; text: string }[] }

/**
 * The maximum number of duties that become criteria. A posting lists its main duties first; later ones say little about
 * the candidate.
 */
const dutiesMax = 6
const withDutiesMax = 20
const namedSkillsMax = 5
const tersePostingMax = 8 // in statements; a longer text without any requirement is not a job description
/**
 * The maximum number of statements, in a script whose grammar this engine does not know, that become criteria as they
 * are.
 */
const unreadMax = 3
const unread = /[^\p{Script=Latin}\P{L}]/u

/** Extracts the requirements from a job's context. */
export function extract(jobContext: JobContext): Extraction {
  const statements = [jobContext.jobDescription, jobContext.additionalInfo ?? ''].flatMap(statementsIn)
  const employer = employerOf(jobContext)
  const told = Map.groupBy(
    statements.map((statement) => classified(statement, employer)),
    ({ kind }) => kind,
  )
  const ofKind = (kind: Kind): Classified[] => told.get(kind) ?? []
  const criteria = new DraftCriteria()
  const wishes: Extraction['wishes'] = []
  for (const statement of ofKind('REQUIREMENT')) addParts(criteria, wishes, statement)
  for (const { question } of jobContext.applicationQuestions ?? []) addQuestion(criteria, question ?? '', employer)
  for (const { text } of [...ofKind('PROSE'), ...ofKind('BLURB')]) {
    if (wishIn(text) === 'PROTECTED') wishes.push({ kind: 'PROTECTED', text: shortened(text) })
  }
  for (const duty of ofKind('DUTY').slice(0, dutiesMax)) {
    const text = dutyText(withoutRole(duty.text, employer))
    const isWish = noteWish(wishes, duty.text)
    if (criteria.drafts.length < withDutiesMax && !isWish) criteria.add(text, duty, 'PREFERRED')
  }
  if (criteria.drafts.length === 0) fillUp(criteria, ofKind, jobContext)
  return { drafts: criteria.drafts, wishes }
}

function classified(statement: Statement, employer: Employer): Classified {
  const text = statement.text.endsWith('?') ? null : withoutAnnouncement(statement.text)
  if (text === null) return { ...statement, kind: 'BLURB' }
  const asked = { ...statement, text }
  const kind = kindOf(asked, employer)
  const isAnnounced = (kind === 'PROSE' || kind === 'BLURB') && text !== statement.text
  return { ...asked, kind: isAnnounced ? 'REQUIREMENT' : kind }
}

function addParts(criteria: DraftCriteria, wishes: Extraction['wishes'], statement: Statement): void {
  for (const { text, named } of partsOf(statement.text)) {
    if (named === 'NONE' || noteWish(wishes, text)) continue
    const importance = wishIn(text) === 'FACT_TO_CONFIRM' ? 'NICE_TO_HAVE' : named
    criteria.add(criterionText(text), { ...statement, text }, importance)
  }
}

/**
 * Records a preference that must not become an ordinary criterion. Returns true if the text must not become a criterion
 * at all.
 */
function noteWish(wishes: Extraction['wishes'], text: string): boolean {
  const kind = wishIn(text)
  if (kind !== null) wishes.push({ kind, text: shortened(text) })
  return kind === 'PROTECTED' || kind === 'UNVERIFIABLE'
}

function addQuestion(criteria: DraftCriteria, question: string, employer: Employer): void {
  const text = questionText(question)
  const [statement] = statementsIn(question)
  if (text === null || statement === undefined || kindOf(statement, employer) === 'NOISE') return
  const wish = wishIn(question)
  if (wish === null || wish === 'FACT_TO_CONFIRM') criteria.add(text, statement, wish && 'NICE_TO_HAVE')
}

/**
 * Adds the skills that a short text mentions without requiring them, or else the job itself. Adds few, because a wrong
 * guess affects every applicant.
 */
function fillUp(criteria: DraftCriteria, ofKind: (kind: Kind) => Classified[], { jobTitle = '' }: JobContext): void {
  const told = [...ofKind('PROSE'), ...ofKind('BLURB')]
  if (told.length > tersePostingMax) return
  const skills = told.flatMap(({ text }) => skillsIn(text, tokensOf(text)).map(({ skill }) => skill))
  for (const skill of new Set(skills)) {
    if (criteria.drafts.length < namedSkillsMax) criteria.addGuess(`Experience with ${skill}`)
  }
  if (criteria.drafts.length > 0) return
  const telling = (text: string): Token[] => tokensOf(text).filter((token) => isContent(token) && !isGeneric(token))
  const stems = new Set(told.flatMap(({ text }) => telling(text)).map(({ stem }) => stem))
  const title = telling(jobTitle)
  const isNamed = title.length > 0 && title.every(({ stem }) => stems.has(stem))
  if (isNamed) criteria.addGuess(shortened(`Experience as ${jobTitle.trim()}`))
  const strange = ofKind('PROSE').filter(({ text }) => unread.test(text))
  for (const { text } of strange.slice(0, unreadMax)) criteria.addGuess(criterionText(text))
}
