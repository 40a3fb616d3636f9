/**
 * Parses a model's text into drafts. Pure.
 *
 * Owns the check of the shape. A strict schema guarantees the shape, but a compatible server may not honour it: an item
 * that does not fit is left out and counts as unanswered.
 */
import { facts } from '../../../generated/facts.gen.ts'
import type { DraftCriterion, DraftQuestion } from '../../tasks.ts'
import type { DraftEvidence, DraftVerdict } from '../../engine.ts'

/**
 * Every verdict in the text that has the right shape, from a property for each criterion or, where a server overlooks
 * the schema, from a list; none when the text is null or not JSON.
 */
export function readVerdicts(text: string | null): DraftVerdict[] {
  const answer = membersOf(parseObject(text))
  const byId = Object.entries(answer).map(([criterionId, item]) => ({ ...membersOf(item), criterionId }))
  return (Array.isArray(answer.verdicts) ? answer.verdicts : byId).flatMap((item) => {
    const { criterionId, verdict, reason, evidence } = membersOf(item)
    if (typeof criterionId !== 'string' || typeof reason !== 'string' || !isVerdict(verdict)) return []
    return [{ criterionId, verdict, reason, evidence: Array.isArray(evidence) ? evidence.flatMap(readEvidence) : [] }]
  })
}

/** The criteria in the text; none when the text is null or not JSON, or when any of them has the wrong shape. */
export function readCriteria(text: string | null): DraftCriterion[] {
  return allOrNone(listIn(text, 'criteria'), (item) => {
    const { text, importance } = membersOf(item)
    return typeof text === 'string' && isImportance(importance) ? { text: text.trim(), importance } : null
  })
}

/** The questions in the text; none when the text is null or not JSON, or when any of them has the wrong shape. */
export function readQuestions(text: string | null): DraftQuestion[] {
  return allOrNone(listIn(text, 'questions'), (item) => {
    const { question, selectionType, options, hint } = membersOf(item)
    if (typeof question !== 'string' || typeof hint !== 'string' || !isSelectionType(selectionType)) return null
    if (!Array.isArray(options) || !options.every((option) => typeof option === 'string')) return null
    const trimmed = options.map((option) => option.trim())
    return { question: question.trim(), selectionType, options: trimmed, hint: hint.trim() }
  })
}

/** A list without its unreadable items would pass for a complete shorter one. */
function allOrNone<Draft>(items: unknown[], read: (item: unknown) => Draft | null): Draft[] {
  const drafts = items.map(read).filter((draft) => draft !== null)
  return drafts.length === items.length ? drafts : []
}

function readEvidence(item: unknown): DraftEvidence[] {
  const { source, answerIndex, quote } = membersOf(item)
  if (typeof quote !== 'string') return []
  if (source === 'RESUME') return [{ source, quote }]
  return source === 'ANSWER' && typeof answerIndex === 'number' ? [{ source, answerIndex, quote }] : []
}

function listIn(text: string | null, member: string): unknown[] {
  const list = membersOf(parseObject(text))[member]
  return Array.isArray(list) ? list : []
}

/** Whether the text holds a JSON object. */
export function isJsonObject(text: string | null): boolean {
  return parseObject(text) !== null
}

/** Where a reasoning model ends its thoughts, which may hold drafts of the answer. */
const thoughtsEnd = '</think>'

/** Without a schema, a model may write thoughts or a sentence before its JSON, and a fence around it. */
function parseObject(text: string | null): unknown {
  const said = text?.slice(text.lastIndexOf(thoughtsEnd) + 1) ?? ''
  try {
    return JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isVerdict(value: unknown): value is DraftVerdict['verdict'] {
  return isOneOf(facts.Verdict.values, value)
}

function isImportance(value: unknown): value is DraftCriterion['importance'] {
  return isOneOf(facts.Importance.values, value)
}

function isSelectionType(value: unknown): value is DraftQuestion['selectionType'] {
  return isOneOf(facts.SelectionType.values, value)
}

function isOneOf(values: readonly unknown[], value: unknown): boolean {
  return values.includes(value)
}
