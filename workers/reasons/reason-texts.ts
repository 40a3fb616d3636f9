/** The type of the reasons in one language: sentences with placeholders, and phrases for the placeholders. */
import type { Verdict } from '../tasks.ts'

/**
 * The kinds of sentences that replace an engine's reason. There is one for each verdict, if the engine's reason cannot
 * be shown, and one for each cause of refusing a verdict (see `QUOTE_NOT_VERIFIED` in the contract).
 */
export type PlainReason = Verdict | 'UNVERIFIED' | 'UNQUOTED' | 'UNSPECIFIC'

/** The kinds of findings that the built-in engine reports. */
export type FindingKey =
  | 'SHOWN'
  | 'SILENT'
  | 'DENIED'
  | 'OTHER_WORDS'
  | 'PART'
  | 'PART_OTHER_WORDS'
  | 'UNFINISHED'
  | 'LISTED'
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

/**
 * The relations between a degree's field and the required one, closest first. `UNTOLD` means that the field is unknown.
 */
export const fieldRelations = ['SAME', 'NEAR', 'UNTOLD', 'OTHER'] as const
export type FieldRelation = (typeof fieldRelations)[number]

export type ReasonTexts = {
  /** The sentences that replace an engine's own reasons. */
  plain: Record<PlainReason, string>
  /**
   * The built-in engine's reasons. `{subject}` is the criterion in quotation marks, or names from it. `{experience}` is
   * the phrase after a number of years: "of nursing experience".
   */
  findings: Record<FindingKey, string>
  quotes: [opening: string, closing: string]
  /** Replaces `{subject}` if the criterion is too long to repeat. */
  thisRequirement: string
  /** The phrase after a number of years if the criterion has no short phrase for it. */
  ofExperience: string
  /**
   * Words that can directly follow a number of years. Before any other word, `of` is added, which is empty in languages
   * where any noun can follow directly.
   */
  prepositions: string
  of: string
  /** Words at the end of a criterion that only say that it is required. */
  isRequired: string
  /** The degrees from school to doctorate, as the object of a sentence. */
  degrees: [string, string, string, string, string]
  /** The phrase that follows the degree in a sentence. */
  fields: Record<FieldRelation, string>
  /** The CEFR levels, from A1 to C2. */
  levels: [string, string, string, string, string, string]
  anotherLanguage: string
}
