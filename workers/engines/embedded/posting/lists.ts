/** Recognises requirements that consist only of a list, and splits them into items that are checked separately. */
import { wishIn } from '../../../../src/kit/wishes.ts'
import { article, openNoun, quality } from './posting-words.ts'
import { requirementOf } from '../matching/requirement.ts'
import { skillsIn } from '../language/skills.ts'
import { tokensOf } from '../../../language/tokens.ts'

const namesMin = 3 // two names are easier to read as one criterion
const nameWordsMax = 3
const grammar =
  /(?<!\p{L})(?:with|in|of|for|to|at|on|as|or|by|is|are|no|not|you|mit|von|für|oder|ou|o|de)(?!\p{L})|[()]/iu

/** Returns the items of a requirement that consists only of a list, such as "COBOL, JCL, DB2"; otherwise none. */
export function itemsOf(requirement: string): string[] {
  if (grammar.test(requirement)) return []
  const byComma = requirement.split(/\s*[,|·]\s*/)
  const last = byComma.at(-1)!.split(/(?:^|\s+)(?:and|und|et|y|&)\s+/)
  const names = [...byComma.slice(0, -1), ...last].map((name) => name.trim()).filter((name) => name !== '')
  // "Excellent written, verbal and presentation skills" share their last word.
  const isCapital = names.every((name) => /^[\p{Lu}\p{N}]/u.test(name))
  // In "occasional, statewide, overnight travel", where few items are skills, the words also share their last word.
  const skilled = names.filter((name) => skillsIn(name, tokensOf(name)).length > 0)
  const isShared = !isCapital && ((last.length > 1 && last[0] !== '') || skilled.length * 2 < names.length)
  const areNames = names.every((name) => name.split(/\s+/).length <= nameWordsMax)
  return names.length >= namesMin && areNames && !isShared ? names : []
}

const mixedWordsMax = 6
const open = new RegExp(
  `^${article}(?:(?:${quality})\\s+)*(?:${openNoun}|able|willing|comfortable|familiar|proficient|experienced|work)(?!\\p{L})`,
  'iu',
)
type ItemKind = 'LANGUAGE' | 'DEGREE' | 'CREDENTIAL' | 'YEARS' | 'SKILL' | 'NAME' | 'WISH'

/**
 * Returns the items of a list whose items are of different kinds, such as "Coupa, German or Polish, a full driving
 * licence"; otherwise none. Items of one kind may be alternatives or share their last word; items of different kinds
 * cannot.
 */
export function mixedItemsOf(requirement: string): string[] {
  const items = requirement
    .split(/\s*[,|·]\s*(?![^()]*\))(?:(?:and|und|et|y|&)\s+)?/)
    .map((item) => item.replace(/[\s.]+$/, ''))
    .filter((item) => item !== '')
  if (items.length < 2 || items.some((item) => item.split(/\s+/).length > mixedWordsMax)) return []
  // In "Able to work shifts, weekends and holidays", the first words apply to all items.
  if (open.test(items[0]!)) return []
  const kinds = items.map(kindOfItem)
  const distinct = new Set(kinds.map((kind) => (kind === 'NAME' ? 'SKILL' : kind)))
  if (distinct.has(null) || distinct.size < 2) return []
  // In "Fun, young and very sociable team", "Fun" would be a name because of its capital. So a name beside a preference
  // does not make a list.
  if (distinct.has('WISH') && kinds.includes('NAME')) return []
  // In "SAP, Oracle or a certificate", any item is enough, so the list is not split.
  return kinds.at(-1) !== 'LANGUAGE' && /(?<!\p{L})(?:or|oder|ou|o)(?!\p{L})/iu.test(items.at(-1)!) ? [] : items
}

function kindOfItem(item: string): ItemKind | null {
  if (wishIn(item) !== null) return 'WISH'
  const { degree, languages, credential, months, termGroups } = requirementOf(item)
  if (degree !== null) return 'DEGREE'
  if (months !== null) return 'YEARS'
  if (credential) return 'CREDENTIAL'
  if (languages.mentions.length > 0) return 'LANGUAGE'
  const named = termGroups.filter(({ kind }) => kind !== 'WORD').length
  if (named === 0 || named * 2 < termGroups.length) return null
  return termGroups.some(({ kind }) => kind === 'SKILL') ? 'SKILL' : 'NAME'
}
