/** Builds the content of an explanation, in the explanation's language. */
import type { AssessedCriterion } from '../../../../generated/types.gen.ts'
import { assessmentOf, type ShownScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { pointsOf, weightOf, withoutMustHaveTenthsMax, workingOf } from '../score.ts'
import { wordsOf, type Language } from './languages.ts'
import type { Words } from './words.ts'

/** A criterion with its result, and the candidate's words that support it. */
export type Point = {
  text: string
  result: string
  notes: string[]
  quotes: { quote: string; source: string }[]
}
export type Section = { heading: string; paragraphs: string[] }
export type Explanation = {
  language: Language
  title: string
  /** The ids of the job and the application, with their labels. */
  subject: { label: string; id: string }[]
  intro: string[]
  /** Null if there is no score. */
  criteria: { heading: string; points: Point[] } | null
  sections: Section[]
}
type Terms = { language: Language; isFull: boolean; reviewRequestedAt: number | null }

/** Explains a scoring job. `isFull`: includes the score and its calculation. */
export function explanationOf(row: ShownScoringJobRow, { language, isFull, reviewRequestedAt }: Terms): Explanation {
  const words = wordsOf[language]
  const { review, person } = words
  const isScored = row.scoreTenths !== null && row.assessment !== null
  const criteria = isScored ? (assessmentOf(row).criteria ?? []) : []
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    language,
    title: words.title,
    subject: [
      { label: words.application, id: row.application },
      { label: words.job, id: row.job },
    ],
    intro: isScored ? words.intro : [row.status === 'FAILED' ? words.failed : words.open],
    criteria: isScored
      ? { heading: words.asked, points: criteria.map((each) => pointOf(each, words, isFull ? language : null)) }
      : null,
    sections: [
      ...(row.scoreTenths !== null && isFull ? [calculationOf(row.scoreTenths, criteria, words, language)] : []),
      { heading: person.heading, paragraphs: [person.text] },
      {
        heading: review.heading,
        paragraphs: [
          ...(reviewRequestedAt === null ? [] : [review.requested(date.format(reviewRequestedAt))]),
          review.text(row.application),
        ],
      },
    ],
  }
}

/**
 * Explains one criterion. `weighed`: the language for the weights; null to omit the weights. The reviewer's name and
 * reason are never included.
 */
function pointOf(criterion: AssessedCriterion, words: Words, weighed: Language | null): Point {
  const { text, importance, verdict, reason, evidence, override } = criterion
  const { importances, weight } = words.score
  // The engine's reason and quotes are shown only with its own verdict, which a person may have replaced.
  const isEngines = override?.kind !== 'OVERRIDE'
  const decision = isEngines ? words.confirmed : words.decided
  const points = (of: typeof weightOf) => numberOf(of(criterion), weighed ?? 'en')
  return {
    text,
    result: words.verdicts[verdict],
    notes: [
      ...(weighed === null ? [] : [`${importances[importance]}: ${weight(points(weightOf), points(pointsOf))}`]),
      ...(override ? [decision] : []),
      ...(isEngines ? [reason] : []),
    ],
    quotes: (isEngines ? evidence : []).map(({ quote, source, answerIndex = 0 }) => {
      return { quote, source: source === 'ANSWER' ? words.answer(answerIndex + 1) : words.resume }
    }),
  }
}

function calculationOf(tenths: number, criteria: AssessedCriterion[], { score }: Words, language: Language): Section {
  const { total, earned, uncappedTenths, isMustHaveMissing } = workingOf(criteria)
  const shown = (all: number) => numberOf(all / 10, language, 1)
  const isCapped = isMustHaveMissing && uncappedTenths > withoutMustHaveTenthsMax
  return {
    heading: score.heading,
    paragraphs: [
      score.value(shown(tenths)),
      score.rule,
      `10 × ${numberOf(earned, language)} ÷ ${numberOf(total, language)} = ${shown(uncappedTenths)}`,
      ...(isCapped ? [score.capped(shown(withoutMustHaveTenthsMax))] : []),
    ],
  }
}

function numberOf(value: number, language: Language, minimumFractionDigits = 0): string {
  return value.toLocaleString(language, { minimumFractionDigits })
}
