/**
 * A clarification question together with the changes that its answers make.
 *
 * Defines the form, and the changes that questions have in common.
 */
import type { DraftQuestion, Importance } from '../../../tasks.ts'
import { analyse, DraftCriteria, type AnalysedDraft } from '../posting/draft-criteria.ts'

export type Change = (drafts: AnalysedDraft[]) => AnalysedDraft[]
/** The change if an option is chosen and, if it matters, the change if it is not. */
export type Choice = { option: string; chosen: Change; left?: Change }
export type Question = Omit<DraftQuestion, 'options'> & { choices: Choice[] }

/** For an option that does not change the criteria. */
export const unchanged: Change = (drafts) => drafts

/** The neutral option of a question with several choices, of which at least one is required. */
export const noneOfThese: Choice = { option: 'None of these', chosen: unchanged }

/** Sets the importance of the criterion with that text. */
export function rated(text: string, importance: Importance): Change {
  return (drafts) => drafts.map((one) => (one.text === text ? { ...one, importance } : one))
}

/** Removes the criterion with that text. */
export function dropped(text: string): Change {
  return (drafts) => drafts.filter((one) => one.text !== text)
}

/** Adds a criterion, unless an existing one asks for the same. */
export function added(text: string, importance: Importance): Change {
  return (drafts) => {
    const merged = new DraftCriteria(drafts)
    merged.include(analyse(text, importance))
    return merged.drafts
  }
}

/** Returns the drafts as changed by the chosen options; null if the answers are not options of the question. */
export function withChoices(drafts: AnalysedDraft[], { choices }: Question, answers: string[]): AnalysedDraft[] | null {
  if (answers.length === 0 || !answers.every((answer) => choices.some(({ option }) => option === answer))) return null
  return choices.reduce((made, { option, chosen, left = unchanged }) => {
    const change = answers.includes(option) ? chosen : left
    return change(made)
  }, drafts)
}
