/**
 * Splits German compounds: "Lagerlogistik" names a "Lager", "Gabelstaplerschein" is a "Staplerschein".
 *
 * Owns which words of a text are compounds, and their parts. A part must begin or end the word.
 */
import type { TermGroup } from './term-groups.ts'
import type { Span } from '../language/sentences.ts'
import { skillOfWord, type SkillMention } from '../vocabulary/skills.ts'
import { fold, stem, type Token } from '../language/tokens.ts'

const partLengthMin = 5 // shorter ones ("Amt", "Rat") occur in all kinds of words by chance
const restLengthMin = 3 // "Lagerist", "Dreischichtsystem": a shorter rest is an ending
const lengthMax = 40 // longer words are made to waste time
const grammar = /(?<!\p{L})(?:und|oder|der|die|das|mit|für|bei|im|vom|zum|zur|als|seit|bis|ich|nicht)(?!\p{L})/giu
const headings = /(?<!\p{L})(?:Lebenslauf|Berufserfahrung|Ausbildung|Kenntnisse|Führerschein)(?!\p{L})/u
const grammarMin = 3 // different words; one or two are names or quotes
const looked = 20_000 // UTF-16 units: a long resume does not change its language after ten pages

/** True for a text with German grammar or headings. */
export function isGerman(text: string): boolean {
  const head = text.slice(0, looked)
  if (headings.test(head)) return true
  return new Set(head.match(grammar)?.map((word) => word.toLowerCase())).size >= grammarMin
}

/** The skills that the compounds among the words begin or end with. */
export function compoundSkillsIn(tokens: Token[]): SkillMention[] {
  return tokens.filter(isCompound).flatMap(({ text, start, end }, at) => {
    const skills = partsOf(text).map(skillOfWord)
    const [first] = skills.filter((skill) => skill !== undefined)
    return first === undefined ? [] : [{ skill: first, tokens: [at], start, end }]
  })
}

function isCompound({ raw }: Token): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(raw) && raw.length >= partLengthMin + restLengthMin && raw.length <= lengthMax
}

// "Fachlagerist", "Hauptbuchhalter": the prefix names the rank, not the kind.
const rank = /^(?:fach|haupt|ober|hilfs|chef)/u

/** Beginnings and ends that may be words of their own, longest first. */
function partsOf(word: string): string[] {
  const parts: string[] = []
  for (let length = word.length - restLengthMin; length >= partLengthMin; length--) {
    parts.push(word.slice(-length), word.slice(0, length))
  }
  const bare = word.replace(rank, '')
  return bare === word || bare.length < partLengthMin ? parts : [...parts, bare, ...partsOf(bare)]
}

/** The compounds among the words of a text: their stems by their folded text. */
export function compoundsAmong(tokens: Token[]): [string, string][] {
  return tokens.filter(isCompound).map(({ text, stem }) => [text, stem])
}

const compoundsMax = 20 // for one word of a criterion; more add nothing

/** The term groups with compounds added as alternatives to the words that they begin or end with. */
export function withCompounds(criterion: string, termGroups: TermGroup[], compounds: Map<string, string>): TermGroup[] {
  if (compounds.size === 0) return termGroups
  return termGroups.map((group) => {
    const terms = group.terms.flatMap((term) => {
      const keys = term.kind !== 'SKILL' && term.others.length === 0 ? compoundsOf(criterion, term, compounds) : []
      return [term, ...keys.map((key) => ({ ...term, key }))]
    })
    return { ...group, terms }
  })
}

function compoundsOf(criterion: string, { start, end }: Span, compounds: Map<string, string>): string[] {
  const word = fold(criterion.slice(start, end))
  if (word.length < partLengthMin) return []
  const made = [...compounds].filter(([text]) => {
    return text.length >= word.length + restLengthMin && (text.startsWith(word) || text.endsWith(word))
  })
  return [...new Set(made.map(([, key]) => key))].filter((key) => key !== stem(word)).slice(0, compoundsMax)
}
