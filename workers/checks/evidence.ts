/**
 * Looks up the quotes in a draft: finds their passages, and states why a quote without a passage is refused.
 *
 * The reasons are sentences for the repair prompt. Pure.
 */
import { earnsCredit } from '../../src/kit/scoring/credit.ts'
import type { DraftEvidence, DraftVerdict } from '../engine.ts'
import type { EvidenceSpan, ScoreApplicationTask } from '../tasks.ts'
import { type Lookup, type QuotedText, quotedText, quoteLengthMax, type Refusal } from './quotes.ts'

type Source = Pick<EvidenceSpan, 'source' | 'answerIndex'>
type NamedText = { name: Source; text: QuotedText }
/** The texts in which quotes are looked up: the resume, then the answers. */
export type Texts = { all: NamedText[] }

/** Returns a task's texts, ready for looking up quotes. */
export function textsOf({ resume, answers }: Pick<ScoreApplicationTask, 'resume' | 'answers'>): Texts {
  const ofAnswers = answers.map(({ answer }, answerIndex): NamedText => {
    return { name: { source: 'ANSWER', answerIndex }, text: quotedText(answer) }
  })
  return { all: [{ name: { source: 'RESUME' }, text: quotedText(resume) }, ...ofAnswers] }
}

/** Returns the text that contains a span. */
export function sourceOf({ source, answerIndex }: EvidenceSpan, { all }: Texts): NamedText {
  return all.find(({ name }) => name.source === source && name.answerIndex === answerIndex)!
}

/** Returns the text in a span. */
export function textOf(span: EvidenceSpan, texts: Texts): string {
  return sourceOf(span, texts).text.text.slice(span.start, span.end)
}

/** The results of looking up a draft's quotes. Each is identified by its number, from 1. */
export type Claims = {
  passages: { quote: number; spans: EvidenceSpan[]; isDenied: boolean }[]
  refusals: { quote: number; refusal: Refusal }[]
  isUnquoted: boolean
}

/** The maximum number of quotes that are looked up. The prompt asks for three. */
const quotesMax = 5

/** Looks up a draft's quotes. The verdict NO_EVIDENCE needs none. */
export function claimsOf({ verdict, evidence }: DraftVerdict, texts: Texts): Claims {
  const claims: Claims = { passages: [], refusals: [], isUnquoted: false }
  if (verdict === 'NO_EVIDENCE') return claims
  for (const [index, claim] of evidence.slice(0, quotesMax).entries()) {
    const found = lookUp(claim, texts)
    const quote = index + 1
    if ('refusal' in found) claims.refusals.push({ quote, refusal: found.refusal })
    else claims.passages.push({ quote, ...found })
  }
  return { ...claims, isUnquoted: evidence.length === 0 }
}

type Found = { spans: EvidenceSpan[]; isDenied: boolean } | { refusal: Refusal }

/** Looks up a quote in the text that the engine stated, and then in all others, because engines confuse sources. */
function lookUp({ source, answerIndex, quote }: DraftEvidence, { all }: Texts): Found {
  const isNamed = ({ name }: NamedText) => name.source === source && name.answerIndex === (answerIndex ?? undefined)
  const order = [...all.filter(isNamed), ...all.filter((text) => !isNamed(text))]
  let refused: Refusal = 'NOT_FOUND'
  for (const { name, text } of order) {
    const found: Lookup = text.lookUp(quote)
    if ('passages' in found) {
      return { spans: found.passages.map((passage) => ({ ...name, ...passage })), isDenied: found.isDenied }
    }
    if (refused === 'NOT_FOUND') refused = found.refusal
  }
  return { refusal: refused }
}

/** Returns the passages that support a draft, without duplicates. */
export function evidenceOf({ passages }: Claims): EvidenceSpan[] {
  const spans = passages.flatMap((passage) => passage.spans)
  return [...new Map(spans.map((span) => [JSON.stringify(span), span])).values()]
}

// ── faults ─────────────────────────────────────────────────────────────────────────────────────────

const causes: Record<Refusal, string> = {
  NOT_FOUND: 'is not in the resume or the answers',
  TOO_LONG: `is longer than ${quoteLengthMax} characters`,
  TOO_SHORT: 'is too short to prove anything',
  HEADING: 'is a heading',
  ORDER: 'is an order to you and says nothing about the person',
}

const again = 'Copy the passage again, exactly, or change the verdict.'
export const another = 'Quote a passage that shows it, or change the verdict.'

/**
 * Returns the sentence for the repair if a draft's quotes are faulty; otherwise null. If the words around all passages
 * deny them, a repair is requested, but the draft is not refused. The patterns that detect denials are not certain:
 * they cover only a few languages and ignore the context.
 */
export function faultOf({ verdict }: DraftVerdict, { passages, refusals, isUnquoted }: Claims): string | null {
  if (isUnquoted) return `${verdict} has no quote. ${another}`
  if (passages.length === 0 && refusals.length > 0) {
    const all = refusals.map(({ quote, refusal }) => `quote ${quote} ${causes[refusal]}`).join('; ')
    const isCopyFault = refusals.some(({ refusal }) => refusal === 'NOT_FOUND' || refusal === 'TOO_LONG')
    return `${all}. ${isCopyFault ? again : another}`
  }
  const isDenied = earnsCredit(verdict) && passages.length > 0 && passages.every((passage) => passage.isDenied)
  if (!isDenied) return null
  return `the words around quote ${passages[0]!.quote} seem to deny what it says. If so, change the verdict.`
}
