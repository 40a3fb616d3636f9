/**
 * Reads the styles in an OpenDocument file (1.3, part 3, 16 and 20), as far as they affect whether a reader sees the
 * text.
 */
import { parseColour } from './colours.ts'
import { type NamedStyle, type Style, background, isOutside, points, widthShareMin } from './visibility.ts'
import { walkMarkup } from './walk.ts'
import { readablePointsMin } from '../reading.ts'

/** Drawings that can contain text. */
export const shapes = new Set(['custom-shape', 'rect', 'ellipse', 'circle', 'polygon', 'path', 'line', 'caption'])

/** `page` is the background of the whole page. `painted` means that something may be behind a frame. */
export type Looks = { namedStyles: Map<string, NamedStyle>; page: Partial<Style>; painted: boolean }

/** Returns the styles that a document's parts declare. */
export function readLooks(...sources: string[]): Looks {
  const looks: Looks = { namedStyles: new Map(), page: {}, painted: false }
  let style: NamedStyle | null = null
  for (const xml of sources) {
    walkMarkup(xml, {
      open({ name, attributes }) {
        if (name === 'image' || shapes.has(name)) looks.painted = true
        if (name === 'page-layout-properties') Object.assign(looks.page, properties(attributes))
        if (name === 'style') {
          style = { own: {}, parent: attributes.get('parent-style-name') ?? null }
          looks.namedStyles.set(attributes.get('name') ?? '', style)
        } else if (style && name.endsWith('-properties')) Object.assign(style.own, properties(attributes))
        if (style?.own.paper !== undefined) looks.painted = true
      },
      text() {},
      close({ name }) {
        if (name === 'style') style = null
      },
    })
  }
  return looks
}

function properties(attributes: Map<string, string>): Partial<Style> {
  const [colour, size, scale] = ['color', 'font-size', 'text-scale'].map((name) => attributes.get(name))
  const style = { ...background(attributes.get('background-color') ?? ''), ...fill(attributes) }
  if (colour !== undefined) style.ink = parseColour(colour)
  // 20.410: the colour is chosen to contrast with the background.
  if (attributes.get('use-window-font-color') === 'true') style.ink = null
  if (size) style.tiny = points(size) < readablePointsMin
  if (scale && parseFloat(scale) < widthShareMin * 100) style.tiny = true
  const moved = ['margin-left', 'text-indent'].some((side) => isOutside(points(attributes.get(side) ?? '')))
  if (moved) style.outside = true
  if (attributes.get('display') === 'none') style.hidden = 'vanish'
  return style
}

/** Reads the fill of a frame or a shape (20.114). The colour of pictures, gradients and hatches is unknown. */
function fill(attributes: Map<string, string>): Partial<Style> {
  const kind = attributes.get('fill')
  if (kind === undefined || kind === 'none') return {}
  return { paper: kind === 'solid' ? parseColour(attributes.get('fill-color') ?? '') : null }
}
