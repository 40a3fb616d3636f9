/**
 * Detects unrelated evidence: a genuine quote that has nothing to do with its criterion. Weak models produce such
 * quotes.
 *
 * Defines the thresholds of relatedness. No credited quote of a strong model in `test/data/eval-model` is below them.
 * The word vectors cover only English; evidence in other languages is not judged here.
 */
import { earnsCredit } from '../../src/kit/scoring/credit.ts'
import type { CriterionVerdict, EvidenceSpan, ScoreApplicationTask } from '../tasks.ts'
import { sourceOf, type Texts } from './evidence.ts'
import { orderWords } from './order-words.ts'
import { contentOf, relation } from './relation.ts'
import { isSamePassage, type Objection } from './specificity.ts'

/** A similarity up to this may be chance. The strong model's least related evidence has 0.18. */
const relatedMin = 0.17
/** 80 % of the strong model's verdicts reach this similarity, but only 15 % of random lines of a resume. */
const closeMin = 0.5
/** Averaged over an application, the strong model's evidence has at least 0.7, and random lines have at most 0.5. */
const meanMin = 0.6
/** With fewer credited verdicts, the mean is not used: most of them may be genuine paraphrases. */
const creditedMin = 4
/** In an English resume, more than this share of the words have vectors; in a German or Spanish one, less than 0.2. */
const knownShareMin = 0.5
/**
 * The maximum length of the nearby part of a line on either side of a passage, in UTF-16 units. It is about one printed
 * line, because a resume may have lost its line breaks.
 */
const reachMax = 80

const fault =
  'does the passage that you quoted show that the person has this? If not, quote another one or change the verdict.'

/**
 * Returns, by id, the credited verdicts without any passage related to their criterion. `isWidespread`: the evidence of
 * many verdicts is on average distant from their criteria. Then each distant verdict is reported.
 *
 * @param asked the criteria that were already repaired for this reason: their evidence must now be close
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

/** Returns the mean over the passages. A passage counts once, even if it is quoted for several criteria. */
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

/** Returns the relatedness of the nearest passage, from 0 to 1. */
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
 * Returns whether the criterion requires a minimum duration and the passage has a date. Such a passage counts as close,
 * because the work is described next to the date.
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
