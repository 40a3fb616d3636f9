/**
 * How a stretch of a document looks, as far as that decides whether a reader sees it.
 *
 * Owns the rule for formats that say colour and size instead of showing them; for PDF pages the
 * pixels answer (page-image.ts).
 */
import type { IntegrityFlag } from '../../tasks.ts'

/** `shaded`: stands on something that is not white, so that white letters show. */
export type Style = { hidden: boolean; white: boolean; tiny: boolean; shaded: boolean }

export const plainStyle: Style = { hidden: false, white: false, tiny: false, shaded: false }

/** Below this size (points) nobody reads a line on paper or on a screen; small print is 5 to 6. */
export const readablePointsMin = 3

/** From #E8E8E8 up, a colour is not told apart from white paper. */
const whiteChannelMin = 0xe8

/** Why nobody sees text of this look; null when it shows. */
export function whyInvisible({ hidden, white, tiny, shaded }: Style): IntegrityFlag | null {
  if (hidden || (white && !shaded)) return 'HIDDEN_TEXT'
  return tiny ? 'TINY_TEXT' : null
}

/** Whether a colour (`#fff`, `FFFFFF`, `white`, `rgb(255, 255, 255)`) is next to white. */
export function isWhite(colour: string): boolean {
  const value = colour.trim().toLowerCase().replace(/^#/, '')
  if (value === 'white') return true
  const hex = /^[0-9a-f]{3}$/.test(value) ? value.replace(/./g, '$&$&') : value
  const channels = /^[0-9a-f]{6}$/.test(hex)
    ? [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16))
    : (/^rgba?\((\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(value)?.slice(1).map(Number) ?? [0])
  return channels.every((channel) => channel >= whiteChannelMin)
}

/** What a background says: whether white letters show on it, and nothing when there is none. */
export function background(colour: string): Partial<Style> {
  const none = /^(?:auto|none|transparent|inherit|initial|nil)?$/i.test(colour.trim())
  return none ? {} : { shaded: !isWhite(colour) }
}

/** A named style's own part of a look, and the style it builds on. */
export type NamedStyle = { own: Partial<Style>; parent: string | null }

/** Longer chains of styles do not occur; a ring would never end. */
const styleDepthMax = 16

/** A style's look with all that it inherits. */
export function inheritedStyle(namedStyles: Map<string, NamedStyle>, name: string | null | undefined): Partial<Style> {
  const chain: Partial<Style>[] = []
  for (let at = name; at && chain.length < styleDepthMax;) {
    const style = namedStyles.get(at)
    chain.unshift(style?.own ?? {})
    at = style?.parent
  }
  return Object.assign({}, ...chain) as Partial<Style>
}
