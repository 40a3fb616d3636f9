/**
 * Judges whether an application shows the work that a requirement asks for, or a part of it.
 *
 * Owns the signals that tell, and their weights: a logistic regression, fitted on labelled real resumes of 24
 * occupations, kept outside of the repository, and the tuned half. To fit it again, print the signals of each label that
 * they decide, of every fifth pair with another trade's resume, and of the promises in the tests; weigh them 1 (real),
 * 0.5 (tuned), 0.15 (another trade) and 2 (promise); bring the signals to unit variance; fit "MET or PARTIAL" with an L2
 * penalty (C = 0.1); and choose the odds by judging each file with weights fitted on the others: of those within 0.3
 * points of the best accuracy, real and tuned, the ones whose credits are right most often. So judged, 86 in 100 credits
 * are right; with odds of 1.0 it would be 87, and a sixteenth fewer of the right ones. Neither fifty more signals, nor a
 * boosted forest, nor a second regression of MET against PARTIAL, nor a metric learned for the word vectors did clearly
 * better.
 */
import { isNamed, isTelling, type TermGroup } from '../requirement/term-groups.ts'
import type { Requirement } from '../requirement/requirement.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import type { Line } from '../application/line.ts'
import { isListed, sumOf, type Evidence, type RatedLine } from './evidence.ts'
import { nearestOf, passagesLike } from './match-meaning.ts'

/** The weight of each signal, and the one that always counts. */
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
/** From these odds on, as a logarithm, work is credited. */
const oddsMin = 0.7

type Signals = Record<keyof typeof weights, number>

/** Weighs what the lines name of a requirement, and the passage that is nearest to it in meaning, which may be none. */
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
    // Beside what is said in all: words that several lines share tell more than those of one.
    itemMin: Math.min(...told),
    itemWhole: Number(items.some((item, at) => told[at] === 1 && isDistinct(item))),
    covered: nearest?.covered ?? 0,
    // In a resume whose every line is as like, the nearest proves nothing.
    margin: nearest === null ? 0 : (nearest.alike - mean) / (spread + spreadMin),
    spread,
  }
  const odds = signalNames.reduce((sum, name) => sum + weights[name] * signals[name], always)
  return { isShown: odds >= oddsMin || isNamedWhole(items, evidence), passage: nearest?.line ?? null }
}

/** True for an item that is found, of names alone or a single word: it is there or not, and nothing else tells. */
function isNamedWhole(items: TermGroup[][], { found }: Evidence): boolean {
  const telling = items.map((item) => item.filter(isTelling))
  const all = telling.flat()
  const isOfNames = all.length === 1 || all.every(isNamed)
  return isOfNames && telling.some((item) => item.length > 0 && item.every((name) => found.has(name)))
}

const signalNames = Object.keys(weights) as (keyof Signals)[]
/** The spread of a few passages says little. */
const spreadMin = 0.05

function spreadOf(values: number[]): { mean: number; spread: number } {
  const meanOf = (some: number[]): number => some.reduce((sum, one) => sum + one, 0) / (some.length || 1)
  const mean = meanOf(values)
  return { mean, spread: Math.sqrt(meanOf(values.map((one) => (one - mean) ** 2))) }
}

/** The largest share that one line says of an item, of those that the criterion lists. */
function toldOf(item: TermGroup[], lines: RatedLine[], shares: Map<TermGroup, number>): number {
  const all = new Set(item)
  const most = Math.max(0, ...lines.map(({ termGroups }) => sumOf(all.intersection(termGroups), shares)))
  return most / sumOf(all, shares)
}

/** True for an item by name, or of several words that tell trades apart: a single word is found by chance. */
function isDistinct(item: TermGroup[]): boolean {
  return item.some(isNamed) || item.filter(isTelling).length > 1
}
