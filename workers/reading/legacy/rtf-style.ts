/** Determines how control words of Rich Text Format affect letters: whether a reader sees them, and their code page. */
import { isOutside, type Style, widthShareMin } from '../markup/visibility.ts'
import { readablePointsMin } from '../reading.ts'
import type { Colour } from '../markup/colours.ts'

/**
 * `paper` is the background of the letters or of their paragraph; undefined if none is declared. `flat` means that the
 * text has no height.
 */
export type RtfStyle = {
  hidden: Style['hidden']
  deleted: boolean
  tiny: boolean
  ink: Colour | null
  paper: Colour | null | undefined
  paragraph: { paper?: Colour | null; inTable?: boolean; outside?: boolean; flat?: boolean }
}

/** The initial state of characters, to which `\plain` returns. */
export const plainCharacters: Omit<RtfStyle, 'paragraph'> = {
  ...{ hidden: null, deleted: false, tiny: false },
  ...{ ink: null, paper: undefined },
}

const twipsPerPoint = 20
/** Control words for indents and the positions of frames. */
const moving = new Set(['li', 'lin', 'posx', 'posnegx', 'posy', 'posnegy'])

/** Changes the style as a control word requires. Most control words do not affect it. */
export function applyStyle(
  style: RtfStyle,
  name: string,
  value: number | null,
  colours: readonly (Colour | null)[],
): void {
  // Entry 0 is "automatic".
  const colour = (value && colours[value]) || null
  const isOn = value !== 0
  if (name === 'v') style.hidden = isOn ? 'vanish' : null
  else if (name === 'deleted') style.deleted = isOn
  // In half points.
  else if (name === 'fs') style.tiny = value !== null && value < readablePointsMin * 2
  else if (name === 'cf') style.ink = colour
  else if (name === 'highlight' || name === 'cb' || name === 'chcbpat') style.paper = colour ?? undefined
  else if (name === 'pard') style.paragraph = {}
  else if (name === 'cbpat' && colour) style.paragraph = { ...style.paragraph, paper: colour }
  else if (name === 'charscalex') style.tiny = value !== null && value < widthShareMin * 100
  else if (moving.has(name) && isOutside((value ?? 0) / twipsPerPoint))
    style.paragraph = { ...style.paragraph, outside: true }
  // A negative height is exact, and clips text that does not fit.
  else if (name === 'sl' && value !== null && value < 0)
    style.paragraph = { ...style.paragraph, flat: -value < readablePointsMin * twipsPerPoint }
  else if (name === 'intbl') style.paragraph = { ...style.paragraph, inTable: isOn }
  // The background of a text box is unknown, because its fill is drawn separately.
  else if (name === 'shptxt' || name === 'dptxbxtext') style.paragraph = { paper: null }
}

/** RTF 1.9.1, "Font Table": the code pages for `\fcharset`; null if the document's own code page applies. */
const charsets: Record<number, number> = {
  ...{ 0: 1252, 77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258 },
  ...{ 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250 },
}

/** Returns a font's code page, by its `\fcharset`. */
export function codePageOf(charset: number): number | null {
  return charsets[charset] ?? null
}
