/**
 * Judges whether an application shows the work that a requirement asks for, all of it or a part.
 *
 * Owns the signals that tell, and their weights: a logistic regression, fitted on labelled real resumes of 24
 * occupations, kept outside of the repository, and on the tuned half. To fit it again, print the signals of each label
 * that is about work (MET and PARTIAL against the rest; of other trades' resumes every fifth pair), and of each promise
 * in the tests; weigh a real label 1, a tuned one 0.5, of another trade 0.15, a promise 1.5; bring the signals to unit
 * variance, and fit with an L2 penalty whose inverse is 0.1. Signals and odds are chosen by judging each file with
 * weights fitted on the others: neither 50 more signals, nor a boosted forest, nor a metric learned for the word
 * vectors did clearly better.
 */
import { isNamed, type TermGroup } from '../requirement/term-groups.ts'
import type { Requirement } from '../requirement/requirement.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import type { Line } from '../application/line.ts'
import { coverage, wordsOf } from '../language/word-vectors.ts'
import { isListed, sumOf, weigh, type Evidence, type RatedLine } from './evidence.ts'
import { nearestOf, passagesLike, type Nearest, type Passage } from './match-meaning.ts'

/** The weight of each signal, and the one that always counts. */
const weights = {
  long: 0.12,
  saidInAll: 9.59,
  saidSquared: 1.54,
  itemLeast: -1.58,
  groups: -0.14,
  itemWhole: 1.45,
  nameless: -0.43,
  covered: 1.6,
  jobCovered: 2.48,
  margin: 0.62,
  spread: 7.68,
  inJob: -1.09,
}
const always = -4.26
/** From these odds on, as a logarithm, work is credited. */
const oddsMin = 0.62

type Signals = Record<keyof typeof weights, number>

export type Judgement = { isShown: boolean; passage: Line | null }

/** Weighs what the lines name of a requirement, and the passage that is nearest to it in meaning. */
export function judge(requirement: Requirement, application: ApplicationIndex, evidence: Evidence): Judgement {
  const passages = passagesLike(requirement, application)
  const passage = nearestOf(passages, requirement)
  const signals: Signals = {
    ...wordSignals(requirement, evidence, passages.length),
    ...meaningSignals(requirement, application, passages, passage),
  }
  const odds = signalNames.reduce((sum, name) => sum + weights[name] * signals[name], always)
  ;(globalThis as any).dumped?.({ ...signals }, odds)
  return { isShown: odds >= oddsMin, passage: passage?.line ?? null }
}

const signalNames = Object.keys(weights) as (keyof Signals)[]

const best = (some: Iterable<number>): number => Math.max(0, ...some)

type WordSignals = 'long' | 'saidInAll' | 'saidSquared' | 'itemLeast' | 'groups' | 'itemWhole' | 'nameless'

/** How much of the requirement the lines name, by the weights of its term groups. */
function wordSignals({ termGroups }: Requirement, { rated }: Evidence, length: number): Pick<Signals, WordSignals> {
  const shares = weigh(termGroups)
  const found = new Set(rated.flatMap((one) => [...one.termGroups]))
  const said = sumOf(found, shares)
  const shown = rated.filter(({ line }) => !isListed(line) && !line.inProgress())
  const items = [...Map.groupBy(termGroups, ({ item }) => item).values()]
  const told = items.map((item) => toldOf(item, shown, shares))
  const names = termGroups.filter(isNamed)
  // In a long text, any word occurs somewhere.
  const long = Math.log2(2 + length)
  return {
    long,
    saidInAll: said / long,
    saidSquared: said ** 2,
    itemLeast: Math.min(...told),
    groups: Math.log2(termGroups.length),
    itemWhole: Number(items.some((item, at) => told[at] === 1 && isTelling(item))),
    nameless: Number(names.length > 0 && !names.some((name) => found.has(name))),
  }
}

/** True for an item by name, or of several words that tell trades apart: a single word is found by chance. */
function isTelling(item: TermGroup[]): boolean {
  return item.some(isNamed) || item.filter(({ terms }) => terms.some(({ generic }) => !generic)).length > 1
}

/** The largest share that one line says of an item, of those that the criterion lists. */
function toldOf(item: TermGroup[], lines: RatedLine[], shares: Map<TermGroup, number>): number {
  const ofItem = lines.map(({ termGroups }) =>
    sumOf(
      item.filter((group) => termGroups.has(group)),
      shares,
    ),
  )
  return best(ofItem) / sumOf(item, shares)
}

type MeaningSignals = 'covered' | 'jobCovered' | 'margin' | 'spread' | 'inJob'

/** How near the nearest passage is: in a resume whose every line is as like, it proves nothing. */
function meaningSignals(
  { meaning }: Requirement,
  { employments }: ApplicationIndex,
  passages: Passage[],
  nearest: Nearest | null,
): Pick<Signals, MeaningSignals> {
  const meanOf = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / (values.length || 1)
  const mean = meanOf(passages.map(({ alike }) => alike))
  const spread = Math.sqrt(meanOf(passages.map(({ alike }) => (alike - mean) ** 2)))
  if (nearest === null) return { covered: 0, jobCovered: 0, margin: 0, spread, inJob: 0 }
  const { line, alike, covered } = nearest
  const job = line.employment === null ? [] : employments[line.employment]!.lines
  return {
    covered,
    jobCovered: coverage(meaning, wordsOf(job.flatMap((one) => [...one.meaning().stems]))),
    margin: (alike - mean) / (spread + spreadMin),
    spread,
    inJob: Number(job.length > 0),
  }
}

/** Of a few lines, the spread says little. */
const spreadMin = 0.05
