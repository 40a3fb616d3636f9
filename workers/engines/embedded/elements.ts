/**
 * Whether the parts of a criterion are asked for together or as alternatives.
 *
 * Owns the reading of what stands between them: commas, "and", "or", "such as".
 */
import { phraseSource } from './phrases.ts'
import type { Span } from './sentences.ts'

/** A skill of the tables, or a word by its stem; the span is its place in the criterion. */
export type Atom = Span & { kind: 'SKILL' | 'WORD'; key: string; weight: number; generic: boolean }
/** Alternatives: any one of the atoms bears the element out. */
export type Element = { atoms: Atom[]; kind: 'SKILL' | 'WORD'; weight: number }

const besideSkills = 0.5 // next to a named skill, plain words describe it more than they add to it

type Connector = 'OR' | 'EXAMPLES' | 'AND' | 'COMMA' | 'NONE'

const or = new RegExp(`${phraseSource('or; oder; ou; bzw; o; u')}|/`, 'iu')
const examples = new RegExp(
  [
    phraseSource('such as; for example; for instance; like; one of; any of; zum beispiel; wie; comme; como'),
    'e\\.\\s?g\\b|z\\.\\s?B|^\\s*\\(\\s*$',
  ].join('|'),
  'iu',
)
const oneOf = new RegExp(phraseSource('one(?: or more)? of; any of; either'), 'iu')
const list = /^[\s,;&()]*(?:and|und|et|y|&)?[\s,()]*$/iu
const openTail = /^[\s,)]*(?:or|oder|ou|o)\b/iu

function connectorOf(gap: string): Connector {
  if (examples.test(gap)) return 'EXAMPLES'
  if (or.test(gap)) return 'OR'
  if (!list.test(gap) || /^[\s-]*$/.test(gap)) return 'NONE'
  return /^\s*,\s*$/.test(gap) ? 'COMMA' : 'AND'
}

/** The elements that atoms make, given in the order of the text; each element once. */
export function elementsOf(text: string, atoms: Atom[]): Element[] {
  const groups = groupsOf(text, atoms)
  const distinct = new Map(groups.map((group) => [group.map(({ key }) => key).join('|'), group]))
  const elements = Array.from(distinct.values(), elementOf)
  if (!elements.some(({ kind }) => kind === 'SKILL')) return elements
  return elements.map((element) => ({
    ...element,
    weight: element.kind === 'SKILL' ? element.weight : element.weight * besideSkills,
  }))
}

function elementOf(atoms: Atom[]): Element {
  const kind = atoms.some((atom) => atom.kind === 'SKILL') ? 'SKILL' : 'WORD'
  return { atoms, kind, weight: Math.max(...atoms.map(({ weight }) => weight)) }
}

/**
 * Groups atoms into alternatives. "Python, Go or Java" is one group of three,
 * "Docker, Terraform and SQL" are three groups; examples ("clouds such as AWS, Azure") are alternatives of
 * what they explain.
 */
function groupsOf(text: string, atoms: Atom[]): Atom[][] {
  const groups: Atom[][] = []
  let run: Atom[] = []
  let isAnyOf = false
  let isExamples = false
  const close = (): void => {
    groups.push(...(isAnyOf ? [telling(run)] : run.map((atom) => [atom])))
    run = []
    isAnyOf = false
  }
  for (const [index, atom] of atoms.entries()) {
    const gap = text.slice(atoms[index - 1]?.end ?? 0, atom.start)
    const connector = index === 0 ? 'NONE' : connectorOf(gap)
    if (gap.includes(')')) isExamples = false
    const isListed = connector === 'OR' || connector === 'COMMA' || connector === 'EXAMPLES'
    if (!isListed && !(isExamples && connector === 'AND')) {
      close()
      isExamples = false
    }
    if (connector === 'EXAMPLES' || oneOf.test(gap)) isExamples = true
    isAnyOf ||= connector === 'OR' || isExamples
    run.push(atom)
  }
  // "React, Angular or similar"
  isAnyOf ||= run.length > 0 && openTail.test(text.slice(run.at(-1)!.end))
  close()
  return groups
}

/** Among alternatives with a skill a generic word would be met by anything: "systems such as Kafka". */
function telling(run: Atom[]): Atom[] {
  return run.some(({ kind }) => kind === 'SKILL') ? run.filter(({ generic }) => !generic) : run
}
