/** Finds the terms in a criterion: skills from the tables, other names, abbreviations and plain words. */
import { leadership } from '../language/leadership.ts'
import { properNounsIn, type ProperNoun } from '../language/proper-nouns.ts'
import { isTrade, skillsIn } from '../language/skills.ts'
import { abbreviationKey, isContent, isFunctionWord, isGeneric, type Token } from '../../../language/tokens.ts'
import type { Term } from './term-groups.ts'

const skillWeight = 3 // a skill from the tables is about as informative as three plain words
const nameWeight = 2 // other names are less certain
const genericWeight = 0.4 // two and a half generic words are as informative as one rare word

/** Default values of the fields that few terms set. */
const plain = { others: [], own: [], generic: false }

/** Returns the terms in a criterion's tokens, in order, except for the tokens whose indexes are in `taken`. */
export function termsOf(text: string, tokens: Token[], taken: Set<number>): Term[] {
  const left = new Set([...tokens.keys()].filter((at) => !taken.has(at)))
  const terms: Term[] = []
  for (const { skill, tokens: named, start, end } of skillsIn(text, tokens, true)) {
    if (!named.every((at) => left.has(at))) continue
    for (const at of named) left.delete(at)
    const isWork = isTrade(skill) || /\s\p{Ll}/u.test(skill) // "Data analysis", but not "Power BI"
    const own = isWork && skill !== leadership ? named.map((at) => tokens[at]!.stem) : []
    terms.push({ ...plain, kind: 'SKILL', key: skill, own, weight: skillWeight, start, end })
  }
  const words = [...left].map((at) => tokens[at]!)
  const content = words.filter(isContent)
  // If the criterion has only a function word or a single letter, such as "x", that is its term.
  const isTelling = content.length > 0 || left.size < tokens.length
  const named = isTelling ? content : words.filter((token) => !isFunctionWord(token))
  const names = properNounsIn(text, named)
  const rest = named.filter((token) => !names.some(({ start, end }) => token.start >= start && token.end <= end))
  const all = [...terms, ...names.map(nameTerm), ...rest.map(wordTerm)]
  const told = tokens.filter((_, at) => !taken.has(at))
  return spelledOutIn(text, told)
    .reduce(withSpelledOut, all)
    .sort((one, other) => one.start - other.start)
}

type SpelledOut = { long: ProperNoun; short: ProperNoun }

/** Returns each name whose abbreviation follows in brackets, such as "Certified Payroll Professional (CPP)". */
function spelledOutIn(text: string, tokens: Token[]): SpelledOut[] {
  const words = tokens.filter((token) => !isFunctionWord(token))
  return words.flatMap(({ raw, stem, start, end }, at) => {
    const phrase = words.slice(Math.max(0, at - raw.length), at)
    const initials = phrase.map((word) => word.raw[0]!.toUpperCase()).join('')
    if (text[start - 1] !== '(' || text[end] !== ')' || initials !== raw || raw.length < 2) return []
    const long = { keys: phrase.map((word) => word.stem), start: phrase[0]!.start, end: phrase.at(-1)!.end }
    return [{ long, short: { keys: [abbreviationKey(raw) ?? stem], start, end } }]
  })
}

/** Turns the phrase and its abbreviation into two names, unless the tables contain the phrase. */
function withSpelledOut(terms: Term[], { long, short }: SpelledOut): Term[] {
  if (terms.some(({ kind, start, end }) => kind === 'SKILL' && start === long.start && end === long.end)) return terms
  return [...terms.filter(({ start, end }) => start < long.start || end > short.end), nameTerm(long), nameTerm(short)]
}

function nameTerm({ keys, start, end }: ProperNoun): Term {
  const [key = '', ...others] = keys
  return { ...plain, kind: 'NAME', key, others, weight: nameWeight, start, end }
}

function wordTerm(token: Token): Term {
  const { stem, start, end } = token
  const generic = isGeneric(token)
  return { ...plain, kind: 'WORD', key: stem, weight: generic ? genericWeight : 1, generic, start, end }
}
