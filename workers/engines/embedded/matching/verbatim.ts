/**
 * Whether an application says a criterion in the criterion's own words.
 *
 * Owns that comparison, which makes a criterion in any script, or of words that mean little, checkable at
 * all. It asks the same judge that quotes are later checked by, so that the two never disagree.
 */
import { isPromptInjection } from '../../../checks/prompt-injection.ts'
import { quotedText, type QuotedText } from '../../../checks/quotes.ts'
import type { ScoreApplicationTask } from '../../../tasks.ts'
import type { DraftEvidence } from '../../../engine.ts'
import { isOnItsWay, isOwnWork } from '../vocabulary/own-work.ts'
import { quoteLengthMax } from '../application/line.ts'
import { resumeLengthMax } from '../application/application-index.ts'
import type { Span } from '../language/sentences.ts'

/** The texts of an application, ready to be searched for criterion after criterion. */
export type Statements = { text: string; quoted: QuotedText; evidence: Omit<DraftEvidence, 'quote'> }[]

/** Prepares the texts; nothing is searched yet. */
export function statementsOf({ resume, answers }: Pick<ScoreApplicationTask, 'resume' | 'answers'>): Statements {
  const ofAnswers = answers.map(({ answer }, answerIndex) => ({
    text: answer,
    quoted: quotedText(answer),
    evidence: { source: 'ANSWER' as const, answerIndex },
  }))
  const text = resume.slice(0, resumeLengthMax)
  return [{ text, quoted: quotedText(text), evidence: { source: 'RESUME' } }, ...ofAnswers]
}

/** The first passage that says the criterion word for word without denying it, or null. */
export function findVerbatim(criterion: string, statements: Statements): DraftEvidence | null {
  for (const { text, quoted, evidence } of statements) {
    const place = quoted.findAffirmed(criterion)
    if (place === null) continue
    const line = lineAround(text, place)
    if (isPromptInjection(line) || !isOwnWork(line) || isOnItsWay(line)) continue
    return { ...evidence, quote: shortened(text.slice(place.start, place.end)) }
  }
  return null
}

/** The line that the passage stands in, cut where it is far longer than a quote. */
function lineAround(text: string, { start, end }: Span): string {
  const after = text.indexOf('\n', end)
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, after < 0 ? text.length : after).slice(0, 4 * quoteLengthMax)
}

/** Of a longer restatement, its beginning. */
function shortened(quote: string): string {
  if (quote.length <= quoteLengthMax) return quote
  const window = quote.slice(0, quoteLengthMax)
  const blank = window.search(/\s\S*$/u)
  // Without a blank to cut at, only a character that the cut split in two is left out.
  return blank > 0 ? window.slice(0, blank).trimEnd() : window.replace(/[\ud800-\udbff]$/, '')
}
