/**
 * What a statement of a job description is: a requirement, a duty, or neither; and how much it matters.
 *
 * Owns the judgement; the words that it goes by are in `cues.ts`.
 */
import type { Importance } from '../../tasks.ts'
import * as cues from './cues.ts'
import type { Statement } from './posting.ts'
import type { Requirement } from './requirements.ts'

export type Kind = 'REQUIREMENT' | 'DUTY' | 'PROSE' | 'NOISE'
/** `NONE`: not needed. */
export type NamedImportance = Importance | 'NONE'

const softSkills = new Set([
  'Communication',
  'Teamwork',
  'Problem solving',
  'Time management',
  'Attention to detail',
  'Presentation skills',
])

/** What a statement is, by its section and its words. */
export function kindOf({ text, section }: Statement): Kind {
  if (section === 'NOISE' || cues.noise.test(text)) return 'NOISE'
  if (cues.money.test(text) && (section === 'OTHER' || section === 'DUTIES')) return 'NOISE'
  if (section === 'DUTIES') return cues.mustHave.test(text) || cues.formal.test(text) ? 'REQUIREMENT' : 'DUTY'
  if (section !== 'OTHER') return 'REQUIREMENT'
  return cues.requirement.test(text) ? 'REQUIREMENT' : 'PROSE'
}

/** How much a requirement matters: its own words before its heading's, and a sensible guess without either. */
export function importanceOf({ text, section }: Statement, requirement: Requirement): Importance {
  const named = wordedImportance(text.replace(cues.aside, ''))
  if (named !== null) return named
  if (section === 'NICE_TO_HAVE' || section === 'PREFERRED') return section
  if (cues.least.test(text)) return 'MUST_HAVE'
  if (section === 'MUST_HAVE') return isSoft(requirement) ? 'PREFERRED' : 'MUST_HAVE'
  return isFormal(requirement) ? 'MUST_HAVE' : 'PREFERRED'
}

function wordedImportance(text: string): Importance | null {
  if (cues.niceToHave.test(text)) return 'NICE_TO_HAVE'
  if (cues.preferred.test(text)) return 'PREFERRED'
  return cues.mustHave.test(text) ? 'MUST_HAVE' : null
}

/** The importance that a clarification question, or its answer, names. */
export function namedImportance(text: string): NamedImportance | null {
  return cues.notNeeded.test(text) ? 'NONE' : wordedImportance(text)
}

/** A trait that a resume rarely proves. */
export function isSoft({ text, elements, months, degree, languages }: Requirement): boolean {
  if (months !== null || degree !== null || languages.mentions.length > 0) return false
  const skills = elements.flatMap(({ atoms }) => atoms).filter(({ kind }) => kind === 'SKILL')
  return skills.length > 0 ? skills.every(({ key }) => softSkills.has(key)) : cues.soft.test(text)
}

/** Years, degrees, licences: what employers seldom ask for without meaning it. */
export function isFormal({ text, months, degree }: Requirement): boolean {
  return months !== null || degree !== null || cues.formal.test(text)
}
