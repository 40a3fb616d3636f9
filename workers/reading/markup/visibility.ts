/**
 * The style of a stretch of a document, as far as it decides whether a reader sees the text.
 *
 * Owns the rule for formats that declare colour and size; on PDF pages the pixels answer (pdf/page-image.ts).
 */
import type { HiddenReason } from '../findings.ts'
import { type Colour, parseColour, white } from './colours.ts'

/**
 * `hidden`: what declares the letters as not shown; `outside`: they are beside the page. `ink`: their colour; null when it
 * is automatic, which stands out from any paper, or unknown. `paper`: what is behind them; null where something is drawn
 * whose colours nothing declares, and all letters count as shown.
 */
export type Style = {
  hidden: Extract<HiddenReason, 'vanish' | 'style_sheet' | 'transparent' | 'covered'> | null
  tiny: boolean
  outside: boolean
  ink: Colour | null
  paper: Colour | null
}

export const plainStyle: Style = { hidden: null, tiny: false, outside: false, ink: null, paper: white }

/** In points: no page has a margin as wide, so what is moved out of its text by as much is beside the page. */
const marginMax = 360

/** Whether text that is moved by so many points is beside the page. The widest paper, A3 across, has 1,191. */
export function isOutside(points: number): boolean {
  return points <= -marginMax || points >= 1_200
}

/** Letters of less than this share of their width are lines; condensed ones keep a half. */
export const widthShareMin = 0.1

/** Up to this difference in every channel, letters do not stand out: #E8E8E8 on white paper. */
const lostDifference = 0xff - 0xe8

/** Why no reader sees text of this style; null when it is visible. */
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

/** A length as documents write it, in points; relative ones as beside letters of 12 points. NaN when it is none. */
export function points(length: string): number {
  const [, number, unit] = /^(-?[\d.]+)([a-z%]*)$/.exec(length.trim()) ?? []
  if (number === undefined) return NaN
  return Number(number) * (unit ? (pointsPer[unit] ?? NaN) : pointsPer['px']!)
}

/** What a declared background decides. Nothing when there is none. */
export function background(colour: string): Partial<Style> {
  const none = /^(?:auto|none|transparent|inherit|initial|unset|nil)?$/i.test(colour.trim())
  return none ? {} : { paper: parseColour(colour) }
}

/** What a named style sets itself, and the style that it is based on. */
export type NamedStyle = { own: Partial<Style>; parent: string | null }

/** Longer chains of styles do not occur, and a circle would never end. */
const styleDepthMax = 16

/** What a style sets, with all that it inherits. */
export function inheritedStyle(namedStyles: Map<string, NamedStyle>, name: string | null | undefined): Partial<Style> {
  const chain: Partial<Style>[] = []
  for (let at = name; at && chain.length < styleDepthMax;) {
    const style = namedStyles.get(at)
    chain.unshift(style?.own ?? {})
    at = style?.parent
  }
  return Object.assign({}, ...chain) as Partial<Style>
}
