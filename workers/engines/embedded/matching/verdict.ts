/**
 * Drafts the verdict on one criterion, with its quotes and its reason.
 *
 * Owns how the sides of a requirement combine into one verdict. Never claims MET or PARTIAL without a quote.
 */
import { LRUCache } from 'lru-cache'
import type { Verdict } from '../../../tasks.ts'
import type { DraftEvidence, DraftVerdict } from '../../../engine.ts'
import { quotesMax } from './evidence.ts'
import { isCredit, type Match } from './match.ts'
import { matchRequirement } from './match-requirement.ts'
import { echoOf, type Line } from '../application/line.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import { sentenceOf } from './reasons.ts'
import { requirementOf, type Requirement } from '../requirement/requirement.ts'

type Criterion = { id: string; text: string }

/** What recent criteria ask for: the applications of one opening follow each other, and each meets the same ones. */
const requirements = new LRUCache<string, Requirement>({ max: 300, memoMethod: (text) => requirementOf(text) })

const silentReason = 'Nothing in the application speaks of this.'

/** Drafts the verdict on one criterion. */
export function verdictOn({ id, text }: Criterion, application: ApplicationIndex): DraftVerdict {
  const matches = matchRequirement(requirements.memo(text), withoutEchoes(application, text))
  const verdict = combined(matches)
  const lines = [...new Set(matches.flatMap((match) => match.lines))].slice(0, quotesMax)
  const reason = matches.length === 0 ? silentReason : sentenceOf(matches.map((match) => match.reason))
  return { criterionId: id, verdict, reason, evidence: verdict === 'NO_EVIDENCE' ? [] : lines.map(quoteOf) }
}

/** The application without the lines that only repeat the criterion. */
function withoutEchoes(application: ApplicationIndex, criterion: string): ApplicationIndex {
  const isEcho = echoOf(criterion)
  const echoes = new Set(application.lines.filter((line) => isEcho?.(line) && !line.denied()))
  if (echoes.size === 0) return application
  const kept = (lines: Map<string, Line[]>): Map<string, Line[]> =>
    new Map([...lines].map(([key, some]) => [key, some.filter((line) => !echoes.has(line))]))
  const { byWord, bySkill } = application
  const lines = application.lines.filter((line) => !echoes.has(line))
  return { ...application, lines, byWord: kept(byWord), bySkill: kept(bySkill) }
}

/**
 * MET when all sides are met, PARTIAL when any side shows something; otherwise NOT_MET, for a denial or a lack,
 * outweighs silence.
 */
function combined(matches: Match[]): Verdict {
  const verdicts = matches.map(({ verdict }) => verdict)
  if (verdicts.length === 0) return 'NO_EVIDENCE'
  if (verdicts.every((verdict) => verdict === 'MET')) return 'MET'
  if (matches.some(isCredit)) return 'PARTIAL'
  return verdicts.includes('NOT_MET') ? 'NOT_MET' : 'NO_EVIDENCE'
}

function quoteOf({ text, source }: Line): DraftEvidence {
  if (source.kind === 'RESUME') return { source: 'RESUME', quote: text }
  return { source: 'ANSWER', answerIndex: source.answerIndex, quote: text }
}
