/**
 * What an application shows of each side of a requirement: its skills and words, its length of
 * experience, its degree, its languages.
 *
 * Owns one judgement a side. How the sides make one verdict is not decided here.
 */
import type { Verdict } from '../../tasks.ts'
import { DEGREE_NAMES, isUnfinished } from './degrees.ts'
import { evidenceFor, LINES_MAX, placeOf, type Evidence } from './evidence.ts'
import { experienceWith } from './experience.ts'
import { LEVEL_NAMES, type LanguageLevel, type LanguageMention } from './languages.ts'
import type { Line } from './lines.ts'
import type { Reading } from './reading.ts'
import { lengthOf, topicOf } from './reasons.ts'
import type { Atom, Element, Requirement } from './requirements.ts'

/** `reason` is a clause without a point, that begins with a verb or an article. */
export type Facet = { verdict: Verdict; reason: string; lines: Line[] }

/** The sides that the requirement has, each judged. */
export function facetsOf(requirement: Requirement, reading: Reading): Facet[] {
  const { elements, months, degree, languages } = requirement
  const facets: Facet[] = []
  if (degree) facets.push(degreeFacet(degree, reading))
  if (languages.mentions.length > 0) facets.push(...languageFacets(languages, reading))
  if (months !== null) facets.push(experienceFacet(requirement, months, reading))
  else if (elements.length > 0) facets.push(elementsFacet(requirement, reading))
  return facets
}

// ── skills and words ────────────────────────────────────────────────────────────────────────────

/** This much of a requirement's weight has to be found; the rest is taken for how it was put. */
const MET_SHARE_MIN = 0.6
/** Without a named skill, words mean the same only when this much of them stands in one line. */
const MET_LINE_SHARE_MIN = 0.5

function elementsFacet({ text, elements, depth }: Requirement, reading: Reading): Facet {
  const evidence = evidenceFor(elements, reading)
  const { lines, denials } = evidence
  if (!countsAtAll(elements, evidence)) {
    if (evidence.denied.size === 0) return { verdict: 'NO_EVIDENCE', reason: `nothing in the application speaks of ${topicOf(text, elements)}`, lines: [] }
    return { verdict: 'NOT_MET', reason: `the application denies ${topicOf(text, [...evidence.denied])}`, lines: denials }
  }
  const found = `shows ${topicOf(text, [...evidence.found])}`
  if (!isMet(elements, evidence)) return { verdict: 'PARTIAL', reason: `${found}, but ${lackOf(text, elements, evidence)}`, lines }
  const onlyListed = [...evidence.listed].filter(({ kind }) => kind === 'SKILL')
  if (!depth || onlyListed.length === 0) return { verdict: 'MET', reason: found, lines }
  return { verdict: 'PARTIAL', reason: `lists ${topicOf(text, onlyListed)} without showing work with it`, lines }
}

function lackOf(text: string, elements: Element[], { found }: Evidence): string {
  const missing = elements.filter((element) => !found.has(element) && element.kind === 'SKILL')
  return missing.length === 0 ? 'not all that was asked for' : `not ${topicOf(text, missing)}`
}

function countsAtAll(elements: Element[], { found, listed, denied, bestLineShare }: Evidence): boolean {
  // A name in a list does not outweigh the applicant's own "no".
  const skills = [...found].filter((element) => element.kind === 'SKILL' && !(listed.has(element) && denied.has(element)))
  if (skills.length > 0) return true
  const words = [...found].filter(({ kind }) => kind === 'WORD').length
  const isAllWords = elements.every(({ kind }) => kind === 'WORD')
  return isAllWords && bestLineShare > 0 && words >= Math.min(2, elements.length)
}

function isMet(elements: Element[], { found, denied, share, bestLineShare }: Evidence): boolean {
  if (elements.some((element) => element.kind === 'SKILL' && (!found.has(element) || denied.has(element)))) return false
  if (share < MET_SHARE_MIN) return false
  return elements.some(({ kind }) => kind === 'SKILL') || bestLineShare >= MET_LINE_SHARE_MIN
}

// ── length of experience ────────────────────────────────────────────────────────────────────────

/** Less than this part of what was asked for is not a start but a lack. */
const PARTIAL_LENGTH_MIN = 0.5
/** Dates are rounded to months at both ends. */
const TOLERANCE_MONTHS = 1

function experienceFacet(requirement: Requirement, months: number, reading: Reading): Facet {
  const { text, elements } = requirement
  const topic = topicOf(text, elements)
  const subject = topic ? ` with ${topic}` : ' of experience'
  const experience = experienceWith(elements, reading)
  const asked = `${lengthOf(months)} ${months === 12 ? 'was' : 'were'} asked for`
  if (experience === null) {
    if (elements.length === 0) return { verdict: 'NO_EVIDENCE', reason: 'nothing says how long the applicant has worked', lines: [] }
    const facet = elementsFacet(requirement, reading)
    if (facet.verdict === 'NOT_MET' || facet.verdict === 'NO_EVIDENCE') return facet
    return { verdict: 'PARTIAL', reason: `${facet.reason}, but not for how long; ${asked}`, lines: facet.lines }
  }
  const { lines } = experience
  const has = `${experience.stated ? 'states' : 'has dates for'} ${lengthOf(experience.months)}${subject}; ${asked}`
  if (experience.months < months * PARTIAL_LENGTH_MIN) return { verdict: 'NOT_MET', reason: has, lines }
  if (experience.months + TOLERANCE_MONTHS < months) return { verdict: 'PARTIAL', reason: has, lines }
  const named = elements.length === 0 ? null : elementsFacet(requirement, reading)
  if (named && named.verdict !== 'MET' && misses(elements, reading)) return { verdict: 'PARTIAL', reason: `${has}; ${named.reason}`, lines }
  return { verdict: 'MET', reason: has, lines }
}

