/**
 * The check of an engine's drafts: no quote, no credit.
 *
 * Owns what makes a draft count, and what remains of one that does not. Pure. Faults are in our own words and hold
 * nothing of a resume or an answer, so that they may appear in a prompt.
 */
import { earnsCredit } from '../../src/kit/scoring/credit.ts'
import type { DraftEvidence, DraftVerdict } from '../engine.ts'
import { isPromptInjection } from './prompt-injection.ts'
import { type QuotedText, quotedText } from './quotes.ts'
import type { CriterionVerdict, EvidenceSpan, ScoreApplicationTask, Verdict } from '../tasks.ts'

/** The texts that quotes are looked up in. */
export type Texts = { resume: QuotedText; answers: QuotedText[] }

export type CheckedDrafts = {
  /** By criterion. A verdict without valid evidence is already NO_EVIDENCE; a missing verdict has no entry. */
  verdicts: Map<string, CriterionVerdict>
  /** One sentence per fault, for the repair. */
  faults: string[]
  /** The criteria that the repair asks for again. */
  open: Set<string>
  quotesRefused: number
}

/** The prompt asks for three; further quotes of a longer list are not looked up. */
const quotesMax = 5
/** In code points. The prompt asks for 300; a much longer sentence does not fit a list of criteria. */
const reasonLengthMax = 500

/** Shown in place of a reason that quotes what is not there, or that belongs to a verdict that was refused. */
const plainReasons: Record<Verdict, string> = {
  MET: 'The quoted passages show it.',
  PARTIAL: 'The quoted passages show a part of it.',
  NOT_MET: 'The application speaks against it.',
  NO_EVIDENCE: 'No passage of the resume or the answers shows it.',
}

/** The texts of a task, for looking up quotes. */
export function textsOf(task: Pick<ScoreApplicationTask, 'resume' | 'answers'>): Texts {
  return { resume: quotedText(task.resume), answers: task.answers.map(({ answer }) => quotedText(answer)) }
}

/** Checks drafts against the criteria that were asked for. A draft of any other criterion discredits all of them. */
export function checkDrafts(
  drafts: DraftVerdict[],
  criteria: ScoreApplicationTask['criteria'],
  texts: Texts,
): CheckedDrafts {
  const result: CheckedDrafts = { verdicts: new Map(), faults: [], open: new Set(), quotesRefused: 0 }
  const fault = (id: string, text: string) => {
    result.faults.push(`${id}: ${text}`)
    result.open.add(id)
  }
  const asked = new Set(criteria.map(({ id }) => id))
  if (drafts.some(({ criterionId }) => !asked.has(criterionId))) {
    return { ...result, faults: ['A verdict names a criterion that was not asked for.'], open: asked }
  }
  for (const criterion of criteria) {
    const [draft, ...repeated] = drafts.filter(({ criterionId }) => criterionId === criterion.id)
    if (draft === undefined) fault(criterion.id, 'there is no verdict.')
    else if (repeated.length > 0) fault(criterion.id, 'there is more than one verdict.')
    else {
      const { evidence, refusals } = checkEvidence(draft, texts)
      result.quotesRefused += refusals.length
      const isUnproven = earnsCredit(draft.verdict) && evidence.length === 0
      if (isUnproven) fault(criterion.id, refusals.join(' ') || `${draft.verdict} has no quote.`)
      const verdict = isUnproven ? 'NO_EVIDENCE' : draft.verdict
      const reason = verdict === draft.verdict ? checkedReason(draft, criterion.text, texts) : plainReasons[verdict]
      result.verdicts.set(criterion.id, { criterionId: criterion.id, verdict, reason, evidence })
    }
  }
  return result
}

// ── evidence ────────────────────────────────────────────────────────────────────────────────────

const unfound =
  'it is not word for word in the section that it names, or too short, too long, or no statement about the candidate.'

function checkEvidence(draft: DraftVerdict, texts: Texts): { evidence: EvidenceSpan[]; refusals: string[] } {
  const evidence: EvidenceSpan[] = []
  const refusals: string[] = []
  if (draft.verdict === 'NO_EVIDENCE') return { evidence, refusals }
  for (const [index, claim] of draft.evidence.slice(0, quotesMax).entries()) {
    const place = placeIn(texts, claim)
    const text = place.source === 'RESUME' ? texts.resume : texts.answers[place.answerIndex ?? -1]
    // What speaks against a criterion may well be a denial.
    const stretch = draft.verdict === 'NOT_MET' ? text?.find(claim.quote) : text?.findAffirmed(claim.quote)
    if (stretch) evidence.push({ ...place, ...stretch })
    else if (text?.find(claim.quote)) refusals.push(`Quote ${index + 1} stands in a clause that denies it.`)
    else refusals.push(`Quote ${index + 1} is no proof: ${unfound}`)
  }
  return { evidence: distinct(evidence), refusals }
}

/** Where a quote is from; the first text that holds it, where the engine did not say. */
function placeIn(
  texts: Texts,
  { source, answerIndex, quote }: DraftEvidence,
): Pick<EvidenceSpan, 'source' | 'answerIndex'> {
  if (source === 'ANSWER') return { source, answerIndex }
  if (source === 'RESUME' || texts.resume.find(quote)) return { source: 'RESUME' }
  const index = texts.answers.findIndex((answer) => answer.find(quote) !== null)
  return index < 0 ? { source: 'RESUME' } : { source: 'ANSWER', answerIndex: index }
}

function distinct(spans: EvidenceSpan[]): EvidenceSpan[] {
  return [...new Map(spans.map((span) => [JSON.stringify(span), span])).values()]
}

// ── reasons ─────────────────────────────────────────────────────────────────────────────────────

const quotation = /["“„«]([^"“”„«»]{3,})["“”»]|(?<!\p{L})['‘‚]([^'‘’]{3,})['’‘](?!\p{L})/gu

/**
 * The reason in one line; a plain one instead of a reason that is blank, too long, an instruction, or quotes what is
 * not there.
 */
function checkedReason({ verdict, reason }: DraftVerdict, criterion: string, texts: Texts): string {
  const line = reason.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const isFit = line !== '' && [...line].length <= reasonLengthMax && line.isWellFormed() && !isPromptInjection(line)
  if (!isFit) return plainReasons[verdict]
  const sources = [texts.resume, ...texts.answers, quotedText(criterion)]
  const stands = (quote: string) => sources.some((source) => source.find(quote) !== null)
  const quotes = [...line.matchAll(quotation)].map((found) => found[1] ?? found[2] ?? '')
  return quotes.every(stands) ? line : plainReasons[verdict]
}
