/**
 * Finds the lines in an application that prove a requirement's term groups.
 *
 * Determines which term groups are found, which few lines show them best, and which groups are denied.
 */
import { isNamed, type Term, type TermGroup } from './term-groups.ts'
import type { Line } from './line.ts'
import type { ApplicationIndex } from './application.ts'
import type { Span } from '../../../language/sentences.ts'

export type Evidence = {
  /** At most `quotesMax` lines, best first. */
  lines: Line[]
  found: Set<TermGroup>
  /**
   * The term groups that are found only as slight experience ("some Java"), or in lists of names outside any
   * employment.
   */
  listed: Set<TermGroup>
  /** The term groups that are found only in lines that describe something in progress. */
  unfinished: Set<TermGroup>
  /**
   * The term groups that the applicant denies ("no AWS") and that appear elsewhere only in lists, if at all. `denials`
   * are the lines that deny them.
   */
  denied: Set<TermGroup>
  denials: Line[]
  /**
   * `shares` maps each term group to its fraction of the total weight. `share` is the sum of these fractions for the
   * groups in `found`, from 0 to 1.
   */
  shares: Map<TermGroup, number>
  share: number
  /**
   * At most `linesMax` lines that affirm a part of the requirement. Those whose term groups have the highest total
   * weight come first.
   */
  rated: RatedLine[]
}

export const quotesMax = 3 // the number of quotes that a recruiter has time to read for one criterion

/**
 * The maximum number of lines that are examined for one criterion. Without it, a resume that repeats one word many
 * times would be expensive to score.
 */
export const linesMax = 60

export type RatedLine = { line: Line; termGroups: Set<TermGroup> }

/**
 * Returns the evidence in an application for the term groups. Only lines that `accepts` returns true for can prove a
 * group, but any line can deny one.
 */
export function evidenceFor(
  termGroups: TermGroup[],
  application: ApplicationIndex,
  accepts: (line: Line) => boolean = () => true,
): Evidence {
  const weights = weigh(termGroups)
  const naming = linesNaming(termGroups, weights, application)
  const lines = naming.filter(accepts)
  const rated = lines
    .map((line) => ({ line, termGroups: groupsAffirmedIn(line, termGroups) }))
    .filter((one) => one.termGroups.size > 0)
  const finished = rated.filter(({ line }) => !line.inProgress())
  const shown = cover(
    finished.filter(({ line }) => !line.touched && !isListed(line)),
    weights,
  )
  const named = cover(finished, weights, shown)
  const all = cover(rated, weights, named)
  const listed = named.found.difference(shown.found)
  const unfinished = all.found.difference(named.found)
  const denials = new Map(
    termGroups
      .filter((group) => !shown.found.has(group))
      .map((group): [TermGroup, Line[]] => [group, denialsOf(group, termGroups, naming)])
      .filter(([, found]) => found.length > 0),
  )
  return {
    ...all,
    listed,
    unfinished,
    denied: new Set(denials.keys()),
    denials: [...denials.values()].flat(),
    shares: weights,
    share: sumOf(all.found, weights),
    rated,
  }
}

/** Whether a line is a list of names outside of any job, which does not show how they were used. */
export const isListed = ({ bare, employment }: Line): boolean => bare && employment === null

/** Returns the term groups that a line mentions. */
export function groupsNamedIn(line: Pick<Line, 'words' | 'impliedSkills'>, termGroups: TermGroup[]): Set<TermGroup> {
  return new Set(termGroups.filter(({ terms }) => terms.some((term) => placeOf(line, term) !== undefined)))
}

/** Returns the term groups that a line mentions and does not deny. Returns none if the line cannot be quoted. */
export function groupsAffirmedIn(line: Line, termGroups: TermGroup[]): Set<TermGroup> {
  if (groupsNamedIn(line, termGroups).size === 0 || !line.usable()) return new Set()
  return new Set(termGroups.filter(({ terms }) => terms.some((term) => affirms(line, term))))
}

