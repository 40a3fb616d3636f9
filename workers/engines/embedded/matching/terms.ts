/** Finds the terms in a criterion: skills from the tables, other names, abbreviations and plain words. */
import { leadership } from '../language/leadership.ts'
import { properNounsIn, type ProperNoun } from '../language/proper-nouns.ts'
import { isTrade, skillsIn } from '../language/skills.ts'
import type { Span } from '../../../language/sentences.ts'
import { abbreviationKey, isContent, isFunctionWord, isGeneric, type Token } from '../../../language/tokens.ts'
import type { Term } from './term-groups.ts'

const skillWeight = 3 // a skill from the tables is about as informative as three plain words
const nameWeight = 2 // other names are less certain
const chainWeight = 2
const genericWeight = 0.4

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
  const all = [...terms, ...names.map(nameTerm), ...wordTerms(text, tokens, rest)].sort(
    (one, other) => one.start - other.start,
  )
  return spelledOutIn(text, tokens, taken).reduce(withSpelledOut, all)
}

// Matches at least three words with hyphens. Two are usually a plain adjective: "long-term", "customer-facing".
const hyphenated = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+){2,}/gu

/**
 * Returns the plain words as terms. "Procure-to-pay" and "order-to-cash" are one term each, because their words mean
 * nothing separately.
 */
function wordTerms(text: string, tokens: Token[], words: Token[]): Term[] {
  const chains = Array.from(text.matchAll(hyphenated), ({ index, 0: chain }) => ({
    start: index,
    end: index + chain.length,
  }))
  const isIn = ({ start, end }: Token, chain: Span): boolean => start >= chain.start && end <= chain.end
  const joined = chains.flatMap((chain): Term[] => {
    const parts = tokens.filter((token) => isIn(token, chain) && !isFunctionWord(token))
    const [first, ...others] = new Set(parts.map(({ stem }) => stem))
    // If a part is a skill from the tables, the chain is not one term, because the skill is already a term of its own.
    if (first === undefined || others.length === 0 || !parts.every((part) => words.includes(part))) return []
    return [{ ...plain, ...chain, kind: 'WORD', key: first, others, weight: chainWeight }]
  })
  const alone = words.filter((word) => !joined.some((term) => isIn(word, term)))
  return [...joined, ...alone.map(wordTerm)]
}

type SpelledOut = { phrase: Token[]; short: Token }

/** Returns each name whose abbreviation follows in brackets, such as "Certified Payroll Professional (CPP)". */
function spelledOutIn(text: string, tokens: Token[], taken: Set<number>): SpelledOut[] {
  return tokens.flatMap((short, at) => {
    const isBracketed =
      text[short.start - 1] === '(' && text[short.end] === ')' && /^\p{Lu}\p{L}{1,5}$/u.test(short.raw)
    const capitals = short.raw.replace(/\p{Ll}/gu, '')
    const phrase = tokens
      .slice(0, at)
      .filter((token) => !isFunctionWord(token))
      .slice(-capitals.length)
    const letters = phrase.map(({ raw }) => raw[0]!.toUpperCase()).join('')
    return isBracketed && !taken.has(at) && capitals.length > 1 && letters === capitals ? [{ phrase, short }] : []
  })
}

/**
 * Turns the phrase into one name, with its abbreviation as an alternative. The abbreviation alone would be too
 * ambiguous, because it can mean something else in another trade.
 */
function withSpelledOut(terms: Term[], { phrase, short }: SpelledOut): Term[] {
  const [first, last] = [phrase[0]!, phrase.at(-1)!]
  const isIn = (from: Token, to: Token, { start, end }: Span): boolean => start >= from.start && end <= to.end
  // If the tables contain the name, such as "Registered Nurse (RN)", the terms are already right.
  if (terms.some((term) => term.kind === 'SKILL' && term.start === first.start && term.end === last.end)) return terms
  const keys = phrase.map(({ stem }) => stem)
  const long = nameTerm({ keys, start: first.start, end: last.end })
  const abbreviation = nameTerm({
    keys: [abbreviationKey(short.raw) ?? short.stem],
    start: short.start,
    end: short.end,
  })
  const others = terms.filter((term) => !isIn(first, last, term) && !isIn(short, short, term))
  return [...others, long, abbreviation].sort((one, other) => one.start - other.start)
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
