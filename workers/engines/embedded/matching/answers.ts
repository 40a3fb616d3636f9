/**
 * Reads an application's answers as lines.
 *
 * If an answer means nothing without its question, such as "Yes", adds the skills and durations in the question to the
 * answer.
 */
import { openingPhrasesOf, phrasesOf } from '../../../language/words.ts'
import { degreesIn } from '../language/degrees.ts'
import { languagesIn } from '../language/languages.ts'
import { closed, lineOf, lineStretches, named, type Line } from './line.ts'
import { plainLetters } from '../../../language/plain-letters.ts'
import type { Span } from '../../../language/sentences.ts'
import { skillsIn } from '../language/skills.ts'
import { tokensOf } from '../../../language/tokens.ts'
import { durationsIn, type Duration } from '../language/durations.ts'

/** Whether an answer as a whole means yes (`AFFIRMS`), means no (`DENIES`) or is a statement of its own (`TELLS`). */
type Attitude = 'AFFIRMS' | 'DENIES' | 'TELLS'

const refusal = openingPhrasesOf('answer no')
const consent = openingPhrasesOf('answer yes')
const indecision = phrasesOf('answer undecided')
// Questions about the applicant's needs, such as "Do you need sponsorship?". Neither yes nor no is evidence of a skill.
const need = phrasesOf('need')
const askedYears = phrasesOf('years')
// Up to this many words, only the question shows what the answer is about: "5 to 7 years", "Fluent", "C1".
const shortAnswerWordsMax = 4

/** Returns the lines of one answer. `latest` is the month that "present" means, in months since year 0. */
export function readAnswer(
  question: string,
  given: string,
  { answerIndex, latest }: { answerIndex: number; latest: number },
): Line[] {
  const plain = plainLetters(given)
  const { text: answer } = plain
  const attitude = attitudeOf(question, answer)
  return lineStretches(answer).map((stretch, index) => {
    const line = lineOf(plain, stretch, {
      section: null,
      source: { kind: 'ANSWER', answerIndex },
      latest,
    })
    // A refusal applies only to its first clause: "No, but I have used Docker."
    const isCovered = attitude === 'AFFIRMS' || (attitude === 'DENIES' && index === 0)
    return isCovered ? answering(line, stretch, question, attitude) : line
  })
}

function attitudeOf(question: string, answer: string): Attitude {
  if (need.test(question) || indecision.test(answer)) return 'TELLS'
  if (refusal.test(answer)) return 'DENIES'
  if (consent.test(answer)) return 'AFFIRMS'
  const tokens = tokensOf(answer)
  const namesItself = skillsIn(answer, tokens).length > 0 || languagesIn(answer, true).length > 0
  return tokens.length > 0 && tokens.length <= shortAnswerWordsMax && !namesItself ? 'AFFIRMS' : 'TELLS'
}

/**
 * Returns the line with the words and skills of its question added. A quote of the line still contains only the answer.
 */
function answering(line: Line, here: Span, question: string, attitude: Attitude): Line {
  const asked = named(question, tokensOf(question), 0)
  const skills = new Map([...inPlace(asked.skills, here), ...line.skills])
  return {
    ...line,
    skills,
    impliedSkills: closed(skills),
    words: new Map([...inPlace(asked.words, here), ...line.words]),
    claims: claimsOf(question, line),
    degrees: line.degrees.length > 0 ? line.degrees : degreesIn(question).map((degree) => placed(degree, here)),
    languages: languagesIn(`${question} ${line.text}`).map((mention) => placed(mention, here)),
    denied: () => attitude === 'DENIES',
    usable: () => attitude === 'AFFIRMS' && line.usable(),
  }
}

const placed = <Place extends Span>(place: Place, { start, end }: Span): Place => ({ ...place, start, end })

function inPlace(names: Map<string, Span>, here: Span): [string, Span][] {
  return Array.from(names.keys(), (name) => [name, here])
}

/**
 * Returns the durations in an answer. A number without a unit is the number of years that the question asks for, and
 * "yes" means the duration in the question.
 */
function claimsOf(question: string, line: Line): Duration[] {
  const own = durationsIn(line.text)
  if (own.length > 0) return own
  const number = /^\D{0,12}(\d{1,2})(?!\d)/.exec(line.text)?.[1]
  if (number && askedYears.test(question)) return [{ months: Number(number) * 12, start: 0, end: line.text.length }]
  return consent.test(line.text) ? durationsIn(question).slice(0, 1) : []
}
