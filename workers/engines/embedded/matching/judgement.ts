/**
 * Judges whether an application shows the work that a requirement asks for, or a part of it.
 *
 * Owns the signals that tell, and their weights: a logistic regression, fitted on labelled real resumes of 24
 * occupations, kept outside of the repository, and the tuned half. To fit it again, print the signals of each label that
 * they decide, of every fifth pair with another trade's resume, and of the promises in the tests; weigh them 1 (real),
 * 0.5 (tuned), 0.15 (another trade) and 2 (promise); bring the signals to unit variance; fit "MET or PARTIAL" with an L2
 * penalty (C = 0.1); and choose the odds by judging each file with weights fitted on the others: of those within 0.3
 * points of the best accuracy, the ones whose credits are right most often. So judged, 85 in 100 credits are right; with
 * odds of 1.0 it would be 87, and an eighth fewer of the right ones. Neither fifty more signals, nor a boosted forest,
 * nor a second regression of MET against PARTIAL, nor a metric learned for the word vectors did clearly better.
 */
import { isNamed, type TermGroup } from '../requirement/term-groups.ts'
import type { Requirement } from '../requirement/requirement.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import type { Employment } from '../application/work-history.ts'
import type { Line } from '../application/line.ts'
import { coverage, wordsOf, type Words } from '../language/word-vectors.ts'
import { isListed, sumOf, weigh, type Evidence, type RatedLine } from './evidence.ts'
import { nearestOf, passagesLike } from './match-meaning.ts'

/** The weight of each signal, and the one that always counts. */
const weights = {
  saidInAll: 8.86,
  saidSquared: 1.57,
  itemLeast: -1.58,
  itemWhole: 0.78,
  covered: 1.61,
  jobCovered: 2.6,
  margin: 0.86,
  spread: 10.68,
  inJob: -1.28,
}
const always = -4.87
/** From these odds on, as a logarithm, work is credited. */
const oddsMin = 0.6

type Signals = Record<keyof typeof weights, number>

/** Weighs what the lines name of a requirement, and the passage that is nearest to it in meaning, which may be none. */
export function judge(
  requirement: Requirement,
  application: ApplicationIndex,
  evidence: Evidence,
): { isShown: boolean; passage: Line | null } {
  const { termGroups, meaning } = requirement
  const shares = weigh(termGroups)
  const said = sumOf(new Set(evidence.rated.flatMap((one) => [...one.termGroups])), shares)
  const shown = evidence.rated.filter(({ line }) => !isListed(line) && !line.inProgress())
  const items = [...Map.groupBy(termGroups, ({ item }) => item).values()]
  const told = items.map((item) => toldOf(item, shown, shares))
  const passages = passagesLike(requirement, application)
  const { mean, spread } = spreadOf(passages.map(({ alike }) => alike))
  const nearest = nearestOf(passages, requirement)
  const line = nearest?.line ?? null
  const job = typeof line?.employment === 'number' ? application.employments[line.employment]! : null
  const signals: Signals = {
    // In a long text, any word occurs somewhere.
    saidInAll: said / Math.log2(2 + passages.length),
    saidSquared: said ** 2,
    // Beside what is said in all: words that several lines share tell more than those of one.
    itemLeast: Math.min(...told),
    itemWhole: Number(items.some((item, at) => told[at] === 1 && isTelling(item))),
    covered: nearest?.covered ?? 0,
    jobCovered: job === null ? 0 : coverage(meaning, wordsIn(job)),
    // In a resume whose every line is as like, the nearest proves nothing.
    margin: nearest === null ? 0 : (nearest.alike - mean) / (spread + spreadMin),
    spread,
    inJob: Number(job !== null),
  }
  const odds = signalNames.reduce((sum, name) => sum + weights[name] * signals[name], always)
  const isNamedWhole = isOfNames(termGroups) && items.some((item) => isFoundIn(evidence, item.filter(isNamed)))
  return { isShown: isNamedWhole || odds >= oddsMin, passage: line }
}

/** True for names alone, beside words such as "sector": they are there or not, which nothing else makes more likely. */
function isOfNames(termGroups: TermGroup[]): boolean {
  return termGroups.every((group) => isNamed(group) || group.terms.every(({ generic }) => generic))
}

const isFoundIn = ({ found }: Evidence, names: TermGroup[]): boolean =>
  names.length > 0 && names.every((name) => found.has(name))

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
function isTelling(item: TermGroup[]): boolean {
  return item.some(isNamed) || item.filter(({ terms }) => terms.some(({ generic }) => !generic)).length > 1
}

/** The words of the jobs that were looked at, for the next criterion. */
const known = new WeakMap<Employment, Words>()

function wordsIn(job: Employment): Words {
  const words = known.get(job) ?? wordsOf(job.lines.flatMap((line) => [...line.meaning().stems]))
  known.set(job, words)
  return words
}
