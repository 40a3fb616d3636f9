/**
 * Detects unrelated evidence: a quote that is in the application but has nothing to do with its criterion. Weak models
 * produce such quotes.
 *
 * Defines the minimum similarities. All quotes for which a strong model gave credit in `test/data/eval-model` reach
 * them. The word vectors cover only English, so evidence in other languages is not checked.
 */
import { earnsCredit } from '../../src/kit/scoring/credit.ts'
import type { CriterionVerdict, EvidenceSpan, ScoreApplicationTask } from '../tasks.ts'
import { sourceOf, type Texts } from './evidence.ts'
import { orderWords } from './order-words.ts'
import { contentOf, relation } from './relation.ts'
import { isSamePassage, type Objection } from './specificity.ts'

/**
 * Two texts can have a similarity up to this value by chance. The least related evidence of the strong model has 0.18.
 */
const relatedMin = 0.17
/** 80 % of the strong model's verdicts reach this similarity, but only 15 % of random lines in a resume do. */
const closeMin = 0.5
/** The minimum mean over an application. The strong model's evidence has at least 0.7, random lines at most 0.5. */
const meanMin = 0.6
/**
 * The minimum number of credited verdicts for which the mean is used. With fewer, most of the quotes may be
 * paraphrases, whose similarity is low.
 */
const creditedMin = 4
/**
 * A text is taken to be English if at least this share of its words have vectors. In a German or Spanish resume, the
 * share is below 0.2.
 */
const knownShareMin = 0.5
/**
 * The maximum part of a line that is included on either side of a passage, in UTF-16 units. The limit is about one
 * printed line. It is needed because a resume without line breaks is a single line.
 */
const reachMax = 80

const fault =
  'does the passage that you quoted show that the person has this? If not, quote another one or change the verdict.'

/**
 * Returns, by criterion id, the objections to credited verdicts without a passage that is related to their criterion.
 * `isWidespread` means that the mean similarity is too low. In that case, every verdict that is not close is reported.
 *
 * @param asked the criteria for which a repair was already requested for this reason; their new evidence must be close
 */
export function unrelatedEvidence(
  verdicts: ReadonlyMap<string, CriterionVerdict>,
  criteria: ScoreApplicationTask['criteria'],
  texts: Texts,
  asked: ReadonlySet<string> = new Set(),
): { objections: Map<string, Objection>; isWidespread: boolean } {
  if (!isEnglish(criteria.map(({ text }) => text).join('\n'))) return { objections: new Map(), isWidespread: false }
  const judgeable = new Set(texts.all.filter(({ text }) => isEnglish(text.text)))
  const credited = criteria.flatMap(({ id, text }) => {
    const { verdict, evidence } = verdicts.get(id) ?? { verdict: 'NO_EVIDENCE', evidence: [] }
    const isJudged = evidence.length > 0 && evidence.every((span) => judgeable.has(sourceOf(span, texts)))
    return earnsCredit(verdict) && isJudged ? [{ id, evidence, nearness: nearnessOf(text, evidence, texts) }] : []
  })
  const distant = credited.filter(({ nearness }) => nearness < closeMin)
  const isWidespread = credited.length >= creditedMin && meanOf(credited) < meanMin
  const objected = distant.filter(({ id, nearness }) => isWidespread || asked.has(id) || nearness < relatedMin)
  return { objections: new Map(objected.map(({ id, evidence }) => [id, { spans: evidence, fault }])), isWidespread }
}

/** Returns the mean similarity. A passage that is quoted for several criteria is counted only once. */
function meanOf(credited: { evidence: EvidenceSpan[]; nearness: number }[]): number {
  const weights = credited.map(({ evidence }) => {
    const sharing = credited.filter((other) => other.evidence.some((span) => isSamePassage(span, evidence[0]!)))
    return 1 / sharing.length
  })
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  return sum(credited.map(({ nearness }, at) => nearness * weights[at]!)) / sum(weights)
}

function isEnglish(text: string): boolean {
  const { words } = contentOf(text)
  return words.filter(({ at }) => at !== undefined).length >= knownShareMin * words.length
}

/** Returns the similarity of the closest passage, from 0 to 1. */
function nearnessOf(criterion: string, evidence: EvidenceSpan[], texts: Texts): number {
  const asked = contentOf(criterion)
  return Math.max(
    ...evidence.map((span) => {
      const passage = surroundings(span, texts)
      if (isShortFor(criterion, passage)) return 1
      const near = relation(asked, contentOf(passage, orderWords))
      return isTimeFor(criterion, passage) ? Math.max(near, closeMin) : near
    }),
  )
}

/** Returns the passage with the nearby part of its line, because a quote may be only a few words of the evidence. */
function surroundings(span: EvidenceSpan, texts: Texts): string {
  const { text } = sourceOf(span, texts).text
  const before = text.slice(Math.max(0, span.start - reachMax), span.start)
  const after = text.slice(span.end, span.end + reachMax)
  return before.slice(before.lastIndexOf('\n') + 1) + text.slice(span.start, span.end) + after.split('\n')[0]!
}

/**
 * Returns whether the criterion requires a number of years or months and the passage has a date. Such a passage is
 * treated as close, because the work is described next to the date.
 */
function isTimeFor(criterion: string, passage: string): boolean {
  return /\b(?:years?|months?)\b/iu.test(criterion) && /\b(?:19|20)\d\d\b/u.test(passage)
}

/** Returns whether one text abbreviates words of the other: "BLS" for "Basic Life Support". */
function isShortFor(one: string, other: string): boolean {
  const isIn = (short: string, long: string) => {
    const initials = Array.from(long.matchAll(/(?<!\p{L})\p{L}/gu), String)
      .join('')
      .toUpperCase()
    return Array.from(short.matchAll(/(?<!\p{L})\p{Lu}{3,}(?!\p{L})/gu), String).some((word) => initials.includes(word))
  }
  return isIn(one, other) || isIn(other, one)
}
