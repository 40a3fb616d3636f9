/**
 * Reads an application's answers as lines.
 *
 * Reads a short answer together with its question, because "Yes" means nothing alone.
 */
import { openingPhrasesOf, phrasesOf } from '../../../language/words.ts'
import { languagesIn } from '../language/languages.ts'
import { lineOf, lineStretches, type Line, type Place } from './line.ts'
import { plainLetters } from '../../../language/plain-letters.ts'
import { skillsIn } from '../language/skills.ts'
import { tokensOf } from '../../../language/tokens.ts'

/** Whether an answer as a whole affirms or denies its question. */
type Attitude = 'AFFIRMS' | 'DENIES' | 'TELLS'

const refusal = openingPhrasesOf('answer no')
const consent = openingPhrasesOf('answer yes')
const indecision = phrasesOf('answer undecided')
// "Do you need sponsorship?": neither yes nor no says anything about the applicant's skills.
const need = phrasesOf('need')
const askedYears = phrasesOf('years')
const bareNumber = /^\D{0,12}\d{1,2}\+?$/
const shortAnswerWordsMax = 4 // "5 to 7 years", "Fluent", "C1": only the question says what the answer is about.

/** Returns the lines of one answer. `latest` is the month that "present" means. */
export function readAnswer(
  question: string,
  given: string,
  { answerIndex, latest }: { answerIndex: number; latest: number },
): Line[] {
  const plain = plainLetters(given)
  const attitude = attitudeOf(question, plain.text)
  const place: Place = { section: null, source: { kind: 'ANSWER', answerIndex }, latest }
  return lineStretches(plain.text).map((stretch, index) => {
    const line = lineOf(plain, stretch, place)
    // A refusal applies only to its first clause: "No, but I have used Docker."
    const isCovered = attitude === 'AFFIRMS' || (attitude === 'DENIES' && index === 0)
    return isCovered ? withQuestion(line, question, attitude, place) : line
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

/** Returns an answer's line with the names from its question. Its quote is the answer alone. */
function withQuestion(line: Line, question: string, attitude: Attitude, place: Place): Line {
  const unit = bareNumber.test(line.text) && askedYears.test(question) ? ' years' : ''
  const text = `${question} ${line.text}${unit}`
  const whole = lineOf({ text, original: line.quote }, { start: 0, end: text.length }, place)
  const { words, skills, impliedSkills, languages } = whole
  return {
    ...{ ...line, words, skills, impliedSkills, languages },
    claims: line.claims.length > 0 ? line.claims : whole.claims,
    degrees: line.degrees.length > 0 ? line.degrees : whole.degrees,
    deniesAt: () => attitude === 'DENIES',
    denied: () => attitude === 'DENIES',
    usable: () => attitude === 'AFFIRMS' && line.usable(),
  }
}
