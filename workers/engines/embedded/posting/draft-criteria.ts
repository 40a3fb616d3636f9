/**
 * Collects draft criteria in order, without duplicates.
 *
 * Decides whether two drafts are duplicates, which of two importances is higher, and how many drafts are kept.
 */
import { facts } from '../../../../generated/facts.gen.ts'
import type { DraftCriterion, Importance } from '../../../tasks.ts'
import { importanceOf, isGuess } from './importance.ts'
import type { Statement } from './statement.ts'
import { requirementOf, type Requirement } from '../matching/requirement.ts'
import { isOnlyHeading } from './sections.ts'
import { fold, isContent, tokensOf } from '../../../language/tokens.ts'

/**
 * A draft with its analysis: `requirement` is what the draft asks for, and `keys` identify duplicates. `guessed` means
 * that neither the draft's words nor its heading state its importance.
 */
export type AnalysedDraft = DraftCriterion & { requirement: Requirement; keys: Set<string>; guessed: boolean }

/** The most important first. */
const order: readonly Importance[] = facts.Importance.values
export const { maxItems: criteriaMax } = facts.CriterionDrafts
/** Two drafts with this share of keys in common are duplicates. */
const twinShareMin = 0.8

/** Returns the rank of an importance; 0 is the highest. */
export function rankOf({ importance }: DraftCriterion): number {
  return order.indexOf(importance)
}

/** Analyses a text as a draft of the given importance. */
export function analyse(text: string, importance: Importance): AnalysedDraft {
  const requirement = requirementOf(text)
  return { text, importance, requirement, keys: keysOf(text, requirement), guessed: true }
}

/** Collects drafts in the order in which they are added. */
export class DraftCriteria {
  drafts: AnalysedDraft[]

  constructor(drafts: AnalysedDraft[] = []) {
    this.drafts = [...drafts]
  }

  /**
   * Adds a statement as a draft, if it can be checked at all. `named` is the importance that the statement itself
   * states.
   */
  add(text: string, statement: Statement, named: Importance | null): void {
    const draft = analyse(text, 'PREFERRED')
    // "Education", "Licensure": a heading whose list is missing.
    if (!isCheckable(draft.requirement) || isOnlyHeading(text)) return
    const importance = importanceOf(statement, named, draft.requirement)
    this.include({ ...draft, importance, guessed: isGuess(statement, named), sourceQuote: statement.quote })
  }

  /** Adds something that the author mentions without requiring it. */
  addGuess(text: string): void {
    const draft = analyse(text, 'PREFERRED')
    if (isCheckable(draft.requirement)) this.include(draft)
  }

  /**
   * Adds a draft, unless an earlier one asks for the same. In that case, the earlier one takes the higher importance.
   */
  include(draft: AnalysedDraft): void {
    const at = this.drafts.findIndex((other) => isTwin(other, draft))
    const twin = this.drafts[at]
    if (twin !== undefined) {
      if (rankOf(draft) < rankOf(twin)) {
        const { importance, guessed } = draft
        this.drafts[at] = { ...twin, importance, guessed }
      }
      return
    }
    // Drafts that cannot make the final selection are dropped, so that even a text of thousands of lines is cheap.
    const alike = this.drafts.filter(({ importance }) => importance === draft.importance)
    if (alike.length < criteriaMax) this.drafts.push(draft)
  }
}

/** Returns whether the requirement asks for something that a resume can show. */
export function isCheckable({ termGroups, months, degree, languages }: Requirement): boolean {
  return termGroups.length > 0 || months !== null || degree !== null || languages.mentions.length > 0
}

function isTwin(one: AnalysedDraft, other: AnalysedDraft): boolean {
  const [some, many] = one.keys.size < other.keys.size ? [one.keys, other.keys] : [other.keys, one.keys]
  return [...some].filter((key) => many.has(key)).length >= twinShareMin * many.size
}

/** Never returns an empty set: without any terms, the key is the text itself. */
function keysOf(text: string, { months, termGroups, degree }: Requirement): Set<string> {
  const named = termGroups.flatMap(({ terms }) => terms.map(({ key }) => key))
  const words = degree === null ? [] : tokensOf(text).filter(isContent)
  const keys = [...named, ...words.map(({ stem }) => stem), `${months ?? ''}`, `${degree?.level ?? ''}`]
  const found = keys.filter((key) => key !== '')
  return new Set(found.length === 0 ? [fold(text.trim())] : found)
}
