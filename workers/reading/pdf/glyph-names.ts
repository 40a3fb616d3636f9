/**
 * Reads the names of glyphs in a document's fonts. Only these names identify the letters of ligatures in files from
 * pdfTeX.
 *
 * PDFium does not expose font dictionaries, but it writes them without compression into a copy of the document, where
 * this module searches for them.
 */
import type { Pdfium } from './pdfium.ts'

/** A larger copy is not read, because it could exceed PDFium's memory. Resumes from TeX have a tenth of this size. */
const copyBytesMax = 4 * 1024 * 1024

/** A font's name without its subset tag (PDF 1.7, 9.6.4). */
const baseFont = /\/BaseFont ?\/(?:[A-Z]{6}\+)?([^\s/<>[\]()]+)/
const encodingReference = /\/Encoding ?(\d+) 0 R/
const differences = /\/Differences ?\[([^\]]*)\]/

/** The letters that glyph names spell, by glyph code, for one font. */
type Letters = Map<number, string>

/** Looks up letters by glyph name in one open document. The document is searched on first use. */
export class GlyphNames {
  readonly #pdfium: Pdfium
  readonly #document: number
  #byFont: Map<string, Letters> | null = null

  constructor(pdfium: Pdfium, document: number) {
    this.#pdfium = pdfium
    this.#document = document
  }

  /**
   * Returns the letters in the name of a ligature's glyph, such as `f_i`; null for any other glyph. `font` is PDFium's
   * handle.
   */
  lettersOf(font: number, code: number): string | null {
    this.#byFont ??= namesIn(copyOf(this.#pdfium, this.#document))
    return this.#byFont.get(nameOf(this.#pdfium, font))?.get(code) ?? null
  }
}

/** A PDF name has at most 127 bytes (PDF 1.7, annex C). */
const nameBytesMax = 128

function nameOf(pdfium: Pdfium, font: number): string {
  const at = pdfium.malloc(nameBytesMax)
  const bytes = pdfium.FPDFFont_GetBaseFontName(font, at, nameBytesMax)
  const name = Buffer.from(pdfium.memory.buffer, at, Math.max(0, Math.min(bytes, nameBytesMax) - 1)).toString('latin1')
  pdfium.free(at)
  return name.replace(/^[A-Z]{6}\+/, '')
}

/** Returns the document's objects as PDFium writes them, without object streams; '' if they are too long. */
function copyOf(pdfium: Pdfium, document: number): string {
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  pdfium.PDFiumExt_SaveAsCopy(document, writer)
  const bytes = pdfium.PDFiumExt_GetFileWriterSize(writer)
  let copy = ''
  const at = bytes <= copyBytesMax ? pdfium.malloc(bytes) : 0
  if (at) {
    pdfium.PDFiumExt_GetFileWriterData(writer, at, bytes)
    copy = Buffer.from(pdfium.memory.buffer, at, bytes).toString('latin1')
    pdfium.free(at)
  }
  pdfium.PDFiumExt_CloseFileWriter(writer)
  return copy
}

/**
 * Returns the letters by font name. Fonts with the same name are one font with several encodings, and their letters are
 * merged.
 */
function namesIn(copy: string): Map<string, Letters> {
  const encodings = new Map<string, Letters>()
  const fonts: { name: string; encoding: Letters | string }[] = []
  for (const [, number, object] of copy.matchAll(/(?:^|\s)(\d+) 0 obj([^]*?)endobj/g)) {
    const listed = differences.exec(object!)?.[1]
    const letters = listed === undefined ? null : lettersIn(listed)
    const name = baseFont.exec(object!)?.[1]
    const encoding = letters ?? encodingReference.exec(object!)?.[1]
    if (name && encoding) fonts.push({ name, encoding })
    else if (letters) encodings.set(number!, letters)
  }
  const byFont = new Map<string, Letters>()
  for (const { name, encoding } of fonts) {
    const letters = typeof encoding === 'string' ? encodings.get(encoding) : encoding
    byFont.set(name, new Map([...(byFont.get(name) ?? []), ...(letters ?? [])]))
  }
  return byFont
}

/**
 * Returns letters by code from a list of codes and names. A number is the code of the name after it, and each following
 * name has the next code.
 */
function lettersIn(listed: string): Letters {
  const letters: Letters = new Map()
  let code = 0
  for (const [, number, name] of listed.matchAll(/(\d+)|\/([^\s/]+)/g)) {
    if (number) code = Number(number)
    else {
      const spelled = spell(name!)
      if (spelled) letters.set(code, spelled)
      code += 1
    }
  }
  return letters
}

/**
 * Returns the letters in a ligature's name, as defined by the Adobe Glyph List for New Fonts; null if the name is not a
 * ligature's.
 */
function spell(name: string): string | null {
  const parts = name.split('.')[0]!.split('_')
  const isLigature = parts.every((part) => /^(?:[A-Za-z]|ff[il]?|f[il])$/.test(part))
  return isLigature ? parts.join('') : null
}
