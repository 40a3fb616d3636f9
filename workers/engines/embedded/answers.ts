/**
 * The lines of an application's answers.
 *
 * Owns what a question lends to its answer: "Yes" says of itself nothing, after its question much.
 */
import { degreesIn } from './degrees.ts'
import { languagesIn } from './languages.ts'
import { closed, lineOf, lineStretches, named, type Attitude, type Line } from './lines.ts'
import type { Span } from './sentences.ts'
import { skillsIn } from './skills.ts'
import { tokensOf, type Token } from './terms.ts'
import { lengthsIn, type Length } from './years.ts'

const NO = /^\W*(?:no|nope|none|never|not|n\/a|nein|keine?|nie|non|aucune?|jamais|ning[uú]n[ao]?|nunca)(?![\p{L}-])/iu
const YES =
  /^\W*(?:yes|yep|yeah|sure|of course|absolutely|definitely|certainly|correct|true|i do|i am|i have|ja|jawohl|natürlich|oui|bien sûr|sí|si|claro)(?!\p{L})/iu
const UNDECIDED = /\b(?:maybe|perhaps|unsure|not sure|prefer|depends|vielleicht|peut-être|quizás)\b/iu
// "Do you need sponsorship?": neither yes nor no says what somebody brings.
const ASKS_FOR_NEED = /\b(?:require|need|sponsor\w*|benötig\w*|brauch\w*|besoin|necesit\w*)\b/iu
const SHORT_ANSWER_WORDS = 4 // "5 to 7 years", "Fluent", "C1": the question says of what

function attitudeOf(question: string, answer: string, tokens: Token[]): Attitude {
  if (ASKS_FOR_NEED.test(question) || UNDECIDED.test(answer)) return 'TELLS'
  if (NO.test(answer)) return 'DENIES'
  if (YES.test(answer)) return 'AFFIRMS'
  const namesItself = skillsIn(answer, tokens).length > 0 || languagesIn(answer, true).length > 0
  return tokens.length > 0 && tokens.length <= SHORT_ANSWER_WORDS && !namesItself ? 'AFFIRMS' : 'TELLS'
}

/** Reads one answer. */
export function readAnswer(question: string, answer: string, answerIndex: number): Line[] {
  const attitude = attitudeOf(question, answer, tokensOf(answer))
  return lineStretches(answer).map((stretch, index) => {
    const line = lineOf(answer, stretch, { section: null, source: { kind: 'ANSWER', answerIndex } })
    // A refusal covers its first clause: "No, but I have used Docker."
    if (attitude === 'AFFIRMS' || (attitude === 'DENIES' && index === 0)) return answering(line, stretch, question, attitude)
    return line
  })
}

/** The line with what its question names: that stands, for a reader, in all of the line. */
function answering(line: Line, here: Span, question: string, attitude: 'AFFIRMS' | 'DENIES'): Line {
  const tokens = tokensOf(question)
  const asked = named(question, tokens, 0)
  const skills = new Map([...inPlace(asked.skills, here), ...line.skills])
  return {
    ...line,
    attitude,
    skills,
    impliedSkills: closed(skills),
    words: new Map([...inPlace(asked.words, here), ...line.words]),
    claims: claimsOf(question, line),
    degrees: line.degrees.length > 0 ? line.degrees : degreesIn(question).map((degree) => placed(degree, here)),
    languages: languagesIn(`${question} ${line.text}`).map((mention) => placed(mention, here)),
    denied: () => attitude === 'DENIES',
    usable: () => attitude === 'AFFIRMS' && line.usable()
  }
}

const placed = <Place extends Span>(place: Place, { start, end }: Span): Place => ({ ...place, start, end })

const inPlace = (names: Map<string, Span>, here: Span): [string, Span][] => Array.from(names.keys(), (name) => [name, here])

/** Lengths that the answer gives; a bare number counts the years that were asked for, a "yes" takes over the question's. */
function claimsOf(question: string, line: Line): Length[] {
  const own = lengthsIn(line.text)
  if (own.length > 0) return own
  const number = /^\D{0,12}(\d{1,2})(?!\d)/.exec(line.text)?.[1]
  if (number && /year|jahr|\bans\b|años/iu.test(question)) return [{ months: Number(number) * 12, start: 0, end: line.text.length }]
  return YES.test(line.text) ? lengthsIn(question).slice(0, 1) : []
}
