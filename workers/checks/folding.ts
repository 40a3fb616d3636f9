/**
 * Folds a text for comparison with a quote: keeps its letters and digits, in one case.
 *
 * When models copy a text, they change bullets, commas, dashes, quotation marks, full stops, line breaks and hyphens at
 * line ends. Folding removes all of these, so that they do not invalidate a quote. Marks that distinguish words are
 * kept: C++, C#, 1.5.
 */

/** `starts[i]` is the offset in the original text, in UTF-16 units, of the character that became unit `i`. */
export type Folded = { units: string; starts: Uint32Array }

const [zero, nine, upperA, upperZ, lowerA, lowerZ] = [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a]
const isDigit = (code: number): boolean => code >= zero && code <= nine
const isUpper = (code: number): boolean => code >= upperA && code <= upperZ
const isLower = (code: number): boolean => code >= lowerA && code <= lowerZ
const [comma, point, plus, sharp, blank] = [0x2c, 0x2e, 0x2b, 0x23, 0x20]
const caseOffset = 0x20

/** C++ and C#: marks that belong to the letter before them. */
const nameMarks = /^[+#]+(?![+#\p{L}\p{N}])/u
/** "10,000" may also be written "10000". */
const thousands = /^,\d{3}(?!\d)/
/**
 * The characters to keep: letters, digits and accents, but not marks that only change another character's appearance.
 */
const kept = /[\p{L}\p{N}]|(?!\p{Default_Ignorable_Code_Point})\p{M}/gu

/** Full-width ASCII, which is converted because a model copies ４０，０００ as 40,000. */
const fullWidth = /[\uff01-\uff5e]/g
const fullWidthOffset = 0xfee0

/** Folds a text. A gap between two digits becomes one space, so that "2017 – 2025" is not 20172025. */
export function fold(given: string): Folded {
  const text = given.replace(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - fullWidthOffset))
  const units: number[] = []
  const starts: number[] = []
  let last = 0 // the last unit, and the offset at which its character ends
  let lastEnd = 0
  const push = (unit: number, start: number, end: number) => {
    units.push(unit)
    starts.push(start)
    last = unit
    lastEnd = end
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isLower(code)) push(code, at, at + 1)
    else if (isUpper(code)) push(code + caseOffset, at, at + 1)
    else if (isDigit(code)) {
      if (isDigit(last) && lastEnd < at) push(blank, at - 1, at)
      push(code, at, at + 1)
    } else if (code === comma || code === point) {
      const isInNumber = lastEnd === at && isDigit(last) && isDigit(text.charCodeAt(at + 1))
      if (isInNumber && thousands.test(text.slice(at, at + 5))) lastEnd = at + 1
      else if (isInNumber) push(code, at, at + 1)
    } else if (code === plus || code === sharp) {
      const isInName = lastEnd === at && isLower(last) && nameMarks.test(text.slice(at, at + 8))
      if (isInName || (last === code && lastEnd === at)) push(code, at, at + 1)
    } else if (code >= 0x80) {
      const character = String.fromCodePoint(text.codePointAt(at)!)
      for (const unit of foldCharacter(character).split('')) push(unit.charCodeAt(0), at, at + character.length)
      at += character.length - 1
    }
  }
  const codes = Buffer.from(Uint16Array.from(units).buffer)
  return { units: codes.toString('utf16le'), starts: Uint32Array.from(starts) }
}

const known = new Map<string, string>()
/** When the map reaches this size, it is cleared, so that a malicious resume cannot fill the memory. */
const knownMax = 5_000

/**
 * Converts to upper case first, which merges letters that lower case alone keeps distinct (ß and ss, σ and ς), and
 * splits ligatures.
 */
function foldCharacter(character: string): string {
  const remembered = known.get(character)
  if (remembered !== undefined) return remembered
  if (known.size >= knownMax) known.clear()
  const folded = character.normalize('NFKD').toUpperCase().toLowerCase().match(kept)?.join('') ?? ''
  known.set(character, folded)
  return folded
}
