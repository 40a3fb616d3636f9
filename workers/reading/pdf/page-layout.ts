/**
 * Lays out a page's glyphs as text in reading order, column by column, with lines and paragraphs.
 *
 * Pure. The order of the content stream is not reliable, because programs paint in any order.
 */
import { joinAccents } from './words/accents.ts'
import { readRows } from './columns/columns.ts'
import { gatherCells } from './columns/spread-cells.ts'
import type { Box, Glyph } from './boxes.ts'
import { toRows } from './page-rows.ts'
import { runsFromRight } from './scripts/bidi.ts'
import { composeSyllables } from './scripts/syllables.ts'
import { runningDown } from './scripts/vertical.ts'
import { withWholeHeading } from './words/broken-heading.ts'

/**
 * Directions that differ by at most this angle are treated as one, because scanning and rounding tilt text slightly.
 */
const directionRadians = Math.PI / 36

/** A line starts a paragraph if its distance from the line above is more than this many times the usual distance. */
const paragraphPitch = 1.35

/** Returns a page's text: upright text first, then rotated text, separately for each direction. */
export function layOut(glyphs: Glyph[]): string {
  const down = runningDown(glyphs)
  const directions = Map.groupBy(glyphs, (glyph) => {
    const full = Math.round((2 * Math.PI) / directionRadians)
    const angle = down.has(glyph) ? -Math.PI / 2 : glyph.angle
    return (Math.round(angle / directionRadians) + full) % full
  })
  return [...directions]
    .sort(([one], [other]) => Number(one !== 0) - Number(other !== 0))
    .map(([direction, members]) => paragraphs(members.map((glyph) => turnUpright(glyph, direction * directionRadians))))
    .map(composeSyllables)
    .join('\n\n')
}

/** Rotates the page around its corner so that text in this direction runs to the right. */
function turnUpright(glyph: Glyph, angle: number): Glyph {
  if (angle === 0) return glyph
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [x, y] = [(glyph.left + glyph.right) / 2, (glyph.top + glyph.bottom) / 2]
  const [middle, height] = [x * cos - y * sin, x * sin + y * cos]
  const [wide, high] = [(glyph.right - glyph.left) / 2, (glyph.bottom - glyph.top) / 2]
  // The sides of the box keep their lengths, which is exact for quarter turns and an estimate for other angles.
  const [halfWidth, halfHeight] = Math.abs(cos) > Math.SQRT1_2 ? [wide, high] : [high, wide]
  const box: Box = {
    left: middle - halfWidth,
    right: middle + halfWidth,
    top: height - halfHeight,
    bottom: height + halfHeight,
  }
  return { ...glyph, ...box }
}

/**
 * Mirrors the position of a glyph. This is done on a page with right-to-left lines, because its columns, margins and
 * table cells are also ordered from right to left.
 */
function mirrored(glyph: Glyph): Glyph {
  return { ...glyph, left: -glyph.right, right: -glyph.left }
}

function paragraphs(glyphs: Glyph[]): string {
  const fromRight = runsFromRight(glyphs)
  const joined = joinAccents(glyphs)
  const lines = withWholeHeading(readRows(gatherCells(toRows(fromRight ? joined.map(mirrored) : joined, fromRight))))
  const pitches = lines.slice(1).map((line, index) => (line.opens ? 0 : line.bottom - lines[index]!.bottom))
  const usual = pitches.filter((pitch) => pitch > 0).sort((one, other) => one - other)
  const usualPitch = usual[Math.floor(usual.length / 2)] ?? Infinity
  return lines
    .map((line, index) => {
      if (index === 0) return line.text
      const parts = line.opens || pitches[index - 1]! > usualPitch * paragraphPitch
      return (parts ? '\n\n' : '\n') + line.text
    })
    .join('')
}
