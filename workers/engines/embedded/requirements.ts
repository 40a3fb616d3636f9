/**
 * What a criterion asks for, taken apart: skills and words, a length of experience, a degree, languages.
 *
 * Owns the reading of one criterion. It reads that text alone, never the other criteria: a verdict is
 * kept per criterion and must not depend on its neighbours.
 */
import { degreesIn, type Degree, type DegreeLevel } from './degrees.ts'
import { languagesIn, type LanguageMention } from './languages.ts'
import { skillsIn } from './skills.ts'
import { isContent, isFunctionWord, isGeneric, tokensOf, type Token } from './terms.ts'
import { lengthsIn } from './years.ts'

/** A skill of the tables, or a word by its stem. Offsets are UTF-16 units in the criterion. */
export type Atom = { kind: 'SKILL' | 'WORD'; key: string; weight: number; start: number; end: number }
/** Alternatives: any one of the atoms bears the element out. */
export type Element = { atoms: Atom[]; kind: 'SKILL' | 'WORD'; weight: number }

export type Requirement = {
  text: string
  /** All of them are asked for. */
  elements: Element[]
  /** Least length of experience with the elements, or in all when there are none. */
  months: number | null
  degree: { level: DegreeLevel; field: Atom[]; anyField: boolean } | null
  languages: { alternatives: boolean; mentions: LanguageMention[] }
  /** Doing is asked for, not only knowing of. */
  depth: boolean
}

const SKILL_WEIGHT = 3 // a name of the tables tells about as much as three plain words
const GENERIC_WEIGHT = 0.4
const BESIDE_SKILLS = 0.5 // next to a named skill, plain words describe it more than they add to it

const DEPTH =
  /\b(?:experience\w*|strong|deep|expert\w*|advanced|extensive|hands[- ]on|proven|in[- ]depth|mastery|solid|track record|demonstrated|practical|erfahrung\w*|fundiert\w*|tiefe\w*|expérience|maîtrise|experiencia|dominio)\b/iu
const RELAXED = /\b(?:related|relevant|similar|equivalent|comparable|other|any|ähnlich\w*|vergleichbar\w*|équivalent\w*|similaires?|similares?|equivalente)\b/iu
// "or similar tools": the word after it names nothing.
const OPEN_END = /\b(?:similar|equivalent|related|comparable|other|ähnliche\w*|vergleichbare\w*|similaires?|similares?)\s+\p{L}+/giu

