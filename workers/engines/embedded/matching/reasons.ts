/**
 * Writes the reasons that a recruiter reads next to a verdict.
 *
 * The subject of a reason is the whole criterion or names from it, never separate words. A reason must not contain
 * words from a resume or an answer, because those are shown only as verified quotes.
 */
import type { Language } from '../../../language/detection.ts'
import type { FieldRelation, FindingKey, ReasonTexts } from '../../../reasons/reason-texts.ts'
import { reasonTexts } from '../../../reasons/reasons.ts'
import { isRequestWord, tokensOf } from '../../../language/tokens.ts'
import { isNamed, type Term, type TermGroup } from './term-groups.ts'
import { wordingOf, type Requirement } from './requirement.ts'
import type { DegreeLevel } from '../language/degrees.ts'
import { durationsIn } from '../language/durations.ts'
import { isTrade } from '../language/skills.ts'
import { anyOther, languageNameIn, type LanguageLevel } from '../language/languages.ts'

/** A finding, independent of language: the key of its sentence, with the values for the placeholders. */
export type Finding = {
  key: FindingKey
  /** The term groups whose names become the subject of the sentence, if they have names. */
  termGroups?: Iterable<TermGroup>
  /** In months. */
  duration?: { has: number; asked: number }
  degree?: { level: DegreeLevel; field: FieldRelation | null }
  /** The languages, any one of which satisfies the requirement, by their English names. */
  languages?: string[]
  level?: LanguageLevel
  levelAsked?: LanguageLevel
}

// Keeps a reason short. A longer subject would repeat the criterion, which is displayed next to the reason.
const subjectLengthMax = 80
const namesMax = 4
/**
 * Quotation marks in a criterion. The criterion is then not quoted, because nested quotation marks are hard to read.
 */
