/**
 * Finds vertical text: Chinese, Japanese or Korean lines that run from top to bottom and are ordered from right to
 * left.
 *
 * Pure. The letters are upright on the page, but are read in the same order as text that is rotated clockwise, like the
 * Latin words among them.
 */
import type { Glyph } from '../boxes.ts'

const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]/u

/** Fewer downward steps are not vertical lines, but a label in a table's frame, or a seal. */
const stepsMin = 8

/** In ems: how far the next letter in a line may be, and how far it may be beside the line. */
const [stepMax, offLineMax] = [2, 0.3]

/**
 * Returns the upright glyphs that are read downwards: most of those on a page with vertical lines, none on other pages.
 */
export function runningDown(glyphs: Glyph[]): Set<Glyph> {
  const along = new Set<Glyph>()
  let down = 0
  let last: Glyph | null = null
  for (const glyph of glyphs) {
    if (!eastAsian.test(glyph.text) || Math.abs(glyph.angle) > offLineMax) continue
    const step = last && stepBetween(last, glyph)
    if (step === 'down') down++
    else if (step === 'along') along.add(last!).add(glyph)
    last = glyph
  }
  if (down < stepsMin || down <= along.size) return new Set()
  return new Set(glyphs.filter((glyph) => Math.abs(glyph.angle) < offLineMax && !along.has(glyph)))
}

function stepBetween(one: Glyph, other: Glyph): 'down' | 'along' | null {
  const em = other.points
  const isOnLine = (from: number, to: number): boolean => Math.min(Math.abs(from), Math.abs(to)) < em * offLineMax
  const isNext = (step: number): boolean => step > em * offLineMax && step < em * stepMax
  // Boxes in vertical type differ in width and share an edge.
  if (isOnLine(other.left - one.left, other.right - one.right) && isNext(other.top - one.top)) return 'down'
  return isOnLine(other.top - one.top, other.bottom - one.bottom) && isNext(other.left - one.left) ? 'along' : null
}
