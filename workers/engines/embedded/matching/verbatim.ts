/**
 * Finds a criterion in an application in the criterion's own words.
 *
 * This makes a criterion in any script, or one of words that mean little, checkable at all. It uses the same matching
 * that later checks quotes, so that the two never disagree.
 */
import { isPromptInjection } from '../../../checks/prompt-injection.ts'
import { quotedText, type QuotedText } from '../../../checks/quotes.ts'
import type { ScoreApplicationTask } from '../../../tasks.ts'
import type { DraftEvidence } from '../../../engine.ts'
import { isInProgress, isOwnWork } from '../vocabulary/own-work.ts'
import { quoteLengthMax } from '../application/line.ts'
import type { Span } from '../language/sentences.ts'

/** The texts of an application, ready to be searched for one criterion after another. */
export type Statements = { text: string; quoted: QuotedText; evidence: Omit<DraftEvidence, 'quote'> }[]

/** Prepares the texts without searching them yet. */
export function statementsOf({ resume, answers }: Pick<ScoreApplicationTask, 'resume' | 'answers'>): Statements {
  const ofAnswers = answers.map(({ answer }, answerIndex) => ({
    text: answer,
    quoted: quotedText(answer),
    evidence: { source: 'ANSWER' as const, answerIndex },
  }))
  return [{ text: resume, quoted: quotedText(resume), evidence: { source: 'RESUME' } }, ...ofAnswers]
}

/** The first passage that says the criterion word for word without denying it, or null. */
export function findVerbatim(criterion: string, statements: Statements): DraftEvidence | null {
  for (const { text, quoted, evidence } of statements) {
    const place = quoted.findAffirmed(criterion)
    if (place === null) continue
    const line = lineAround(text, place)
    if (isPromptInjection(line) || !isOwnWork(line) || isInProgress(line)) continue
    if (evidence.source === 'RESUME' && isBareRepeat(line, criterion)) continue
    return { ...evidence, quote: shortened(text.slice(place.start, place.end)) }
  }
  return null
}

/** True for a line that is the criterion and nothing else: a list pasted from the posting says no more. */
function isBareRepeat(line: string, criterion: string): boolean {
  return line.trim().length <= criterion.trim().length + markLengthMax
}

const markLengthMax = 4 // a bullet, a full stop

/** The line around the passage, cut where it is far longer than a quote. */
function lineAround(text: string, { start, end }: Span): string {
  const after = text.indexOf('\n', end)
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, after < 0 ? text.length : after).slice(0, 4 * quoteLengthMax)
}

/** The quote, or the beginning of one that is too long. */
function shortened(quote: string): string {
  if (quote.length <= quoteLengthMax) return quote
  const window = quote.slice(0, quoteLengthMax)
  const blank = window.search(/\s\S*$/u)
  // Without a blank to cut at, only drop a character that the cut split in two.
  return blank > 0 ? window.slice(0, blank).trimEnd() : window.replace(/[\ud800-\udbff]$/, '')
}
