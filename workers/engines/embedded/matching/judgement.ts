/**
 * Judges whether an application shows the work that a requirement describes, or part of that work.
 *
 * Computes several signals and adds them up with the weights in weights.json. The weights are those of a logistic
 * regression that predicts whether the verdict is MET or PARTIAL. `make eval FIT=yes` fits them to the tuned half of
 * the labelled set. Fit them again after a change to a signal, or to a rule that applies before the signals. The
 * threshold `oddsMin` was chosen by cross-validation so that 90 of 100 credited requirements deserve it. More signals,
 * a random forest and a learned metric for the word vectors were not clearly better.
 *
 * Without `isNamedWhole`, accuracy falls by 1.6 points on the unseen half of the labelled set and by 1.3 points on the
 * tuned half (`make eval ABLATE=all`).
 */
import fittedWeights from './weights.json' with { type: 'json' }
import { isNamed, isTelling, type TermGroup } from './term-groups.ts'
import type { Requirement } from './requirement.ts'
import type { ApplicationIndex } from './application.ts'
import type { Line } from './line.ts'
import { isListed, type Evidence, type RatedLine } from './evidence.ts'
import { nearestOf, passagesLike } from './match-meaning.ts'

const { always, ...weights } = fittedWeights
/** The minimum log-odds at which a requirement earns credit. */
const oddsMin = 1.1

export type Signals = Record<keyof typeof weights, number>
const signalNames = Object.keys(weights) as (keyof Signals)[]

/** Returns whether the signals show the requirement, and the passage nearest in meaning, if there is one. */
export function judge(
  requirement: Requirement,
  application: ApplicationIndex,
  evidence: Evidence,
): { isShown: boolean; passage: Line | null } {
  const { signals, passage } = signalsOf(requirement, application, evidence)
  const odds = signalNames.reduce((sum, name) => sum + weights[name] * signals[name], always)
  return { isShown: odds >= oddsMin || isNamedWhole(requirement, evidence), passage }
}

/** Returns the signals, most of which are from 0 to 1, and the passage nearest in meaning. */
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
    leads: Number(requirement.leads),
    covered: nearest?.covered ?? 0,
    // If all lines of a resume are equally similar to the requirement, the nearest one proves nothing.
    margin: nearest === null ? 0 : (nearest.alike - mean) / (spread + spreadMin),
    spread,
  }
  return { signals, passage: nearest?.line ?? null }
}

/**
 * A requirement with at least this many specific words is met if all its words appear anywhere in the application. Many
 * long resumes contain any two words by chance.
 */
const allWordsMin = 3

/**
 * Returns whether the application mentions all words of the requirement, or of one item in the requirement's list. The
 * words can be in different lines if the requirement has at least `allWordsMin` specific words. If it has only one
 * specific word, or only names, its other words are ignored. Otherwise one line must mention all words of an item.
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

/**
 * Returns whether one line, which is not a list, mentions all words of an item. An item with a single ordinary word
 * does not qualify, because one word can match by chance.
 */
function isToldIn(item: TermGroup[], rated: RatedLine[]): boolean {
  const isDistinct = item.some(isNamed) ? item.length > 1 : item.filter(isTelling).length > 1
  const tells = ({ line, termGroups }: RatedLine): boolean =>
    !isListed(line) && !line.inProgress() && isSubset(item, termGroups)
  return isDistinct && rated.some(tells)
}

/**
 * With fewer passages than this, their spread is not meaningful. `usualSpread`, the median over the labelled resumes,
 * is used instead.
 */
const passagesMin = 3
const usualSpread = 0.15
const spreadMin = 0.05

function spreadOf(values: number[]): { mean: number; spread: number } {
  const meanOf = (some: number[]): number => some.reduce((sum, one) => sum + one, 0) / (some.length || 1)
  const mean = meanOf(values)
  if (values.length < passagesMin) return { mean, spread: usualSpread }
  return { mean, spread: Math.sqrt(meanOf(values.map((one) => (one - mean) ** 2))) }
}
