/**
 * A clarification question together with what its answers change.
 *
 * Owns the form, and the changes that questions have in common.
 */
import type { DraftQuestion, Importance } from '../../../tasks.ts'
import { analyse, DraftCriteria, type AnalysedDraft } from '../posting/draft-criteria.ts'

export type Change = (drafts: AnalysedDraft[]) => AnalysedDraft[]
/** What choosing an option changes and, where that means something too, what leaving it out changes. */
export type Choice = { option: string; chosen: Change; left?: Change }
export type Question = Omit<DraftQuestion, 'options'> & { choices: Choice[] }

/** For an option that leaves the criteria as they are. */
export const unchanged: Change = (drafts) => drafts

/** The neutral option where several may be chosen and one must be. */
export const noneOfThese: Choice = { option: 'None of these', chosen: unchanged }

/** Gives the criterion of that text another importance. */
export function rated(text: string, importance: Importance): Change {
  return (drafts) => drafts.map((one) => (one.text === text ? { ...one, importance } : one))
}

/** Removes the criterion of that text. */
export function dropped(text: string): Change {
  return (drafts) => drafts.filter((one) => one.text !== text)
}

/** Adds a criterion, unless one asks for the same already. */
export function added(text: string, importance: Importance): Change {
  return (drafts) => {
    const merged = new DraftCriteria(drafts)
    merged.include(analyse(text, importance))
    return merged.drafts
  }
}

/** The drafts as the chosen options change them; null when the answers are not options of the question. */
export function withChoices(drafts: AnalysedDraft[], { choices }: Question, answers: string[]): AnalysedDraft[] | null {
  if (answers.length === 0 || !answers.every((answer) => choices.some(({ option }) => option === answer))) return null
  return choices.reduce((made, { option, chosen, left = unchanged }) => {
    const change = answers.includes(option) ? chosen : left
    return change(made)
  }, drafts)
}