/** Returns the position at which a line mentions the term, or a skill that implies it. */
export function placeOf(
  line: Pick<Line, 'words' | 'impliedSkills'>,
  { kind, key, others, own }: Term,
): Span | undefined {
  if (kind === 'SKILL') return line.impliedSkills.get(key) ?? ownPlace(line, own)
  return others.every((other) => line.words.has(other)) ? line.words.get(key) : undefined
}

function ownPlace({ words }: Pick<Line, 'words'>, own: string[]): Span | undefined {
  return own.every((word) => words.has(word)) ? words.get(own[0] ?? '') : undefined
}

function affirms(line: Line, term: Term): boolean {
  const place = placeOf(line, term)
  return place !== undefined && !line.deniesAt(place)
}

function weigh(termGroups: TermGroup[]): Map<TermGroup, number> {
  const total = termGroups.reduce((sum, { weight }) => sum + weight, 0)
  return new Map(termGroups.map((group) => [group, group.weight / total]))
}

/**
 * Returns at most `linesMax` lines that mention any of the term groups. They are ordered by the total weight of the
 * term groups that they mention, highest first.
 */
function linesNaming(termGroups: TermGroup[], weights: Map<TermGroup, number>, application: ApplicationIndex): Line[] {
  const shares = new Map<Line, number>()
  for (const group of termGroups) {
    for (const line of new Set(group.terms.flatMap((term) => linesWith(term, application)))) {
      shares.set(line, (shares.get(line) ?? 0) + weights.get(group)!)
    }
  }
  const ranked = [...shares].sort(([, one], [, other]) => other - one)
  return ranked.slice(0, linesMax).map(([line]) => line)
}

/** Returns the lines that may mention the term. */
export function linesWith(term: Term, { byWord, bySkill }: ApplicationIndex): Line[] {
  if (term.kind !== 'SKILL') return byWord.get(term.key) ?? []
  const own = (byWord.get(term.own[0] ?? '') ?? []).filter((line) => ownPlace(line, term.own))
  return [...(bySkill.get(term.key) ?? []), ...own]
}

export function sumOf(termGroups: Iterable<TermGroup>, weights: Map<TermGroup, number>): number {
  let sum = 0
  for (const group of termGroups) sum += weights.get(group)!
  return sum
}

type Cover = Pick<Evidence, 'lines' | 'found'>

const nothing: Cover = { lines: [], found: new Set() }

/**
 * Selects lines one at a time. Each time, selects the line whose term groups that are not yet found have the highest
 * total weight.
 */
function cover(rated: RatedLine[], weights: Map<TermGroup, number>, start: Cover = nothing): Cover {
  const lines = [...start.lines]
  const found = new Set(start.found)
  const gainOf = ({ termGroups }: RatedLine): number => sumOf(termGroups.difference(found), weights)
  while (lines.length < quotesMax) {
    const gains = rated.map(gainOf)
    const gain = Math.max(0, ...gains)
    const best = rated[gains.indexOf(gain)]
    if (best === undefined || gain === 0) break
    lines.push(best.line)
    for (const group of best.termGroups) found.add(group)
  }
  return { lines, found }
}

/**
 * Returns the lines that deny a term group; none if an alternative in it is not denied. "No AWS" alone does not deny
 * "AWS or Azure".
 */
function denialsOf({ terms }: TermGroup, termGroups: TermGroup[], lines: Line[]): Line[] {
  const denials = terms.map((term) => lines.find((line) => deniesTerm(line, term, termGroups)))
  return denials.includes(undefined) ? [] : [...new Set(denials as Line[])]
}

function deniesTerm(line: Line, term: Term, termGroups: TermGroup[]): boolean {
  const { kind, key } = term
  const place = (kind === 'SKILL' ? line.skills : line.words).get(key)
  // A plain word is denied only if the line also mentions at least half of the requirement's term groups. A name needs
  // no context.
  const isAboutIt = isNamed(term) || groupsNamedIn(line, termGroups).size * 2 >= termGroups.length
  return place !== undefined && isAboutIt && (line.denied() || line.deniesAt(place))
}