/** Years with a part of what was asked for are no years with all of it. */
function misses(elements: Element[], reading: Reading): boolean {
  return elements.some(({ kind, atoms }) => kind === 'SKILL' && !atoms.some(({ key }) => reading.bySkill.has(key)))
}

// ── degree ──────────────────────────────────────────────────────────────────────────────────────

function degreeFacet(asked: NonNullable<Requirement['degree']>, reading: Reading): Facet {
  const all = reading.lines.flatMap((line) => line.degrees.map((degree) => ({ line, degree }))).slice(0, LINES_MAX)
  const held = all.filter(({ line, degree }) => line.usable() && !line.deniesAt(degree)).map((entry) => ({ ...entry, inField: isInField(entry.line, asked.field) }))
  const wanted = `${DEGREE_NAMES[asked.level]} was asked for`
  if (held.length === 0) {
    const denials = all.filter(({ line, degree }) => line.denied() || line.deniesAt(degree)).map(({ line }) => line).slice(0, 1)
    if (denials.length > 0) return { verdict: 'NOT_MET', reason: `the application denies such a degree; ${wanted}`, lines: denials }
    return { verdict: 'NO_EVIDENCE', reason: `no degree is named; ${wanted}`, lines: [] }
  }
  const enough = held.filter(({ degree }) => degree.level >= asked.level)
  const [best] = (enough.length > 0 ? enough : held).toSorted(
    (one, other) => Number(other.inField) - Number(one.inField) || other.degree.level - one.degree.level || inEducation(other.line) - inEducation(one.line)
  )
  const { line, degree, inField } = best!
  const name = DEGREE_NAMES[degree.level]
  const facet = (verdict: Verdict, reason: string): Facet => ({ verdict, reason: `${reason}; ${wanted}`, lines: [line] })
  if (enough.length === 0) return facet(inField && degree.level === asked.level - 1 ? 'PARTIAL' : 'NOT_MET', `holds ${name}`)
  if (isUnfinished(line.text)) return facet('PARTIAL', `is working towards ${name}`)
  if (inField) return facet('MET', `holds ${name}`)
  return facet('PARTIAL', `holds ${name} in ${asked.anyField ? 'a field that may be related' : 'another field'}`)
}

const isInField = (line: Line, field: Atom[]): boolean => field.length === 0 || field.some((atom) => placeOf(line, atom) !== undefined)

const inEducation = ({ section }: Line): number => (section === 'EDUCATION' ? 1 : 0)

// ── languages ───────────────────────────────────────────────────────────────────────────────────

function languageFacets({ mentions, alternatives }: Requirement['languages'], reading: Reading): Facet[] {
  const facets = mentions.map((mention) => languageFacet(mention, reading))
  if (!alternatives) return facets
  const rank: Verdict[] = ['MET', 'PARTIAL', 'NOT_MET', 'NO_EVIDENCE']
  return facets.toSorted((one, other) => rank.indexOf(one.verdict) - rank.indexOf(other.verdict)).slice(0, 1)
}

/** From this level on, a language that is named without a level is not taken to be good enough. */
const DEMANDING_LEVEL: LanguageLevel = 4

function languageFacet({ language, level }: LanguageMention, reading: Reading): Facet {
  const mentions = reading.lines.flatMap((line) => line.languages.map((mention) => ({ line, mention })))
  const all = mentions.filter(({ mention }) => mention.language === language).slice(0, LINES_MAX)
  const known = all.filter(({ line, mention }) => line.usable() && !line.deniesAt(mention))
  const [best] = known.toSorted((one, other) => (other.mention.level ?? 0) - (one.mention.level ?? 0))
  if (!best) {
    const denials = all.filter(({ line, mention }) => line.denied() || line.deniesAt(mention)).map(({ line }) => line).slice(0, 1)
    if (denials.length > 0) return { verdict: 'NOT_MET', reason: `the application denies ${language}`, lines: denials }
    return { verdict: 'NO_EVIDENCE', reason: `nothing in the application speaks of ${language}`, lines: [] }
  }
  const lines = [best.line]
  const wanted = level === null ? '' : `; ${LEVEL_NAMES[level]} was asked for`
  const has = best.mention.level
  if (has === null) {
    const isEnough = level === null || level < DEMANDING_LEVEL
    return { verdict: isEnough ? 'MET' : 'PARTIAL', reason: `names ${language} without a level${wanted}`, lines }
  }
  const reason = `names ${language} at ${LEVEL_NAMES[has]}${wanted}`
  const lacking = (level ?? DEFAULT_LEVEL) - has
  if (lacking <= 0) return { verdict: 'MET', reason, lines }
  return { verdict: lacking <= PARTIAL_LEVELS_MAX ? 'PARTIAL' : 'NOT_MET', reason, lines }
}

/** Without a level asked for, a beginner's knowledge is still only a part of a language. */
const DEFAULT_LEVEL: LanguageLevel = 3
/** Two levels of the CEFR are about a year of lessons each. */
const PARTIAL_LEVELS_MAX = 2
