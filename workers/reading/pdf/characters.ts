/**
 * What the glyphs of a document stand for.
 *
 * Owns code points and their kinds. Where a font maps no code point to a glyph, glyph-names.ts knows its name.
 */
import { GlyphNames } from './glyph-names.ts'
import type { Pdfium } from './pdfium.ts'

/** The text that a glyph stands for, mostly one letter, and its kind. `mark`: it belongs to a letter. */
export type Character = { text: string; letter: boolean; digit: boolean; latin: boolean; mark: boolean }

/** What PDFium writes for a hyphen that ends a line. */
const hyphenCode = 2

/** A code between these is hardly an unknown glyph's: fonts without names keep to ASCII. */
const [asciiFrom, asciiTo] = [32, 126]

/** The scripts from Hebrew to Khmer. */
const [complexFrom, complexTo] = [0x590, 0x1800]

/** The characters of one open document. */
export class Characters {
  readonly #pdfium: Pdfium
  readonly #names: GlyphNames
  /** By code point or name: a document has few, and a pattern costs more than all calls for a glyph. */
  readonly #known = new Map<number | string, Character>()

  /** The fonts in which the document has shown a script whose letters are painted in several glyphs. */
  readonly #complexFonts = new Set<number>()

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
      if (letters !== null) return letters === '' ? null : this.#remember(letters, letters)
      if (code !== hyphenCode && (code < asciiFrom || code > 0x10ffff)) return null
      if (code >= complexFrom && code < complexTo) this.#complexFonts.add(this.#fontAt(textPage, index))
    } else if (this.#complexFonts.size > 0 && this.#namedLetters(textPage, index, code) === '') return null
    const known = this.#known.get(code)
    if (known) return known
    const plain = code === hyphenCode ? '-' : String.fromCodePoint(code)
    return this.#remember(code, /\s/.test(plain) ? ' ' : plain)
  }

  /** The letters that a glyph without a code point stands for; '' for a part of its neighbour, null where nothing tells. */
  #namedLetters(textPage: number, index: number, code: number): string | null {
    const pdfium = this.#pdfium
    if (pdfium.FPDFText_HasUnicodeMapError(textPage, index) !== 1) return null
    const object = pdfium.FPDFText_GetTextObject(textPage, index)
    const font = pdfium.FPDFTextObj_GetFont(object)
    // One of the glyphs that paint a syllable holds its letters, and the number of another says nothing.
    if (this.#complexFonts.has(font)) return ''
    // A ligature stands among letters of its font, an icon by itself: spare most documents the search for names.
    const isBeside = (step: number): boolean => pdfium.FPDFText_GetTextObject(textPage, index + step) === object
    return isBeside(-1) || isBeside(1) ? this.#names.lettersOf(font, code) : null
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

/** The kind of a text. */
export function characterOf(text: string): Character {
  const is = (pattern: RegExp): boolean => pattern.test(text)
  const letter = is(/\p{L}/u)
  return { text, letter, digit: is(/\p{N}/u), latin: is(/\p{Script=Latin}/u), mark: !letter && is(/^\p{M}+$/u) }
}
