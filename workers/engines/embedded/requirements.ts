/**
 * What a criterion asks for, taken apart: skills and words, a length of experience, a degree, languages.
 *
 * Owns the reading of one criterion. It reads that text alone, never the other criteria: a verdict is
 * kept per criterion and must not depend on its neighbours.
 */
import { degreesIn, type Degree, type DegreeLevel } from './degrees.ts'
import { elementsOf, type Atom, type Element } from './elements.ts'
import { languagesIn, type LanguageMention } from './languages.ts'
import { phrases, phraseSource } from './phrases.ts'
import type { Span } from './sentences.ts'
import { skillsIn } from './skills.ts'
import { isContent, isFunctionWord, isGeneric, tokensOf, type Token } from './terms.ts'
import { lengthsIn } from './years.ts'

export type Requirement = {
  text: string
  /** All of them are asked for. */
  elements: Element[]
  /** Least length of experience with the elements, or in all when there are none. */
  months: number | null
  degree: { level: DegreeLevel; field: Atom[]; anyField: boolean } | null
  languages: { mentions: LanguageMention[]; alternatives: boolean }
  /** Doing is asked for, not only knowing of. */
  depth: boolean
}

const skillWeight = 3 // a name of the tables tells about as much as three plain words
const genericWeight = 0.4 // two generic words and a half tell as much as one that is rare

const depthCue = phrases(`
  experience*; strong; deep; expert*; advanced; extensive; hands[- ]on; proven; in[- ]depth; mastery; solid;
  track record; demonstrated; practical; erfahrung*; fundiert*; tiefe*; expérience; maîtrise; experiencia; dominio`)
const openness = 'related; relevant; similar; equivalent; comparable; other; any; ähnlich*; vergleichbar*'
const anyFieldCue = phrases(`${openness}; équivalent*; similaires?; similares?; equivalente`)
// "or similar tools": the word after it names nothing.
const openings = 'similar; similai?res?; equivalent; related; comparable; other; ähnlich*; vergleichbar*'
const openEnd = new RegExp(`${phraseSource(openings)}\\s+\\p{L}+`, 'giu')
const either = new RegExp(`${phraseSource('or; oder; ou')}|/`, 'iu')

/** Takes a criterion apart. */
export function requirementOf(text: string): Requirement {
  const tokens = tokensOf(text)
  const lengths = lengthsIn(text)
  const degrees = degreesIn(text)
  const mentions = languagesIn(text)
  const taken = tokensWithin(tokens, [...lengths, ...degrees, ...mentions, ...openEndsIn(text)])
  const atoms = atomsOf(text, tokens, taken)
  const field = fieldOf(text, atoms, degrees)
  const months = lengths[0]?.months ?? null
  // Beside a language or a degree, plain words say little; beside years they say years of what.
  const wordsMatter = mentions.length === 0 && (degrees.length === 0 || months !== null)
  const rest = atoms.filter((atom) => !field.includes(atom) && (wordsMatter || isHardSkill(atom)))
  return {
    text,
    elements: elementsOf(text, rest),
    months,
    degree: degrees.length === 0 ? null : degreeOf(text, degrees, field),
    languages: { mentions, alternatives: mentions.length > 1 && either.test(text) },
    depth: depthCue.test(text),
  }
}

/** The criterion's own words for some of its atoms: neighbours joined, each phrase once, four at most. */
export function phrasesOf(text: string, atoms: Atom[]): string[] {
  const spans: (Span & { isSkill: boolean })[] = []
  for (const { start, end, kind } of atoms.toSorted((one, other) => one.start - other.start)) {
    const last = spans.at(-1)
    const isSkill = kind === 'SKILL'
    const isNext = last && !isSkill && !last.isSkill && /^[\s-]+$/.test(text.slice(last.end, start))
    if (last && (isNext || start < last.end)) last.end = Math.max(last.end, end)
    else spans.push({ start, end, isSkill })
  }
  return [...new Set(spans.map((span) => phraseAt(text, span)))].slice(0, 4)
}

