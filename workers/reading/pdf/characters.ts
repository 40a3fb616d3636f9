/**
 * Maps a document's glyphs to characters.
 *
 * If a font does not map a glyph to a code point, glyph-names.ts looks up the letters by the glyph's name.
 */
import { GlyphNames } from './glyph-names.ts'
import type { Pdfium } from './pdfium.ts'
import { lettersOfFont } from './font-letters.ts'
import { headVowel, isDevanagari, isPainted, vowelBefore } from './scripts/syllables.ts'

/** The text of a glyph, usually one letter, and its kind. `mark` means that it combines with a letter. */
export type Character = { text: string; letter: boolean; digit: boolean; latin: boolean; mark: boolean }

/** The code that PDFium writes for a hyphen at the end of a line. */
const hyphenCode = 2

/**
 * The codes of printable ASCII. A glyph with such a code is taken to be that character, because unmapped glyphs rarely
 * have one.
 */
const [asciiFrom, asciiTo] = [32, 126]

/** The scripts from Hebrew to Khmer. */
const [complexFrom, complexTo] = [0x590, 0x1800]

/** The maximum number of code points that are read for one glyph. A syllable has fewer. */
const glyphCodesMax = 8

/** The characters of one open document. */
export class Characters {
  readonly #pdfium: Pdfium
  readonly #names: GlyphNames
  /**
   * A cache of characters, by code point or name. Without it, classifying a glyph would take longer than all other
   * calls for it.
   */
  readonly #known = new Map<number | string, Character>()

  /** The fonts that the document uses for a script in which several glyphs form one letter. */
  readonly #complexFonts = new Set<number>()
  /**
   * Code points by glyph, for each font with glyphs that are only a part of a syllable and have no code point of their
   * own.
   */
  readonly #fontLetters = new Map<number, Map<number, number>>()

  constructor(pdfium: Pdfium, document: number) {
    this.#pdfium = pdfium
    this.#names = new GlyphNames(pdfium, document)
  }

  /** Returns the character at this index in a page's text; null if none of the page's glyphs paints it. */
  at(textPage: number, index: number): Character | null {
    const pdfium = this.#pdfium
    if (pdfium.FPDFText_IsGenerated(textPage, index) === 1) return null
    const code = pdfium.FPDFText_GetUnicode(textPage, index)
    if (code < asciiFrom || code > asciiTo) {
      const letters = this.#namedLetters(textPage, index, code)
      if (letters !== null) return this.#remember(letters, letters)
      if (code !== hyphenCode && (code < asciiFrom || code > 0x10ffff)) return null
      if (code >= complexFrom && code < complexTo) this.#complexFonts.add(this.#fontAt(textPage, index))
      if (this.#fontLetters.size > 0 && isDevanagari(code)) {
        const painted = this.#painted(textPage, index, code)
        return painted === null ? null : this.#remember(painted, painted)
      }
    } else if (this.#complexFonts.size > 0) {
      const letters = this.#namedLetters(textPage, index, code)
      if (letters !== null) return this.#remember(letters, letters)
    }
    const known = this.#known.get(code)
    if (known) return known
    const plain = code === hyphenCode ? '-' : String.fromCodePoint(code)
    return this.#remember(code, /\s/.test(plain) ? ' ' : plain)
  }

  /**
   * Returns the letters of a glyph without a code point; '' if a neighbouring glyph includes them, null if they are
   * unknown.
   */
  #namedLetters(textPage: number, index: number, code: number): string | null {
    const pdfium = this.#pdfium
    if (pdfium.FPDFText_HasUnicodeMapError(textPage, index) !== 1) return null
    const object = pdfium.FPDFText_GetTextObject(textPage, index)
    const font = pdfium.FPDFTextObj_GetFont(object)
    // Only one glyph of a syllable maps to its letters. The codes of the other glyphs are meaningless.
    const next = pdfium.FPDFText_GetUnicode(textPage, index + 1)
    if (next >= complexFrom && next < complexTo && this.#fontAt(textPage, index + 1) === font)
      this.#complexFonts.add(font)
    if (this.#complexFonts.has(font)) return this.#partOf(textPage, index, font, code)
    // A ligature is next to letters in the same text object, whereas an icon is alone. In most documents, this check
    // avoids reading the glyph names.
    const isBeside = (step: number): boolean => pdfium.FPDFText_GetTextObject(textPage, index + step) === object
    return isBeside(-1) || isBeside(1) ? this.#names.lettersOf(font, code) : null
  }

  /**
   * Returns the letters for a part of a syllable, from its font's character table; '' if a neighbouring glyph includes
   * them.
   */
  #partOf(textPage: number, index: number, font: number, glyph: number): string {
    const letters = this.#fontLetters.getOrInsertComputed(font, () => lettersOfFont(this.#pdfium, font))
    const code = letters.get(glyph)
    if (code !== undefined && !isDevanagari(code)) return String.fromCodePoint(code)
    const next = this.#glyphAt(textPage, index + 1)
    if (code !== undefined && code !== vowelBefore) return String.fromCodePoint(code)
    // A glyph of the vowel I, which is painted before its consonant.
    const isPart = this.#pdfium.FPDFText_HasUnicodeMapError(textPage, index + 1) === 1
    const head = isPart ? letters.get(next[0]!) : next[0]
    const isBare = isDevanagari(head ?? 0) && !next.includes(vowelBefore)
    return isBare ? headVowel : ''
  }

  /** Returns one glyph's code points, starting at this index. */
  #glyphAt(textPage: number, index: number): number[] {
    const pdfium = this.#pdfium
    const codes: number[] = []
    const box = this.#boxAt(textPage, index)
    for (let at = index; at < index + glyphCodesMax && this.#boxAt(textPage, at) === box; at++)
      codes.push(pdfium.FPDFText_GetUnicode(textPage, at))
    return codes
  }

  #boxAt(textPage: number, index: number): string {
    const at = this.#pdfium.malloc(16)
    const isKnown = this.#pdfium.FPDFText_GetLooseCharBox(textPage, index, at) === 1
    const box = isKnown ? new Float32Array(this.#pdfium.memory.buffer, at, 4).join() : `none at ${index}`
    this.#pdfium.free(at)
    return box
  }

  /**
   * Returns a Devanagari letter as painted; null if this glyph does not paint it here. Programs assign all characters
   * of a syllable to one of its glyphs. That glyph then has these characters in other syllables, too.
   */
  #painted(textPage: number, index: number, code: number): string | null {
    const isOne = (at: number): boolean => this.#boxAt(textPage, at) === this.#boxAt(textPage, index)
    return isPainted(code, {
      at: (step) => (isOne(index + step) ? this.#pdfium.FPDFText_GetUnicode(textPage, index + step) : 0),
      isPartBefore: (step) => this.#pdfium.FPDFText_HasUnicodeMapError(textPage, index - step) === 1,
    })
  }

  #fontAt(textPage: number, index: number): number {
    return this.#pdfium.FPDFTextObj_GetFont(this.#pdfium.FPDFText_GetTextObject(textPage, index))
  }

  #remember(key: number | string, text: string): Character {
    const character = characterOf(text)
    this.#known.set(key, character)
    return character
  }
}

/** Returns a character with its kind. */
export function characterOf(text: string): Character {
  const is = (pattern: RegExp): boolean => pattern.test(text)
  const letter = is(/\p{L}/u)
  return { text, letter, digit: is(/\p{N}/u), latin: is(/\p{Script=Latin}/u), mark: !letter && is(/^[\p{M}\uf8d1]+$/u) }
}
