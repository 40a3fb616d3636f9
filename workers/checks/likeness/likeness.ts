/**
 * Decides whether a document is a resume, or something else to which the resume link led.
 *
 * In case of doubt, the document is treated as a resume. A web page that is scored by mistake becomes a weak match,
 * which a recruiter can see. If a resume is refused by mistake, no recruiter reads that person's application. The
 * thresholds were measured; see DECISIONS.md.
 */
import { foldForPhrases, likestPaper } from './other-papers.ts'
import { resumeSigns, type ResumeSigns, sureSigns, type SureSigns } from './resume-signs.ts'

/** A kind of document that a text resembles more than a resume. The kinds are in `other-papers.txt`. */
export type OtherPaper = { kind: string }

/** The part of a text that is examined. A resume is recognisable within its first few pages. */
const looksAtUnits = 20_000

/** A document with two of the most certain signs is a resume, regardless of its other content. */
const sureMin = 2
/** A document that resembles another kind has at least this many points for that kind's phrases. */
const phrasePointsMin = 2
/**
 * A document with at least `addressedPointsMin` points for phrases of a posting or a letter is one, unless it has a
 * period, a resume's title, or more than `personalPointsMax` points for one person's details. Roles and skills alone do
 * not make it a resume.
 */
const addressedPointsMin = 5
const personalPointsMax = 3

/** Returns whether the most certain signs alone show that a document is a resume. */
export function isSurelyResume(text: string): boolean {
  return sum(sureSigns(text.slice(0, looksAtUnits))) >= sureMin
}

/** Returns the kind of document that a text is; null if it is, or may be, a resume. */
export function otherPaper(text: string): OtherPaper | null {
  const looked = text.slice(0, looksAtUnits)
  if (isSurelyResume(looked)) return null
  const signs = resumeSigns(looked)
  const points = resumePoints(signs)
  const paper = likestPaper(foldForPhrases(looked))
  const isOther = paper.points >= phrasePointsMin && paper.points > points * (signs.periods > 0 ? 2 : 1)
  const isNothing = points === 0 && isKnownScript(looked)
  return isOther || isNothing || isAddressed(signs, paper) ? { kind: paper.kind } : null
}

function sum({ sections, periods, title }: SureSigns): number {
  return sections + periods + title
}

/**
 * Returns the points for signs of a resume. The most certain signs count twice. Roles, skills and similar signs have a
 * maximum, because a posting also has many of them.
 */
function resumePoints(signs: ResumeSigns): number {
  const { education, roles, skills, work, contact, person } = signs
  const others = Math.min(education, 3) + Math.min(roles, 2) + Math.min(skills, 3) + Math.min(work, 3)
  return 2 * sum(signs) + others + contact + Math.min(person, 2)
}

/** Postings and letters mention roles, skills and schools as resumes do, but not the personal details of one person. */
function isAddressed(signs: ResumeSigns, { kind, points }: { kind: string; points: number }): boolean {
  if (kind !== 'posting' && kind !== 'letter') return false
  const { periods, title, sections, person, contact } = signs
  return points >= addressedPointsMin && periods + title === 0 && 2 * sections + person + contact <= personalPointsMax
}

/**
 * Returns whether most letters are Latin. The word lists cover few languages in other scripts, so missing words prove
 * nothing there.
 */
function isKnownScript(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const known = text.match(/[\p{sc=Latin}]/gu)?.length ?? 0
  return known * 2 > letters
}
