/**
 * Matches an application with the skills and words of a requirement.
 *
 * Owns how many of them must be found, and what a list or a denial is worth.
 */
import { isNamed, type TermGroup } from '../requirement/term-groups.ts'
import { evidenceFor, type Evidence } from './evidence.ts'
import { withoutEvidence, type Match } from './match.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import type { Line } from '../application/line.ts'
import { isAboutHolding } from '../vocabulary/own-work.ts'
import { isTrade } from '../vocabulary/skills.ts'
import { quantitiesIn, type Quantity } from '../vocabulary/quantities.ts'
import { topicOf } from './reasons.ts'
import type { Requirement } from '../requirement/requirement.ts'

/** This much of a requirement's weight must be found; the rest counts as wording. */
const metShareMin = 0.6
/** Without a named skill, words mean the same only when one line contains this much of them. */
const metLineShareMin = 0.5
/** One name of three or more is another thing: "payroll" is no "reconciling payroll to the ledger". */
const namedShareMin = 0.36
const wordsMin = 2 // a single common word is a coincidence

/** Compares the skills and words asked for with those that the application shows, all of them or some. */
export function matchSkills(requirement: Requirement, application: ApplicationIndex): Match {
  const match = matchTerms(requirement, application)
  const { quantity } = requirement
  return quantity !== null && match.lines.length > 0 && match.verdict !== 'NOT_MET'
    ? withQuantity(match, quantity)
    : match
}

/** Less than this part of the amount asked for is not partial but a lack. */
const partialAmountMin = 0.4

/** A match that also has to show an amount: six engineers are no team of twenty. */
function withQuantity(match: Match, { kind, value }: Quantity): Match {
  const amounts = match.lines.flatMap(({ text }) => quantitiesIn(text)).filter((one) => one.kind === kind)
  const most = Math.max(0, ...amounts.map((one) => one.value))
  if (most >= value) return match
  if (most === 0) return { ...match, verdict: 'PARTIAL', reason: `${match.reason}; nothing says how many or how much` }
  const isLow = kind === 'GRADE' || most < value * partialAmountMin
  return { ...match, verdict: isLow ? 'NOT_MET' : 'PARTIAL', reason: `${match.reason}; less than was asked for` }
}

function matchTerms(
  { text, termGroups, depth, knowledge, credential }: Requirement,
  application: ApplicationIndex,
): Match {
  const ofTool = termGroups.some(({ terms }) => terms.some(({ kind, key }) => kind === 'SKILL' && !isTrade(key)))
  const accepts = (line: Line): boolean => !credential || isAboutHolding(line.text, ofTool)
  const evidence = evidenceFor(termGroups, application, accepts)
  const { lines, denials } = evidence
  const topic = (some: Iterable<TermGroup>): string => topicOf(text, [...some])
  if (isAnotherKind(termGroups, application) || !countsAtAll(termGroups, evidence)) {
    const denied = `the application denies ${topic(evidence.denied)}`
    return withoutEvidence(denials, { denied, silent: `nothing in the application speaks of ${topic(termGroups)}` })
  }
  const { found, unfinished } = evidence
  if (unfinished.size === found.size) return { verdict: 'PARTIAL', reason: `is working towards ${topic(found)}`, lines }
  const shown = found.difference(unfinished)
  const shows = `shows ${topic(shown)}`
  const missing = termGroups.filter((group) => isNamed(group) && !found.has(group))
  if (!isMet(termGroups, evidence, application) || unfinished.size > 0) {
    const lacks = missing.length === 0 ? [] : [`not ${topic(missing)}`]
    const learns = unfinished.size === 0 ? [] : [`is only working towards ${topic(unfinished)}`]
    const lack = [...learns, ...lacks].join(' and ') || 'not all that was asked for'
    return { verdict: 'PARTIAL', reason: `${shows}, but ${lack}`, lines }
  }
  const lost = termGroups.filter((group) => group.qualifies && !found.has(group))
  if (lost.length > 0) return { verdict: 'PARTIAL', reason: `${shows}, but not ${topic(lost)}`, lines }
  const listed = [...evidence.listed].filter(isNamed)
  const isEnough = credential || (knowledge && !depth)
  if (isEnough || listed.length === 0) return { verdict: 'MET', reason: shows, lines }
  return { verdict: 'PARTIAL', reason: `lists ${topic(listed)} without showing work with it`, lines }
}

// What every trade has: leading, teaching and writing count only with what was led, taught or written.
const general = new Set([
  ...['Team leadership', 'Mentoring', 'Communication', 'Teamwork', 'Problem solving', 'Presentation skills'],
  ...['Project management', 'Time management'],
])

/**
 * True where the application lacks what says of which kind: the "pastry" of a pastry chef, or the machinists of "led a
 * shift of machinists", of which all that it can name is general.
 */
export function isAnotherKind(termGroups: TermGroup[], application: ApplicationIndex): boolean {
  const isAbsent = (group: TermGroup): boolean => !isNamedAnywhere(group, application)
  if (termGroups.some((group) => group.qualifies && isAbsent(group))) return true
  // Who is one of those to be led has not led them.
  if (termGroups.some((group) => group.terms.every(({ key }) => key === 'Team leadership') && isAbsent(group)))
    return true
  const isGeneral = ({ terms }: TermGroup): boolean => terms.every(({ key }) => general.has(key))
  const objects = termGroups.filter((group) => !isGeneral(group) && group.terms.some(({ generic }) => !generic))
  return termGroups.some(isGeneral) && objects.length > 0 && objects.every(isAbsent)
}

function isNamedAnywhere({ terms }: TermGroup, { byWord, bySkill }: ApplicationIndex): boolean {
  return terms.some(({ kind, key }) => ((kind === 'SKILL' ? bySkill : byWord).get(key)?.length ?? 0) > 0)
}

function countsAtAll(termGroups: TermGroup[], { found, listed, denied, share, bestLineShare }: Evidence): boolean {
  // A name in a list does not outweigh the applicant's own "no".
  const isOutweighed = (group: TermGroup): boolean => listed.has(group) && denied.has(group)
  const isNear = share >= namedShareMin
  if (isNear && [...found].some((group) => isNamed(group) && !isOutweighed(group))) return true
  return !termGroups.some(isNamed) && bestLineShare > 0 && found.size >= Math.min(wordsMin, termGroups.length)
}

/** Beside names, at least this part of the telling words must be there too. */
const wordShareMin = 0.3

function isMet(termGroups: TermGroup[], evidence: Evidence, application: ApplicationIndex): boolean {
  const { found, denied, share, bestLineShare } = evidence
  const words = termGroups.filter(({ kind, terms }) => kind === 'WORD' && !terms.every(({ generic }) => generic))
  const told = words.filter((group) => isNamedAnywhere(group, application))
  if (words.length >= wordsMin && told.length < wordShareMin * words.length) return false
  const skills = termGroups.filter(isNamed)
  if (share < metShareMin || skills.some((skill) => !found.has(skill) || denied.has(skill))) return false
  return skills.length > 0 || bestLineShare >= metLineShareMin
}
