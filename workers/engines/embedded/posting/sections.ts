/**
 * Recognises headings in job descriptions, and the kind of section below each.
 *
 * Uses the words in headings (English, and the usual ones in German, French and Spanish) and their shape.
 */
import { alternativesOf, phrasesOf } from '../../../language/words.ts'
import type { Importance } from '../../../../generated/types.gen.ts'
import { skillsIn } from '../language/skills.ts'
import { headingWords, type ResumeSection, resumeSectionOf } from '../../../language/headings.ts'
import { tokensOf } from '../../../language/tokens.ts'

export type PostingSection = 'NOISE' | Importance | 'DUTIES' | 'OTHER'

const unmarkedWordsMax = 5 // a longer line without heading marks is a sentence

// In order of precedence: "Preferred qualifications" are preferred, "Bonus and benefits" are noise.
const postingSections: [PostingSection, RegExp][] = [
  ['NOISE', phrasesOf('heading noise')],
  ['NICE_TO_HAVE', phrasesOf('heading nice to have')],
  ['DUTIES', phrasesOf('heading duties first')],
  ['MUST_HAVE', phrasesOf('heading must have first')],
  ['PREFERRED', phrasesOf('heading preferred')],
  ['MUST_HAVE', phrasesOf('heading must have')],
  ['DUTIES', phrasesOf('heading duties')],
]

const formField = /^\d\d$/ // a question number in an application form
const marked = /^\s*#|^\s*(?:\*\*|__).*(?:\*\*|__)\s*:?\s*$|:[\s*_]*$/
// Capitals alone mark a heading of several words. A single word, or a list item, is a skill: COBOL, SAP.
const capitals = /^(?!\s*[-–•*])\P{Ll}*\p{Lu}{3,}\P{Ll}*$/u
// Wording that distinguishes a heading without marks from a requirement.
const unmarked = new RegExp(
  [
    '^(?:what|who|why|about|how|que|things|das|was|wir|nice|bonus|nous|vos|votre|tes|ton|ce que|les plus|pourquoi|warum|ihre?|deine?|your|our|the)\\b',
    '(?:must haves?|requirements?|qualifi[ck]ation(?:s|en)?|responsibilit\\w+|duties|functions|(?:key|technical|core|required) skills|experience|benefits|perks)$',
    '^(?:job|position|role) (?:summary|description|overview|purpose)$|^salary(?: range)?$|^compensation$|(?:selection|hiring|application|interview) process$|^(?:le )?process(?:us)? de recrutement',
    '^conditions(?: of employment)?$|^next steps$|documents$|^kontakt$|^behaviou?rs$|criteria$|specification$|^missions(?: principales)?$',
    '(?:tasks|profil\\w*|profil recherche|anforderungen|aufgaben|requisitos|funciones|competenc\\w+)$',
  ].join('|'),
)

/**
 * Returns the kind of section that a heading opens, or null if the line is not a heading.
 *
 * @param isHeading whether the line's position shows that it is a heading; then, unknown words open the section `OTHER`
 */
export function postingSectionOf(line: string, isHeading = false): PostingSection | null {
  const heading = headingWords(line)
  if (heading === null) return null
  if (formField.test(heading)) return 'NOISE'
  const isKnown = qualifications.has(resumeSectionOf(heading))
  const section = postingSections.find(([, names]) => names.test(heading))?.[0] ?? (isKnown ? 'MUST_HAVE' : undefined)
  // "SAP HANA" is a skill in two words.
  const isName = section === undefined && (!heading.includes(' ') || skillsIn(line, tokensOf(line)).length > 0)
  const isCapitals = capitals.test(line) && !isName
  if (isHeading || marked.test(line) || isCapitals) return section ?? 'OTHER'
  const isShort = heading.split(' ').length <= unmarkedWordsMax && !/^\s*[-–•*]|\d|[.,;!]\s*$/.test(line)
  return section && isShort && (isKnown || unmarked.test(heading) || onlyHeading.test(heading)) ? section : null
}

const qualifications = new Set<ResumeSection | null>(['EDUCATION', 'SKILLS', 'LANGUAGES'])

// Facts that apply only to their own line.
const fact = phrasesOf('heading of one line')
const listed = phrasesOf('heading of a list')
const inlineWordsMax = 6
const headingNouns = alternativesOf('heading noun')
const onlyHeading = new RegExp(
  `^(?=.*\\b${headingNouns}\\b)(?:(?:${headingNouns}|${alternativesOf('heading filler')}) ?)+$`,
)

/** Returns whether the words are only a heading, without a requirement: "Required knowledge, skills & abilities". */
export function isOnlyHeading(text: string): boolean {
  return resumeSectionOf(text) !== null || onlyHeading.test(headingWords(text) ?? '')
}

/**
 * Returns whether the words are a heading inside a block of text: "Your duties include:", "EDUCATION AND EXPERIENCE:",
 * "Job requirements."
 */
export function isInlineHeading(words: string): boolean {
  const heading = headingWords(words) ?? ''
  if (words.endsWith('.')) return onlyHeading.test(heading)
  const section = postingSectionOf(words, true)
  if (section === null || section === 'OTHER' || fact.test(heading)) return false
  if (capitals.test(words)) return true
  const isShort = heading.split(' ').length <= inlineWordsMax && !/[\d()]/.test(words)
  const kind = resumeSectionOf(words)
  const isLabel = (kind === 'EDUCATION' || kind === 'EXPERIENCE') && !onlyHeading.test(heading)
  return listed.test(heading) || (isShort && !isLabel)
}
