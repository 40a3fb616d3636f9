/**
 * One line of an application: an exact slice of its text, and what it names.
 *
 * Owns what a line is and what it may be used for. That (evidence, a denial, nothing) is decided when it is
 * first asked for, because few lines ever are.
 */
import { denies } from '../../denials.ts'
import { readsAsInstruction } from '../../instructions.ts'
import { degreesIn, type Degree } from './degrees.ts'
import { languagesIn, type LanguageMention } from './languages.ts'
import type { ResumeSection } from './sections.ts'
import { stretchesOf, type Span, type Stretch } from './sentences.ts'
import { skillsIn, withBroader } from './skills.ts'
import { isFunctionWord, tokensOf, type Token } from './terms.ts'
import { claimedLengths, type Length } from './years.ts'

/** What an answer says to its question as a whole. */
export type Attitude = 'AFFIRMS' | 'DENIES' | 'TELLS'

export type Line = {
  text: string
  source: { kind: 'RESUME' } | { kind: 'ANSWER'; answerIndex: number }
  section: ResumeSection | null
  /** A list of names without a word on what was done with them. */
  bare: boolean
  /** Where each word stands first, by its stem; as all spans of a line, offsets in the text it is a slice of. */
  words: Map<string, Span>
  /** Skills that are named, and those with all that they are also evidence for. */
  skills: Map<string, Span>
  impliedSkills: Map<string, Span>
  claims: Length[]
  degrees: Degree[]
  languages: LanguageMention[]
  attitude: Attitude
  /** The line as a whole is a denial, or may be quoted as evidence. */
  denied: () => boolean
  usable: () => boolean
  /** What stands there is denied. */
  deniesAt: (span: Span) => boolean
}

/** A passage that a recruiter takes in at a glance; longer sentences are cut. In UTF-16 units. */
const LENGTH_MAX = 300

const NEGATIVE = /(?<!\p{L})(?:no|not|never|without|lack\w*|cannot|\p{L}+n['’]t|kein\w*|nicht|nie|ohne|aucune?|sans|pas|jamais|sin|ning[uú]n\w*|nunca)(?!\p{L})/iu
const CONTRAST = /;\s+|,?\s+(?:but|however|although|though|whereas|aber|jedoch|sondern|mais|cependant|pero|sino)\s+|,\s+(?=(?:no|not|never|without|lacking|kein\w*|nicht|ohne|aucune?|sans|sin|nunca|i|we|ich|je|yo)\b)/giu

/** The stretches of a text that become its lines, in order. */
export function lineStretches(text: string): Stretch[] {
  return stretchesOf(text, LENGTH_MAX).flatMap((stretch) => clausesOf(text, stretch))
}

/** A sentence that denies something is cut where its contrasts begin, so that each part speaks for itself. */
function clausesOf(text: string, stretch: Stretch): Stretch[] {
  const sentence = text.slice(stretch.start, stretch.end)
  if (!NEGATIVE.test(sentence)) return [stretch]
  const clauses: Stretch[] = []
  let start = 0
  for (const match of sentence.matchAll(CONTRAST)) {
    clauses.push({ ...stretch, start: stretch.start + start, end: stretch.start + match.index })
    start = match.index + match[0].length
  }
  clauses.push({ ...stretch, start: stretch.start + start })
  return clauses.filter((clause) => clause.start < clause.end)
}

// What somebody hopes for is not what somebody has done.
const HOPE =
  /\b(?:(?:eager|keen|willing|want|wants|hope|hoping|plan|planning|looking|excited|like|love|motivated|aim) to (?:learn|become|study|gain|get|obtain|acquire|explore|train)|interested in (?:learning|becoming)|want(?:s|ing)? to learn|möchte \p{L}+ lernen|souhaite apprendre|quiero aprender)\b/iu

/** Where a line stands: below which heading, in which text. */
export type Place = { section: ResumeSection | null; source: Line['source'] }

/** Reads one stretch of a text. */
export function lineOf(text: string, { start, end, bullet }: Stretch, { section, source }: Place): Line {
  const slice = text.slice(start, end)
  const tokens = tokensOf(slice)
  const { words, skills } = named(slice, tokens, start)
  return {
    text: slice,
    source,
    section,
    bare: source.kind === 'RESUME' && isBare(slice, tokens, section, bullet),
    words,
    skills,
    impliedSkills: closed(skills),
    claims: claimedLengths(slice),
    degrees: degreesIn(slice).map((degree) => moved(degree, start)),
    languages: languagesIn(slice, section === 'LANGUAGES').map((mention) => moved(mention, start)),
    attitude: 'TELLS',
    deniesAt: (span) => denies(text, span.start, span.end),
    denied: once(() => denies(text, start, end)),
    usable: once(() => !denies(text, start, end) && !readsAsInstruction(slice) && !HOPE.test(slice))
  }
}

/** The words and skills that a text names, each with its first place; `offset` is added to the places. */
export function named(text: string, tokens: Token[], offset: number): Pick<Line, 'words' | 'skills'> {
  const words = new Map<string, Span>()
  const skills = new Map<string, Span>()
  for (const { stem, start, end } of tokens) if (!words.has(stem)) words.set(stem, { start: start + offset, end: end + offset })
  for (const { skill, tokens: places } of skillsIn(text, tokens)) {
    const [first, last] = [tokens[places[0]!]!, tokens[places.at(-1)!]!]
    if (!skills.has(skill)) skills.set(skill, { start: first.start + offset, end: last.end + offset })
  }
  return { words, skills }
}

/** The skills with all that they are also evidence for. */
export function closed(skills: Map<string, Span>): Map<string, Span> {
  const all = new Map<string, Span>()
  for (const [skill, span] of skills) for (const wider of withBroader(skill)) if (!all.has(wider)) all.set(wider, span)
  return all
}

const moved = <Place extends Span>(place: Place, offset: number): Place => ({ ...place, start: place.start + offset, end: place.end + offset })

function once(decide: () => boolean): () => boolean {
  let decided: boolean | undefined
  return () => (decided ??= decide())
}

const SEGMENT_WORDS_MAX = 4 // "Amazon Web Services (AWS)"; longer segments say something
const WORKING = /^\p{L}+(?:ed|ing)\b|^(?:led|built|ran|wrote|taught|grew|drove|oversaw|won|sold|made|kept|did)\b/iu

function isBare(text: string, tokens: Token[], section: ResumeSection | null, bullet: boolean): boolean {
  if (/\b(?:19|20)\d\d\b/.test(text)) return false // a dated line is a station of a career
  const list = text.replace(/^[^:]{0,40}:/, '')
  if (WORKING.test(list.trim())) return false
  if (section === 'SKILLS') return true
  const segments = list.split(/[,;|/•·]/).map((segment) => segment.trim().split(/\s+/).length)
  const isList = segments.length >= 3 && segments.every((words) => words <= SEGMENT_WORDS_MAX) && !tokens.some(isFunctionWord)
  return isList || (bullet && tokens.length <= 2)
}
