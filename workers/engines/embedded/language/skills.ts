/**
 * Finds the skills that the tables list, under all their names.
 *
 * The tables are skills-software.txt and skills-trades.txt.
 *
 * Without the tables, accuracy falls by 0.5 points on the unseen half of the labelled set and by 1.0 points on the
 * tuned half (`make eval ABLATE=all`).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordsOfKind } from '../../../language/words.ts'
import type { Span } from '../../../language/sentences.ts'
import { leadershipIn } from './leadership.ts'
import { stem, tokensOf, type Token } from '../../../language/tokens.ts'

/** A skill found in a text. `tokens` are the positions of the words in its name, and the span covers them all. */
type SkillMention = Span & { skill: string; tokens: number[] }

type Word = { text: string; stem: string }
type Alias = { skill: string; words: Word[]; exact: string | null }

const broader = new Map<string, string[]>()
const literals = new Map<string, Alias[]>() // by stem of the first word, longest alias first

addRows('skills-software.txt')
const software = new Set(broader.keys())
addRows('skills-trades.txt')
for (const aliases of literals.values()) aliases.sort((one, other) => other.words.length - one.words.length)
for (const [skill, wider] of broader) {
  for (const name of wider) if (!broader.has(name)) throw new Error(`${skill} names an unknown skill: ${name}`)
}

function addRows(file: string): void {
  const table = readFileSync(join(import.meta.dirname, file), 'utf8').replace(/^#.*\n/gm, '')
  for (const row of table.replace(/\n +/g, ' ').split('\n').filter(Boolean)) {
    const [named = '', widerNames] = row.split(' > ')
    const [names = '', kinds] = named.split(' | ')
    const skill = addSkill(names.split('; '), widerNames?.split('; '))
    for (const kind of kinds?.split('; ') ?? []) addSkill([kind], [skill])
  }
}

function addSkill(aliases: string[], wider: string[] = []): string {
  const skill = aliases[0]!.replace(/^=/, '')
  broader.set(skill, wider)
  for (const alias of aliases) addAlias(skill, alias)
  return skill
}

function addAlias(skill: string, alias: string): void {
  const exact = alias.startsWith('=') ? alias.slice(1) : null
  const words = tokensOf(alias)
  const key = words[0]!.stem
  literals.set(key, [...(literals.get(key) ?? []), { skill, words, exact }])
}

/**
 * Returns whether a skill is from the table of trades. A trade, unlike a tool, can be qualified by a word before it:
 * "pastry chef".
 */
export function isTrade(skill: string): boolean {
  return broader.has(skill) && !software.has(skill)
}

/** Returns the skill whose name is this single word, given in lower case and without accents. */
export function skillOfWord(word: string): string | undefined {
  const aliases = literals.get(stem(word)) ?? []
  return aliases.find(({ words, exact }) => exact === null && words.length === 1 && words[0]!.text === word)?.skill
}

/**
 * Returns the broader skill that includes this one: continuous integration for Jenkins. Returns the skill itself if
 * there is none.
 */
export function familyOf(skill: string): string {
  return broader.get(skill)?.[0] ?? skill
}

/** Returns the skill and all skills that it implies. */
export function withBroader(skill: string, found = new Set<string>()): Set<string> {
  if (found.has(skill)) return found
  found.add(skill)
  for (const wider of broader.get(skill) ?? []) withBroader(wider, found)
  return found
}

/**
 * Returns all skills in a text, in the order of their first words. If two start at the same word, the longer one comes
 * first. A name inside a longer name is not returned ("Java" in "Java Script").
 *
 * @param text the text that `tokens` come from
 * @param isAsked whether the text lists required skills, where a single letter such as "C" is always a skill
 */
export function skillsIn(text: string, tokens: Token[], isAsked = false): SkillMention[] {
  const found: SkillMention[] = []
  const stands = (alias: Alias, at: number): boolean =>
    standsAt(alias, text, tokens, at) &&
    // "C" in "C-level" and "Go" in "Go-live" are not skills.
    !(isLetter(alias) && /^-\p{L}/u.test(text.slice(tokens[at]!.end))) &&
    (isAsked || !(isLetter(alias) || isEveryday(alias, tokens[at]!)) || isTechnical(text, tokens, at))
  for (let at = 0; at < tokens.length;) {
    const alias = literals.get(tokens[at]!.stem)?.find((one) => stands(one, at))
    const positions = alias?.words.map((_, index) => at + index) ?? [at]
    if (alias) found.push(mention(alias.skill, tokens, positions))
    at += positions.length
  }
  for (const { skill, start, end } of leadershipIn(text)) {
    const positions = [...tokens.keys()].filter((at) => tokens[at]!.start >= start && tokens[at]!.end <= end)
    if (positions.length > 0) found.push(mention(skill, tokens, positions))
  }
  return found.sort((one, other) => one.start - other.start || other.tokens.length - one.tokens.length)
}

function mention(skill: string, tokens: Token[], positions: number[]): SkillMention {
  return { skill, tokens: positions, start: tokens[positions[0]!]!.start, end: tokens[positions.at(-1)!]!.end }
}

function standsAt(alias: Alias, text: string, tokens: Token[], at: number): boolean {
  const isSingle = alias.words.length === 1
  if (!alias.words.every((word, index) => isWord(word, tokens[at + index], isSingle))) return false
  if (alias.exact === null) return true
  const last = tokens[at + alias.words.length - 1]!
  const named = text.slice(tokens[at]!.start, last.end)
  const isPlural = /\p{Lu}{2}s$/u.test(named) && named.slice(0, -1) === alias.exact
  return named === alias.exact || isPlural
}

// "C", "R" and "Go" are usually a letter or a verb, and are skills only in a technical context.
const isLetter = ({ exact }: Alias): boolean => exact !== null && /^\p{Lu}\p{Ll}?$/u.test(exact)

// Skills whose names in lower case are ordinary words, such as an island ("java"), a snake or a bird. They are skills
// only in a technical context.
const everyday = new Set(wordsOfKind('everyday word of a skill'))

const isEveryday = ({ words }: Alias, { raw }: Token): boolean => words.length === 1 && everyday.has(raw)

const joins = new Set(wordsOfKind('joining word'))
// Next to one of these words, a letter is the name of a programming language.
const company = new Set(wordsOfKind('word of programming'))

/** Returns whether the word is next to a programming word, or joined to another skill by "and" or punctuation. */
function isTechnical(text: string, tokens: Token[], at: number): boolean {
  const isNear = (step: -1 | 1): boolean => {
    const next = tokens[at + step]
    const isJoined = next !== undefined && joins.has(next.text)
    const other = isJoined ? tokens[at + 2 * step] : next
    if (next === undefined || other === undefined) return false
    const [one, two] = step < 0 ? [next, tokens[at]!] : [tokens[at]!, next]
    return company.has(next.text) || ((isJoined || text.slice(one.end, two.start) !== ' ') && isSkillWord(other))
  }
  return tokens.length === 1 || isNear(-1) || isNear(1)
}

function isSkillWord(token: Token): boolean {
  const aliases = literals.get(token.stem) ?? []
  return aliases.some(
    ({ exact, words }) => words.length === 1 && (exact ?? token.raw) === token.raw && isWord(words[0]!, token, true),
  )
}

function isWord(word: Word, token: Token | undefined, isSingle: boolean): boolean {
  if (!token) return false
  if (!isSingle) return token.stem === word.stem
  if (token.text === word.text || token.text === `${word.text}s`) return true
  return word.text.length >= 6 && token.stem === word.stem && /(?:ed|ing)$/.test(token.text)
}
