/**
 * Texts that replace what is painted (`/ActualText`; PDF 1.7, 14.9.4), as they do for ligatures and hyphens.
 *
 * Owns which of them may: a text that says something else than its glyphs is no reader's text, and the glyphs count.
 */
import type { HiddenTally } from '../findings.ts'
import { type Character, characterOf } from './characters.ts'
import { marksOf, readBytes, withName } from './marks.ts'
import type { Pdfium } from './pdfium.ts'

/** A marked piece of a page's text: what it claims to say, and the objects that paint it. */
type Piece = { text: string; mark: number; objects: number[] }

/** What the glyphs of an object say: their letters, and how many glyphs stand for no letter that a font names. */
type Painted = { letters: string; unnamed: number }

/** A ligature stands for this many letters at most. */
const ligatureLettersMax = 3
/** The name of an icon or the beginning of a link, as templates write them: it counts for nothing, but is no lie. */
const labelLettersMax = 24

/** A text that counts instead of the glyphs of these objects. */
export type Replacement = Pick<Piece, 'text' | 'objects'>

/** Letters that stack or change places, so that their glyphs are in another order; and joiners, which are painted as spaces. */
const stacking = /\p{M}|^[\u200c\u200d]$/u

/**
 * Loads a page's text without replacements, and tells, by text object, those that it needs and that agree with their
 * glyphs; lies are recorded. `textPage` is 0 when it fails.
 */
export function loadText(
  pdfium: Pdfium,
  { page, pageNumber }: { page: number; pageNumber: number },
  tally: HiddenTally,
): { textPage: number; replacements: Map<number, Replacement> } {
  return withName(pdfium, 'ActualText', (key) => {
    const replacements = new Map<number, Replacement>()
    const pieces = piecesOf(pdfium, page, key)
    // PDFium would write a replacement again wherever it comes back to one of its objects.
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
        // Glyphs that all have names say it themselves, and PDFium knows where each of them is.
        if (unnamed > 0 || (claimed === 0 && stacking.test(text)))
          for (const object of objects) replacements.set(object, piece)
      } else if (claimed > labelLettersMax) tally.add('actual_text', text, pageNumber)
    }
    return { textPage, replacements }
  })
}

/** Puts replacements in the places of their glyphs. */
export class Replaced {
  readonly #byObject: Map<number, Replacement>
  readonly #placed = new Set<Replacement>()

  constructor(byObject: Map<number, Replacement>) {
    this.#byObject = byObject
  }

  /** What counts for a glyph of an object: the whole text for the first one of a replacement, and nothing for the others. */
  instead(object: number, own: Character | null): Character | null {
    const replacement = this.#byObject.size === 0 ? undefined : this.#byObject.get(object)
    if (!replacement) return own
    const character = characterOf(replacement.text)
    if (this.#placed.has(replacement)) return { ...character, text: '' }
    this.#placed.add(replacement)
    return character
  }
}

/** The marked pieces of a page, in the order of its objects. `key`: the address of the mark's name. */
function piecesOf(pdfium: Pdfium, page: number, key: number): Piece[] {
  /** Null for marks that replace nothing, which most pages are full of. */
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

/** A text string (PDF 1.7, 7.9.2.2): UTF-16 or UTF-8 with its mark, or PDFDocEncoding, whose letters are Latin-1's. */
function textOf(bytes: Buffer | null): string | null {
  if (bytes === null) return null
  const label = { feff: 'utf-16be', fffe: 'utf-16le', efbb: 'utf-8' }[bytes.toString('hex', 0, 2)]
  return new TextDecoder(label ?? 'latin1').decode(bytes)
}

/** FPDF_PAGEOBJ_TEXT and FPDF_PAGEOBJ_FORM (fpdf_edit.h). */
const [textType, formType] = [1, 5]

/** The text objects of a page or group, those of groups within it too. */
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

/** What the text objects of a loaded page paint. */
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
 * Compares a text with what is painted, in whatever order and form a script writes its letters. `claimed`: how many
 * letters it has that are not painted; `isWhole`: it has all that are.
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

/** Letters and digits without accents, case and ligatures. TeX sets accents over an i without its dot. */
function countLetters(text: string): Map<string, number> {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll('ı', 'i').replaceAll('ȷ', 'j')
  const counts = new Map<string, number>()
  for (const letter of plain.replace(/[^\p{L}\p{N}]/gu, '')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return counts
}
