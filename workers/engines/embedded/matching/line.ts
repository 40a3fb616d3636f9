/**
 * One line of an application: an exact slice of its text, with its words, skills and other content.
 *
 * Decides whether a line can be evidence or a denial. These decisions are computed on first use, because few lines need
 * them.
 */
import { phrasesOf, sourceOf } from '../../../language/words.ts'
import { denies } from '../../../checks/negation.ts'
import { isPromptInjection } from '../../../checks/prompt-injection.ts'
import { isExpired, isInProgress, isOwnWork } from '../language/own-work.ts'
import { degreesIn, type Degree } from '../language/degrees.ts'
import { languagesIn, type LanguageMention } from '../language/languages.ts'
import type { PlainText } from '../../../language/plain-letters.ts'
import type { ResumeSection } from '../../../language/headings.ts'
import { stretchesOf, type Span, type Stretch } from '../../../language/sentences.ts'
import { skillsIn, withBroader } from '../language/skills.ts'
import { abbreviationKey, fold, isContent, isRequestWord, tokensOf, type Token } from '../../../language/tokens.ts'
import { meaningOf, type Meaning } from '../../../language/word-vectors.ts'
import { durationsIn, type Duration } from '../language/durations.ts'
import { namesYear } from '../language/periods.ts'

/**
 * Spans are offsets into the normalised text that contains the line, except for those in `claims`, which are offsets
 * into the line. `quote` returns the line as it is written in the application.
 */
export type Line = {
  text: string
  quote: () => string
  source: { kind: 'RESUME' } | { kind: 'ANSWER'; answerIndex: number }
  section: ResumeSection | null
  /** The line is a list of names that does not say how they were used. */
  bare: boolean
  /** The index of the dated employment that the line belongs to; null for none. */
  employment: number | null
  /** The line itself says that the experience is slight: "some Java". */
  touched: boolean
  /** Returns the line's folded words, without punctuation. */
  plain: () => string
  /** The first span of each word, keyed by its stem. An abbreviation is also included under its unchanged spelling. */
  words: Map<string, Span>
  /** The skills that the line mentions. `impliedSkills` also contains the broader skills that they imply. */
  skills: Map<string, Span>
  impliedSkills: Map<string, Span>
  claims: Duration[]
  degrees: Degree[]
  languages: LanguageMention[]
  /**
   * `denied` returns whether the whole line is a denial or says that something has expired. `usable` returns whether
   * the line can be quoted as evidence.
   */
  denied: () => boolean
  usable: () => boolean
  /** Whether the line describes something that is still in progress. */
  inProgress: () => boolean
  meaning: () => Meaning
  /** Whether the line contains instructions to the scorer. */
  isOrder: () => boolean
  /** Whether the line denies the item in the span. */
  deniesAt: (span: Span) => boolean
}

/** The context of a line: its section, its source, and the month that "present" means. */
export type Place = Pick<Line, 'section' | 'source'> & { latest: number }

/**
 * The maximum length of a line in UTF-16 units, about one printed line. Longer sentences are split, because a match in
 * one part of a long sentence proves nothing about the rest of it.
 */
export const quoteLengthMax = 100

const negative = phrasesOf('negation')
const contrast = new RegExp(String.raw`[,;]?\s+${sourceOf('contrast of clauses')}\s+`, 'iu')

/**
 * Splits a text into the stretches that become its lines, in order. "No Java, but ten years of Python" becomes two
 * lines.
 */
export function lineStretches(text: string): Stretch[] {
  return stretchesOf(text, quoteLengthMax).flatMap((stretch) => {
    const { start, end } = stretch
    const found = negative.test(text.slice(start, end)) ? contrast.exec(text.slice(start, end)) : null
    if (found === null || found.index === 0) return [stretch]
    return [
      { ...stretch, end: start + found.index },
      { ...stretch, start: start + found.index + found[0].length },
    ]
  })
}

