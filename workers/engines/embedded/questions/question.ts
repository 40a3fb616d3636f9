/**
 * A clarification question together with the changes that its answers make.
 *
 * Defines the type, and the changes that several questions share.
 */
import type { DraftQuestion, Importance } from '../../../tasks.ts'
import { analyse, DraftCriteria, type AnalysedDraft } from '../posting/draft-criteria.ts'

export type Change = (drafts: AnalysedDraft[]) => AnalysedDraft[]
/**
 * An option of a question. `chosen` is the change to make if the option is chosen, and `left` the change to make if it
 * is not.
 */
export type Choice = { option: string; chosen: Change; left?: Change }
export type Question = Omit<DraftQuestion, 'options'> & { choices: Choice[] }

/** The change for an option that leaves the criteria as they are. */
export const unchanged: Change = (drafts) => drafts

/** The neutral option in a question with several choices, at least one of which must be chosen. */
export const noneOfThese: Choice = { option: 'None of these', chosen: unchanged }

/** Sets the importance of the criterion that has this text. */
export function rated(text: string, importance: Importance): Change {
  return (drafts) => drafts.map((one) => (one.text === text ? { ...one, importance } : one))
}

/** Removes the criterion that has this text. */
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

/** Returns the drafts as changed by the chosen options; null if the answers are not among the question's options. */
export function withChoices(drafts: AnalysedDraft[], { choices }: Question, answers: string[]): AnalysedDraft[] | null {
  if (answers.length === 0 || !answers.every((answer) => choices.some(({ option }) => option === answer))) return null
  return choices.reduce((made, { option, chosen, left = unchanged }) => {
    const change = answers.includes(option) ? chosen : left
    return change(made)
  }, drafts)
}
