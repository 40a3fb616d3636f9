/**
 * Reads the glyphs of one PDF page, upright as the page is shown, each with the reason why no reader sees it, if there
 * is one.
 *
 * Owns the visibility of a single glyph. page-layout.ts owns the reading order.
 */
import type { HiddenReason } from '../findings.ts'
import { type Replacement, Replaced } from './actual-text.ts'
import type { Character, Characters } from './characters.ts'
import { findFates } from './clear-text/clear-text.ts'
import type { Colour, Ink, Lost, PixelSize } from './ink.ts'
import { type Frame, pageFrame, readBox, shownSize, toShown } from './page-frame.ts'
import type { Box, Glyph } from './boxes.ts'
import { marksOf, nameOf } from './marks.ts'
import { findChanged, findLost } from './page-image.ts'
import type { Pdfium } from './pdfium.ts'
import { Scratch } from './scratch.ts'
import { readablePointsMin } from '../reading.ts'

/** Text render modes that paint nothing (PDF 1.7, table 106): invisible, and clip only. */
const unpaintedModes = new Set([3, 7])
/** Modes that paint outlines only: their colour is the stroke's. */
const strokeOnlyModes = new Set([1, 5])

/** Of 255: letters that are lost and fainter than this are lost for that. */
const faintAlphaMax = 64

/** Reasons that hold only where nothing else paints the letters. */
export const clearReasons = new Set<string>(['invisible_mode', 'transparent'])

/** What the glyphs of one text object share. */
type Paint = { painted: boolean; colour: Colour; alpha: number; embeddedFont: boolean; points: number }

/** `telling`: a letter or a digit. `repeated`: it stands on a letter that reads the same and counts already. */
export type ReadGlyph = { glyph: Glyph; telling: boolean; hidden: HiddenReason | 'repeated' | null }

/**
 * A glyph before the page is painted; only the painting shows whether one with `ink` is hidden, and whether a clear one,
 * which has its `outline`, is not.
 */
type UnseenGlyph = ReadGlyph & { ink: Ink | null; outline: Box | null }

/** The glyphs of one text object. */
type Run = { object: number; paint: Paint; glyphs: UnseenGlyph[] }

/** The loaded text of a page. `replacements`: by text object. */
type TextPage = { textPage: number; count: number; replacements: Map<number, Replacement>; characters: Characters }

/** Reads a page's glyphs in the order of its content stream, without the spaces that PDFium guesses. */
export function readGlyphs(
  pdfium: Pdfium,
  page: number,
  { textPage, count, replacements, characters }: TextPage,
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
  const painted = runs.flatMap(({ glyphs }) => glyphs.filter(hasInk))
  const lost = findLost(
    pdfium,
    page,
    size,
    painted.map(({ ink }) => ink),
  )
  let at = 0
  for (const run of runs)
    for (const glyph of run.glyphs) {
      const look = glyph.ink && lost[at++]
      if (look) glyph.hidden = whyUnseen(pdfium, run, look)
    }
  judgeDrawn(pdfium, page, size, runs)
  const all = runs.flatMap(({ glyphs }) => agree(glyphs))
  judgeClear(pdfium, page, size, runs, all)
  return all
}

/**
 * Decides again on letters without ink of their colour whose font draws each letter as a picture (Type 3), in colours that
 * PDFium does not tell: they are visible where the page looks different without them.
 */
function judgeDrawn(pdfium: Pdfium, page: number, shown: PixelSize, runs: Run[]): void {
  const drawn = runs.filter(({ object, glyphs }) => glyphs.some(isLost) && isDrawn(pdfium, object))
  if (drawn.length === 0) return
  const lost = drawn.flatMap(({ glyphs }) => glyphs.filter(hasInk).filter(isLost))
  const boxes = lost.map(({ ink }) => ink.letter)
  const changed = findChanged(pdfium, page, { shown, boxes, objects: drawn.map(({ object }) => object) })
  for (const [at, glyph] of lost.entries()) if (changed[at]) glyph.hidden = null
}

const isLost = ({ ink, hidden }: UnseenGlyph): boolean => ink !== null && hidden !== null

/** A font of Type 3 has no font file, and counts as embedded. */
function isDrawn(pdfium: Pdfium, object: number): boolean {
  const font = pdfium.FPDFTextObj_GetFont(object)
  return pdfium.FPDFFont_GetIsEmbedded(font) === 1 && !hasFile(pdfium, font)
}

function hasFile(pdfium: Pdfium, font: number): boolean {
  const size = pdfium.malloc(4)
  new Uint32Array(pdfium.memory.buffer, size, 1)[0] = 0
  const isKnown = pdfium.FPDFFont_GetFontData(font, 0, 0, size) === 1
  const bytes = new Uint32Array(pdfium.memory.buffer, size, 1)[0]!
  pdfium.free(size)
  return isKnown && bytes > 0
}

/** Decides on clear letters, which count where something else paints them. */
function judgeClear(pdfium: Pdfium, page: number, size: PixelSize, runs: Run[], all: ReadGlyph[]): void {
  const clear = runs.flatMap(({ object, glyphs }) =>
    glyphs.flatMap(({ glyph, outline }) => (outline ? [{ glyph, box: outline, object }] : [])),
  )
  if (clear.length === 0) return
  const visible = all.filter(({ telling, hidden }) => telling && !hidden).map(({ glyph }) => glyph)
  const fates = findFates(pdfium, page, size, clear, visible)
  for (const read of all) {
    const fate = fates.get(read.glyph)
    if (fate === 'shown' || read.glyph.text === ' ') read.hidden = null
    else if (fate === 'repeated') read.hidden = fate
  }
}

