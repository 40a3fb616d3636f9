/**
 * Matches an application with the skills and words of a requirement.
 *
 * Owns how many of them must be found, and what a list or a denial is worth.
 */
import { isNamed, type TermGroup } from '../requirement/term-groups.ts'
import { evidenceFor, groupsAffirmedIn, linesWith, quotesMax, wordsMin, type Evidence } from './evidence.ts'
import { withoutEvidence, type Match } from './match.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import type { Line } from '../application/line.ts'
import { isAboutHolding, isBeside, isOfLowerRank } from '../vocabulary/own-work.ts'
import { isTrade } from '../vocabulary/skills.ts'
import { quantitiesIn, type Quantity } from '../vocabulary/quantities.ts'
import { topicOf } from './reasons.ts'
import type { Requirement } from '../requirement/requirement.ts'

/** This much of a requirement's weight must be found; the rest counts as wording. */
const metShareMin = 0.57
/** One name of three or more is another thing: "payroll" is no "reconciling payroll to the ledger". */
const namedShareMin = 0.36

/** Compares the skills and words asked for with those that the application shows, all of them or some. */
export function matchSkills(requirement: Requirement, application: ApplicationIndex): Match {
  const { text, termGroups, quantity } = requirement
  // "62 WPM" tells of typing without its name.
  const paced = quantity?.kind === 'SPEED' ? application.lines.find((line) => isPaced(line)) : undefined
  const match: Match = paced
    ? { verdict: 'MET', reason: `shows ${topicOf(text, termGroups)}`, lines: [paced] }
    : matchTerms(requirement, application)
  if (quantity === null || match.lines.length === 0 || match.verdict === 'NOT_MET') return match
  const names = termGroups.filter(isNamed)
  const jobs = new Set(match.lines.map(({ employment }) => employment))
  // Of a job in which people were led, a line may say how many at its beginning: "28 associates on second shift".
  const tells = ({ employment, text: told }: Line): boolean =>
    jobs.has(employment) && quantitiesIn(told.slice(0, 20)).some(({ kind }) => kind === 'PEOPLE')
  const naming = application.lines.filter(
    (line) => names.length > 0 && (groupsAffirmedIn(line, names).size === names.length || tells(line)),
  )
  return withQuantity(match, quantity, naming)
}

const isPaced = (line: Line): boolean => quantitiesIn(line.text).some(({ kind }) => kind === 'SPEED') && line.usable()

/** What is lower is another thing, and not a part of it: a class B licence drives no tractor-trailer. */
const ranks = new Set<Quantity['kind']>(['GRADE', 'HOURS', 'CLASS'])

/** Less than this part of the amount asked for is not partial but a lack, as with years. */
const partialAmountMin = 0.5

/** A match that also has to show an amount: six engineers are no team of twenty. */
function withQuantity(match: Match, { kind, value }: Quantity, naming: Line[]): Match {
  const amountIn = ({ text }: Line): number =>
    Math.max(0, ...quantitiesIn(text).map((one) => (one.kind === kind ? one.value : 0)))
  const [largest] = [...match.lines, ...naming].toSorted((one, other) => amountIn(other) - amountIn(one))
  const most = amountIn(largest!)
  const lines = most > 0 ? [...new Set([largest!, ...match.lines])].slice(0, quotesMax) : match.lines
  if (most >= value) return { ...match, lines }
  if (most === 0) return { ...match, verdict: 'PARTIAL', reason: `${match.reason}; nothing says how many or how much` }
  const isLow = ranks.has(kind) || most < value * partialAmountMin
  return { ...match, lines, verdict: isLow ? 'NOT_MET' : 'PARTIAL', reason: `${match.reason}; less than was asked for` }
}

function matchTerms({ text, termGroups, knowledge, credential }: Requirement, application: ApplicationIndex): Match {
  const ofTool = termGroups.some(({ terms }) => terms.some(({ kind, key }) => kind === 'SKILL' && !isTrade(key)))
  const names = termGroups.flatMap(({ terms }) => terms.filter(isNamed).map(({ start, end }) => text.slice(start, end)))
  const accepts = ({ text: told, inProgress }: Line): boolean => {
    if (!credential || inProgress()) return true
    return isAboutHolding(told, ofTool) && !isOfLowerRank(told, text) && !names.some((name) => isBeside(told, name))
  }
  const evidence = evidenceFor(termGroups, application, accepts, !credential)
  const { lines, denials } = evidence
  const topic = (some: Iterable<TermGroup>): string => topicOf(text, [...some])
  if (
    isAnotherKind(termGroups, application) ||
    !countsAtAll(termGroups, evidence) ||
    isOneThing(termGroups, evidence, credential)
  ) {
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
    return { verdict: 'PARTIAL', reason: `${shows}, but ${[...learns, ...lacks].join(' and ')}`, lines }
  }
  const listed = [...evidence.listed].filter(({ terms }) => terms.some(({ generic }) => !generic))
  const isEnough = (credential && lines.some(({ section }) => section !== 'SKILLS')) || knowledge
  if (isEnough || listed.length === 0) return { verdict: 'MET', reason: shows, lines }
  return { verdict: 'PARTIAL', reason: `lists ${topic(listed)} without showing work with it`, lines }
}

/** True where the application lacks what says of which kind, the "pastry" of a pastry chef, or the trade behind it. */
export function isAnotherKind(termGroups: TermGroup[], application: ApplicationIndex): boolean {
  const isAbsent = (group?: TermGroup): boolean =>
    group?.terms.every((term) => linesWith(term, application).length === 0) ?? false
  return termGroups.some((group, at) => {
    const head = termGroups[at + 1]
    // "Oncology sales" without any sales: the same patients, and another trade.
    return group.qualifies && (isAbsent(group) || (head?.kind === 'SKILL' && isAbsent(head)))
  })
}

function countsAtAll(termGroups: TermGroup[], evidence: Evidence): boolean {
  const { found, share } = evidence
  if (share >= namedShareMin && [...found].some(isNamed)) return true
  // Of items that name nothing, the words tell.
  const named = new Set(termGroups.filter(isNamed).map(({ item }) => item))
  const plain = termGroups.filter(({ item }) => !named.has(item))
  return plain.length > 0 && plain.filter((group) => found.has(group)).length >= Math.min(wordsMin, plain.length)
}

/**
 * True where too little is found of what is one thing: Excel is a part of "Excel and SQL", but freight without the
 * "refrigerated" is another trade, half of a certificate's name is another certificate, and some words of a sentence
 * are another sentence.
 */
function isOneThing(termGroups: TermGroup[], evidence: Evidence, credential: boolean): boolean {
  const { found, unfinished } = evidence
  if (isMet(termGroups, evidence) || unfinished.size > 0) return false
  const missing = termGroups.filter((group) => isNamed(group) && !found.has(group))
  const isWhole = ({ kind, terms }: TermGroup): boolean =>
    credential || (kind === 'SKILL' && terms.some(({ key }) => isTrade(key)))
  return missing.length === 0 || missing.some(({ item }) => [...found].some((one) => isWhole(one) && one.item === item))
}

function isMet(termGroups: TermGroup[], evidence: Evidence): boolean {
  const { found, denied, share } = evidence
  return share >= metShareMin && termGroups.filter(isNamed).every((name) => found.has(name) && !denied.has(name))
}
