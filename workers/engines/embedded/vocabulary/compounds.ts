/**
 * Splits German compounds: "Lagerlogistik" contains "Lager", "Gabelstaplerschein" is a "Staplerschein".
 *
 * Decides which words of a text are compounds, and finds their parts. A part must begin or end the word.
 */
import type { Span } from '../../../language/sentences.ts'
import { skillOfWord } from './skills.ts'
import type { Token } from '../../../language/tokens.ts'

const partLengthMin = 5 // shorter ones ("Amt", "Rat") occur in many words by chance
const restLengthMin = 3 // "Lagerist", "Dreischichtsystem": a shorter remainder is an ending
const lengthMax = 40 // longer words are abusive
const grammar = /(?<!\p{L})(?:und|oder|der|die|das|mit|für|bei|im|vom|zum|zur|als|seit|bis|ich|nicht)(?!\p{L})/giu
const headings = /(?<!\p{L})(?:Lebenslauf|Berufserfahrung|Ausbildung|Kenntnisse|Führerschein)(?!\p{L})/u
const grammarMin = 3 // distinct words; one or two are names or quotes
const looked = 20_000 // UTF-16 units: about ten pages; a long resume does not change its language later

/** Returns whether a text has German grammar or headings. */
export function isGerman(text: string): boolean {
  const head = text.slice(0, looked)
  if (headings.test(head)) return true
  return new Set(head.match(grammar)?.map((word) => word.toLowerCase())).size >= grammarMin
}

/** Returns the skills with which compounds among the words begin or end. */
export function compoundSkillsIn(tokens: Token[]): (Span & { skill: string })[] {
  return tokens.filter(isCompound).flatMap(({ text, start, end }) => {
    const skill = partsOf(text)
      .map(skillOfWord)
      .find((one) => one !== undefined)
    return skill === undefined ? [] : [{ skill, start, end }]
  })
}

function isCompound({ raw }: Token): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(raw) && raw.length >= partLengthMin + restLengthMin && raw.length <= lengthMax
}

/** Returns beginnings and ends that may be separate words, longest first. */
function partsOf(word: string): string[] {
  const parts: string[] = []
  for (let length = word.length - restLengthMin; length >= partLengthMin; length--) {
    parts.push(word.slice(-length), word.slice(0, length))
  }
  return parts
}
