/**
 * The words by which statements in job descriptions are classified, as data.
 *
 * Mostly English, with the common words in German, French and Spanish.
 */
import { alternativesOf, phrasesOf } from '../../../language/words.ts'

/** Benefits, pay, the company's description of itself, equal opportunity, training on the job, how to apply. */
export const noise = phrasesOf('noise')

export const niceToHave = phrasesOf('nice to have')

export const preferred = phrasesOf('preferred')

export const mustHave = phrasesOf('must have')

export const least = phrasesOf('least')

/** Phrases that say that something is not needed: "no degree required", "a degree isn't necessary". */
export const notNeeded = phrasesOf('not needed')

/** An importance in an aside: in "3 years of sales, ideally in SaaS", "ideally" does not apply to the years. */
export const aside = /[,(–]\s*(?:ideally|preferably|idealerweise|idéalement|preferiblemente)\s.*$/iu

/** Any kind of knowledge or experience. */
export const learnt = phrasesOf('learnt')

/** Words that indicate a requirement even without a heading. */
export const requirement = phrasesOf('requirement')

export const article = String.raw`(?:${alternativesOf('article')}\s+)?`
export const quality = alternativesOf('quality')
/** Nouns that need an object: "experience with …". */
export const openNoun = alternativesOf('open noun')
/** Regex source for the beginning of a requirement that can be checked on its own. */
export const head = `${alternativesOf('head')}(?!\\p{L})`
