/**
 * Criteria on their way: collected in order, none saying what another one says.
 *
 * Owns what makes two criteria one, and which of two importances is the higher.
 */
import type { DraftCriterion, Importance } from '../../tasks.ts'
import { importanceOf } from './importance.ts'
import type { Statement } from './posting.ts'
import { requirementOf, type Requirement } from './requirements.ts'
import { fold, isContent, tokensOf } from './terms.ts'

/** A criterion on its way; `requirement` is what it asks for, `keys` what of it may not be asked for twice. */
export type Candidate = DraftCriterion & { requirement: Requirement; keys: Set<string> }

const ORDER: Importance[] = ['MUST_HAVE', 'PREFERRED', 'NICE_TO_HAVE']

/** 0 for the highest importance. */
export const rankOf = (importance: Importance): number => ORDER.indexOf(importance)

/** A text as a candidate of a given importance. */
export function candidateOf(text: string, importance: Importance): Candidate {
  const requirement = requirementOf(text)
  return { text, importance, requirement, keys: keysOf(text, requirement) }
}

/** Candidates in the order in which they came. */
export class Collection {
  candidates: Candidate[]

  constructor(candidates: Candidate[] = []) {
    this.candidates = [...candidates]
  }

  add(text: string, statement: Statement): void {
    const candidate = candidateOf(text, 'PREFERRED')
    if (isCheckable(candidate.requirement)) this.#insert({ ...candidate, importance: importanceOf(statement, candidate.requirement) })
  }

  /** Adds a stand-in unless there are `enough` candidates. */
  suggest(text: string, enough: number): void {
    if (text === '' || this.candidates.length >= enough) return
    this.#insert(candidateOf(text, 'PREFERRED'))
  }

  #insert(candidate: Candidate): void {
    const twin = this.candidates.findIndex((other) => isTwin(other, candidate))
    if (twin < 0) this.candidates.push(candidate)
    else if (rankOf(candidate.importance) < rankOf(this.candidates[twin]!.importance)) {
      this.candidates[twin] = { ...this.candidates[twin]!, importance: candidate.importance }
    }
  }
}

function isCheckable({ elements, months, degree, languages }: Requirement): boolean {
  return elements.length > 0 || months !== null || degree !== null || languages.mentions.length > 0
}

/** Two criteria that share this much of what they ask for are one. */
const TWIN_SHARE_MIN = 0.8

function isTwin(one: Candidate, other: Candidate): boolean {
  const [some, many] = one.keys.size < other.keys.size ? [one.keys, other.keys] : [other.keys, one.keys]
  if (some.size < TWIN_SHARE_MIN * many.size) return false
  const shared = [...some].filter((key) => many.has(key)).length
  return shared >= TWIN_SHARE_MIN * many.size
}

/** Never empty: of a text that names nothing, the text itself. */
function keysOf(text: string, { months, elements, degree, languages }: Requirement): Set<string> {
  const named = elements.flatMap(({ atoms }) => atoms.map(({ key }) => key))
  const words = degree === null ? [] : tokensOf(text).filter(isContent).map(({ stem }) => stem)
  const levels = languages.mentions.map(({ language }) => language)
  const keys = [...named, ...words, ...levels, `${months ?? ''}`, `${degree?.level ?? ''}`].filter((key) => key !== '')
  return new Set(keys.length === 0 ? [fold(text.trim())] : keys)
}
