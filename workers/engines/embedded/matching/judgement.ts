/**
 * Judges whether an application shows the work that a requirement describes, or a part of it.
 *
 * Defines the signals and their weights: a logistic regression, fitted on labelled real resumes of 24 occupations,
 * which are not in the repository, and on the labelled set used for tuning. To refit it: print the signals of each
 * label for which they decide the verdict, of every fifth pair with another trade's resume, and of the promises in the
 * tests; weight them 1 (real), 0.5 (tuned), 0.15 (another trade) and 2 (promise); scale the signals to unit variance;
 * fit "MET or PARTIAL" with an L2 penalty (C = 0.1). Choose the odds by cross-validation, leaving out one file at a
 * time: among odds within 0.3 points of the best accuracy on both sets, take those with the highest share of correct
 * credits. In this validation 86 of 100 credits are correct; with odds of 1.0 it would be 87, and 6 % of the correct
 * ones would be lost. Fifty more signals, a boosted forest, a second regression of MET against PARTIAL, and a learned
 * metric for the word vectors were not clearly better.
 */
import { isNamed, isTelling, type TermGroup } from './term-groups.ts'
import type { Requirement } from './requirement.ts'
import type { ApplicationIndex } from './application.ts'
import type { Line } from './line.ts'
import { isListed, sumOf, type Evidence, type RatedLine } from './evidence.ts'
import { nearestOf, passagesLike } from './match-meaning.ts'

/** The weight of each signal, and the intercept. */
const weights = {
  saidInAll: 9.07,
  saidSquared: 1.88,
  itemMin: -1.68,
  itemWhole: 0.68,
  covered: 2.99,
  margin: 0.9,
  spread: 12.06,
}
const always = -5.7
/** The minimum log-odds for a credit. */
const oddsMin = 0.7

type Signals = Record<keyof typeof weights, number>

/** Weighs how much of a requirement the lines name, together with the passage nearest in meaning, if any. */
export function judge(
  requirement: Requirement,
  application: ApplicationIndex,
  evidence: Evidence,
): { isShown: boolean; passage: Line | null } {
  const { termGroups } = requirement
  const { shares } = evidence
  const said = sumOf(new Set(evidence.rated.flatMap((one) => [...one.termGroups])), shares)
  const shown = evidence.rated.filter(({ line }) => !isListed(line) && !line.inProgress())
  const items = [...Map.groupBy(termGroups, ({ item }) => item).values()]
  const told = items.map((item) => toldOf(item, shown, shares))
  const passages = passagesLike(requirement, application)
  const { mean, spread } = spreadOf(passages.map(({ alike }) => alike))
  const nearest = nearestOf(passages, requirement)
  const signals: Signals = {
    // In a long text, any word occurs somewhere.
    saidInAll: said / Math.log2(2 + passages.length),
    saidSquared: said ** 2,
    // Words in one line mean more than the same words spread over several lines, which the signals above count.
    itemMin: Math.min(...told),
    itemWhole: Number(items.some((item, at) => told[at] === 1 && isDistinct(item))),
    covered: nearest?.covered ?? 0,
    // If every line of a resume is equally similar, the nearest proves nothing.
    margin: nearest === null ? 0 : (nearest.alike - mean) / (spread + spreadMin),
    spread,
  }
  const odds = signalNames.reduce((sum, name) => sum + weights[name] * signals[name], always)
  return { isShown: odds >= oddsMin || isNamedWhole(items, evidence), passage: nearest?.line ?? null }
}

/** Returns whether an item of names or a single word is found: it is present or not, and no other signal applies. */
function isNamedWhole(items: TermGroup[][], { found }: Evidence): boolean {
  const telling = items.map((item) => item.filter(isTelling))
  const all = telling.flat()
  const isOfNames = all.length === 1 || all.every(isNamed)
  return isOfNames && telling.some((item) => item.length > 0 && item.every((name) => found.has(name)))
}

const signalNames = Object.keys(weights) as (keyof Signals)[]
/** The spread of a few passages is not meaningful. */
const spreadMin = 0.05

function spreadOf(values: number[]): { mean: number; spread: number } {
  const meanOf = (some: number[]): number => some.reduce((sum, one) => sum + one, 0) / (some.length || 1)
  const mean = meanOf(values)
  return { mean, spread: Math.sqrt(meanOf(values.map((one) => (one - mean) ** 2))) }
}

/** Returns the largest share of an item that one line names, among the items that the criterion lists. */
function toldOf(item: TermGroup[], lines: RatedLine[], shares: Map<TermGroup, number>): number {
  const all = new Set(item)
  const most = Math.max(0, ...lines.map(({ termGroups }) => sumOf(all.intersection(termGroups), shares)))
  return most / sumOf(all, shares)
}

/**
 * Returns whether an item is a name, or has several words that distinguish trades: a single word is found by chance.
 */
function isDistinct(item: TermGroup[]): boolean {
  return item.some(isNamed) || item.filter(isTelling).length > 1
}
