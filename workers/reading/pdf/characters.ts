/**
 * What the glyphs of a document stand for.
 *
 * Owns code points and their kinds. Where a font maps no code point to a glyph, glyph-names.ts knows its name.
 */
import { GlyphNames } from './glyph-names.ts'
import type { Pdfium } from './pdfium.ts'

/** The text that a glyph stands for, mostly one letter, and its kind. */
export type Character = { text: string; letter: boolean; digit: boolean; latin: boolean }

/** What PDFium writes for a hyphen that ends a line. */
const hyphenCode = 2

/** A code between these is hardly an unknown glyph's: fonts without names keep to ASCII. */
const [asciiFrom, asciiTo] = [32, 126]

/** The characters of one open document. */
export class Characters {
  readonly #pdfium: Pdfium
  readonly #names: GlyphNames
  /** By code point or name: a document has few, and a pattern costs more than all calls for a glyph. */
  readonly #known = new Map<number | string, Character>()

  constructor(pdfium: Pdfium, document: number) {
    this.#pdfium = pdfium
    this.#names = new GlyphNames(pdfium, document)
  }

  /** What stands at this index of a page's text; null when no glyph of the page does. */
  at(textPage: number, index: number): Character | null {
    const pdfium = this.#pdfium
    if (pdfium.FPDFText_IsGenerated(textPage, index) === 1) return null
    const code = pdfium.FPDFText_GetUnicode(textPage, index)
    if (code < asciiFrom || code > asciiTo) {
      const letters = this.#namedLetters(textPage, index, code)
      if (letters !== null) return this.#remember(letters, letters)
      if (code !== hyphenCode && (code < asciiFrom || code > 0x10ffff)) return null
    }
    const known = this.#known.get(code)
    if (known) return known
    const plain = code === hyphenCode ? '-' : String.fromCodePoint(code)
    return this.#remember(code, /\s/.test(plain) ? ' ' : plain)
  }

  #namedLetters(textPage: number, index: number, code: number): string | null {
    const pdfium = this.#pdfium
    if (pdfium.FPDFText_HasUnicodeMapError(textPage, index) !== 1) return null
    const object = pdfium.FPDFText_GetTextObject(textPage, index)
    // A ligature stands among letters of its font, an icon by itself: spare most documents the search for names.
    const isBeside = (step: number): boolean => pdfium.FPDFText_GetTextObject(textPage, index + step) === object
    return isBeside(-1) || isBeside(1) ? this.#names.lettersOf(pdfium.FPDFTextObj_GetFont(object), code) : null
  }

  #remember(key: number | string, text: string): Character {
    const is = (pattern: RegExp): boolean => pattern.test(text)
    const character = { text, letter: is(/\p{L}/u), digit: is(/\p{N}/u), latin: is(/\p{Script=Latin}/u) }
    this.#known.set(key, character)
    return character
  }
}
