/**
 * The verdict on one criterion, with its quotes and its reason.
 *
 * Owns how the sides of a requirement make one verdict. Never claims MET or PARTIAL without a quote.
 */
import type { Verdict } from '../../tasks.ts'
import type { DraftEvidence, DraftVerdict } from '../engine.ts'
import { QUOTES_MAX } from './evidence.ts'
import { facetsOf, type Facet } from './facets.ts'
import type { Line } from './lines.ts'
import type { Reading } from './reading.ts'
import { sentenceOf } from './reasons.ts'
import { requirementOf, type Requirement } from './requirements.ts'
import { restatementOf, type Statements } from './restatement.ts'

/** Drafts the verdict on one criterion. */
export function verdictOn(criterion: { id: string; text: string }, reading: Reading, statements: Statements): DraftVerdict {
  const criterionId = criterion.id
  const requirement = requirementOf(criterion.text)
  const facets = facetsOf(requirement, reading)
  const verdict = combined(facets)
  const restated = verdict === 'MET' || isOneName(requirement) ? null : restatementOf(criterion.text, statements)
  if (restated) return { criterionId, verdict: 'MET', reason: 'The application says this in the same words.', evidence: [restated] }
  const lines = [...new Set(facets.flatMap((facet) => facet.lines))].slice(0, QUOTES_MAX)
  const reason = facets.length === 0 ? 'Nothing in the application speaks of this.' : sentenceOf(facets.map((facet) => facet.reason))
  return { criterionId, verdict, reason, evidence: verdict === 'NO_EVIDENCE' ? [] : lines.map(quoteOf) }
}

/** The name of a skill or a language alone stands beside too low a level or a "no" too; its lines have told. */
function isOneName({ elements, degree, languages, months }: Requirement): boolean {
  const skills = elements.filter(({ kind }) => kind === 'SKILL').length
  return degree === null && months === null && skills === elements.length && skills + languages.mentions.length === 1
}

/** All sides met is met, something on any side is a part; else what is denied or too little outweighs silence. */
function combined(facets: Facet[]): Verdict {
  const verdicts = facets.map(({ verdict }) => verdict)
  if (verdicts.length === 0) return 'NO_EVIDENCE'
  if (verdicts.every((verdict) => verdict === 'MET')) return 'MET'
  if (verdicts.some((verdict) => verdict === 'MET' || verdict === 'PARTIAL')) return 'PARTIAL'
  return verdicts.includes('NOT_MET') ? 'NOT_MET' : 'NO_EVIDENCE'
}

function quoteOf({ text, source }: Line): DraftEvidence {
  return source.kind === 'RESUME' ? { source: 'RESUME', quote: text } : { source: 'ANSWER', answerIndex: source.answerIndex, quote: text }
}
