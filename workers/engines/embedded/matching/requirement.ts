/**
 * Analyses a criterion: its skills and words, length of experience, degree and languages.
 *
 * Uses only the criterion's own text. The verdict on a criterion is stored and reused separately, so the analysis must
 * not depend on other criteria.
 */
import { alternativesOf, asWords, phrasesOf, sourceOf } from '../../../language/words.ts'
import { degreesIn, withFields, type Degree, type DegreeLevel } from '../language/degrees.ts'
import { termsOf } from './terms.ts'
import { termGroupsOf, isNamed, type Term, type TermGroup } from './term-groups.ts'
import { languagesIn, type LanguageMention } from '../language/languages.ts'
import { leadership } from '../language/leadership.ts'
import type { Span } from '../../../language/sentences.ts'
import { familyOf } from '../language/skills.ts'
import { isContent, isFunctionWord, tokensOf, type Token } from '../../../language/tokens.ts'
import { meaningOf, type Meaning } from '../../../language/word-vectors.ts'
import { durationsIn } from '../language/durations.ts'
import { quantityIn, type Quantity } from '../language/quantities.ts'

export type Requirement = {
  text: string
  /** The term groups, all of which are required. */
  termGroups: TermGroup[]
  /** The months of experience that are required with the term groups, or in total if there are none. */
  months: number | null
  /**
   * `fieldText` is the field of study in the criterion's words. `anyField` means that a related field suffices.
   * `orElse` means that an applicant who meets the rest of the criterion needs no degree.
   */
  degree: { level: DegreeLevel; field: Term[]; fieldText: string; anyField: boolean; orElse: boolean } | null
  /**
   * `alternatives`: one of the languages is enough. `together`: the criterion requires all of them, as in "bilingual".
   */
  languages: { mentions: LanguageMention[]; alternatives: boolean; together: boolean }
  quantity: Quantity | null
  /** The criterion requires a licence, a certificate or similar, which the applicant must hold. */
  credential: boolean
  /** Knowledge is sufficient: a skill in a list is enough. */
  knowledge: boolean
  meaning: Meaning
  /** The criterion is about leading or teaching people. */
  leads: boolean
}

const knowledgeCue = phrasesOf('knowledge')
const anyFieldCue = phrasesOf('similar')
// Amounts of money, such as "over $100,000" and "$10 million", whose words are not terms.
const sum = /[$€£]\s?\d[\d,.]*(?:\s?(?:k|m|bn|million|thousand)(?!\p{L}))?/giu
const openEnd = new RegExp(`^,? ?\\(?${alternativesOf('open end')}`, 'iu')
/** "Airflow or similar" accepts any similar tool. */
const isOpen = (text: string, { end }: Term): boolean => openEnd.test(text.slice(end))
// "B2 or better" is not an alternative.
const either = new RegExp(`${asWords('(?:or|oder|ou)(?! (?:better|higher|above|more|besser|höher))')}|/`, 'iu')
const bilingual = phrasesOf('bilingual')
const credential = phrasesOf('credential')

/** Returns the analysis of a criterion. */
export function requirementOf(text: string): Requirement {
  const tokens = tokensOf(text)
  const durations = durationsIn(text)
  const degrees = degreesIn(text)
  const together = bilingual.test(text)
  // "Bilingual" requires both languages, but not at the level of a native speaker.
  const mentions = languagesIn(text).map((mention) => (together ? { ...mention, level: null } : mention))
  const taken = tokensWithin(tokens, [...durations, ...degrees, ...mentions, ...matchesIn(text, sum)])
  const named = termsOf(text, tokens, taken)
  const isCredential = degrees.length === 0 && credential.test(text)
  const isTold = ({ start, end }: Term): boolean => {
    const word = text.slice(start, end)
    // "State" in "State nursing license" is the issuer, not a kind of license. "Class" is dropped because "Class A CDL"
    // can also be written "CDL-A".
    const isRank = isCredential && /^(?:state|national|class)$/i.test(word)
    return !isRank && !(mentions.length > 0 && /^[ABC][12]$/.test(word))
  }
  const terms = named.filter(isTold)
  const field = fieldOf(text, terms, degrees)
  const months = durations[0]?.months ?? null
  const degree = degrees.length === 0 ? null : degreeOf(text, degrees, field)
  // Next to a language or a degree, the other plain words are ignored. Next to a number of years, they are kept,
  // because they say what the experience is in.
  const wordsMatter = mentions.length === 0 && (degree === null || degree.orElse || months !== null)
  const rest = terms.filter((term) => !field.includes(term) && (wordsMatter || isHard(term)))
  return {
    text,
    termGroups: termGroupsOf(
      text,
      rest.map((term) => (isOpen(text, term) ? { ...term, key: familyOf(term.key) } : term)),
    ),
    months,
    degree,
    languages: {
      mentions,
      alternatives: mentions.length > 1 && either.test(text) && !together,
      together,
    },
    quantity: degrees.length > 0 || durations.length > 0 ? null : quantityIn(text),
    credential: isCredential,
    knowledge: knowledgeCue.test(text),
    meaning: meaningOf(tokens.filter(isContent).map(({ stem }) => stem)),
    leads: terms.some(({ key }) => key === leadership || key === 'Mentoring'),
  }
}

