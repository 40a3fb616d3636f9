/**
 * Handles replacement texts (`/ActualText`; PDF 1.7, 14.9.4), which programs write for ligatures and hyphens.
 *
 * A replacement text that differs from its glyphs is rejected, because a reader sees the glyphs.
 */
import type { HiddenTally } from '../findings.ts'
import { type Character, characterOf } from './characters.ts'
import { marksOf, readBytes, withName } from './marks.ts'
import type { Pdfium } from './pdfium.ts'

/** A marked piece of a page's text, with its replacement text and the objects that paint it. */
type Piece = { text: string; mark: number; objects: number[] }

/** The letters of an object's glyphs, and the number of glyphs that do not map to a letter. */
type Painted = { letters: string; unnamed: number }

/** The maximum number of letters in a ligature. */
const ligatureLettersMax = 3
/**
 * A rejected replacement text is flagged as hidden text only if it is longer than this. Templates use shorter ones for
 * icon names or the start of a link.
 */
const labelLettersMax = 24

/** A replacement text, and the objects whose glyphs it replaces. */
export type Replacement = Pick<Piece, 'text' | 'objects'>

/**
 * Text that is replaced even if all its glyphs map to letters: marks, whose glyphs can be in another order than the
 * text, and joiners, which are painted as spaces.
 */
const stacking = /\p{M}|^[\u200c\u200d]$/u

/**
 * Loads a page's text without replacement texts. `replacements` contains, by text object, those that are needed and
 * match their glyphs. Those that do not match are recorded in `tally`. `textPage` is 0 if loading fails.
 */
export function loadText(
  pdfium: Pdfium,
  { page, pageNumber }: { page: number; pageNumber: number },
  tally: HiddenTally,
): { textPage: number; replacements: Map<number, Replacement> } {
  return withName(pdfium, 'ActualText', (key) => {
    const replacements = new Map<number, Replacement>()
    const pieces = piecesOf(pdfium, page, key)
    // The replacement texts are removed, because PDFium would repeat one each time it returned to one of its objects.
    for (const { mark, objects } of pieces) pdfium.FPDFPageObjMark_RemoveParam(objects[0]!, mark, key)
    const textPage = pdfium.FPDFText_LoadPage(page)
    if (pieces.length === 0 || !textPage) return { textPage, replacements }
    const painted = paintedOf(pdfium, textPage)
    for (const piece of pieces) {
      const { text, objects } = piece
      const glyphs = objects.map((object) => painted.get(object) ?? { letters: '', unnamed: 0 })
      const letters = glyphs.map((glyph) => glyph.letters).join('')
      const unnamed = glyphs.reduce((sum, glyph) => sum + glyph.unnamed, 0)
      const { claimed, isWhole } = compareLetters(text, letters)
      if (isWhole && claimed <= unnamed * ligatureLettersMax) {
        // If every glyph maps to a letter, the replacement is usually not needed: the glyphs give the same text, with
        // positions.
        if (unnamed > 0 || (claimed === 0 && stacking.test(text)))
          for (const object of objects) replacements.set(object, piece)
      } else if (claimed > labelLettersMax) tally.add('actual_text', text, pageNumber)
    }
    return { textPage, replacements }
  })
}

/** Replaces the glyphs of a page with their replacement texts. */
export class Replaced {
  readonly #byObject: Map<number, Replacement>
  readonly #placed = new Set<Replacement>()

  constructor(byObject: Map<number, Replacement>) {
    this.#byObject = byObject
  }

