/**
 * The lines of an application that bear out the elements of a requirement.
 *
 * Owns the search: which elements are found, in which few lines, how well, and which are denied.
 */
import { isNamed, type Atom, type Element } from '../requirement/term-groups.ts'
import type { Line } from '../application/line.ts'
import type { Reading } from '../application/application-index.ts'
import type { Span } from '../language/sentences.ts'

export type Evidence = {
  /** At most `quotesMax` lines, best first. */
  lines: Line[]
  found: Set<Element>
  /** Found in lists of names only. */
  listed: Set<Element>
  /** Found only where it is said to be on its way. */
  unfinished: Set<Element>
  /** Not found other than in a list, and said not to be there; `denials` are the lines that say so. */
  denied: Set<Element>
  denials: Line[]
  /** Share of the elements' weight that is found, and that the best single line holds; 0 to 1. */
  share: number
  bestLineShare: number
}

export const quotesMax = 3 // what a recruiter reads for one criterion

/** Lines looked at closely for one criterion: bounds the work on a text that repeats one word. */
export const linesMax = 60
/** A line that holds less of a requirement than this, and no skill of it, only happens to share a word. */
const lineShareMin = 0.4
/** A further quote has to add something. */
const gainMin = 0.08

/** A line with the elements that it affirms, and what share of the whole they are. */
type Candidate = { line: Line; elements: Set<Element>; share: number }

/** Searches all lines for the elements. */
export function evidenceFor(elements: Element[], reading: Reading): Evidence {
  const weights = weigh(elements, reading)
  const lines = linesNaming(elements, weights, reading)
  const relevant = lines.map((line) => candidateOf(line, elements, weights)).filter(isRelevant)
  // The line with the applicant's name tells least of all that says the same.
  const usable = relevant.toSorted((one, other) => Number(isHead(one.line)) - Number(isHead(other.line)))
  const finished = usable.filter(({ line }) => !line.onItsWay())
  const shown = cover(
    finished.filter(({ line }) => !line.bare),
    weights,
  )
  const named = cover(finished, weights, shown)
  const all = cover(usable, weights, named)
  const listed = named.found.difference(shown.found)
  const unfinished = all.found.difference(named.found)
  const denials = new Map(
    elements
      .filter((element) => !shown.found.has(element))
      .map((element): [Element, Line[]] => [element, denialsOf(element, elements, lines)])
      .filter(([, found]) => found.length > 0),
  )
  return {
    ...all,
    listed,
    unfinished,
    denied: new Set(denials.keys()),
    denials: [...denials.values()].flat(),
    share: sumOf(all.found, weights),
    bestLineShare: Math.max(0, ...usable.map(({ share }) => share)),
  }
}

const isHead = ({ text }: Line): boolean => text.includes('[NAME]')

/** The elements that a line names. */
export function elementsIn(line: Pick<Line, 'words' | 'impliedSkills'>, elements: Element[]): Set<Element> {
  return new Set(elements.filter(({ atoms }) => atoms.some((atom) => placeOf(line, atom) !== undefined)))
}

/** The elements that a line names and does not deny; none when the line may not be quoted. */
export function affirmedIn(line: Line, elements: Element[]): Set<Element> {
  if (elementsIn(line, elements).size === 0 || !line.usable()) return new Set()
  return new Set(elements.filter(({ atoms }) => atoms.some((atom) => affirms(line, atom))))
}

/** Where a line names the atom, or a skill that is evidence for it. */
export function placeOf(line: Pick<Line, 'words' | 'impliedSkills'>, { kind, key, others }: Atom): Span | undefined {
  if (kind === 'SKILL') return line.impliedSkills.get(key)
  return others.every((other) => line.words.has(other)) ? line.words.get(key) : undefined
}

function affirms(line: Line, atom: Atom): boolean {
  const place = placeOf(line, atom)
  return place !== undefined && !line.deniesAt(place)
}

/**
 * Each element's share of the whole. A plain word weighs less the more lines of the application hold it:
 * what stands everywhere tells nothing.
 */
function weigh(elements: Element[], reading: Reading): Map<Element, number> {
  const lines = reading.lines.length
  const rarity = (key: string): number => {
    const holding = reading.byWord.get(key)?.length ?? 0
    return Math.log(1 + lines / (1 + holding)) / Math.log(1 + lines)
  }
  const raw = elements.map((element) => {
    if (isNamed(element) || lines === 0) return element.weight
    return element.weight * Math.max(...element.atoms.map(({ key }) => rarity(key)))
  })
  const total = raw.reduce((sum, weight) => sum + weight, 0)
  return new Map(elements.map((element, index) => [element, raw[index]! / total]))
}

/** The lines that name some of the elements, those that name most first. */
function linesNaming(elements: Element[], weights: Map<Element, number>, reading: Reading): Line[] {
  const shares = new Map<Line, number>()
  for (const element of elements) {
    for (const line of new Set(element.atoms.flatMap((atom) => linesWith(atom, reading)))) {
      shares.set(line, (shares.get(line) ?? 0) + weights.get(element)!)
    }
  }
  const ranked = [...shares].sort(([, one], [, other]) => other - one)
  return ranked.slice(0, linesMax).map(([line]) => line)
}

const linesWith = ({ kind, key }: Atom, reading: Reading): Line[] =>
  (kind === 'SKILL' ? reading.bySkill : reading.byWord).get(key) ?? []

function candidateOf(line: Line, all: Element[], weights: Map<Element, number>): Candidate {
  const elements = affirmedIn(line, all)
  return { line, elements, share: sumOf(elements, weights) }
}

function sumOf(elements: Iterable<Element>, weights: Map<Element, number>): number {
  let sum = 0
  for (const element of elements) sum += weights.get(element)!
  return sum
}

function isRelevant({ elements, share }: Candidate): boolean {
  return share >= lineShareMin || [...elements].some(isNamed)
}

type Cover = Pick<Evidence, 'lines' | 'found'>

const nothing: Cover = { lines: [], found: new Set() }

/** Takes the line that adds most to what is there, again and again. */
function cover(candidates: Candidate[], weights: Map<Element, number>, start: Cover = nothing): Cover {
  const lines = [...start.lines]
  const found = new Set(start.found)
  const gainOf = ({ elements }: Candidate): number => sumOf(elements.difference(found), weights)
  while (lines.length < quotesMax) {
    const gains = candidates.map(gainOf)
    const gain = Math.max(0, ...gains)
    const best = candidates[gains.indexOf(gain)]
    if (best === undefined || gain < gainMin) break
    lines.push(best.line)
    for (const element of best.elements) found.add(element)
  }
  return { lines, found }
}

/** The lines that deny an element: each alternative by its own name, because no AWS is no word on clouds. */
function denialsOf({ atoms }: Element, elements: Element[], lines: Line[]): Line[] {
  const denials = atoms.map((atom) => lines.find((line) => deniesAtom(line, atom, elements)))
  return denials.includes(undefined) ? [] : [...new Set(denials as Line[])]
}

function deniesAtom(line: Line, atom: Atom, elements: Element[]): boolean {
  const { kind, key } = atom
  // A word that happens to stand in a denial denies nothing; most of the requirement has to stand there.
  const isAboutIt = isNamed(atom) || elementsIn(line, elements).size * 2 > elements.length
  const place = (kind === 'SKILL' ? line.skills : line.words).get(key)
  return place !== undefined && isAboutIt && (line.denied() || line.deniesAt(place))
}
