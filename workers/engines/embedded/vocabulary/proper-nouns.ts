/**
 * Finds names in a criterion that no table holds: "Zynthra", "MEDDIC", "ISO 8583", "FI/CO".
 *
 * Owns the guess, which goes by spelling. Capitals say nothing in a criterion that is all in capitals or has one on
 * every word; in German neither does a capital at the beginning of a word.
 */
import { phraseSource } from '../language/phrases.ts'
import type { Span } from '../language/sentences.ts'
import { abbreviationKey, isGeneric, tokensOf, type Token } from '../language/tokens.ts'

/** `keys` identify its words, in the same way as a line's words. */
export type ProperNoun = Span & { keys: string[] }

const german = new RegExp(
  `[äöüß]|${phraseSource(`
    und; oder; der; die; das; den; mit; für; im; als; zur; zum; von; bei; erfahrung; kenntnisse;
    \\p{L}{3,}(?:ung|keit|schein)`)}`,
  'iu',
)
const vendors = new Set(
  tokensOf('adobe microsoft google apple amazon oracle ibm cisco apache autodesk').map(({ stem }) => stem),
)
const titleShareMin = 0.6

/**
 * The names among some words of a criterion, in order. Adjacent words make one name, and so do short ones around a
 * slash.
 */
export function properNounsIn(text: string, words: Token[]): ProperNoun[] {
  // Abbreviations are short: "COBOL", but not "CUSTOMER SERVICE".
  if (!/\p{Ll}/u.test(text) && words.length > 1 && words.some(({ raw }) => /^\p{L}{7,}$/u.test(raw))) return []
  const tellsByCapitals = !german.test(text) && !isTitle(text)
  const isName = (word: Token): boolean => {
    const { raw, start, end } = word
    if (/\p{Lu}.*\p{Lu}|\p{Lu}.*\d/u.test(raw)) return true
    // At the beginning a capital says nothing, unless the word is alone or in a list of names.
    const isOpening = !/[\p{L}\p{N}][^.:]*$/u.test(text.slice(0, start))
    const isListed =
      /^\s*(?:$|(?:[,/]|or\s)\s*\p{Lu}|or (?:an?other|(?:an? )?(?:similar|comparable|equivalent))\s)/u.test(
        text.slice(end),
      )
    return tellsByCapitals && (!isOpening || isListed) && !isGeneric(word) && /^\p{Lu}\p{Ll}{2,}/u.test(raw)
  }
  const names: ProperNoun[] = []
  let last: Token | null = null
  for (const word of words) {
    const name = names.at(-1)
    const isNext: boolean = last !== null && joinsName(text, last, word)
    const isPart: boolean = isName(word) || (isNext && /^\d+$/.test(word.raw))
    if (isPart && isNext && name) {
      // "Adobe Illustrator" is "Illustrator" to everyone.
      if (vendors.has(name.keys[0]!) && name.keys.length === 1) name.keys = []
      name.keys.push(keyOf(word))
      name.end = word.end
    } else if (isPart) names.push({ keys: [keyOf(word)], start: word.start, end: word.end })
    last = isPart ? word : null
  }
  return names
}

const keyOf = ({ raw, stem }: Token): string => abbreviationKey(raw) ?? stem

function joinsName(text: string, last: Token, next: Token): boolean {
  const gap = text.slice(last.end, next.start)
  const isShort = [last, next].every(({ raw }) => /^\p{Lu}{2,3}$/u.test(raw))
  return gap === ' ' || (gap === '/' && isShort)
}

/** True for "Experience With Customer Service"; a list of names has marks or small words between them. */
function isTitle(text: string): boolean {
  const long = tokensOf(text).filter(({ raw }) => raw.length > 3)
  const isRow = /(?:\p{Lu}\p{Ll}+\s){2,}\p{Lu}\p{Ll}/u.test(text)
  return isRow && long.filter(({ raw }) => /^\p{Lu}/u.test(raw)).length >= titleShareMin * long.length
}
