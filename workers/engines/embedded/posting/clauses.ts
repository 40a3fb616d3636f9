/**
 * Splits sentences in a job description into parts that can be checked separately.
 *
 * Alternatives ("Python or Go") and parts that share words ("knowledge and understanding of tax") stay together. Every
 * pattern is linear in the length of the sentence.
 */
import { alternativesOf } from '../../../language/words.ts'
import { isCheckable } from './draft-criteria.ts'
import { namedImportance, type NamedImportance } from './importance.ts'
import { requirementOf } from '../matching/requirement.ts'
import { closesWithImportance } from './boilerplate.ts'
import { itemsOf, mixedItemsOf } from './lists.ts'
import { article, head, openNoun, quality } from './posting-words.ts'

/** One requirement, with the importance that its sentence states, if any. */
export type Part = { text: string; named: NamedImportance | null }

// "We run on AWS, so experience with S3 is required"
const clauseStart = new RegExp(
  [
    String.raw`,?\s+${alternativesOf('clause joining')}\s+`,
    String.raw`(?=${alternativesOf('clause subject')}\s|must\s|(?<!and\s+)(?:experience|knowledge)\s)`,
  ].join(''),
  'giu',
)

/** Splits a sentence into clauses that each have a subject, so that each is judged separately. */
export function clausesOf(sentence: string): string[] {
  return cutAt(sentence, [...sentence.matchAll(clauseStart)].filter(isOutsideBrackets))
}

const and = '(?:and|und|plus|as well as|sowie|et|y)\\s+(?:also\\s+)?'
const worth = 'preferred|required|desired|desirable|mandatory|essential|plus|must|bonus'
const extra = '(?:an? (?:\\p{L}+ )?(?:plus|bonus|advantage)|nice to have|preferred|desired|von vorteil|un plus)'
const joint = new RegExp(
  [
    `(?:\\s*,\\s*(?:${and})?|(?<!(?:between|zwischen|entre)\\s\\S{1,9})\\s+${and})(?=${head})`,
    `(?<=[\\s(](?:${worth})\\)?)\\s*,\\s+(?:and\\s+)?(?!(?:not|as|but)\\b)`, // "AWS required, Azure preferred"
    '\\s*,\\s+and\\s+(?=[^,.;]{2,80}\\s(?:is|are|would be)\\s)', // ", and speaking German is an advantage"
    `,\\s+(?=(?:(?!(?:is|are)\\s)[^\\s,()]{1,30}\\s+){1,4}${extra}[).\\s]*$)`, // "German, English a plus"
    `\\s+(?:and\\s+)?who\\s+(?:also\\s+)?(?:has|have|is|are)\\s+(?=${head})`,
    '\\s*,?\\s+as (?:is|are|would be)\\s+', // "SQL is a plus, as is Python"
  ].join('|'),
  'giu',
)

// "Experience" and "good knowledge" alone name nothing, because their subject is in another part of the sentence.
const nothingNamed = new RegExp(`^${article}(?:(?:${quality})\\s+)*(?:${openNoun})[.!\\s]*$`, 'iu')

/** Returns the separate requirements in a text; the text itself if it contains only one. */
export function partsOf(requirement: string): Part[] {
  const names = [itemsOf(requirement), mixedItemsOf(requirement)].find((items) => items.length > 0)
  if (names) return names.map((text) => ({ text, named: namedImportance(requirement) }))
  const joints = [...requirement.matchAll(joint)].filter(({ index }) => index > 0)
  const cuts = joints.filter(isOutsideBrackets)
  const texts = cutAt(requirement, cuts)
  if (texts.length === 1 || !texts.every(isTelling)) {
    return [{ text: requirement, named: namedImportance(requirement) }]
  }
  // In "A and B is required" and "A, B are required", the importance applies to both. In "A, and B is a plus", it
  // applies only to the last.
  const isForAll = !cuts.at(-1)![0].trimStart().startsWith(',') || /\s(?:are|sind|sont)\s/i.test(texts.at(-1)!)
  return withShared(texts, isForAll)
}

function isTelling(text: string): boolean {
  return !nothingNamed.test(text) && isCheckable(requirementOf(text))
}

/**
 * Returns each text with the importance that it states. A text that states none gets the last importance that an
 * earlier text stated ("You must have …"). If there is none, it gets the importance that the last text states for all
 * ("… are required").
 */
function withShared(texts: string[], isForAll: boolean): Part[] {
  const own = texts.map(namedImportance)
  const last = isForAll && closesWithImportance(texts.at(-1)!) ? own.at(-1)! : null
  return texts.map((text, at) => ({ text, named: own.slice(0, at + 1).findLast((one) => one !== null) ?? last }))
}

function isOutsideBrackets({ input, index }: RegExpExecArray): boolean {
  const before = input.slice(0, index)
  return before.split('(').length === before.split(')').length
}

function cutAt(text: string, matches: RegExpExecArray[]): string[] {
  const starts = [0, ...matches.map(({ index, 0: match }) => index + match.length)]
  const ends = [...matches.map(({ index }) => index), text.length]
  return starts.map((start, at) => text.slice(start, ends[at]).trim()).filter((part) => part !== '')
}