function phraseAt(text: string, { start, end, isSkill }: Span & { isSkill: boolean }): string {
  const phrase = text.slice(start, end).replace(/\s+/g, ' ')
  // The capital of a sentence's first word goes, unless the word may be a name.
  const isOpening = start === 0 && /^\p{Lu}\p{Ll}+(?: \p{Ll}|$)/u.test(phrase) && (!isSkill || phrase.includes(' '))
  return isOpening ? phrase.charAt(0).toLowerCase() + phrase.slice(1) : phrase
}

// ── atoms ───────────────────────────────────────────────────────────────────────────────────────

const softSkills = new Set(['Communication', 'Presentation skills'])

function isHardSkill({ kind, key }: Atom): boolean {
  return kind === 'SKILL' && !softSkills.has(key)
}

function openEndsIn(text: string): Span[] {
  return Array.from(text.matchAll(openEnd), ({ index, 0: match }) => ({ start: index, end: index + match.length }))
}

/** Positions of the tokens that lie in one of the spans. */
function tokensWithin(tokens: Token[], spans: Span[]): Set<number> {
  const within = new Set<number>()
  for (const [at, token] of tokens.entries()) {
    if (spans.some(({ start, end }) => token.start >= start && token.end <= end)) within.add(at)
  }
  return within
}

function atomsOf(text: string, tokens: Token[], taken: Set<number>): Atom[] {
  const left = new Set([...tokens.keys()].filter((at) => !taken.has(at)))
  const atoms: Atom[] = []
  for (const { skill, tokens: named, start, end } of skillsIn(text, tokens)) {
    if (!named.every((at) => left.has(at))) continue
    for (const at of named) left.delete(at)
    atoms.push({ kind: 'SKILL', key: skill, weight: skillWeight, generic: false, start, end })
  }
  const words = [...left].map((at) => tokens[at]!)
  const content = words.filter(isContent)
  // Of a criterion like "x" the single letter is all there is to look for.
  const isTelling = content.length > 0 || left.size < tokens.length
  const named = isTelling ? content : words.filter((token) => !isFunctionWord(token))
  return [...atoms, ...named.map(wordAtom)].sort((one, other) => one.start - other.start)
}

function wordAtom(token: Token): Atom {
  const generic = isGeneric(token)
  const weight = generic ? genericWeight : 1
  return { kind: 'WORD', key: token.stem, weight, generic, start: token.start, end: token.end }
}

// ── a degree's field ────────────────────────────────────────────────────────────────────────────

const fieldEnd = new RegExp(
  [
    `;|\\.\\s|${phraseSource('with; plus; combined; mit')}`,
    ',?\\s(?:and|und|et|y)\\s(?=\\d|at least|an?\\s|minimum|(?:two|three|four|five|six|several)\\b)',
    ',\\s*(?=\\d|plus\\b|with\\b)',
  ].join('|'),
  'iu',
)
// Words of a degree's full name that name no field.
const anyField = new Set(
  tokensOf('science arts subject discipline institution accredited university college').map(({ stem }) => stem),
)

function degreeOf(text: string, degrees: Degree[], field: Atom[]): NonNullable<Requirement['degree']> {
  const level = Math.min(...degrees.map((degree) => degree.level)) as DegreeLevel
  return { level, field: field.filter(({ key }) => !anyField.has(key)), anyField: anyFieldCue.test(text) }
}

/** What stands behind the degree's name ("in Nursing or Midwifery"), else in front of it ("Accounting degree"). */
function fieldOf(text: string, atoms: Atom[], [first]: Degree[]): Atom[] {
  if (first === undefined) return []
  const length = text.slice(first.end).search(fieldEnd)
  const end = length < 0 ? text.length : first.end + length
  const behind = atoms.filter((atom) => atom.start >= first.end && atom.end <= end)
  if (behind.length > 0) return behind
  return atoms.filter((atom) => atom.end <= first.start && !/[,;]/.test(text.slice(atom.end, first.start))).slice(-2)
}
