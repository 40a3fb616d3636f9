/**
 * Counts typical elements of resumes in a text: sections, periods, schools, roles, skills, contact details, personal
 * facts. The words are in `resume-words.txt`.
 */
import { resumeSectionOf } from '../../language/headings.ts'
import { continuing, dash, today, until } from '../../language/period-words.ts'
import { phraseLists } from './phrase-lists.ts'

/** The numbers of those signs that only resumes have. */
export type SureSigns = { sections: number; periods: number; title: number }

export type ResumeSigns = SureSigns & {
  education: number
  roles: number
  skills: number
  work: number
  contact: number
  person: number
}

const lists = phraseLists('resume-words.txt')
const patternOf = (name: string): string => lists.get(name)!.join('|')
const wordsOf = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${patternOf(name)})(?![\\p{L}\\p{N}])`, 'giu')

/** Headings in languages that `headings.ts` does not cover. */
const foreignHeading = new RegExp(`^[^\\p{L}]{0,4}(?:${patternOf('heading')})[^\\p{L}]{0,4}$`, 'iu')

const year = String.raw`(?:(?:19|20)\d\d|['’]\d\d)`
const periodPattern = new RegExp(
  String.raw`(?<!\d)${year}[^\S\n]?(?:年)?[^\n\d]{0,12}?[^\S\n]?(?:${dash}|${until})[^\S\n]?(?:[^\n\d]{0,14}?(?:\d{1,2}[./-]){0,2}${year}|(?:${today}|${continuing})(?!\p{L}))`,
  'giu',
)
const monthPeriod = /(?<!\d)(?:\d{1,2}[./-])?(?:19|20)\d\d\D{1,8}\d{1,2}[./-](?:19|20)\d\d(?!\d)/giu
/** `05/17 – 06/19` */
const shortPeriod = /(?<![\d/.])(?:0?[1-9]|1[0-2])[/.]\d\d\s?[-–—]\s?(?:0?[1-9]|1[0-2])[/.]\d\d(?![\d/.])/gu
const sincePattern =
  /(?<!\p{L})(?:since|from|seit|ab|depuis|desde|dal|sinds|od|sedan|с)\s(?:\p{L}{3,10}\.?\s)?(?:\d{1,2}[./])?(?:19|20)\d\d(?!\d)/giu
const yearsPattern =
  /(?<!\p{L})(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|zwei|drei|vier|fünf)\+?[\s-](?:or more |plus )?(?:(?:full )?years?|yrs?|months?|jahren?|ans|années|años|anni|anos|jaar|lat|år|let|лет|года)(?!\p{L})/giu

const education = wordsOf('education')
const cjkEducation =
  /大学|大學|学院|高校|高等学校|卒業|本科|硕士|学士|대학교|고등학교|졸업|جامعة|אוניברסיטה|विश्वविद्यालय/gu
const roles = wordsOf('roles')
const cjkRoles =
  /エンジニア|開発|営業|主任|部長|工程师|经理|开发|主管|엔지니어|개발자|팀장|매니저|مهندس|مدير|מהנדס|מנהל/gu
const skills = wordsOf('skills')
const work = wordsOf('work')
const person = wordsOf('person')
const title =
  /(?<![\p{L}\p{N}_/.-])(?:r[eé]sum[eé]|cv|c\.v\.|curriculum(?: vitae)?|biodata|lebenslauf|hoja de vida|currículo|履歴書|職務経歴書|简历|簡歷|이력서|резюме|życiorys|özgeçmiş|životopis|önéletrajz)(?![\p{L}\p{N}_/.])/iu
const mail = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.[\p{L}]{2,}/u
const phone = /(?<![\d.,])(?:\+|00|\(?0|\(?\d{3}\)?)[\d\s()./-]{7,18}\d(?!\d)/u
const profile = /linkedin\.com|github\.com|gitlab\.com|xing\.com|behance\.net|portfolio/iu

/** A resume's title has at most `titleWords` words. It is looked for in the first `titleLines` lines. */
const [titleWords, titleLines] = [5, 8]
const headingUnits = 80

/** Returns, for each kind of sign that only resumes have, how many different ones the text contains. */
export function sureSigns(text: string): SureSigns {
  const lines = text.split('\n').map((line) => line.trim())
  const sections = lines.flatMap((line) => headingOf(line) ?? [])
  const found = [periodPattern, monthPeriod, shortPeriod, sincePattern].flatMap((pattern) => distinct(text, pattern))
  const head = lines.filter((line) => line !== '').slice(0, titleLines)
  return {
    sections: new Set(sections).size,
    periods: new Set(found).size,
    title: head.some((line) => line.split(/\s+/).length <= titleWords && title.test(line)) ? 1 : 0,
  }
}

/** Returns, for each kind of sign, how many different ones the text contains. Takes a millisecond for a two-page resume. */
export function resumeSigns(text: string): ResumeSigns {
  return {
    ...sureSigns(text),
    education: distinct(text, education).length + distinct(text, cjkEducation).length,
    roles: distinct(text, roles).length + distinct(text, cjkRoles).length,
    skills: distinct(text, skills).length,
    work: distinct(text, work).length + distinct(text, yearsPattern).length,
    contact: [mail, phone, profile].filter((pattern) => pattern.test(text)).length,
    person: distinct(text, person).length,
  }
}

function headingOf(line: string): string | null {
  if (line === '' || line.length > headingUnits) return null
  const section = resumeSectionOf(line)
  if (section !== null) return section === 'OTHER' ? null : section
  return foreignHeading.test(line) ? line.toLowerCase() : null
}

function distinct(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([found]) => found.toLowerCase()))]
}
