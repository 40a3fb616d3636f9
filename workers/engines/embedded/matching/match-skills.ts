/**
 * What an application shows of the skills and words of a requirement.
 *
 * Owns how much of them has to be found, and what a list or a denial is worth.
 */
import { isNamed, type Element } from '../requirement/term-groups.ts'
import { evidenceFor, type Evidence } from './evidence.ts'
import { withoutEvidence, type Facet } from './match.ts'
import type { Reading } from '../application/application-index.ts'
import { topicOf } from './reasons.ts'
import type { Requirement } from '../requirement/requirement.ts'

/** This much of a requirement's weight has to be found; the rest is taken for how it was put. */
const metShareMin = 0.6
/** Without a named skill, words mean the same only when this much of them stands in one line. */
const metLineShareMin = 0.5
const wordsMin = 2 // one common word alone is a coincidence

/** Whether the skills and words stand in the application, all of them or some. */
export function coverageFacet({ text, elements, depth }: Requirement, reading: Reading): Facet {
  const evidence = evidenceFor(elements, reading)
  const { lines, denials } = evidence
  const topic = (some: Iterable<Element>): string => topicOf(text, [...some])
  if (!countsAtAll(elements, evidence)) {
    const denied = `the application denies ${topic(evidence.denied)}`
    return withoutEvidence(denials, { denied, silent: `nothing in the application speaks of ${topic(elements)}` })
  }
  const { found, unfinished } = evidence
  if (unfinished.size === found.size) return { verdict: 'PARTIAL', reason: `is working towards ${topic(found)}`, lines }
  const shown = found.difference(unfinished)
  const shows = `shows ${topic(shown)}`
  const missing = elements.filter((element) => isNamed(element) && !found.has(element))
  if (!isMet(elements, evidence) || unfinished.size > 0) {
    const lacks = missing.length === 0 ? [] : [`not ${topic(missing)}`]
    const learns = unfinished.size === 0 ? [] : [`is only working towards ${topic(unfinished)}`]
    const lack = [...learns, ...lacks].join(' and ') || 'not all that was asked for'
    return { verdict: 'PARTIAL', reason: `${shows}, but ${lack}`, lines }
  }
  const listed = [...evidence.listed].filter(isNamed)
  if (!depth || listed.length === 0) return { verdict: 'MET', reason: shows, lines }
  return { verdict: 'PARTIAL', reason: `lists ${topic(listed)} without showing work with it`, lines }
}

function countsAtAll(elements: Element[], { found, listed, denied, bestLineShare }: Evidence): boolean {
  // A name in a list does not outweigh the applicant's own "no".
  const isOutweighed = (element: Element): boolean => listed.has(element) && denied.has(element)
  if ([...found].some((element) => isNamed(element) && !isOutweighed(element))) return true
  return !elements.some(isNamed) && bestLineShare > 0 && found.size >= Math.min(wordsMin, elements.length)
}

function isMet(elements: Element[], { found, denied, share, bestLineShare }: Evidence): boolean {
  const skills = elements.filter(isNamed)
  if (share < metShareMin || skills.some((skill) => !found.has(skill) || denied.has(skill))) return false
  return skills.length > 0 || bestLineShare >= metLineShareMin
}
