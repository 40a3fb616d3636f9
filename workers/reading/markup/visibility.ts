/**
 * The style of a stretch of a document, as far as it decides whether a reader sees the text.
 *
 * Owns the rule for formats that declare colour and size; on PDF pages the pixels answer (pdf/page-image.ts).
 */
import type { HiddenReason } from '../findings.ts'

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [number, number, number]

/**
 * `hidden`: what declares the letters as not shown. `ink`: the colour of the letters; null when it is automatic, which stands out from any paper, or unknown. `paper`: what
 * is behind them; null where something is drawn whose colours nothing declares, and all letters count as shown.
 */
export type Style = { hidden: 'vanish' | 'style_sheet' | null; tiny: boolean; ink: Colour | null; paper: Colour | null }

const white: Colour = [255, 255, 255]

export const plainStyle: Style = { hidden: null, tiny: false, ink: null, paper: white }

/** Up to this difference in every channel, letters do not stand out: #E8E8E8 on white paper. */
const lostDifference = 0xff - 0xe8

/** Why no reader sees text of this style; null when it is visible. */
export function whyInvisible({ hidden, tiny, ink, paper }: Style): HiddenReason | null {
  if (hidden) return hidden
  if (ink && paper && isLost(ink, paper)) return 'white_on_background'
  return tiny ? 'tiny' : null
}

function isLost(ink: Colour, paper: Colour): boolean {
  return ink.every((channel, index) => Math.abs(channel - paper[index]!) <= lostDifference)
}

/** The names that office formats and old pages use; a colour of another name counts as unknown. */
const named: Record<string, Colour> = {
  ...{ white, black: [0, 0, 0], red: [255, 0, 0], lime: [0, 255, 0], blue: [0, 0, 255], yellow: [255, 255, 0] },
  ...{ cyan: [0, 255, 255], aqua: [0, 255, 255], magenta: [255, 0, 255], fuchsia: [255, 0, 255] },
  ...{ green: [0, 128, 0], navy: [0, 0, 128], maroon: [128, 0, 0], purple: [128, 0, 128], teal: [0, 128, 128] },
  ...{ gray: [128, 128, 128], grey: [128, 128, 128], silver: [192, 192, 192], snow: [255, 250, 250] },
  ...{ whitesmoke: [245, 245, 245], ghostwhite: [248, 248, 255], ivory: [255, 255, 240], azure: [240, 255, 255] },
  ...{ floralwhite: [255, 250, 240], mintcream: [245, 255, 250], darkblue: [0, 0, 139], darkred: [139, 0, 0] },
  ...{ darkgreen: [0, 100, 0], darkgray: [169, 169, 169], darkgrey: [169, 169, 169], lightgray: [211, 211, 211] },
}

/** A colour as documents write it (`#fff`, `FFFFFF`, `white`, `rgb(255, 255, 255)`); null when it is none of these. */
export function parseColour(colour: string): Colour | null {
  const value = colour.trim().toLowerCase()
  if (named[value]) return named[value]
  const short = /^#?([\da-f])([\da-f])([\da-f])$/.exec(value)?.slice(1)
  if (short) return toColour(short.map((digit) => parseInt(digit + digit, 16)))
  const long = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/.exec(value)?.slice(1)
  if (long) return toColour(long.map((digits) => parseInt(digits, 16)))
  const shares = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(value)?.slice(1)
  return shares ? toColour(shares.map(Number)) : null
}

function toColour([red = 0, green = 0, blue = 0]: number[]): Colour {
  return [red, green, blue]
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