/** Takes a criterion apart. */
export function requirementOf(text: string): Requirement {
  const tokens = tokensOf(text)
  const lengths = lengthsIn(text)
  const degrees = degreesIn(text)
  const languages = languagesIn(text)
  const openEnds = Array.from(text.matchAll(OPEN_END), (match) => ({ start: match.index, end: match.index + match[0].length }))
  const taken = tokensWithin(tokens, [...lengths, ...degrees, ...languages, ...openEnds])

  const atoms = atomsOf(text, tokens, taken)
  const field = degrees.length > 0 ? fieldOf(text, atoms, degrees) : []
  const months = lengths[0]?.months ?? null
  const wordsMatter = languages.length === 0 && (degrees.length === 0 || months !== null)
  const rest = atoms.filter((atom) => !field.includes(atom) && (wordsMatter || isHardSkill(atom)))
  return {
    text,
    elements: weighted(elementsOf(text, rest)),
    months,
    degree: degrees.length === 0 ? null : {
      level: Math.min(...degrees.map(({ level }) => level)) as DegreeLevel,
      field: field.filter((atom) => !ANY_FIELD.has(atom.key)),
      anyField: RELAXED.test(text)
    },
    languages: { mentions: languages, alternatives: languages.length > 1 && /\b(?:or|oder|ou)\b|\//iu.test(text) },
    depth: DEPTH.test(text)
  }
}

/** The criterion's own words for some of its atoms: neighbours joined, each phrase once, four at most. */
export function phrasesOf(text: string, atoms: Atom[]): string[] {
  const phrases: { start: number; end: number; skill: boolean }[] = []
  for (const atom of atoms.toSorted((one, other) => one.start - other.start)) {
    const last = phrases.at(-1)
    const skill = atom.kind === 'SKILL'
    if (last && atom.start < last.end) last.end = Math.max(last.end, atom.end)
    else if (last && !skill && !last.skill && /^[\s-]+$/.test(text.slice(last.end, atom.start))) last.end = atom.end
    else phrases.push({ start: atom.start, end: atom.end, skill })
  }
  const names = phrases.map(({ start, end, skill }) => {
    const name = text.slice(start, end).replace(/\s+/g, ' ')
    // The capital of a sentence's first word, unless the word may be a name.
    return start === 0 && /^\p{Lu}\p{Ll}+(?: \p{Ll}|$)/u.test(name) && !(skill && !name.includes(' ')) ? name.charAt(0).toLowerCase() + name.slice(1) : name
  })
  return [...new Set(names)].slice(0, 4)
}

// Words of a degree's full name that name no field.
const ANY_FIELD = new Set(tokensOf('science arts subject discipline institution accredited university college').map(({ stem }) => stem))
const SOFT_BESIDE_LANGUAGES = new Set(['Communication', 'Presentation skills'])

const isHardSkill = (atom: Atom): boolean => atom.kind === 'SKILL' && !SOFT_BESIDE_LANGUAGES.has(atom.key)

function tokensWithin(tokens: Token[], spans: { start: number; end: number }[]): Set<number> {
  const within = new Set<number>()
  for (const [at, token] of tokens.entries()) {
    if (spans.some(({ start, end }) => token.start >= start && token.end <= end)) within.add(at)
  }
  return within
}

function atomsOf(text: string, tokens: Token[], taken: Set<number>): Atom[] {
  const atoms: Atom[] = []
  for (const { skill, tokens: named } of skillsIn(text, tokens)) {
    if (named.some((at) => taken.has(at))) continue
    for (const at of named) taken.add(at)
    const [first, last] = [tokens[named[0]!]!, tokens[named.at(-1)!]!]
    atoms.push({ kind: 'SKILL', key: skill, weight: SKILL_WEIGHT, start: first.start, end: last.end })
  }
  for (const [at, token] of tokens.entries()) {
    if (taken.has(at) || !isContent(token)) continue
    const weight = isGeneric(token) ? GENERIC_WEIGHT : 1
    atoms.push({ kind: 'WORD', key: token.stem, weight, start: token.start, end: token.end })
  }
  // Of a criterion like "x" the single letter is all there is to look for.
  const letters = atoms.length > 0 || taken.size > 0 ? [] : tokens.filter((token) => !isFunctionWord(token))
  for (const { stem, start, end } of letters) atoms.push({ kind: 'WORD', key: stem, weight: 1, start, end })
  return atoms.sort((one, other) => one.start - other.start)
}

// ── a degree's field ────────────────────────────────────────────────────────────────────────────

const FIELD_END =
  /;|\.\s|\b(?:with|plus|combined|mit)\b|,?\s(?:and|und|et|y)\s(?=\d|at least|an?\s|minimum|(?:two|three|four|five|six|several)\b)|,\s*(?=\d|plus\b|with\b)/iu

/** What stands behind the degree's name ("in Nursing or Midwifery"), else in front of it ("Accounting degree"). */
function fieldOf(text: string, atoms: Atom[], degrees: Degree[]): Atom[] {
  const [first] = degrees
  const behind = text.slice(first!.end)
  const length = behind.search(FIELD_END)
  const end = length < 0 ? text.length : first!.end + length
  const after = atoms.filter((atom) => atom.start >= first!.end && atom.end <= end)
  if (after.length > 0) return after
  return atoms.filter((atom) => atom.end <= first!.start && !/[,;]/.test(text.slice(atom.end, first!.start))).slice(-2)
}

// ── all of, or any of ───────────────────────────────────────────────────────────────────────────

type Connector = 'OR' | 'EXAMPLES' | 'AND' | 'COMMA' | 'NONE'

const OR = /(?<!\p{L})(?:or|oder|ou|bzw|o|u)(?!\p{L})|\//iu
const EXAMPLES = /such as|e\.\s?g\b|for example|for instance|\blike\b|one of|any of|z\.\s?B|zum beispiel|\bwie\b|\bcomme\b|\bcomo\b|^\s*\(\s*$/iu
const LIST = /^[\s,;&()]*(?:and|und|et|y|&)?[\s,()]*$/iu
const ONE_OF = /\b(?:one(?: or more)? of|any of|either)\b/iu

function connectorOf(gap: string): Connector {
  if (EXAMPLES.test(gap)) return 'EXAMPLES'
  if (OR.test(gap)) return 'OR'
  if (!LIST.test(gap) || /^[\s-]*$/.test(gap)) return 'NONE'
  return /^\s*,\s*$/.test(gap) ? 'COMMA' : 'AND'
}

/**
 * Groups atoms into elements. "Python, Go or Java" is one element of three alternatives, "Docker, Terraform
 * and SQL" are three elements; examples ("clouds such as AWS, Azure") are alternatives of what they explain.
 */
function elementsOf(text: string, atoms: Atom[]): Atom[][] {
  const elements: Atom[][] = []
  let run: Atom[] = []
  let anyOf = false
  const close = (): void => {
    if (anyOf) elements.push(tellingOf(run))
    else elements.push(...run.map((atom) => [atom]))
    run = []
    anyOf = false
  }
  let examples = false
  for (const [index, atom] of atoms.entries()) {
    const gap = text.slice(atoms[index - 1]?.end ?? 0, atom.start)
    const connector = index === 0 ? 'NONE' : connectorOf(gap)
    if (gap.includes(')')) examples = false
    const goesOn = connector === 'OR' || connector === 'COMMA' || connector === 'EXAMPLES' || (examples && connector === 'AND')
    if (run.length > 0 && !goesOn) {
      close()
      examples = false
    }
    if (ONE_OF.test(gap)) examples = true
    if (connector === 'EXAMPLES') examples = true
    anyOf ||= connector === 'OR' || examples
    run.push(atom)
  }
  const tail = text.slice(atoms.at(-1)?.end ?? 0)
  anyOf ||= /^[\s,)]*(?:or|oder|ou|o)\b/iu.test(tail)
  close()
  return elements.filter((element) => element.length > 0)
}

/** Among alternatives with a skill a generic word would be met by anything: "systems such as Kafka". */
function tellingOf(run: Atom[]): Atom[] {
  return run.some(({ kind }) => kind === 'SKILL') ? run.filter(({ weight }) => weight !== GENERIC_WEIGHT) : run
}

function weighted(groups: Atom[][]): Element[] {
  const seen = new Set<string>()
  const hasSkill = groups.some((atoms) => atoms.some(({ kind }) => kind === 'SKILL'))
  return groups.flatMap((atoms) => {
    const kind = atoms.some((atom) => atom.kind === 'SKILL') ? 'SKILL' : 'WORD'
    const name = atoms.map(({ key }) => key).join('|')
    if (seen.has(name)) return []
    seen.add(name)
    const heaviest = Math.max(...atoms.map(({ weight }) => weight))
    return [{ atoms, kind, weight: hasSkill && kind === 'WORD' ? heaviest * BESIDE_SKILLS : heaviest }]
  })
}
