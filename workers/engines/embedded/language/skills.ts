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
 * first. A name inside a longer one is not found ("Java" in "Java Script").
 */
export function skillsIn(text: string, tokens: Token[]): SkillMention[] {
  const found: SkillMention[] = []
  for (let at = 0; at < tokens.length;) {
    const alias = literals.get(tokens[at]!.stem)?.find((one) => standsAt(one, text, tokens, at))
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
  // "C-level" and "Go-live" are not programming languages.
  return isPlural || (named === alias.exact && !(named.length < 3 && /^-\p{L}/u.test(text.slice(last.end))))
}

function isWord(word: Word, token: Token | undefined, isSingle: boolean): boolean {
  if (!token) return false
  if (!isSingle) return token.stem === word.stem
  if (token.text === word.text || token.text === `${word.text}s`) return true
  return word.text.length >= 6 && token.stem === word.stem && /(?:ed|ing)$/.test(token.text)
}
