/** Computes the figures of `model check` from its scores, and decides whether a model is good enough. Pure. */
import { earnsCredit } from '../../kit/scoring/credit.ts'
import type { CheckedScore, CheckedVerdict } from './scoring.ts'

/** A model's figures. Shares are from 0 to 1. */
export type Figures = {
  labels: number
  /** The share of all labels with the right verdict. A failed score has no right verdicts. */
  accuracy: number
  /** The number of labels that should earn no credit, and how many of them earned credit. */
  unearned: number
  creditedWrongly: number
  /** The number of quotes that the model gave, and how many of them were refused. */
  quotes: number
  quotesRefused: number
  /** The number of passages that earned credit, and how many of these are unrelated to their criterion. */
  credited: number
  bearOnNothing: number
  failed: number
  /** The mean number of tokens, and of seconds, per score. */
  tokens: number
  seconds: number
}

export function figuresOf(scores: CheckedScore[]): Figures {
  const verdicts = scores.flatMap((score) => score.verdicts)
  const labelled = verdicts.filter(({ right }) => right !== null)
  const unearned = labelled.filter(({ right }) => right && !earnsCredit(right))
  const credited = verdicts
    .filter(({ got }) => earnsCredit(got))
    .flatMap(({ evidence, lines }) => evidence.map((passage) => bearsOn(passage, lines)))
  const quotesRefused = sum(scores, (score) => score.quotesRefused)
  const labels = scores.flatMap((score) => score.labels.filter((label) => label !== null)).length
  return {
    labels,
    accuracy: labelled.filter(({ got, right }) => got === right).length / labels,
    unearned: unearned.length,
    creditedWrongly: unearned.filter(({ got }) => earnsCredit(got)).length,
    quotes: quotesRefused + sum(verdicts, ({ evidence }) => evidence.length),
    quotesRefused,
    credited: credited.length,
    bearOnNothing: credited.filter((bears) => !bears).length,
    failed: scores.filter(({ failure }) => failure !== '').length,
    tokens: Math.round(sum(scores, ({ tokens }) => tokens.input + tokens.output) / scores.length),
    seconds: sum(scores, ({ seconds }) => seconds) / scores.length,
  }
}

/**
 * Returns whether a line of the passage contains one of the given lines, or is part of one. Ignores case, spaces and
 * punctuation.
 */
function bearsOn(passage: string, lines: CheckedVerdict['lines']): boolean {
  const parts = passage.split('\n').map(lettersOf).filter(Boolean)
  return lines.map(lettersOf).some((line) => parts.some((part) => line.includes(part) || part.includes(line)))
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

function sum<Item>(items: Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0)
}

export const share = (part: number, all: number): number => (all === 0 ? 0 : part / all)

/** The maximum shares for a trusted model, from `x-operator` of the contract. */
export type Bounds = { quotesRefusedShareMax: number; unrelatedEvidenceShareMax: number }
export type Judgement = { isFit: boolean; line: string }

/** Decides whether the model is good enough. `line`: the reason, for the operator. Both figures are of the same set. */
export function judge(model: Figures, embedded: Figures, bounds: Bounds): Judgement {
  const refused = share(model.quotesRefused, model.quotes)
  const unrelated = share(model.bearOnNothing, model.credited)
  const unfit = (line: string): Judgement => ({ isFit: false, line: `${line}: do not use it` })
  if (model.accuracy < embedded.accuracy) return unfit('worse than the built-in engine')
  if (model.creditedWrongly > embedded.creditedWrongly && share(model.creditedWrongly, model.unearned) > wrongShareMax)
    return unfit(`credits ${model.creditedWrongly} of ${model.unearned} criteria that are not met`)
  if (refused > bounds.quotesRefusedShareMax) return unfit(`${percent(refused)} of its quotes are not in the resumes`)
  if (unrelated > bounds.unrelatedEvidenceShareMax)
    return unfit(`${percent(unrelated)} of its evidence is unrelated to the criteria`)
  if (model.accuracy === embedded.accuracy) return { isFit: true, line: 'as good as the built-in engine' }
  return { isFit: true, line: 'better than the built-in engine' }
}

/** The maximum share of wrong credits. It is not 0, because up to one label in ten may be a matter of opinion. */
const wrongShareMax = 1 / 10

export const percent = (value: number): string => `${Math.round(100 * value)} %`
