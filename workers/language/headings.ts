/**
 * Recognises headings in resumes, and the kind of section below each.
 *
 * Covers English, and the usual words in Dutch, French, German, Portuguese and Spanish.
 */
import { fold } from './tokens.ts'

export type ResumeSection = 'REFERENCES' | 'EXPERIENCE' | 'EDUCATION' | 'SKILLS' | 'LANGUAGES' | 'OTHER'

const headingLengthMax = 70 // a heading is shorter than a printed line
const introductionLengthMax = 120 // "Qualified candidates should have the following characteristics:"

/** Returns the words of a line, folded; null if the line is too long for a heading. */
export function headingWords(line: string): string | null {
  if (line.length > (line.endsWith(':') ? introductionLengthMax : headingLengthMax)) return null
  const heading = fold(line)
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return heading === '' ? null : heading
}

const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/))

// In order of precedence: "Language courses" is a heading for languages. REFERENCES also includes hobbies. The text
// below such a heading is not evidence.
const resumeSections = Object.entries({
  REFERENCES: words('references referees hobbies interests referenzen hobbys interessen loisirs intereses aficiones'),
  LANGUAGES: words('language languages sprachen sprachkenntnisse langues idiomas talen talenkennis'),
  EDUCATION: words(`
    education educational certifications certificates certification licenses licences license licence licensure
    registration training courses coursework academic schooling studies ausbildung bildung bildungsweg studium
    zertifikate weiterbildung weiterbildungen fortbildungen formation diplomes etudes estudios formacion educacion opleiding opleidingen cursussen formacao educacao certificacoes`),
  SKILLS: words(`
    skills competencies competences technologies tools expertise proficiencies strengths stack kenntnisse edv
    informatique informatica logiciels
    fahigkeiten kompetenzen competencias habilidades vaardigheden competenties`),
  EXPERIENCE: words(`
    experience experiences employment career work jobs positions projects berufserfahrung werdegang berufspraxis
    erfahrung stationen parcours experiencia trayectoria werkervaring`),
  OTHER: words(`
    summary profile objective overview focus about awards honors publications presentations volunteering achievements
    accomplishments highlights qualifications affiliations memberships activities personal contact resume cv vitae
    lebenslauf profil perfil samenvatting profiel resumo`),
}) as [ResumeSection, Set<string>][]
const resumeFillers = words(`
  and of beruflicher professional executive military relevant technical key core additional other my history background areas
  selected recent practical hard soft it computer summary statement details information me curriculum und berufliche
  et professionnelle professionnelles techniques y profesional laboral academica profissional`)

/**
 * Returns the kind of section that a heading opens, or null if the line is not a heading. Each word of the line must be
 * a heading word, so "Customer service experience" is not a heading.
 */
export function resumeSectionOf(line: string): ResumeSection | null {
  const heading = (headingWords(line) ?? '').split(' ')
  const isHeadingWord = (word: string): boolean => resumeSections.some(([, names]) => names.has(word))
  if (!heading.every((word) => resumeFillers.has(word) || isHeadingWord(word))) return null
  return resumeSections.find(([, names]) => heading.some((word) => names.has(word)))?.[0] ?? null
}
