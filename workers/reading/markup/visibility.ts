/**
 * Decides by the style of text whether a reader can see it.
 *
 * Used for formats that declare colours and sizes. For PDF pages, the rendered pixels decide instead
 * (pdf/page-image.ts).
 */
import type { HiddenReason } from '../findings.ts'
import { type Colour, parseColour, white } from './colours.ts'

/**
 * `hidden`: the letters are declared as hidden. `outside`: they are off the page. `ink`: their colour; null if it is
 * unknown, or automatic, which contrasts with any background. `paper`: their background; null if it is unknown (all
 * letters are then treated as visible).
 */
export type Style = {
  hidden: Extract<HiddenReason, 'vanish' | 'style_sheet' | 'transparent' | 'covered'> | null
  tiny: boolean
  outside: boolean
  ink: Colour | null
  paper: Colour | null
}

export const plainStyle: Style = { hidden: null, tiny: false, outside: false, ink: null, paper: white }

/** In points. Text that is moved this far to the left or up is off the page, because no page has a margin this wide. */
const marginMax = 360

/**
 * Returns whether text that is moved by this many points is off the page. The widest page, A3 landscape, is 1,191
 * points wide.
 */
export function isOutside(points: number): boolean {
  return points <= -marginMax || points >= 1_200
}

/**
 * Letters that are narrowed to less than this share of their width are unreadable. Even condensed fonts keep half of
 * the normal width.
 */
export const widthShareMin = 0.1

/**
 * The maximum difference between invisible letters and their background, in each of red, green and blue. On white, it
 * hides #E8E8E8.
 */
const lostDifference = 0xff - 0xe8

/** Returns why a reader cannot see text in this style; null if it is visible. */
export function whyInvisible({ hidden, tiny, outside, ink, paper }: Style): HiddenReason | null {
  if (hidden) return hidden
  if (ink && paper && isLost(ink, paper)) return 'white_on_background'
  if (outside) return 'off_page'
  return tiny ? 'tiny' : null
}

function isLost(ink: Colour, paper: Colour): boolean {
  return ink.every((channel, index) => Math.abs(channel - paper[index]!) <= lostDifference)
}

const pointsPer: Record<string, number> = {
  ...{ pt: 1, px: 0.75, in: 72, cm: 72 / 2.54, mm: 7.2 / 2.54, pc: 12, '%': 0.12 },
  ...{ em: 12, rem: 12, ex: 6, ch: 6 },
}

/**
 * Returns a document's length in points. Relative lengths are computed for 12 pt letters. Returns NaN if it is not a
 * length.
 */
export function points(length: string): number {
  const [, number, unit] = /^(-?[\d.]+)([a-z%]*)$/.exec(length.trim()) ?? []
  if (number === undefined) return NaN
  return Number(number) * (unit ? (pointsPer[unit] ?? NaN) : pointsPer['px']!)
}

/** Returns how a declared background changes the style; empty if there is none. */
export function background(colour: string): Partial<Style> {
  const none = /^(?:auto|none|transparent|inherit|initial|unset|nil)?$/i.test(colour.trim())
  return none ? {} : { paper: parseColour(colour) }
}

/** The properties that a named style itself sets, and the style that it is based on. */
export type NamedStyle = { own: Partial<Style>; parent: string | null }

/** The maximum length of a chain of styles, which prevents an endless loop in a cycle. Longer chains do not occur. */
const styleDepthMax = 16

/** Returns the properties that a style sets, including inherited ones. */
export function inheritedStyle(namedStyles: Map<string, NamedStyle>, name: string | null | undefined): Partial<Style> {
  const chain: Partial<Style>[] = []
  for (let at = name; at && chain.length < styleDepthMax;) {
    const style = namedStyles.get(at)
    chain.unshift(style?.own ?? {})
    at = style?.parent
  }
  return Object.assign({}, ...chain) as Partial<Style>
}
