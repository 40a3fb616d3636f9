/** Patterns for words that express negation in English, German, French and Spanish; `negation.ts` combines them. */
import { alternativesOf, phrasesOf, sourceOf } from '../language/words.ts'

/** Words that negate the predicate: "I have never used X". */
const verbal = sourceOf('verbal negation')
/** Words that negate the noun after them: "no X", "lack of X", "unfamiliar with X". */
const nominal = sourceOf('nominal negation')
export const negator = new RegExp(`${verbal}|${nominal}`, 'giu')
export const verbalNegator = new RegExp(`^${verbal}$`, 'iu')
/** Negators that also work within a clause, not only at its beginning. */
export const lackingNegator = /^(?:un|in|lack|yet|fehl|manque|care|falta|desco)/iu

/** Phrases that contain a negating word but do not negate anything. */
export const harmlessPhrases = new RegExp(sourceOf('harmless negation'), 'giu')

/** Stems of words for which "no" is good news ("no accidents"), and of words that say that something is not needed. */
export const harms = new RegExp(String.raw`(?<!\p{L})${alternativesOf('harm')}`, 'iu')

/** Words for other people, whom a negation may describe: "trained staff with no experience". */
export const others = phrasesOf('people who may lack it')

export const competence = phrasesOf('competence')

export const practice = phrasesOf('practice')

/** Matches a text that consists only of words that pass a negation on to the next words: "with the", "de la". */
export const carrying = new RegExp(String.raw`^(?:${sourceOf('carries a negation')}|[\s,:–-])*$`, 'iu')

/**
 * Words that say how something was done. A "no" or "without" before such a word does not negate the rest of the clause.
 */
export const means = phrasesOf('means')

/** A clause ends where a contrast or a second subject begins. */
const contrast = sourceOf('contrast of clauses')
/**
 * The start of a heading whose line break is missing: "no degreeSKILLSclass C license". Names such as MySQL have fewer
 * capitals.
 */
const gluedHeading = String.raw`(?-i:(?<=\p{Ll})(?=\p{Lu}{4}))`
/**
 * The end of a clause: a full stop that does not belong to an abbreviation, the end of a line, a heading without its
 * line break, or a contrast.
 */
const clauseEnd = String.raw`${gluedHeading}|(?<!(?:e\.g|i\.e|z\.\s?B|p\.\s?ex|p\.\s?ej))\.(?=\s|$)|[;!?•·▪|\n]|${contrast}`
export const clauseEnds = new RegExp(clauseEnd, 'giu')
export const clauseEndsAfter = new RegExp(`${clauseEnd}|,|${sourceOf('next clause')}`, 'iu')

/** Matches text that ends with a complete sentence. The text after it is about something else. */
export const sentenceEnd = /[.;!?]\s*$/u

const refusals = alternativesOf('refusal')
/** A "no" without a noun: the whole answer, or everything after a name, as in "Kubernetes: none". */
export const refusal = new RegExp(String.raw`^[\s:(–—-]*(?:${refusals})[\s).!]*$`, 'iu')
/** A question does not claim anything. A "?" after a space does not end a question: it is a wrongly decoded bullet. */
export const question = /^(?:[^.!?\n]*[\p{L}\p{N})"”])?\?/u
/** Matches "Docker, Kubernetes or …": the items before "or" in a negated list or a list of alternatives. */
export const alternatives = /^\s*(?:\S+\s+){1,3}(?:or|nor|oder|noch|ou|o|ni)\s*$/iu
/** Matches a line that begins with a denial. It begins a sentence, even if the line before it is full. */
export const openingNegator = /^\s*(?:No|Not|Never|Without|Keine?|Nicht|Aucune?|Sans|Sin)\s/u
/** The end of a line whose sentence continues on the next line. */
export const openLineEnd = /(?:[,:]|\s(?:with|in|of|used|using|the|any|a|mit|von|zu|avec|en|de|du|con)),?\s*$/iu

/**
 * A quick test. A text without a match contains no denial, so the other patterns are not needed. Most passages have
 * none.
 */
export const anyDenial = new RegExp(
  [...[verbal, nominal].map((pattern) => pattern.replaceAll(' ', String.raw`\s+`)), sourceOf('refusal'), '[?]'].join(
    '|',
  ),
  'giu',
)
