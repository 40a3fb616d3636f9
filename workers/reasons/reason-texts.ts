/** The texts of reasons in each language: the keys, and the parts of sentences. */
import type { Verdict } from '../tasks.ts'

/**
 * The kinds of sentences that replace a reason: one for each verdict, used if the engine's reason cannot be shown, and
 * one for each cause for which a verdict is refused (see `QUOTE_NOT_VERIFIED` in the contract).
 */
export type PlainReason = Verdict | 'UNVERIFIED' | 'UNQUOTED' | 'UNSPECIFIC'

/** The kinds of findings of the built-in engine. */
export type FindingKey =
  | 'SHOWN'
  | 'SILENT'
  | 'DENIED'
  | 'OTHER_WORDS'
  | 'PART'
  | 'PART_OTHER_WORDS'
  | 'UNFINISHED'
  | 'LISTED'
  | 'OTHER_PEOPLE'
  | 'AMOUNT_UNKNOWN'
  | 'AMOUNT_LOW'
  | 'YEARS'
  | 'YEARS_SHORT'
  | 'YEARS_UNKNOWN'
  | 'DEGREE'
  | 'DEGREE_UNFINISHED'
  | 'DEGREE_UNNAMED'
  | 'DEGREE_DENIED'
  | 'REQUIRED'
  | 'LANGUAGE'
  | 'LANGUAGE_BELOW'
  | 'LANGUAGE_NO_LEVEL'
  | 'LANGUAGE_NO_LEVEL_REQUIRED'
  | 'LANGUAGE_UNNAMED'
  | 'LANGUAGE_DENIED'

/** How the field of a degree relates to the required one, nearest first. */
export const fieldRelations = ['SAME', 'NEAR', 'UNTOLD', 'OTHER'] as const
export type FieldRelation = (typeof fieldRelations)[number]

export type ReasonTexts = {
  /** The reasons that replace an engine's own. */
  plain: Record<PlainReason, string>
  /**
   * The reasons of the built-in engine. `{subject}` is the criterion in quotation marks, or names from it;
   * `{experience}` continues a number of years: "of nursing experience".
   */
  findings: Record<FindingKey, string>
  quotes: [opening: string, closing: string]
  /** Replaces `{subject}` if the criterion is too long to repeat. */
  thisRequirement: string
  /** The text that follows a number of years if the criterion has no short wording for it. */
  ofExperience: string
  /**
   * Words that may follow a number of years. Before any other word, `of` is added. Empty if a noun may follow directly.
   */
  prepositions: string
  of: string
  /** Words at the end of a criterion that only say that it is required. */
  isRequired: string
  /** The degrees from school to doctorate, as the object of a sentence. */
  degrees: [string, string, string, string, string]
  /** The part of the sentence after the degree. */
  fields: Record<FieldRelation, string>
  /** The levels of the CEFR, from A1 to C2. */
  levels: [string, string, string, string, string, string]
  anotherLanguage: string
}