/** Returns a stretch of text as a line. */
export function lineOf({ text, original }: PlainText, { start, end }: Span, { section, source, latest }: Place): Line {
  const slice = text.slice(start, end)
  const tokens = tokensOf(slice)
  const bare = source.kind === 'RESUME' && isBare(slice, section)
  const { words, skills } = named(slice, tokens, start)
  const denied = once(() => denies(text, start, end) || isExpired(slice, latest))
  const isOrder = once(() => isPromptInjection(slice))
  return {
    text: slice,
    quote: () => original({ start, end }),
    source,
    section,
    bare,
    employment: null,
    touched: touched.test(slice),
    plain: once(() => plainWords(slice)),
    words,
    skills,
    impliedSkills: closed(skills),
    claims: durationsIn(slice),
    degrees: degreesIn(slice).map((degree) => moved(degree, start)),
    languages: languagesIn(slice, section === 'LANGUAGES' || bare).map((mention) => moved(mention, start)),
    deniesAt: (span) => denies(text, span.start, span.end),
    denied,
    usable: once(() => section !== 'REFERENCES' && isOwnWork(slice) && !denied() && !isOrder()),
    inProgress: once(() => isInProgress(slice)),
    meaning: once(() => meaningOf(tokens.filter(isContent).map(({ stem }) => stem))),
    isOrder,
  }
}

/** Returns the words and skills in a text, each with its first span, which is moved by `offset`. */
function named(text: string, tokens: Token[], offset: number): Pick<Line, 'words' | 'skills'> {
  const words = new Map<string, Span>()
  const skills = new Map<string, Span>()
  for (const { raw, stem, start, end } of tokens) {
    const place = moved({ start, end }, offset)
    for (const key of [stem, abbreviationKey(raw)]) {
      if (key !== null && !words.has(key)) words.set(key, place)
    }
  }
  for (const { skill, start, end } of skillsIn(text, tokens)) {
    if (!skills.has(skill)) skills.set(skill, moved({ start, end }, offset))
  }
  return { words, skills }
}

/** Returns the words and skills in any text, in the form that a line has them. */
export function namesIn(text: string): Pick<Line, 'words' | 'impliedSkills'> {
  const { words, skills } = named(text, tokensOf(text), 0)
  return { words, impliedSkills: closed(skills) }
}

/** Returns the skills plus all skills that they imply. */
function closed(skills: Map<string, Span>): Map<string, Span> {
  const all = new Map<string, Span>()
  for (const [skill, span] of skills) for (const wider of withBroader(skill)) if (!all.has(wider)) all.set(wider, span)
  return all
}

type Echo = Pick<Line, 'plain' | 'text' | 'section' | 'employment' | 'source'>
const qualifying = new Set<ResumeSection | null>(['EDUCATION', 'LANGUAGES'])
const echoWordsMin = 4 // Criteria with fewer words are usually names, which any resume may list.

/**
 * Returns a function that recognises echoes: lines outside any employment that repeat a criterion word for word,
 * because they were pasted from the posting. Returns null for a criterion that a resume may legitimately repeat, such
 * as a certificate's name.
 */
export function echoOf(criterion: string): ((line: Echo) => boolean) | null {
  const asked = plainWords(criterion)
  if (asked.split(' ').length < echoWordsMin || !tokensOf(criterion).some(isRequestWord)) return null
  return ({ source, section, employment, text, plain }) =>
    employment === null &&
    source.kind === 'RESUME' &&
    !qualifying.has(section) &&
    plain().includes(asked) &&
    !namesYear(text)
}

/** Returns the folded words of a text, without punctuation. */
const plainWords = (text: string): string => (fold(text).match(/[\p{L}\p{N}+#]+/gu) ?? []).join(' ')

const moved = <Place extends Span>(place: Place, offset: number): Place => ({
  ...place,
  start: place.start + offset,
  end: place.end + offset,
})

function once<Value>(decide: () => Value): () => Value {
  let decided: Value | undefined
  return () => (decided ??= decide())
}

/** "some Java", "exposure to Kafka", "Assisted with audits": slight experience. */
const touched = phrasesOf('slight experience')

// Signs that the applicant holds a credential rather than only knowing about it: "NMLS #123", "ServSafe certified".
const held = /certified|licen[sc]ed?\b|registered|#\s?\d/iu

/**
 * Returns whether a line is an entry in a list of skills, which is a claim without details. An entry with a year is
 * not, because it describes an employment.
 */
const isBare = (text: string, section: ResumeSection | null): boolean =>
  !namesYear(text) && !held.test(text) && section === 'SKILLS'
