/**
 * Reads the glyphs on one PDF page, in the orientation in which the page is shown, with the reason for each hidden
 * glyph.
 *
 * Uses PDFium's data about glyphs. visibility.ts then decides from the rendered page which glyphs a reader sees, and
 * page-layout.ts determines the reading order.
 */
import type { HiddenReason } from '../findings.ts'
import { type Replacement, Replaced } from './actual-text.ts'
import type { Character, Characters } from './characters.ts'
import type { Ink, PixelSize } from './ink.ts'
import { type Frame, pageFrame, readBox, shownSize, toShown } from './page-frame.ts'
import type { Box, Glyph } from './boxes.ts'
import type { Pdfium } from './pdfium.ts'
import { Scratch } from './scratch.ts'
import { clearReasons, judgeRuns, type Paint, type ReadGlyph, type Run, type TextPaint } from './visibility.ts'
import { readablePointsMin } from '../reading.ts'

/** Text render modes that paint nothing (PDF 1.7, table 106): invisible, and clip only. */
const invisibleModes = new Set([3, 7])
/** Modes that paint only outlines, in the stroke colour. */
const strokeOnlyModes = new Set([1, 5])

/** A page whose text is loaded. `replacements` are keyed by text object. */
type TextPage = {
  textPage: number
  count: number
  replacements: Map<number, Replacement>
  characters: Characters
  paint: Paint
}

/** Returns a page's glyphs in the order of its content stream, without the spaces that PDFium inserts. */
export function readGlyphs(
  pdfium: Pdfium,
  page: number,
  { textPage, count, replacements, characters, paint }: TextPage,
): ReadGlyph[] {
  if (count === 0) return []
  const scratch = new Scratch(pdfium)
  const frame = pageFrame(pdfium, page, scratch)
  const size = shownSize(frame)
  const runs = readRuns(
    { pdfium, textPage, scratch, frame, size, characters, replaced: new Replaced(replacements) },
    count,
  )
  pdfium.free(scratch.at)
  return judgeRuns(pdfium, page, { runs, size, paint })
}

/** Returns the page's glyphs, grouped by text object. */
function readRuns(reader: Reader, count: number): Run[] {
  const { pdfium, textPage, characters, replaced } = reader
  const runs: Run[] = []
  for (let index = 0; index < count; index++) {
    const own = characters.at(textPage, index)
    const owner = pdfium.FPDFText_GetTextObject(textPage, index)
    const character = owner === 0 ? null : replaced.instead(owner, own)
    if (character === null) continue
    if (runs.at(-1)?.object !== owner) runs.push({ object: owner, paint: readPaint(reader, index, owner), glyphs: [] })
    const { paint, glyphs } = runs.at(-1)!
    const glyph = readGlyph(reader, index, character, paint)
    const hidden = whyHidden(reader, glyph, paint)
    const outline = hidden && clearReasons.has(hidden) ? inkBox(reader, index) : null
    const telling = character.letter || character.digit
    const ink = telling && !hidden ? readInk(reader, index, glyph, paint, character) : null
    glyphs.push({ glyph, telling, hidden, ink, outline })
  }
  return runs
}

/**
 * A soft hyphen with at least this width, in ems, is a visible hyphen: fonts draw both with the same glyph, and TeX
 * then uses either name. A real soft hyphen is not drawn and has no width.
 */
const softHyphen = '\u00ad'
const softHyphenEms = 0.1

type Reader = {
  pdfium: Pdfium
  textPage: number
  scratch: Scratch
  frame: Frame
  size: PixelSize
  characters: Characters
  replaced: Replaced
}

function readPaint({ pdfium, textPage, scratch }: Reader, index: number, object: number): TextPaint {
  const mode = pdfium.FPDFTextObj_GetTextRenderMode(object)
  const readColour = strokeOnlyModes.has(mode) ? pdfium.FPDFText_GetStrokeColor : pdfium.FPDFText_GetFillColor
  const { at } = scratch
  const known = readColour(textPage, index, at, at + 4, at + 8, at + 12)
  const [red, green, blue, alpha] = new Uint32Array(pdfium.memory.buffer, at, 4) as unknown as number[]
  pdfium.FPDFText_GetMatrix(textPage, index, at)
  const [, , c, d] = scratch.floats
  return {
    painted: !invisibleModes.has(mode),
    // A pattern has no colour, so PDFium reports white for letters that are filled with a gradient.
    colour: [red!, green!, blue!],
    alpha: known ? alpha! : 255,
    embeddedFont: pdfium.FPDFFont_GetIsEmbedded(pdfium.FPDFTextObj_GetFont(object)) === 1,
    points: pdfium.FPDFText_GetFontSize(textPage, index) * Math.hypot(c!, d!),
  }
}

function readGlyph(reader: Reader, index: number, { text, letter, mark }: Character, { points }: TextPaint): Glyph {
  const { pdfium, textPage, scratch, frame } = reader
  // PDFium measures angles clockwise.
  const angle = -pdfium.FPDFText_GetCharAngle(textPage, index) - (frame.quarters * Math.PI) / 2
  pdfium.FPDFText_GetLooseCharBox(textPage, index, scratch.at)
  const { left, top, right, bottom } = toShown(frame, readBox(scratch))
  const isHyphen = text === softHyphen && right - left > points * softHyphenEms
  return { text: isHyphen ? '-' : text, letter, mark, left, top, right, bottom, points, angle }
}

/** Returns the reason why a glyph is hidden, if it can be determined without rendering the page; otherwise null. */
function whyHidden({ size }: Reader, glyph: Glyph, paint: TextPaint): HiddenReason | null {
  const x = (glyph.left + glyph.right) / 2
  const y = (glyph.top + glyph.bottom) / 2
  if (x < 0 || y < 0 || x > size.width || y > size.height) return 'off_page'
  if (paint.points < readablePointsMin && glyph.bottom - glyph.top < readablePointsMin) return 'tiny'
  if (!paint.painted) return 'invisible_mode'
  return paint.alpha === 0 ? 'transparent' : null
}

function readInk(reader: Reader, index: number, line: Glyph, paint: TextPaint, { latin }: Character): Ink {
  // A font that is not embedded is drawn with a substitute, which may lack letters of other scripts.
  return { line, letter: inkBox(reader, index), colour: paint.colour, certain: paint.embeddedFont || latin }
}

/** Returns the box of the glyph's outline, which PDFium writes as doubles: left, right, bottom, top. */
function inkBox({ pdfium, textPage, scratch, frame }: Reader, index: number): Box {
  const { at } = scratch
  pdfium.FPDFText_GetCharBox(textPage, index, at, at + 8, at + 16, at + 24)
  const { doubles } = scratch
  return toShown(frame, { left: doubles[0]!, right: doubles[1]!, bottom: doubles[2]!, top: doubles[3]! })
}
