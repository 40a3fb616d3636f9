/**
 * Finds vertical text: Chinese, Japanese or Korean lines that run from top to bottom and are ordered from right to
 * left.
 *
 * Pure. The letters are upright, but their reading order is that of text rotated clockwise, like the Latin words among
 * them.
 */
import type { Glyph } from '../boxes.ts'

const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]/u

/**
 * The minimum number of letters below another one on a page with vertical text. A vertical label in a table, or a seal,
 * has fewer.
 */
const stepsMin = 8

/** In ems: the maximum distance to the next letter in a line, and its maximum deviation from the line. */
const [stepMax, offLineMax] = [2, 0.3]

/** Returns the upright glyphs that are in vertical lines. */
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
  // Boxes of letters in one line may differ in width, but have at least one edge in common.
  if (isOnLine(other.left - one.left, other.right - one.right) && isNext(other.top - one.top)) return 'down'
  return isOnLine(other.top - one.top, other.bottom - one.bottom) && isNext(other.left - one.left) ? 'along' : null
}
