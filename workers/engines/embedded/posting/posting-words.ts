/**
 * The words that distinguish statements of job descriptions, as data.
 *
 * English first, and the common words in German, French and Spanish.
 */
import { alternativesOf, phrasesOf } from '../../../language/words.ts'

/** Benefits, pay, the company about itself, equal opportunity, training on the job, how to apply. */
export const noise = phrasesOf('noise')

export const niceToHave = phrasesOf('nice to have')

export const preferred = phrasesOf('preferred')

export const mustHave = phrasesOf('must have')

export const least = phrasesOf('least')

/** Phrases that say that something is not needed: "no degree required", "a degree isn't necessary". */
export const notNeeded = phrasesOf('not needed')

/** An importance in an aside: "3 years of sales, ideally in SaaS" says nothing about the years. */
export const aside = /[,(–]\s*(?:ideally|preferably|idealerweise|idéalement|preferiblemente)\s.*$/iu

/** Knowledge or experience of any kind. */
export const learnt = phrasesOf('learnt')

/** Words that indicate a requirement without a heading. */
export const requirement = phrasesOf('requirement')

// ── beginnings ─────────────────────────────────────────────────────────────────────────────────

export const article = '(?:(?:an?|the|eine?|einen|une?)\\s+)?'
export const quality = alternativesOf('quality')
/** Nouns that need an object: "experience with …". */
export const openNoun = alternativesOf('open noun')
const closedNoun = alternativesOf('closed noun')
const amount = [
  '(?:(?:at least|(?:a )?minimum(?: of)?|min\\.|over|more than|mindestens|au moins|al menos)\\s+)?(?:\\d{1,2}|\\p{L}{1,8})',
  '\\s?\\+?(?:\\s?[-–]\\s?\\d{1,2})?\\s?(?:full )?(?:years?|yrs?|months?|jahre?|monate?|ans|années|años)',
].join('')
/** The source of a pattern for the beginning of a requirement that can be checked on its own. */
export const head = [
  `(?:${article}(?:(?:${quality})\\s+){0,4}(?:${openNoun}|${closedNoun})|`,
  `${article}(?:(?:${quality})\\s+){1,4}(?:\\p{L}+\\s+){0,2}skills|`,
  '(?:a\\s+)?(?:current|valid|active|clean)\\s+\\p{L}+|',
  `${amount}|${article}(?:bachelor|master|ph\\.?d|b\\.?sc|m\\.?sc|mba)|`,
  '(?:be )?(?:able|willing|committed) to|(?:be )?(?:comfortable|familiar) with|(?:proficient|experienced) (?:in|with)|',
  `fluent|fließend\\p{L}*|have (?:an?|your|experience|knowledge|strong|good|excellent|at least|\\d+))(?!\\p{L})`,
].join('')
