/**
 * Reads the glyphs of one PDF page, upright as the page is shown, each with the reason why no reader sees it, if there
 * is one.
 *
 * Owns geometry and the visibility of a single glyph. page-layout.ts owns the reading order.
 */
import type { IntegrityFlag } from '../../tasks.ts'
import type { Box, Glyph } from './page-rows.ts'
import { type Colour, findShown, type Ink } from './page-image.ts'
import type { Pdfium } from './pdfium.ts'
import { readablePointsMin } from '../reading.ts'

/** Text render modes that paint nothing (PDF 1.7, table 106): invisible, and clip only. */
const unpaintedModes = new Set([3, 7])
/** Modes that paint outlines only: their colour is the stroke's. */
const strokeOnlyModes = new Set([1, 5])

const letterOrDigit = /[\p{L}\p{N}]/u

/** What the glyphs of one text object share. */
type Paint = { painted: boolean; colour: Colour; alpha: number; embeddedFont: boolean; points: number }

export type ReadGlyph = { glyph: Glyph; hidden: IntegrityFlag | null }

/** The page as shown: its visible box in page space, and its rotation (quarters, clockwise). */
type Frame = Box & { quarters: number }

/** A glyph before the page is painted; only the painting shows whether one with `ink` is hidden. */
type UnseenGlyph = ReadGlyph & { ink: Ink | null }

/** Reads a page's glyphs in the order of its content stream, without the spaces that PDFium guesses. */
export function readGlyphs(pdfium: Pdfium, page: number, textPage: number, count: number): ReadGlyph[] {
  if (count === 0) return []
  // The largest value that PDFium writes for us is a box of four 8-byte floats.
  const scratch = pdfium.malloc(32)
  const frame = pageFrame(pdfium, page, scratch)
  const size = shownSize(frame)
  const runs = readRuns({ pdfium, textPage, scratch, frame, size }, count)
  pdfium.free(scratch)
  const painted = runs.flat().filter(hasInk)
  const shown = findShown(
    pdfium,
    page,
    size,
    painted.map(({ ink }) => ink),
  )
  for (const [index, glyph] of painted.entries()) if (!shown[index]) glyph.hidden = 'HIDDEN_TEXT'
  return runs.flatMap(agree)
}

function hasInk(glyph: UnseenGlyph): glyph is UnseenGlyph & { ink: Ink } {
  return glyph.ink !== null
}

/** The page's glyphs, those of each text object together. */
function readRuns(reader: Reader, count: number): UnseenGlyph[][] {
  const { pdfium, textPage } = reader
  const runs: UnseenGlyph[][] = []
  let object = 0
  let paint: Paint | null = null
  for (let index = 0; index < count; index++) {
    const text = glyphText(reader, index)
    if (text === null) continue
    const owner = pdfium.FPDFText_GetTextObject(textPage, index)
    if (!paint || owner !== object) {
      paint = readPaint(reader, index, owner)
      object = owner
      runs.push([])
    }
    const glyph = readGlyph(reader, index, text, paint)
    const hidden = whyHidden(reader, glyph, paint)
    const ink = hidden || !letterOrDigit.test(text) ? null : readInk(reader, index, glyph, paint)
    runs.at(-1)!.push({ glyph, hidden, ink })
  }
  return runs
}

/** Glyphs of one text object share the visibility of most of their letters: a dot is too small to judge alone. */
function agree(run: ReadGlyph[]): ReadGlyph[] {
  const letters = run.filter(({ glyph }) => letterOrDigit.test(glyph.text))
  const hidden = letters.filter((letter) => letter.hidden)
  const fate = hidden[0]?.hidden
  return fate && hidden.length * 2 > letters.length ? run.map(({ glyph }) => ({ glyph, hidden: fate })) : run
}

type Reader = {
  pdfium: Pdfium
  textPage: number
  scratch: number
  frame: Frame
  size: { width: number; height: number }
}

/** Null when the index holds no glyph of the page. PDFium writes U+0002 for a hyphen that ends a line. */
function glyphText({ pdfium, textPage }: Reader, index: number): string | null {
  if (pdfium.FPDFText_IsGenerated(textPage, index) === 1) return null
  const code = pdfium.FPDFText_GetUnicode(textPage, index)
  if (code === 2) return '-'
  if (code < 32 || code > 0x10ffff) return null
  const text = String.fromCodePoint(code)
  return /\s/.test(text) ? ' ' : text
}