/** Returns at most four different phrases of the criterion that contain the terms. Adjacent terms form one phrase. */
export function wordingOf(text: string, terms: Term[]): string[] {
  const runs: Term[][] = []
  for (const term of terms.toSorted((one, other) => one.start - other.start)) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (last && (term.start < last.end || isOneName(text, last, term))) run!.push(term)
    else runs.push([term])
  }
  return [...new Set(runs.map((run) => phraseOf(text, run)))].slice(0, 4)
}

/**
 * Returns whether two terms belong in one phrase, like "PCI DSS" and "audits", or "available" and "weekends". Two
 * adjacent skills are separate phrases.
 */
function isOneName(text: string, one: Term, other: Term): boolean {
  const gap = text.slice(one.end, other.start)
  if (!isNamed(one) && !isNamed(other)) return /^[\s\p{L}-]+$/u.test(gap) && tokensOf(gap).every(isFunctionWord)
  return /^[\s-]+$/.test(gap) && !(one.kind === 'SKILL' && other.kind === 'SKILL')
}

/** Returns the phrase of adjacent terms, with the first part of a hyphenated word included: "post-qualification". */
function phraseOf(text: string, run: Term[]): string {
  const [start, end] = [run[0]!.start, Math.max(...run.map((term) => term.end))]
  const lead = /[\p{L}\p{N}]+-$/u.exec(text.slice(0, start))?.[0] ?? ''
  const tail = /^-[\p{L}\p{N}]+/u.exec(text.slice(end))?.[0] ?? ''
  return `${lead}${text.slice(start, end)}${tail}`.replace(/\s+/g, ' ')
}

// ── terms ──────────────────────────────────────────────────────────────────────────────────────────

const softSkills = new Set(['Communication', 'Presentation skills'])

const isHard = (term: Term): boolean => isNamed(term) && !softSkills.has(term.key)

function matchesIn(text: string, pattern: RegExp): Span[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: match }) => ({ start: index, end: index + match.length }))
}

/** Returns the indices of the tokens inside the spans. */
function tokensWithin(tokens: Token[], spans: Span[]): Set<number> {
  const within = new Set<number>()
  for (const [at, token] of tokens.entries()) {
    if (spans.some(({ start, end }) => token.start >= start && token.end <= end)) within.add(at)
  }
  return within
}

// ── a degree's field ───────────────────────────────────────────────────────────────────────────────

const fieldEnd = new RegExp([`;|\\.\\s|${sourceOf('field end')}`, ',\\s*(?=\\d|plus\\b|with\\b)'].join('|'), 'iu')
// Words in a degree's full name that do not belong to a field.
const anyField = new Set(
  tokensOf('science arts subject discipline institution accredited university college program programme').map(
    ({ stem }) => stem,
  ),
)

// Words after which the first word of the field is kept: in "Construction management", "construction" is the field.
const anyHead = /^(?:management|administration|engineering|technology|studies)$/iu

function degreeOf(text: string, degrees: Degree[], field: Term[]): NonNullable<Requirement['degree']> {
  const level = Math.min(...degrees.map((degree) => degree.level)) as DegreeLevel
  const named = field.reduce<Term[]>((found, term, at) => {
    if (anyField.has(term.key)) return found
    const isNext = text.slice(field[at - 1]?.end, term.start) === ' '
    if (isNext && anyHead.test(text.slice(term.start, term.end))) return found
    // "Interior design" needs both words: neither interior decoration nor fashion design is the same field.
    const [last] = found.slice(-1)
    if (!isNext || last?.kind !== 'WORD' || term.kind !== 'WORD') return [...found, term]
    return [...found.slice(0, -1), { ...last, others: [...last.others, term.key] }]
  }, [])
  const fieldText =
    named.length === 0
      ? withFields(text).slice(text.length).trim() // "MBA"
      : text.slice(field[0]!.start, field.at(-1)!.end)
  const orElse = degrees.length === 1 && isOrElse(text, degrees[0]!)
  return { level, field: named, fieldText, anyField: anyFieldCue.test(text), orElse }
}

/**
 * Returns whether a certificate is an alternative to the degree rather than its field: "Bachelor's degree or paralegal
 * certificate".
 */
const isOrElse = (text: string, { end }: Degree): boolean => /^ or /.test(text.slice(end)) && credential.test(text)

/**
 * Returns the terms for the field of the degree: those after the degree ("in Nursing or Midwifery"), otherwise those
 * before it ("Accounting degree").
 */
function fieldOf(text: string, terms: Term[], [first, ...others]: Degree[]): Term[] {
  if (first === undefined) return []
  if (others.length === 0 && isOrElse(text, first)) return []
  const length = text.slice(first.end).search(fieldEnd)
  const end = length < 0 ? text.length : first.end + length
  const behind = terms.filter((term) => term.start >= first.end && term.end <= end)
  const before = terms.filter((term) => term.end <= first.start && !/[,;]/.test(text.slice(term.end, first.start)))
  return behind.length > 0 ? behind : before.slice(-2)
}
