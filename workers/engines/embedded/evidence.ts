/**
 * The lines of an application that bear out the elements of a requirement.
 *
 * Owns the search: which elements are found, in which few lines, how well, and which are denied.
 */
import type { Line } from './lines.ts'
import type { Reading } from './reading.ts'
import type { Atom, Element } from './requirements.ts'
import type { Span } from './sentences.ts'

export type Evidence = {
  /** At most `QUOTES_MAX` lines, best first. */
  lines: Line[]
  found: Set<Element>
  /** Found in lists of names only. */
  listed: Set<Element>
  /** Not found other than in a list, and said not to be there; `denials` are the lines that say so. */
  denied: Set<Element>
  denials: Line[]
  /** Share of the elements' weight that is found, and that the best single line holds; 0 to 1. */
  share: number
  bestLineShare: number
}

export const QUOTES_MAX = 3 // what a recruiter reads for one criterion

/** Lines looked at closely for one criterion: bounds the work on a text that repeats one word. */
export const LINES_MAX = 60
/** A line that holds less of a requirement than this, and no skill of it, only happens to share a word. */
const LINE_SHARE_MIN = 0.4
/** A further quote has to add something. */
const GAIN_MIN = 0.08

/** A line with the elements that it affirms, and what share of the whole they are. */
type Candidate = { line: Line; elements: Set<Element>; share: number }

/** Searches all lines for the elements. */
export function evidenceFor(elements: Element[], reading: Reading): Evidence {
  const weights = weigh(elements, reading)
  const lines = linesNaming(elements, weights, reading)
  const usable = lines.map((line) => candidateOf(line, elements, weights)).filter(isRelevant)
  const evidence: Evidence = { lines: [], found: new Set(), listed: new Set(), denied: new Set(), denials: [], share: 0, bestLineShare: 0 }
  cover(evidence, usable.filter(({ line }) => !line.bare), weights)
  evidence.listed = new Set(cover(evidence, usable.filter(({ line }) => line.bare), weights))
  for (const element of elements) {
    if (evidence.found.has(element)) evidence.share += weights.get(element)!
    if (evidence.found.has(element) && !evidence.listed.has(element)) continue
    const denials = denialsOf(element, elements, lines)
    if (denials.length === 0) continue
    evidence.denied.add(element)
    evidence.denials.push(...denials)
  }
  evidence.bestLineShare = Math.max(0, ...usable.map(({ share }) => share))
  return evidence
}

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
export function placeOf(line: Pick<Line, 'words' | 'impliedSkills'>, { kind, key }: Atom): Span | undefined {
  return kind === 'SKILL' ? line.impliedSkills.get(key) : line.words.get(key)
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
  const rarity = (key: string): number => Math.log(1 + lines / (1 + (reading.byWord.get(key)?.length ?? 0))) / Math.log(1 + lines)
  const raw = elements.map((element) => {
    if (element.kind === 'SKILL' || lines === 0) return element.weight
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
  return ranked.slice(0, LINES_MAX).map(([line]) => line)
}

const linesWith = ({ kind, key }: Atom, reading: Reading): Line[] =>
  (kind === 'SKILL' ? reading.bySkill : reading.byWord).get(key) ?? []

function candidateOf(line: Line, all: Element[], weights: Map<Element, number>): Candidate {
  const elements = affirmedIn(line, all)
  return { line, elements, share: Array.from(elements).reduce((sum, element) => sum + weights.get(element)!, 0) }
}

function isRelevant({ elements, share }: Candidate): boolean {
  return share >= LINE_SHARE_MIN || [...elements].some(({ kind }) => kind === 'SKILL')
}

/** Takes the line that adds most, again and again; what it finds goes into the evidence and is returned. */
function cover(evidence: Evidence, candidates: Candidate[], weights: Map<Element, number>): Element[] {
  const added: Element[] = []
  while (evidence.lines.length < QUOTES_MAX) {
    let best: { candidate: Candidate; gain: number } | null = null
    for (const candidate of candidates) {
      const gain = gainOf(candidate, evidence.found, weights)
      if (gain >= GAIN_MIN && gain > (best?.gain ?? 0)) best = { candidate, gain }
    }
    if (best === null) break
    evidence.lines.push(best.candidate.line)
    for (const element of best.candidate.elements) {
      if (evidence.found.has(element)) continue
      evidence.found.add(element)
      added.push(element)
    }
  }
  return added
}

function gainOf({ elements }: Candidate, found: Set<Element>, weights: Map<Element, number>): number {
  let gain = 0
  for (const element of elements) if (!found.has(element)) gain += weights.get(element)!
  return gain
}

/** The lines that deny an element, none unless each alternative is denied by its own name: no AWS is no word on clouds. */
function denialsOf({ atoms }: Element, elements: Element[], lines: Line[]): Line[] {
  const denials = atoms.map((atom) => lines.find((line) => deniesAtom(line, atom, elements)))
  return denials.filter((line) => line !== undefined).length === atoms.length ? (denials as Line[]) : []
}

function deniesAtom(line: Line, { kind, key }: Atom, elements: Element[]): boolean {
  // A word that happens to stand in a denial denies nothing; most of the requirement has to stand there.
  const isAboutIt = kind === 'SKILL' || elementsIn(line, elements).size * 2 > elements.length
  const place = (kind === 'SKILL' ? line.skills : line.words).get(key)
  return place !== undefined && isAboutIt && (line.denied() || line.deniesAt(place))
}
