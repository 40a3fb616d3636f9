/**
 * What a statement of a job description is: a requirement, a duty, or neither; and how much it matters.
 *
 * Owns the cue words, English first and the usual ones in German, French and Spanish.
 */
import type { Importance } from '../../tasks.ts'
import type { Statement } from './posting.ts'
import type { Requirement } from './requirements.ts'

// Benefits, pay, the company about itself, equal opportunity, how to apply.
const NOISE =
  /\bwe (?:offer|provide|believe|value|celebrate|encourage|welcome)\b|\bwe(?: a|['’])re (?:an?|the|one|proud|committed|growing)\b|\bour (?:company|mission|culture|values|office|story)\b|\bfounded in\b|headquartered|\bjoin (?:us|our)\b|\bsalar(?:y|ies)\b|\bcompensation (?:package|range)|\bpaid (?:time|holidays?|vacation|leave|parental)|\bpto\b|401\s?\(?k|health insurance|medical,? dental|dental (?:and|insurance|plan|coverage)|pension (?:scheme|plan|contribution)|(?:vacation|annual leave) days|days (?:of )?(?:holiday|vacation|annual leave|paid)|stock options|gym membership|free (?:lunch|coffee|parking|meals|snacks)|benefits (?:package|include)|competitive (?:salary|pay|benefits|package|compensation|wage|rate)|equal[- ]opportunit|regardless of|without regard to|discriminat|reasonable accommodation|sexual orientation|gender identity|protected veteran|\ba veteran\b|have a disability|disability status|\bapply (?:now|today|here|via|online|by|at|through)\b|to apply\b|send (?:us )?your (?:cv|r[ée]sum[ée]|application)|cover letter|submit your|recruitment agenc|(?:duties|tasks) as (?:assigned|required|needed)|^no (?:prior |previous )?experience (?:is )?(?:needed|required|necessary)\W*$|https?:|www\.|[$€£]\s?\d|\d\s?(?:€|eur\b|usd\b|gbp\b)|\bwir bieten|urlaubstage|altersvorsorge|bewerbung|nous offrons|tickets? restaurant|mutuelle|ofrecemos|seguro médico/iu

const NICE_TO_HAVE =
  /nice[- ]to[- ]have|\b(?:a|big|huge|strong|definite) plus\b|\bplus\s*(?:point|[.)!]*$|:)|\bbonus\b|advantage(?:ous)?\b|\basset\b|would be (?:great|good|nice|helpful)|not (?:strictly )?required|optional|helpful but|von vorteil|\bun (?:plus|atout)\b|valorable|se valorará/iu
const PREFERRED = /prefer(?:red|ably|ence)|\bideal(?:ly)?\b|\bdesir(?:ed|able)\b|wünschenswert|idealerweise|souhait|idéalement|deseable|preferiblemente/iu
const MUST_HAVE = /\bmust\b|(?<!as )\brequire[sd]?\b|mandatory|\bessential\b|prerequisite|need to (?:have|be|hold|know)|erforderlich|zwingend|voraussetzung|obligatoire|exigé|indispensable|imprescindible|obligatori/iu
const LEAST = /\bminimum\b|\bat least\b|mindestens|au moins|al menos|mínimo/iu
const LICENCE = /\blicen[sc]e|\bcertifi(?:ed|cate|cation)|\bregist(?:ered|ration)\b|\bright to work\b|authori[sz]ed to work|work permit|führerschein|permis\b|permiso\b/iu

const REQUIREMENT =
  /\b(?:must|required?|requires|mandatory|essential|experienced?|knowledge|degree|diploma|proficien\w+|fluen\w+|familiar\w*|ability|able to|skills?|skilled|understanding|background in|expertise|qualifi\w+|years?|certifi\w+|licen[sc]ed?|looking for|ideal candidate|you (?:have|bring|are)|competen\w+|willing\w*|comfortable with|track record|preferred|a plus|erfahrung\w*|kenntnisse|\w+kenntnisse|ausbildung|studium|fähigkeit\w*|expérience|connaissances?|maîtrise|diplôme|compétences?|experiencia|conocimientos?|titulación|dominio)\b/iu

const SOFT =
  /team ?player|motivated|self[- ]starter|pro-?active|positive|passion|enthusias|flexib|friendly|reliab|punctual|attitude|interpersonal|curious|dynamic|energetic|adaptab|creativ|independen|fast[- ]paced|sense of humou?r|hard[- ]working|work ethic|teamfähig|zuverlässig|autonom|esprit d/iu
const SOFT_SKILLS = new Set(['Communication', 'Teamwork', 'Problem solving', 'Time management', 'Attention to detail', 'Presentation skills'])

// "3 years of sales, ideally in SaaS": the aside says nothing of the years.
const ASIDE = /[,(–]\s*(?:ideally|preferably|idealerweise|idéalement|preferiblemente)\s.*$/iu

export type Kind = 'REQUIREMENT' | 'DUTY' | 'PROSE' | 'NOISE'

/** What a statement is, by its section and its words. */
export function kindOf({ text, section }: Statement): Kind {
  if (section === 'NOISE' || NOISE.test(text)) return 'NOISE'
  if (section === 'DUTIES') return MUST_HAVE.test(text) || /\byears?['’]? (?:of )?experience|\bdegree\b/iu.test(text) ? 'REQUIREMENT' : 'DUTY'
  if (section !== 'OTHER') return 'REQUIREMENT'
  return REQUIREMENT.test(text) ? 'REQUIREMENT' : 'PROSE'
}

/** How much a requirement matters: its own words before its heading's, and a sensible guess without either. */
export function importanceOf({ text: statement, section }: Statement, requirement: Requirement): Importance {
  const text = statement.replace(ASIDE, '')
  if (NICE_TO_HAVE.test(text)) return 'NICE_TO_HAVE'
  if (PREFERRED.test(text)) return 'PREFERRED'
  if (MUST_HAVE.test(text)) return 'MUST_HAVE'
  if (section === 'NICE_TO_HAVE' || section === 'PREFERRED') return section
  if (LEAST.test(text)) return 'MUST_HAVE'
  if (section === 'MUST_HAVE') return isSoft(requirement) ? 'PREFERRED' : 'MUST_HAVE'
  return isFormal(requirement) ? 'MUST_HAVE' : 'PREFERRED'
}

/** A trait that a resume rarely proves. */
export function isSoft({ text, elements, months, degree, languages }: Requirement): boolean {
  if (months !== null || degree !== null || languages.mentions.length > 0) return false
  const skills = elements.flatMap(({ atoms }) => atoms).filter(({ kind }) => kind === 'SKILL')
  return skills.length > 0 ? skills.every(({ key }) => SOFT_SKILLS.has(key)) : SOFT.test(text)
}

/** Years, degrees, licences: what employers seldom ask for without meaning it. */
export function isFormal({ text, months, degree }: Requirement): boolean {
  return months !== null || degree !== null || LICENCE.test(text)
}

/** `NONE`: not needed. */
export type NamedImportance = Importance | 'NONE'

/** The importance that a clarification question, or its answer, names. */
export function namedImportance(text: string): NamedImportance | null {
  if (/\bnot (?:needed|necessary|relevant|important|applicable)\b|irrelevant|\bnot (?:at all|required)\b|nicht (?:nötig|erforderlich)|pas nécessaire|no necesari/iu.test(text)) return 'NONE'
  if (NICE_TO_HAVE.test(text)) return 'NICE_TO_HAVE'
  if (PREFERRED.test(text)) return 'PREFERRED'
  return MUST_HAVE.test(text) || /must[- ]have|very important|critical|non[- ]negotiable|\bminimum\b/iu.test(text) ? 'MUST_HAVE' : null
}
