/**
 * Matches an application with work that it may tell of in any words.
 *
 * Owns what the likelihoods of judgement.ts mean for a verdict, which lines are its quotes, and what is only a part
 * however likely: a list, a name that is missing, what is in progress.
 */
import { isNamed, type TermGroup } from '../requirement/term-groups.ts'
import { evidenceFor, type Evidence } from './evidence.ts'
import { judge } from './judgement.ts'
import { isAnotherKind } from './match-skills.ts'
import { withoutEvidence, type Match } from './match.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import { topicOf } from './reasons.ts'
import type { Requirement } from '../requirement/requirement.ts'

/** With less of a requirement in its own words, the passage that is nearest in meaning is the better quote. */
const wordedMin = 0.5

/** Compares the work asked for with what the lines name, and with the passages that are like it. */
export function matchWork(requirement: Requirement, application: ApplicationIndex): Match {
  const { text, termGroups } = requirement
  const evidence = evidenceFor(termGroups, application)
  const { found, denied, denials, share } = evidence
  const names = termGroups.filter(isNamed)
  const { isShown, passage } = judge(requirement, application, evidence)
  const isDenied = names.length > 0 && names.every((name) => denied.has(name))
  const isWorded = share >= wordedMin || names.some((name) => found.has(name))
  const told = isWorded || passage === null ? evidence.lines : [passage]
  if (!isShown || isDenied || told.length === 0 || isAnotherKind(termGroups, application)) {
    const reason = { denied: topicOf(text, [...denied]), silent: topicOf(text, termGroups) }
    return withoutEvidence(denials, {
      denied: `the application denies ${reason.denied}`,
      silent: `nothing in the application speaks of ${reason.silent}`,
    })
  }
  const isTouched = !isWorded && told.every((line) => line.touched)
  const lacks = isWorded ? lackOf(requirement, evidence) : isTouched ? 'says a little of this in other words' : null
  if (lacks !== null) return { verdict: 'PARTIAL', reason: lacks, lines: told }
  return { verdict: 'MET', reason: isWorded ? `shows ${topicOf(text, [...found])}` : 'says this in other words', lines: told }
}

/** What makes the words that were found a part, however much else is told; null for nothing. */
function lackOf({ text, termGroups, knowledge }: Requirement, { found, listed, unfinished }: Evidence): string | null {
  const topic = (some: Iterable<TermGroup>): string => topicOf(text, [...some])
  if (unfinished.size === found.size) return `is working towards ${topic(found)}`
  const missing = termGroups.filter((group) => isNamed(group) && !found.has(group))
  if (missing.length > 0 || unfinished.size > 0) {
    const lacks = missing.length === 0 ? [] : [`not ${topic(missing)}`]
    const learns = unfinished.size === 0 ? [] : [`is only working towards ${topic(unfinished)}`]
    return `shows ${topic(found.difference(unfinished))}, but ${[...learns, ...lacks].join(' and ')}`
  }
  const telling = [...listed].filter(({ terms }) => terms.some(({ generic }) => !generic))
  return telling.length === 0 || knowledge ? null : `lists ${topic(telling)} without showing work with it`
}
