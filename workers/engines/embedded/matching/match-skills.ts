/**
 * Matches an application with the skills and words of a requirement.
 *
 * Owns how many of them must be found, and what a list or a denial is worth.
 */
import { isNamed, type TermGroup } from '../requirement/term-groups.ts'
import { evidenceFor, type Evidence } from './evidence.ts'
import { withoutEvidence, type Match } from './match.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import { topicOf } from './reasons.ts'
import type { Requirement } from '../requirement/requirement.ts'

/** This much of a requirement's weight must be found; the rest counts as wording. */
const metShareMin = 0.6
/** Without a named skill, words mean the same only when one line contains this much of them. */
const metLineShareMin = 0.5
const wordsMin = 2 // a single common word is a coincidence

/** Compares the skills and words asked for with those that the application shows, all of them or some. */
export function matchSkills({ text, termGroups, depth }: Requirement, application: ApplicationIndex): Match {
  const evidence = evidenceFor(termGroups, application)
  const { lines, denials } = evidence
  const topic = (some: Iterable<TermGroup>): string => topicOf(text, [...some])
  if (!countsAtAll(termGroups, evidence)) {
    const denied = `the application denies ${topic(evidence.denied)}`
    return withoutEvidence(denials, { denied, silent: `nothing in the application speaks of ${topic(termGroups)}` })
  }
  const { found, unfinished } = evidence
  if (unfinished.size === found.size) return { verdict: 'PARTIAL', reason: `is working towards ${topic(found)}`, lines }
  const shown = found.difference(unfinished)
  const shows = `shows ${topic(shown)}`
  const missing = termGroups.filter((group) => isNamed(group) && !found.has(group))
  if (!isMet(termGroups, evidence) || unfinished.size > 0) {
    const lacks = missing.length === 0 ? [] : [`not ${topic(missing)}`]
    const learns = unfinished.size === 0 ? [] : [`is only working towards ${topic(unfinished)}`]
    const lack = [...learns, ...lacks].join(' and ') || 'not all that was asked for'
    return { verdict: 'PARTIAL', reason: `${shows}, but ${lack}`, lines }
  }
  const listed = [...evidence.listed].filter(isNamed)
  if (!depth || listed.length === 0) return { verdict: 'MET', reason: shows, lines }
  return { verdict: 'PARTIAL', reason: `lists ${topic(listed)} without showing work with it`, lines }
}

function countsAtAll(termGroups: TermGroup[], { found, listed, denied, bestLineShare }: Evidence): boolean {
  // A name in a list does not outweigh the applicant's own "no".
  const isOutweighed = (group: TermGroup): boolean => listed.has(group) && denied.has(group)
  if ([...found].some((group) => isNamed(group) && !isOutweighed(group))) return true
  return !termGroups.some(isNamed) && bestLineShare > 0 && found.size >= Math.min(wordsMin, termGroups.length)
}

function isMet(termGroups: TermGroup[], { found, denied, share, bestLineShare }: Evidence): boolean {
  const skills = termGroups.filter(isNamed)
  if (share < metShareMin || skills.some((skill) => !found.has(skill) || denied.has(skill))) return false
  return skills.length > 0 || bestLineShare >= metLineShareMin
}