  /**
   * Returns the character to use for a glyph of this object. If the object has a replacement text, this is the whole
   * text for the first glyph, and null for the others. Otherwise, it is `own`.
   */
  instead(object: number, own: Character | null): Character | null {
    const replacement = this.#byObject.size === 0 ? undefined : this.#byObject.get(object)
    if (!replacement) return own
    const character = characterOf(replacement.text)
    if (this.#placed.has(replacement)) return { ...character, text: '' }
    this.#placed.add(replacement)
    return character
  }
}

/** Returns a page's marked pieces, in the order of their objects. `key` is the address of the string "ActualText". */
function piecesOf(pdfium: Pdfium, page: number, key: number): Piece[] {
  /** Null for marks without a replacement, which most pages have. */
  const pieces = new Map<number, Piece | null>()
  const count = pdfium.FPDFPage_CountObjects(page)
  for (const object of textObjects(pdfium, count, (index) => pdfium.FPDFPage_GetObject(page, index))) {
    for (const mark of marksOf(pdfium, object)) {
      if (!pieces.has(mark)) {
        const text = textOf(
          readBytes(pdfium, (...into) => pdfium.FPDFPageObjMark_GetParamBlobValue(mark, key, ...into)),
        )
        pieces.set(mark, text === null ? null : { text, mark, objects: [] })
      }
      pieces.get(mark)?.objects.push(object)
    }
  }
  return [...pieces.values()].filter((piece) => piece !== null)
}

/**
 * Decodes a text string (PDF 1.7, 7.9.2.2): UTF-16 or UTF-8 with a byte order mark, or PDFDocEncoding, whose letters
 * are the same as in Latin-1.
 */
function textOf(bytes: Buffer | null): string | null {
  if (bytes === null) return null
  const label = { feff: 'utf-16be', fffe: 'utf-16le', efbb: 'utf-8' }[bytes.toString('hex', 0, 2)]
  return new TextDecoder(label ?? 'latin1').decode(bytes)
}

/** FPDF_PAGEOBJ_TEXT and FPDF_PAGEOBJ_FORM (fpdf_edit.h). */
const [textType, formType] = [1, 5]

/** Yields the text objects in a page or group, including nested groups. */
function* textObjects(pdfium: Pdfium, count: number, objectAt: (index: number) => number): Generator<number> {
  for (let index = 0; index < count; index++) {
    const object = objectAt(index)
    const type = pdfium.FPDFPageObj_GetType(object)
    if (type === textType) yield object
    if (type !== formType) continue
    const within = pdfium.FPDFFormObj_CountObjects(object)
    yield* textObjects(pdfium, within, (inner) => pdfium.FPDFFormObj_GetObject(object, inner))
  }
}

/** Returns, by text object, the letters that it paints. */
function paintedOf(pdfium: Pdfium, textPage: number): Map<number, Painted> {
  const painted = new Map<number, Painted>()
  const count = pdfium.FPDFText_CountChars(textPage)
  for (let index = 0; index < count; index++) {
    if (pdfium.FPDFText_IsGenerated(textPage, index) === 1) continue
    const object = pdfium.FPDFText_GetTextObject(textPage, index)
    const of = painted.get(object) ?? { letters: '', unnamed: 0 }
    painted.set(object, of)
    const code = pdfium.FPDFText_GetUnicode(textPage, index)
    const isNamed = pdfium.FPDFText_HasUnicodeMapError(textPage, index) !== 1 && code >= 32 && code <= 0x10ffff
    if (isNamed && !/\p{Co}/u.test(String.fromCodePoint(code))) of.letters += String.fromCodePoint(code)
    else of.unnamed += 1
  }
  return painted
}

/**
 * Compares a text with the painted letters, ignoring their order and form. `claimed` is the number of letters in the
 * text that are not painted. `isWhole` is whether the text contains all painted letters.
 */
export function compareLetters(text: string, painted: string): { claimed: number; isWhole: boolean } {
  const rest = countLetters(text)
  let isWhole = true
  for (const [letter, count] of countLetters(painted)) {
    const left = (rest.get(letter) ?? 0) - count
    isWhole &&= left >= 0
    rest.set(letter, Math.max(0, left))
  }
  return { claimed: rest.values().reduce((sum, count) => sum + count, 0), isWhole }
}

/**
 * Counts letters and digits, ignoring accents, case and ligatures. A dotless i is an i, because TeX puts accents over
 * it.
 */
function countLetters(text: string): Map<string, number> {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll('ı', 'i').replaceAll('ȷ', 'j')
  const counts = new Map<string, number>()
  for (const letter of plain.replace(/[^\p{L}\p{N}]/gu, '')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return counts
}
