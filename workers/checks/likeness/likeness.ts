/**
 * Whether a text is a resume at all, or another paper or page that its link led to.
 *
 * Decides for the resume wherever there is doubt: a page that is scored by mistake is a weak match, which a recruiter can
 * see, and a resume that is refused is a person who is not read. The numbers come from a measurement; see DECISIONS.md.
 */
import { foldForPhrases, likestPaper } from './other-papers.ts'
import { resumeSigns, type ResumeSigns, sureSigns, type SureSigns } from './resume-signs.ts'

/** What a text that is no resume is most like: a kind of `other-papers.txt`, or nothing at all. */
export type OtherPaper = { kind: string }

/** A resume shows what it is within a few pages. */
const looksAtUnits = 20_000

/** Of the surest signs, a text with two is a resume, whatever else it says. */
const sureMin = 2
/** Fewer phrases of another paper say nothing. */
const phrasePointsMin = 2
/** From so many on, a posting or a letter is one in which nothing but roles and skills is like a resume. */
const addressedPointsMin = 5
const personalPointsMax = 3

/** Whether the surest signs alone say that a text is a resume. */
export function isSurelyResume(text: string): boolean {
  return sum(sureSigns(text.slice(0, looksAtUnits))) >= sureMin
}

/** What a text is that is no resume; null for a resume, and for a text that may be one. */
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

/** Each sign counts up to a limit: a posting, too, names many roles and skills. */
function resumePoints(signs: ResumeSigns): number {
  const { education, roles, skills, work, contact, person } = signs
  const others = Math.min(education, 3) + Math.min(roles, 2) + Math.min(skills, 3) + Math.min(work, 3)
  return 2 * sum(signs) + others + contact + Math.min(person, 2)
}

/** Postings and letters share roles, skills and schools with resumes, but not what belongs to one person. */
function isAddressed(signs: ResumeSigns, { kind, points }: { kind: string; points: number }): boolean {
  if (kind !== 'posting' && kind !== 'letter') return false
  const { periods, title, sections, person, contact } = signs
  return points >= addressedPointsMin && periods + title === 0 && 2 * sections + person + contact <= personalPointsMax
}

/** Words are known in languages of these scripts; in another one, their absence says nothing. */
function isKnownScript(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const known = text.match(/[\p{sc=Latin}]/gu)?.length ?? 0
  return known * 2 > letters
}
