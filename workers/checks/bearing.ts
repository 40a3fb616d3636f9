/**
 * Evidence that bears on nothing: a true quote that has nothing to do with its criterion, as a model gives it that is
 * not up to the work.
 *
 * Owns the floors of relation, set by the credited quotes of a strong model in `test/data/eval-model`, none of which is
 * below them. The word vectors know English; evidence in other languages is not judged here.
 */
import { earnsCredit } from '../../src/kit/scoring/credit.ts'
import type { CriterionVerdict, EvidenceSpan, ScoreApplicationTask } from '../tasks.ts'
import { sourceOf, type Texts } from './evidence.ts'
import { orderWords } from './order-words.ts'
import { contentOf, relation } from './relation.ts'
import { isSamePassage, type Objection } from './specificity.ts'

/** Nearer than this may be chance. The strong model's least related evidence has 0.18. */
const relatedMin = 0.17
/** Four in five of the strong model's verdicts reach it, but only one in seven lines of a resume taken at random. */
const closeMin = 0.5
/** On average over an application, the strong model's evidence has 0.7 and more, and lines taken at random 0.5 and less. */
const meanMin = 0.6
/** Below this number of credited verdicts, most of them may be honest paraphrases. */
const creditedMin = 4
/** An English resume has vectors for more of its words than this, and a German or Spanish one for fewer than 0.2. */
const knownShareMin = 0.5
/** In UTF-16 units on either side: a printed line. A resume whose lines are glued together is one line for all of it. */
const reachMax = 80

const fault =
  'does the passage that you quoted show that the person has this? If not, quote another one or change the verdict.'

/**
 * The credited verdicts without any passage that has to do with their criterion, by id. `isMuch`: the evidence of many
 * verdicts is distant from their criteria on average, and then each distant one is objected to.
 *
 * @param asked the criteria that the model was asked about for this reason: they have to be close from then on
 */
export function unrelatedEvidence(
  verdicts: ReadonlyMap<string, CriterionVerdict>,
  criteria: ScoreApplicationTask['criteria'],
  texts: Texts,
  asked: ReadonlySet<string> = new Set(),
): { objections: Map<string, Objection>; isMuch: boolean } {
  if (!isEnglish(criteria.map(({ text }) => text).join('\n'))) return { objections: new Map(), isMuch: false }
  const judgeable = new Set(texts.all.filter(({ text }) => isEnglish(text.text)))
  const credited = criteria.flatMap(({ id, text }) => {
    const { verdict, evidence } = verdicts.get(id) ?? { verdict: 'NO_EVIDENCE', evidence: [] }
    const isJudged = evidence.length > 0 && evidence.every((span) => judgeable.has(sourceOf(span, texts)))
    return earnsCredit(verdict) && isJudged ? [{ id, evidence, nearness: nearnessOf(text, evidence, texts) }] : []
  })
  const distant = credited.filter(({ nearness }) => nearness < closeMin)
  const isMuch = credited.length >= creditedMin && meanOf(credited) < meanMin
  const objected = distant.filter(({ id, nearness }) => isMuch || asked.has(id) || nearness < relatedMin)
  return { objections: new Map(objected.map(({ id, evidence }) => [id, { spans: evidence, fault }])), isMuch }
}

/** Of the passages, each of which counts once, for however many criteria it is quoted. */
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

/** From 0 to 1, by the nearest of the passages. */
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

/** The passage with the rest of its line, as far as that is near: a quote may be a few words of what shows it. */
function surroundings(span: EvidenceSpan, texts: Texts): string {
  const { text } = sourceOf(span, texts).text
  const before = text.slice(Math.max(0, span.start - reachMax), span.start)
  const after = text.slice(span.end, span.end + reachMax)
  return before.slice(before.lastIndexOf('\n') + 1) + text.slice(span.start, span.end) + after.split('\n')[0]!
}

/** Whether a minimum of time is asked for and the passage has a date: what was done then is told beside it. */
function isTimeFor(criterion: string, passage: string): boolean {
  return /\b(?:years?|months?)\b/iu.test(criterion) && /\b(?:19|20)\d\d\b/u.test(passage)
}

/** Whether either has an abbreviation of words in the other: "BLS" of "Basic Life Support". */
function isShortFor(one: string, other: string): boolean {
  const isIn = (short: string, long: string) => {
    const initials = Array.from(long.matchAll(/(?<!\p{L})\p{L}/gu), String)
      .join('')
      .toUpperCase()
    return Array.from(short.matchAll(/(?<!\p{L})\p{Lu}{3,}(?!\p{L})/gu), String).some((word) => initials.includes(word))
  }
  return isIn(one, other) || isIn(other, one)
}
