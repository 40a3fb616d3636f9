/**
 * Words the reasons that a recruiter reads beside a verdict.
 *
 * Owns phrases made of numbers and of the criterion's own words. Must never hold words of a resume or an answer,
 * because those are only shown as checked quotes.
 */
import { isNamed, type Term, type TermGroup } from '../requirement/term-groups.ts'
import { phrasesOf } from '../requirement/requirement.ts'

// A reason is one sentence to read at a glance; a longer phrase repeats the criterion, which is displayed beside it.
const phrasesMax = 4
const phraseLengthMax = 60

/**
 * "Docker, Kubernetes and Terraform" for some term groups of a criterion; alternatives read "Go or Java". Plain words
 * are left out where there are names. Without names they are put in quotation marks, in the wording of the criterion,
 * because they may be any part of a sentence.
 */
export function topicOf(criterion: string, all: TermGroup[]): string {
  const names = all.filter(isNamed)
  const termGroups = names.length > 0 ? names : all
  const single = termGroups.filter(({ terms }) => terms.length === 1).flatMap(({ terms }) => terms)
  const several = termGroups.filter(({ terms }) => terms.length > 1)
  const alternatives = several.map(({ terms }) => joined(phrasesOf(criterion, told(terms)), 'or'))
  const phrases = [...phrasesOf(criterion, single), ...alternatives].slice(0, phrasesMax)
  const short = phrases.filter((phrase) => phrase.length <= phraseLengthMax)
  return phrases.length > 0 && short.length === 0 ? 'what is asked for' : joined(short, 'and')
}

/** The names among alternatives, if there are any. */
function told(terms: Term[]): Term[] {
  return terms.some(isNamed) ? terms.filter(isNamed) : terms
}

/** "a, b and c" */
function joined(phrases: string[], last: 'and' | 'or'): string {
  const head = phrases.slice(0, -1).join(', ')
  return head === '' ? (phrases[0] ?? '') : `${head} ${last} ${phrases.at(-1)}`
}

/** "7 years", "18 months", "1 year" */
export function durationText(months: number): string {
  // Under two years the months matter; above, only full years do.
  if (months < 24 && months % 12 !== 0) return `${months} ${months === 1 ? 'month' : 'months'}`
  const years = Math.floor(months / 12)
  return `${years} ${years === 1 ? 'year' : 'years'}`
}

/** One sentence made of several clauses, with a capital and a full stop. */
export function sentenceOf(clauses: string[]): string {
  const sentence = [...new Set(clauses)].join('; ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}
