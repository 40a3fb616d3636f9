/**
 * The style of a stretch of a document, as far as it decides whether a reader sees the text.
 *
 * Owns the rule for formats that declare colour and size; on PDF pages the pixels answer (pdf/page-image.ts).
 */
import type { IntegrityFlag } from '../../tasks.ts'

/** `shaded`: the background is not white, so that white letters show. */
export type Style = { hidden: boolean; white: boolean; tiny: boolean; shaded: boolean }

export const plainStyle: Style = { hidden: false, white: false, tiny: false, shaded: false }

/** From #E8E8E8 up, a colour does not stand out from white paper. */
const whiteChannelMin = 0xe8

/** Why no reader sees text of this style; null when it is visible. */
export function whyInvisible({ hidden, white, tiny, shaded }: Style): IntegrityFlag | null {
  if (hidden || (white && !shaded)) return 'HIDDEN_TEXT'
  return tiny ? 'TINY_TEXT' : null
}

/** True when a colour (`#fff`, `FFFFFF`, `white`, `rgb(255, 255, 255)`) is white or nearly so. */
export function isWhite(colour: string): boolean {
  const value = colour.trim().toLowerCase().replace(/^#/, '')
  if (value === 'white') return true
  const hex = /^[0-9a-f]{3}$/.test(value) ? value.replace(/./g, '$&$&') : value
  const channels = /^[0-9a-f]{6}$/.test(hex)
    ? [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16))
    : (/^rgba?\((\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(value)?.slice(1).map(Number) ?? [0])
  return channels.every((channel) => channel >= whiteChannelMin)
}

/** What a background decides: whether white letters show on it. Nothing when there is none. */
export function background(colour: string): Partial<Style> {
  const none = /^(?:auto|none|transparent|inherit|initial|nil)?$/i.test(colour.trim())
  return none ? {} : { shaded: !isWhite(colour) }
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