/** What keeps letters that are painted from standing out; `lost`: how that looks. */
function whyUnseen(pdfium: Pdfium, { paint, object }: Omit<Run, 'glyphs'>, lost: Lost): HiddenReason {
  if (paint.alpha < faintAlphaMax) return 'transparent'
  return lost === 'covered' && isOptional(pdfium, object) ? 'optional_content_off' : lost
}

/** Whether a text object stands on a layer, by its mark `OC` (PDF 1.7, 8.11.3.2). */
function isOptional(pdfium: Pdfium, object: number): boolean {
  return marksOf(pdfium, object).some((mark) => nameOf(pdfium, mark) === 'OC')
}

function hasInk(glyph: UnseenGlyph): glyph is UnseenGlyph & { ink: Ink } {
  return glyph.ink !== null
}

/** The page's glyphs, those of each text object together. */
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
 * Glyphs of one text object share the visibility of most of their letters, as a dot is too small to judge alone. A lone
 * letter that stands in a word of visible ones is as visible as they are: painted thin, it is too pale to judge.
 */
function agree(run: UnseenGlyph[]): ReadGlyph[] {
  const fate = run.find(({ telling, hidden }) => telling && hidden)?.hidden
  if (!fate) return run
  const letters = run.filter(({ telling }) => telling)
  const hidden = letters.filter((letter) => letter.hidden)
  if (hidden.length * 2 > letters.length) return run.map((glyph) => ({ ...glyph, hidden: fate }))
  const shows = (glyph: UnseenGlyph | undefined): boolean => glyph !== undefined && glyph.telling && !glyph.hidden
  const isLoneIn = (index: number): boolean =>
    [run.slice(index - 2, index), [run[index - 1], run[index + 1]], run.slice(index + 1, index + 3)].some(
      (near) => near.length === 2 && near.every(shows),
    )
  return run.map((glyph, index) => (glyph.hidden && glyph.ink && isLoneIn(index) ? { ...glyph, hidden: null } : glyph))
}

/** Fonts draw both hyphens with one glyph, and TeX then names either; one that takes no room is not drawn. */
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

function readPaint({ pdfium, textPage, scratch }: Reader, index: number, object: number): Paint {
  const mode = pdfium.FPDFTextObj_GetTextRenderMode(object)
  const readColour = strokeOnlyModes.has(mode) ? pdfium.FPDFText_GetStrokeColor : pdfium.FPDFText_GetFillColor
  const { at } = scratch
  const known = readColour(textPage, index, at, at + 4, at + 8, at + 12)
  const [red, green, blue, alpha] = new Uint32Array(pdfium.memory.buffer, at, 4) as unknown as number[]
  pdfium.FPDFText_GetMatrix(textPage, index, at)
  const [, , c, d] = scratch.floats
  return {
    painted: !unpaintedModes.has(mode),
    // A pattern has no colour: PDFium reports white, so letters filled with a gradient count as white.
    colour: [red!, green!, blue!],
    alpha: known ? alpha! : 255,
    embeddedFont: pdfium.FPDFFont_GetIsEmbedded(pdfium.FPDFTextObj_GetFont(object)) === 1,
    points: pdfium.FPDFText_GetFontSize(textPage, index) * Math.hypot(c!, d!),
  }
}

function readGlyph(reader: Reader, index: number, { text, letter, mark }: Character, { points }: Paint): Glyph {
  const { pdfium, textPage, scratch, frame } = reader
  // PDFium counts clockwise.
  const angle = -pdfium.FPDFText_GetCharAngle(textPage, index) - (frame.quarters * Math.PI) / 2
  pdfium.FPDFText_GetLooseCharBox(textPage, index, scratch.at)
  const { left, top, right, bottom } = toShown(frame, readBox(scratch))
  const isHyphen = text === softHyphen && right - left > points * softHyphenEms
  return { text: isHyphen ? '-' : text, letter, mark, left, top, right, bottom, points, angle }
}

/** What hides a glyph without a look at the painted page. */
function whyHidden({ size }: Reader, glyph: Glyph, paint: Paint): HiddenReason | null {
  const x = (glyph.left + glyph.right) / 2
  const y = (glyph.top + glyph.bottom) / 2
  if (x < 0 || y < 0 || x > size.width || y > size.height) return 'off_page'
  if (paint.points < readablePointsMin && glyph.bottom - glyph.top < readablePointsMin) return 'tiny'
  if (!paint.painted) return 'invisible_mode'
  return paint.alpha === 0 ? 'transparent' : null
}

function readInk(reader: Reader, index: number, line: Glyph, paint: Paint, { latin }: Character): Ink {
  // A font that is not embedded is drawn with a substitute, which may lack letters of other scripts.
  return { line, letter: inkBox(reader, index), colour: paint.colour, certain: paint.embeddedFont || latin }
}

/** The box of the glyph's outline, which PDFium writes as doubles: left, right, bottom, top. */
function inkBox({ pdfium, textPage, scratch, frame }: Reader, index: number): Box {
  const { at } = scratch
  pdfium.FPDFText_GetCharBox(textPage, index, at, at + 8, at + 16, at + 24)
  const { doubles } = scratch
  return toShown(frame, { left: doubles[0]!, right: doubles[1]!, bottom: doubles[2]!, top: doubles[3]! })
}
