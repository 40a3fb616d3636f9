/**
 * Judges whether an application shows the work that a requirement describes, or part of that work.
 *
 * Defines the signals. Their weights are in weights.json: a logistic regression that predicts "MET or PARTIAL", fitted
 * on the tuned half of the labelled set by `make eval FIT=yes`. Fit it again after a change to a signal, or to a rule
 * that applies before the signals. The log-odds that earn credit were chosen by cross-validation, in which 90 of 100
 * credits are deserved. More signals, a random forest and a learned metric for the word vectors were not clearly
 * better.
 *
 * Without `isNamedWhole`, accuracy falls by 1.4 points on the unseen half and 1.3 on the tuned one (`make eval
 * ABLATE=all`).
 */
import fittedWeights from './weights.json' with { type: 'json' }
import { isNamed, isTelling, type TermGroup } from './term-groups.ts'
import type { Requirement } from './requirement.ts'
import type { ApplicationIndex } from './application.ts'
import type { Line } from './line.ts'
import { isListed, type Evidence, type RatedLine } from './evidence.ts'
import { nearestOf, passagesLike } from './match-meaning.ts'

/** The weight of each signal, and the intercept. */
const { always, ...weights } = fittedWeights
/** The minimum log-odds that earn credit. */
const oddsMin = 1.1

export type Signals = Record<keyof typeof weights, number>
const signalNames = Object.keys(weights) as (keyof Signals)[]

/**
 * Weighs how much of a requirement the lines mention, and how close the passage nearest in meaning is, if there is one.
 */
export function judge(
  requirement: Requirement,
  application: ApplicationIndex,
  evidence: Evidence,
): { isShown: boolean; passage: Line | null } {
  const { signals, passage } = signalsOf(requirement, application, evidence)
  const odds = signalNames.reduce((sum, name) => sum + weights[name] * signals[name], always)
  return { isShown: odds >= oddsMin || isNamedWhole(requirement, evidence), passage }
}

/** Returns the signals, each from 0 to about 1, and the passage nearest in meaning. */
export function signalsOf(
  requirement: Requirement,
  application: ApplicationIndex,
  { found, listed, share }: Evidence,
): { signals: Signals; passage: Line | null } {
  const { termGroups } = requirement
  const passages = passagesLike(requirement, application)
  const { mean, spread } = spreadOf(passages.map(({ alike }) => alike))
  const nearest = nearestOf(passages, requirement)
  const names = termGroups.filter(isNamed)
  const signals = {
    share,
    names: names.filter((name) => found.has(name)).length / (names.length || 1),
    named: names.length / termGroups.length,
    listed: listed.size / termGroups.length,
    leads: Number(requirement.led !== null),
    covered: nearest?.covered ?? 0,
    // If all lines of a resume are equally similar, the nearest one proves nothing.
    margin: nearest === null ? 0 : (nearest.alike - mean) / (spread + spreadMin),
    spread,
  }
  return { signals, passage: nearest?.line ?? null }
}

/** With fewer words, many long resumes contain all of them by chance. */
const allWordsMin = 3

/**
 * Returns whether all words are found, or all words of one list item: names can be anywhere, other words must share a
 * line.
 */
export function isNamedWhole({ termGroups }: Requirement, { found, rated }: Evidence): boolean {
  const telling = termGroups.filter(isTelling)
  const isOfNames = telling.length === 1 || telling.every(isNamed)
  if (telling.length >= allWordsMin && found.size === termGroups.length) return true
  return Map.groupBy(isOfNames ? telling : termGroups, ({ item }) => item)
    .values()
    .some((item) => (isOfNames ? isSubset(item, found) : isToldIn(item, rated)))
}

const isSubset = (item: TermGroup[], found: Set<TermGroup>): boolean => item.every((group) => found.has(group))

/** Returns whether one line shows a whole item. One word may match by chance, and a list only mentions things. */
function isToldIn(item: TermGroup[], rated: RatedLine[]): boolean {
  const isDistinct = item.some(isNamed) ? item.length > 1 : item.filter(isTelling).length > 1
  const tells = ({ line, termGroups }: RatedLine): boolean =>
    !isListed(line) && !line.inProgress() && isSubset(item, termGroups)
  return isDistinct && rated.some(tells)
}

/** The spread of so few passages is not meaningful. The median of the labelled resumes replaces it. */
const passagesMin = 3
const usualSpread = 0.15
const spreadMin = 0.05

function spreadOf(values: number[]): { mean: number; spread: number } {
  const meanOf = (some: number[]): number => some.reduce((sum, one) => sum + one, 0) / (some.length || 1)
  const mean = meanOf(values)
  if (values.length < passagesMin) return { mean, spread: usualSpread }
  return { mean, spread: Math.sqrt(meanOf(values.map((one) => (one - mean) ** 2))) }
}
