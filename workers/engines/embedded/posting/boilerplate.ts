/**
 * Removes the boilerplate around a requirement: "The ideal candidate will have … is a plus".
 *
 * The boilerplate contains no requirement, so removing it loses nothing.
 */
import { alternativesOf, linesOf, patternOf } from '../../../language/words.ts'

/** Returns a case-insensitive pattern that matches at the start of a text. */
export const opening = (...parts: string[]): RegExp => new RegExp(`^${parts.join('')}`, 'iu')

const leadIns = linesOf('lead in').map((line) => opening(patternOf(line), "(?:\\s+|(?<=['’]))"))

const worth = String.raw`(?:${alternativesOf('worth adverb')} )?${alternativesOf('worth')}`
const copula = alternativesOf('copula of worth')
const afterthought = alternativesOf('afterthought of worth')
const tail = new RegExp(
  [
    String.raw`[\s,;(–—-]*(?:\s${copula}\s|[\s,;(–—-])(?:but )?`,
    String.raw`(?:${worth}|${afterthought})(?:,? ${afterthought})?[\s).!]*$`,
  ].join(''),
  'iu',
)
/** "… would make your first months easier" */
const wish = /\s+would (?:be|help|make|put)(?!\p{L}).*$/iu

const accommodation = /,?\s+with or without (?:an? )?(?:reasonable )?accommodations?/iu

/** Returns whether a text ends by stating its importance, as in "SQL is a plus". */
export function closesWithImportance(text: string): boolean {
  return tail.test(text)
}

/** Returns the requirement without its boilerplate; a text that consists only of boilerplate is returned unchanged. */
export function unwrapped(requirement: string): string {
  let text = requirement
  // Runs twice, because "Ideally, you have …" has two layers.
  for (const pattern of [...leadIns, ...leadIns, accommodation, wish, tail, tail])
    text = withoutIfAnythingStays(text, pattern)
  return text
}

/** Removes a pattern's matches from the text, unless fewer than two letters would remain. */
export function withoutIfAnythingStays(text: string, pattern: RegExp): string {
  const rest = text.replace(pattern, '')
  return /[\p{L}\p{N}].*[\p{L}\p{N}+#]/u.test(rest) ? rest.trim() : text
}