function readPaint({ pdfium, textPage, scratch }: Reader, index: number, object: number): Paint {
  const mode = pdfium.FPDFTextObj_GetTextRenderMode(object)
  const readColour = strokeOnlyModes.has(mode) ? pdfium.FPDFText_GetStrokeColor : pdfium.FPDFText_GetFillColor
  const known = readColour(textPage, index, scratch, scratch + 4, scratch + 8, scratch + 12)
  const [red, green, blue, alpha] = new Uint32Array(pdfium.memory.buffer, scratch, 4) as unknown as number[]
  pdfium.FPDFText_GetMatrix(textPage, index, scratch)
  const [, , c, d] = new Float32Array(pdfium.memory.buffer, scratch, 6) as unknown as number[]
  return {
    painted: !unpaintedModes.has(mode),
    // A pattern has no colour: PDFium reports white, so letters filled with a gradient count as white.
    colour: [red!, green!, blue!],
    alpha: known ? alpha! : 255,
    embeddedFont: pdfium.FPDFFont_GetIsEmbedded(pdfium.FPDFTextObj_GetFont(object)) === 1,
    points: pdfium.FPDFText_GetFontSize(textPage, index) * Math.hypot(c!, d!),
  }
}

function readGlyph(reader: Reader, index: number, text: string, paint: Paint): Glyph {
  const { pdfium, textPage, scratch, frame } = reader
  // PDFium counts clockwise.
  const angle = -pdfium.FPDFText_GetCharAngle(textPage, index) - (frame.quarters * Math.PI) / 2
  pdfium.FPDFText_GetLooseCharBox(textPage, index, scratch)
  return { text, ...toShown(frame, readBox(pdfium, scratch)), points: paint.points, angle }
}

/** FS_RECTF: left, top, right, bottom as floats; y grows upwards. */
function readBox(pdfium: Pdfium, at: number): Box {
  const [left, top, right, bottom] = new Float32Array(pdfium.memory.buffer, at, 4) as unknown as number[]
  return { left: left!, top: top!, right: right!, bottom: bottom! }
}

/** What hides a glyph without a look at the painted page. */
function whyHidden({ size }: Reader, glyph: Glyph, paint: Paint): IntegrityFlag | null {
  if (!paint.painted || paint.alpha === 0) return 'HIDDEN_TEXT'
  const x = (glyph.left + glyph.right) / 2
  const y = (glyph.top + glyph.bottom) / 2
  if (x < 0 || y < 0 || x > size.width || y > size.height) return 'OFF_PAGE_TEXT'
  return paint.points < readablePointsMin && glyph.bottom - glyph.top < readablePointsMin ? 'TINY_TEXT' : null
}

function readInk(reader: Reader, index: number, glyph: Glyph, { colour, embeddedFont }: Paint): Ink {
  // A font that is not embedded is drawn with a substitute, which may lack letters of other scripts.
  const certain = embeddedFont || /\p{Script=Latin}/u.test(glyph.text)
  return { line: glyph, letter: inkBox(reader, index), colour, certain }
}

/** The box of the glyph's outline, which PDFium writes as doubles: left, right, bottom, top. */
function inkBox({ pdfium, textPage, scratch, frame }: Reader, index: number): Box {
  pdfium.FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24)
  const [left, right, bottom, top] = new Float64Array(pdfium.memory.buffer, scratch, 4) as unknown as number[]
  return toShown(frame, { left: left!, top: top!, right: right!, bottom: bottom! })
}

function pageFrame(pdfium: Pdfium, page: number, scratch: number): Frame {
  pdfium.FPDF_GetPageBoundingBox(page, scratch)
  return { ...readBox(pdfium, scratch), quarters: pdfium.FPDFPage_GetRotation(page) & 3 }
}

function shownSize({ left, top, right, bottom, quarters }: Frame): { width: number; height: number } {
  const [across, along] = [right - left, top - bottom]
  return quarters % 2 === 0 ? { width: across, height: along } : { width: along, height: across }
}

/** Converts page space (y upwards, not rotated) to the page as shown (y downwards, from its top left corner). */
function toShown(frame: Frame, box: Box): Box {
  const [left, right] = [box.left - frame.left, box.right - frame.left]
  const [top, bottom] = [frame.top - box.top, frame.top - box.bottom]
  const [width, height] = [frame.right - frame.left, frame.top - frame.bottom]
  if (frame.quarters === 1) return { left: height - bottom, right: height - top, top: left, bottom: right }
  if (frame.quarters === 2) {
    return { left: width - right, right: width - left, top: height - bottom, bottom: height - top }
  }
  if (frame.quarters === 3) return { left: top, right: bottom, top: width - right, bottom: width - left }
  return { left, right, top, bottom }
}