const anyQuote = /["“”„«»]/

/** Returns the findings as sentences in the given language, without duplicates. */
export function sentencesFor(findings: Finding[], requirement: Requirement, language: Language): string {
  return [...new Set(findings.map((finding) => sentenceFor(finding, requirement, language)))].join(' ').trim()
}

function sentenceFor(finding: Finding, { text }: Requirement, language: Language): string {
  const texts = reasonTexts[language]
  const subject = subjectOf(text, finding.termGroups, texts, language)
  if (finding.key === 'REQUIRED' && subject === texts.thisRequirement) return ''
  const values: Record<string, string> = {
    subject,
    ...durationsOf(finding, text, texts, language),
    ...(finding.degree && {
      degree: texts.degrees[finding.degree.level - 1]!,
      field: finding.degree.field === null ? '' : texts.fields[finding.degree.field],
    }),
    ...(finding.languages && { language: languagesOf(finding.languages, texts, language) }),
    ...(finding.level && { level: texts.levels[finding.level - 1]! }),
    ...(finding.levelAsked && { asked: texts.levels[finding.levelAsked - 1]! }),
  }
  const sentence = texts.findings[finding.key].replace(/\{(\w+)\}/g, (_, name: string) => values[name]!)
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
}

/**
 * Returns the subject of a reason. If the term groups have names, this is a list of them: "Docker, Kubernetes and
 * Terraform", or "Go or Java" for alternatives. Otherwise it is the whole criterion in quotation marks, or "this
 * requirement" if the criterion is too long.
 */
function subjectOf(text: string, termGroups: Iterable<TermGroup> = [], texts: ReasonTexts, language: Language): string {
  const quoted = (phrase: string): string => texts.quotes.join(phrase)
  const groups = namesOf(text, termGroups) ?? []
  const namesIn = (names: typeof groups): string[] =>
    wordingOf(text, names.flat()).map((name) => (isName(name) ? name : quoted(name)))
  const alternatives = groups
    .filter((names) => names.length > 1)
    .map((names) => listed(namesIn([names]), 'disjunction', language))
  const names = [...namesIn(groups.filter(({ length }) => length === 1)), ...alternatives].slice(0, namesMax)
  const list = listed(names, 'conjunction', language)
  if (list !== '' && list.length <= subjectLengthMax) return list
  const whole = text
    .replace(/\s+/g, ' ')
    .replace(/[\s.;:,]+$/, '')
    .trim()
  const isFit = whole !== '' && whole.length <= subjectLengthMax && !anyQuote.test(whole)
  return isFit ? quoted(whole) : texts.thisRequirement
}

/** Returns whether a phrase is a name rather than part of a sentence, such as "lift 50 pounds". */
const isName = (phrase: string): boolean => phrase.split(' ').length <= 2 || !/(?:^| )\p{Ll}/u.test(phrase)

/**
 * Returns the names in each group, or null if one is not a proper name: in "Night audit and weekend shifts", "audit"
 * and "shifts" mean nothing alone.
 */
export function namesOf(text: string, termGroups: Iterable<TermGroup>): Term[][] | null {
  const groups = Array.from(termGroups, ({ terms }) => terms.filter(isNamed)).filter((names) => names.length > 0)
  return groups.length > 0 && groups.flat().every((name) => isProper(text, name)) ? groups : null
}

/**
 * Returns whether a term is spelled like a name: with a digit, or with a capital that is not the criterion's first
 * letter.
 */
function isProper(text: string, { kind, key, start, end }: Term): boolean {
  const name = text.slice(start, end)
  const isProduct = kind === 'SKILL' && !isTrade(key)
  return /[\p{Lu}\d]/u.test(name) && (start > 0 || isProduct || /.[\p{Lu}\d]/u.test(name))
}

const locales = { en: 'en-GB', de: 'de', fr: 'fr', es: 'es', pt: 'pt', nl: 'nl' } // "a, b and c": no comma before "and"

function listed(phrases: string[], type: 'conjunction' | 'disjunction', language: Language): string {
  return new Intl.ListFormat(locales[language], { type }).format(phrases)
}

function languagesOf(languages: string[], texts: ReasonTexts, language: Language): string {
  const names = languages.map((name) => (name === anyOther ? texts.anotherLanguage : languageNameIn(name, language)))
  return listed(names, 'disjunction', language)
}

// ── years ──────────────────────────────────────────────────────────────────────────────────────────

function durationsOf(
  { key, duration }: Finding,
  criterion: string,
  texts: ReasonTexts,
  language: Language,
): Record<string, string> {
  if (!duration) return {}
  const { has, asked } = duration
  return {
    has: key === 'YEARS_SHORT' ? String(Math.floor(has / 12)) : durationIn(has, language),
    asked: durationIn(asked, language),
    experience: experienceIn(criterion, texts),
  }
}

/** Returns whether a reason can say "2 of the 5 years", which is shorter than two durations. */
export function areWholeYears({ has, asked }: { has: number; asked: number }): boolean {
  return asked > 12 && asked % 12 === 0 && (has >= monthsMatterBelow || has === 12)
}

const monthsMatterBelow = 24

/** "7 years", "18 months", "1 year": months are stated below two years, and above that only full years. */
function durationIn(months: number, language: Language): string {
  const unit = months < monthsMatterBelow && months % 12 !== 0 ? 'month' : 'year'
  const amount = unit === 'month' ? months : Math.floor(months / 12)
  return new Intl.NumberFormat(locales[language], { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
}

/**
 * Returns the subject of a number of years in the criterion's own words. These are the words after the number ("of
 * public relations experience"), or else the words before it.
 */
function experienceIn(criterion: string, texts: ReasonTexts): string {
  const [duration] = durationsIn(criterion)
  if (duration === undefined) return texts.ofExperience
  const after = textAfter(criterion.slice(duration.end), texts)
  if (after.length > subjectLengthMax) return texts.ofExperience
  // Words that do not directly follow the number are not its subject: "5 years, in three countries".
  if (/^ \p{L}/u.test(after)) return joined(after.trim(), texts)
  const before = criterion.slice(0, duration.start).replace(/[\s(,:–-]+$/, '')
  const isSubject = before.length <= subjectLengthMax && tokensOf(before).some((token) => !isRequestWord(token))
  return isSubject && !anyQuote.test(before) ? `${texts.of} ${texts.quotes.join(before)}`.trim() : texts.ofExperience
}

/** Removes words that only state that something is required, and remarks in brackets or in a second sentence. */
function textAfter(text: string, { isRequired }: ReasonTexts): string {
  const required = new RegExp(`^ ?(?:${isRequired})(?!\\p{L})|[ ,]+(?:${isRequired})[ .]*$`, 'giu')
  const line = text.replace(/\s+/g, ' ').replace(/^['’]s?(?= )/, '')
  return line
    .replace(/[;(:].*$|\. .*$/u, '')
    .replace(required, '')
    .replace(/[\s.,;-]+$/, '')
}

/** Returns "of nursing" for "nursing" if the language needs a preposition after a number of years. */
function joined(words: string, { of, prepositions }: ReasonTexts): string {
  const first = /\p{L}+/u.exec(words)![0].toLowerCase()
  return of === '' || prepositions.split(' ').includes(first) ? words : `${of} ${words}`
}
