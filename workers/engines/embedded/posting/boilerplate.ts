/**
 * Removes the boilerplate around a requirement: "The ideal candidate will have … is a plus".
 *
 * The boilerplate contains no requirement, so removing it loses nothing.
 */
import { linesOf, patternOf } from '../../../language/words.ts'

/** Returns a case-insensitive pattern for the beginning of a text. */
export const opening = (...parts: string[]): RegExp => new RegExp(`^${parts.join('')}`, 'iu')

const leadIns = linesOf('lead in').map((line) => opening(patternOf(line), "(?:\\s+|(?<=['’]))"))

const degree = '(?:(?:\\p{L}+ly|also|much|very|zwingend|unbedingt|fortement) )?'
const worth = [
  '(?:required|preferred|desired|desirable|mandatory|essential|necessary|beneficial|advantageous|optional|expected|',
  'helpful|useful|welcome|nice|appreciated|fine(?: too)?|ok(?:ay)?(?: too)?|acceptable|considered|',
  '(?:an? )?(?:big |huge |strong |definite |real )?(?:plus|bonus|advantage|asset|must(?:[- ]have)?|',
  'nice[- ]to[- ]have)|erforderlich|zwingend|wünschenswert|von vorteil|obligatoire|exigée?|requise?|souhaité\\p{L}*|appréciée?s?|',
  'un plus|un atout|',
  'deseable|valorable)',
].join('')
const copula = "(?:(?:is|are)(?: not|n['’]t)?|would be|will be|ist|sind|est|sont|serait|wäre|es|sería)"
const afterthought = '(?:but|aber) (?:(?:is|are) )?(?:not|nicht) (?!limited)[^,.;]{3,40}'
const tail = new RegExp(
  [
    `[\\s,;(–—-]*(?:\\s${copula}\\s|[\\s,;(–—-])(?:but )?`,
    `(?:${degree}${worth}|${afterthought})(?:,? ${afterthought})?[\\s).!]*$`,
  ].join(''),
  'iu',
)
/** "… would make your first months easier" */
const wish = /\s+would (?:be|help|make|put)(?!\p{L}).*$/iu

const accommodation = /,?\s+with or without (?:an? )?(?:reasonable )?accommodations?/iu

/** Returns whether a text ends with its importance: "SQL is a plus". */
export function closesWithImportance(text: string): boolean {
  return tail.test(text)
}

/** Returns the requirement without its boilerplate; a text that consists only of boilerplate is returned unchanged. */
export function unwrapped(requirement: string): string {
  let text = requirement
  // Twice, because "Ideally, you have …" has two layers.
  for (const pattern of [...leadIns, ...leadIns, accommodation, wish, tail, tail])
    text = withoutIfAnythingStays(text, pattern)
  return text
}

/** Returns the text without the matches of a pattern, unless fewer than two letters would remain. */
export function withoutIfAnythingStays(text: string, pattern: RegExp): string {
  const rest = text.replace(pattern, '')
  return /[\p{L}\p{N}].*[\p{L}\p{N}+#]/u.test(rest) ? rest.trim() : text
}
