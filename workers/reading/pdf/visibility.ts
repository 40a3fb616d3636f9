/**
 * Renders a page to decide which of its glyphs a reader sees.
 *
 * Decides for each glyph. ink.ts examines pixels, and clear-text/ finds transparent text whose letters are visible as
 * outlines or in an image.
 */
import type { HiddenReason } from '../findings.ts'
import type { Box, Glyph } from './boxes.ts'
import { findFates } from './clear-text/clear-text.ts'
import { findSameLetters } from './clear-text/same-letters.ts'
import type { Colour, Ink, Lost, PixelSize } from './ink.ts'
import { marksOf, nameOf } from './marks.ts'
import { findChanged, findLost, findMarks, findStanding } from './page-image.ts'
import type { Pdfium } from './pdfium.ts'

/** Letters that do not stand out are reported as transparent if their alpha (out of 255) is below this. */
const faintAlphaMax = 64

/** Reasons that do not apply if outlines or an image show the letters. */
export const clearReasons = new Set<string>(['invisible_mode', 'transparent'])

/** Properties that the glyphs of one text object share. */
export type TextPaint = { painted: boolean; colour: Colour; alpha: number; embeddedFont: boolean; points: number }

/**
 * `telling` means that the glyph is a letter or a digit. `repeated` means that it is over an identical visible letter
 * and must not be read twice.
 */
export type ReadGlyph = { glyph: Glyph; telling: boolean; hidden: HiddenReason | 'repeated' | null }

/**
 * A glyph before the page is rendered. Only rendering shows whether a glyph with `ink` is hidden, and whether a
 * transparent glyph, which has an `outline`, is visible.
 */
type UnseenGlyph = ReadGlyph & { ink: Ink | null; outline: Box | null }

/** The glyphs of one text object. */
export type Run = { object: number; paint: TextPaint; glyphs: UnseenGlyph[] }

/** Runs a function that renders the page; returns null if the page cannot be rendered within PDFium's memory limit. */
export type Paint = <Seen>(work: () => Seen) => Seen | null

type Judged = { runs: Run[]; size: PixelSize; paint: Paint }

/**
 * Returns the glyphs of these runs with their visibility. If the page cannot be rendered, its glyphs are treated as
 * visible.
 */
export function judgeRuns(pdfium: Pdfium, page: number, { runs, size, paint }: Judged): ReadGlyph[] {
  judgeInked(pdfium, page, { runs, size, paint })
  judgeDrawn(pdfium, page, { runs, size, paint })
  const all = runs.flatMap(({ glyphs }) => agree(glyphs))
  judgeClear(pdfium, page, { runs, size, paint }, all)
  return all
}

/**
 * Decides about letters that are not transparent. Renders in colour only the text objects for which grey is not enough.
 */
function judgeInked(pdfium: Pdfium, page: number, { runs, size, paint }: Judged): void {
  const inked = runs.flatMap(({ glyphs }) => glyphs.filter(hasInk))
  if (inked.length === 0) return
  const standing = paint(() =>
    findStanding(
      pdfium,
      page,
      size,
      inked.map(({ ink }) => ink),
    ),
  )
  if (!standing) return
  for (const [at, glyph] of inked.entries()) if (!standing[at]) glyph.hidden = 'covered'
  const unsettled = runs.filter(({ glyphs }) => agree(glyphs).some(({ hidden }, at) => hidden && glyphs[at]!.ink))
  for (const glyph of inked) glyph.hidden = null
  const owners = unsettled.flatMap((run) => run.glyphs.filter(hasInk).map((glyph) => ({ run, glyph })))
  if (owners.length === 0) return
  const lost = paint(() =>
    findLost(
      pdfium,
      page,
      size,
      owners.map(({ glyph }) => glyph.ink),
    ),
  )
  for (const [at, { run, glyph }] of owners.entries()) {
    const look = lost?.[at]
    if (look) glyph.hidden = whyUnseen(pdfium, run, look)
  }
}

/**
 * Decides again about letters of Type 3 fonts, which draw each letter as a picture, if no pixel has the letter's
 * colour. PDFium does not report the colours in such pictures. The letters are visible if the page looks different
 * without them. If all such pictures on a page are empty, the letters are an invisible copy of outlines. They are
 * visible if the page shows something at their position.
 */
function judgeDrawn(pdfium: Pdfium, page: number, { runs, size, paint }: Judged): void {
  const drawn = runs.filter(({ object, glyphs }) => glyphs.some(isLost) && isDrawn(pdfium, object))
  if (drawn.length === 0) return
  const lost = drawn.flatMap(({ glyphs }) => glyphs.filter(hasInk).filter(isLost))
  const boxes = lost.map(({ ink }) => ink.letter)
  const objects = drawn.map(({ object }) => object)
  const changed = paint(() => {
    const without = findChanged(pdfium, page, { shown: size, boxes, objects })
    if (without.includes(true)) return without
    return findMarks(
      pdfium,
      page,
      size,
      lost.map(({ ink }) => ink),
    )
  })
  for (const [at, glyph] of lost.entries()) if (!changed || changed[at]) glyph.hidden = null
}

const isLost = ({ ink, hidden }: UnseenGlyph): boolean => ink !== null && hidden !== null

/** Returns whether an object's letters are pictures (Type 3). Such a font is reported as embedded but has no file. */
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

/** Decides about transparent letters, which are visible if outlines or an image show them. */
function judgeClear(pdfium: Pdfium, page: number, { runs, size, paint }: Judged, all: ReadGlyph[]): void {
  const clear = runs.flatMap(({ object, glyphs }) =>
    glyphs.flatMap(({ glyph, outline }) => (outline ? [{ glyph, box: outline, object }] : [])),
  )
  if (clear.length === 0) return
  const visible = all.filter(({ telling, hidden }) => telling && !hidden).map(({ glyph }) => glyph)
  const fates = findFates(clear, visible, (words, objects) =>
    paint(() => findSameLetters(pdfium, page, { shown: size, words, objects })),
  )
  for (const read of all) {
    const fate = fates.get(read.glyph)
    if (fate === 'shown' || read.glyph.text === ' ') read.hidden = null
    else if (fate === 'repeated') read.hidden = fate
  }
}

/** Returns why painted letters do not stand out. `lost` is the reason according to the page's pixels. */
function whyUnseen(pdfium: Pdfium, { paint, object }: Omit<Run, 'glyphs'>, lost: Lost): HiddenReason {
  if (paint.alpha < faintAlphaMax) return 'transparent'
  return lost === 'covered' && isOptional(pdfium, object) ? 'optional_content_off' : lost
}

/** Returns whether a text object is on a layer, which the mark `OC` indicates (PDF 1.7, 8.11.3.2). */
function isOptional(pdfium: Pdfium, object: number): boolean {
  return marksOf(pdfium, object).some((mark) => nameOf(pdfium, mark) === 'OC')
}

function hasInk(glyph: UnseenGlyph): glyph is UnseenGlyph & { ink: Ink } {
  return glyph.ink !== null
}

/**
 * Returns the glyphs of a text object with consistent visibility. If most of its letters are hidden, all glyphs are
 * hidden, because a dot is too small to judge alone. A single hidden letter within a visible word is treated as
 * visible, because thin strokes can be too pale to judge.
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
