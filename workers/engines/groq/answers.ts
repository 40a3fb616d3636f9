/**
 * Parses a model's answer into drafts. Pure.
 *
 * Accepts any unambiguous JSON, wherever a server puts it in a response. `verdict-answers.ts` matches verdicts to
 * criteria.
 */
import { facts } from '../../../generated/facts.gen.ts'
import type { DraftCriterion, DraftQuestion } from '../../tasks.ts'
import { findJson, type JsonFound } from './json-text.ts'

/** The texts in a model's answer, the most likely one first. `isCut` means that the answer reached its length limit. */
export type Said = { texts: string[]; isCut: boolean }

/** The drafts in an answer; empty if nothing could be parsed. `fault` explains the problem to the model. */
export type Answer<Draft> = { drafts: Draft[]; fault?: string }

export const cutOff = 'Your answer was cut off before its end. Answer more briefly.'
const empty = 'Your answer was empty.'
const notJson = 'Your answer was not JSON.'
export const otherShape = 'Your answer was JSON, but not in the given schema.'

/** Returns the criteria in an answer that have the right shape. */
export function readCriteria(said: Said): Answer<DraftCriterion> {
  const read = (item: unknown) => {
    const { text, importance, sourceQuote } = membersOf(item)
    const known = facts.Importance.values.find((value) => isSameWord(value, importance))
    if (typeof text !== 'string' || known === undefined) return null
    return { text: text.trim(), importance: known, ...(typeof sourceQuote === 'string' && { sourceQuote }) }
  }
  return readList(said, 'criteria', read, { isWhole: false })
}

/** Returns the questions in an answer; none if any of them has the wrong shape. */
export function readQuestions(said: Said): Answer<DraftQuestion> {
  return readList(said, 'questions', (item) => {
    const { question, selectionType, options, hint } = membersOf(item)
    const known = facts.SelectionType.values.find((value) => isSameWord(value, selectionType))
    if (typeof question !== 'string' || typeof hint !== 'string' || known === undefined) return null
    if (!Array.isArray(options) || !options.every((option) => typeof option === 'string')) return null
    const trimmed = options.map((option) => option.trim())
    return { question: question.trim(), selectionType: known, options: trimmed, hint: hint.trim() }
  })
}

/** Returns the items of a list in an answer. With `isWhole`, returns none if any of them is unreadable. */
function readList<Draft>(
  said: Said,
  member: string,
  read: (item: unknown) => Draft | null,
  { isWhole = true }: { isWhole?: boolean } = {},
): Answer<Draft> {
  const listOf = (value: unknown): unknown[] => {
    const list = Array.isArray(value) ? value : membersOf(value)[member]
    return Array.isArray(list) ? list : []
  }
  const found = bestOf(said, (value) => listOf(value).filter((item) => read(item) !== null).length)
  if (found === null || found.isPartial) return { drafts: [], fault: faultOf(said) }
  const items = listOf(found.value)
  const drafts = items.map(read).filter((draft) => draft !== null)
  return drafts.length < items.length && isWhole ? { drafts: [], fault: otherShape } : { drafts }
}

/** Reasoning models end their reasoning with this mark. The reasoning may contain drafts of the answer. */
const thoughtsEnd = '</think>'

/**
 * Returns the JSON value in an answer for which `count` returns the highest number; null if there is none. The
 * reasoning in a text is searched only if the rest of this text contains no answer.
 */
export function bestOf({ texts }: Said, count: (value: unknown) => number): JsonFound | null {
  for (const text of texts.flatMap((text) => text.split(thoughtsEnd).toReversed())) {
    const all = findJson(text).map((found) => ({ found, read: count(found.value) }))
    const most = Math.max(0, ...all.map(({ read }) => read))
    if (most > 0) return all.find(({ read }) => read === most)!.found
  }
  return null
}

/** Returns the text that a model wrote after its reasoning; the whole text if it contains no mark of reasoning. */
export function afterThoughts(text: string): string {
  return text.split(thoughtsEnd).at(-1) as string
}

/** Returns a sentence for the model that explains why its answer could not be parsed. */
export function faultOf({ texts, isCut }: Said): string {
  const found = texts.flatMap(findJson)
  if (isCut || (found.length > 0 && found.every(({ isPartial }) => isPartial))) return cutOff
  if (texts.every((text) => text.trim() === '')) return empty
  return found.length > 0 ? otherShape : notJson
}

/** Returns the members of an object; none for any other value. */
export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/**
 * Returns whether a value is this enum value of the contract, in any case and with any separators: "not met" is
 * NOT_MET.
 */
export function isSameWord(word: string, value: unknown): boolean {
  return typeof value === 'string' && lettersOf(value) === lettersOf(word)
}

function lettersOf(word: string): string {
  return word.toUpperCase().replace(/[^\p{L}]/gu, '')
}
