/**
 * Headings of resumes and of job descriptions, and what stands below them.
 *
 * Owns the cue words (English, and the usual ones in German, French and Spanish) and the shape of a heading.
 */
import { fold } from './terms.ts'

export type ResumeSection = 'EXPERIENCE' | 'EDUCATION' | 'SKILLS' | 'LANGUAGES' | 'OTHER'
export type PostingSection = 'NOISE' | 'NICE_TO_HAVE' | 'PREFERRED' | 'MUST_HAVE' | 'DUTIES' | 'OTHER'

const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/))

const RESUME_SECTIONS: [ResumeSection, Set<string>][] = [
  ['LANGUAGES', words('language languages sprachen sprachkenntnisse langues idiomas')],
  ['EDUCATION', words('education qualifications certifications certificates certification licenses licences training courses coursework academic schooling studies ausbildung bildung bildungsweg studium zertifikate formation diplomes formacion educacion')],
  ['SKILLS', words('skills competencies competences technologies tools expertise proficiencies stack kenntnisse fahigkeiten kompetenzen competencias habilidades')],
  ['EXPERIENCE', words('experience employment career work jobs positions berufserfahrung werdegang berufspraxis erfahrung experiencia experiences projects')],
  ['OTHER', words('summary profile objective about references interests hobbies awards publications volunteering achievements highlights personal contact resume cv vitae lebenslauf profil perfil interets intereses')]
]
const HEADING_FILLERS = words(
  'and & professional relevant technical key core additional other my history background selected recent practical hard soft it computer summary statement details information me curriculum und berufliche et professionnelle professionnelles y profesional laboral academica'
)
const HEADING_LENGTH_MAX = 70 // a printed heading is one line with room to spare

/**
 * The section that a line of a resume opens, or null when it is no heading: every word of a heading
 * belongs to the vocabulary of headings, so that "Customer service experience" is none.
 */
export function resumeSectionOf(line: string): ResumeSection | null {
  const heading = headingWords(line)
  if (!heading) return null
  const parts = heading.split(' ')
  const isKnown = (word: string): boolean => HEADING_FILLERS.has(word) || RESUME_SECTIONS.some(([, cues]) => cues.has(word))
  if (!parts.every(isKnown)) return null
  return RESUME_SECTIONS.find(([, cues]) => parts.some((word) => cues.has(word)))?.[0] ?? null
}

// The order is the precedence: "Preferred qualifications" are preferred, "Bonus and benefits" are noise.
const POSTING_SECTIONS: [PostingSection, RegExp][] = [
  ['NOISE', /benefit|perks|we offer|we provide|\boffer(?:s|ed)?\b|about (?:us|the company|our)|who we are|our (?:company|culture|values|mission|story|team)|why (?:join|work|us|you)|salary|compensation|\bpay\b|equal opportunit|diversity|\beeo\b|how to apply|application process|interview process|next steps|contact|privacy|disclaimer|legal notice|reports? to|wir bieten|uber uns|das bieten|ihre vorteile|deine vorteile|avantages|nous offrons|qui sommes|a propos|ofrecemos|beneficios|sobre nosotros|quienes somos/],
  ['NICE_TO_HAVE', /nice to have|bonus|\bplus(?:es)?\b|extra (?:points|credit)|advantage|brownie|optional|von vorteil|pluspunkte|un atout|les plus|valorable|se valorara/],
  ['PREFERRED', /prefer|desir|ideal|wunschenswert|souhait|\bshould have/],
  ['MUST_HAVE', /require|qualification|must|minimum|essential|mandatory|you(?:ll)? (?:have|bring|need|offer|will need|will have)|what (?:we(?:re| are) looking|we look|it takes)|about you|who you are|looking for|your (?:profile|skills|background|experience)|^(?:profile|skills|experience|education|competenc\w+|skills and experience|knowledge.*)$|(?:key|technical|core|professional) (?:skills|competenc\w+)|person specification|candidate profile|eligibility|anforderung|profil|das bringst|das bringen|voraussetzung|qualifikation|competences|requisito|perfil|exigence|prerequis/],
  ['DUTIES', /responsib|duties|you(?:ll| will) (?:do|be doing)|what you do|the role|your role|the job|the position|day to day|tasks|key activities|job description|job summary|mission|aufgabe|tatigkeit|vos missions|funciones|responsabilidad/]
]

/** What stands below a heading of a job description, or null when the line is no heading. */
export function postingSectionOf(line: string): PostingSection | null {
  const heading = headingWords(line)
  if (!heading) return null
  const section = POSTING_SECTIONS.find(([, cues]) => cues.test(heading))?.[0]
  const marked = /^\s*#|^\s*(?:\*\*|__).*(?:\*\*|__)\s*:?\s*$|:[\s*_]*$/.test(line) || /^\P{Ll}*\p{Lu}{4,}\P{Ll}*$/u.test(line)
  if (marked) return section ?? 'OTHER'
  const short = heading.split(' ').length <= 5 && !/^\s*[-–•*]|\d|[.,;!]\s*$/.test(line)
  return section && short && UNMARKED.test(heading) ? section : null
}

// How a heading reads that nothing but its words tells from a requirement.
const UNMARKED =
  /^(?:what|who|why|about|how|das|was|wir|nice|bonus|nous|vos|votre|ihre?|deine?|your|our|the)\b|(?:must haves?|requirements?|qualifications?|responsibilit\w+|duties|skills|experience|benefits|perks|tasks|anforderungen|aufgaben|profil\w*|profil recherche|requisitos|funciones|competenc\w+)$/

const INLINE_HEADING =
  /(?<![\p{L}-])((?:(?:key|minimum|basic|preferred|required|desired|main|your|our|the|job) ){0,2}(?:requirements|qualifications|responsibilities|duties|benefits|what we offer|we offer|nice[- ]to[- ]haves?|must[- ]haves?|skills|about us|about the role|what you bring|what you(?:'|’)ll (?:do|bring|need)|bonus(?: points)?|anforderungen|aufgaben|wir bieten|ihr profil|profil recherché|requisitos|funciones)\s*:)/giu

/** Headings inside a wall of text, each brought to a line of its own. */
export function withHeadingLines(text: string): string {
  return text.replace(INLINE_HEADING, '\n$1\n')
}

function headingWords(line: string): string | null {
  if (line.length > HEADING_LENGTH_MAX || /[@\d]{4}/.test(line)) return null
  const heading = fold(line).replace(/[^\p{L}\p{N}&]+/gu, ' ').trim()
  return heading === '' ? null : heading
}
