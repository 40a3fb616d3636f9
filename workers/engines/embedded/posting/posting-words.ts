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

export const article = String.raw`(?:${alternativesOf('article')}\s+)?`
export const quality = alternativesOf('quality')
/** Nouns that need an object: "experience with …". */
export const openNoun = alternativesOf('open noun')
/** The source of a pattern for the beginning of a requirement that can be checked on its own. */
export const head = `${alternativesOf('head')}(?!\\p{L})`
