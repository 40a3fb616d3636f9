/**
 * Reads properties of runs, paragraphs, cells and styles in a Word document, as far as they affect whether a reader
 * sees the text (ECMA-376, part 1, 17.3, 17.4 and 17.7).
 */
import { parseColour } from './colours.ts'
import { type Theme, themed } from './docx-theme.ts'
import { type NamedStyle, type Style, background, inheritedStyle, isOutside, widthShareMin } from './visibility.ts'
import { type Tag, walkMarkup } from './walk.ts'
import { readablePointsMin } from '../reading.ts'

/**
 * The values in other parts of the document that affect properties. `painted` means that something may be behind a text
 * box.
 */
export type Looks = { theme: Theme; namedStyles: Map<string, NamedStyle>; painted: boolean }

const twipsPerPoint = 20
/** Letters that are at least 95 % transparent are invisible on any background. In thousandths of a percent. */
const clearAlphaMin = 95_000

/** Returns the changes that a property element makes to the style of its text. */
export function property({ name, attributes }: Tag, { theme, namedStyles }: Looks): Partial<Style> {
  const value = attributes.get('val') ?? ''
  if (name === 'pStyle' || name === 'rStyle') return inheritedStyle(namedStyles, value)
  // A table style can shade some of the rows. The background is then unknown, because it is not tracked which ones.
  if (name === 'tblStyle') return inheritedStyle(namedStyles, value).paper === undefined ? {} : { paper: null }
  if (name === 'vanish') return { hidden: ['0', 'false', 'off'].includes(value) ? null : 'vanish' }
  if (name === 'color') return { ink: themed(theme, attributes, 'theme') ?? parseColour(value) }
  // In half points.
  if (name === 'sz') return { tiny: Number(value) < readablePointsMin * 2 }
  if (name === 'highlight') return background(value)
  // In percent.
  if (name === 'w') return parseInt(value) < widthShareMin * 100 ? { tiny: true } : {}
  if (name === 'ind' || name === 'framePr') return place(attributes)
  if (name === 'spacing' && attributes.get('lineRule') === 'exact') return height(attributes.get('line'))
  if (name === 'trHeight' && attributes.get('hRule') === 'exact') return height(value)
  if (name === 'shd') return shading(attributes, theme)
  return {}
}

/** Reads indents and frame positions, which are in twentieths of a point. */
function place(attributes: Tag['attributes']): Partial<Style> {
  const lengths = [attributes.get('left') ?? attributes.get('start'), attributes.get('x'), attributes.get('y')]
  return { outside: lengths.some((length) => isOutside(Number(length ?? 0) / twipsPerPoint)) }
}

/** Reads the height of lines and rows. An exact height clips text that does not fit. */
function height(twips: string | undefined): Partial<Style> {
  return Number(twips) < readablePointsMin * twipsPerPoint ? { tiny: true } : {}
}

/**
 * Reads the fill of letters ([MS-DOCX] 2.6.1.11). Word 2010 and later fill letters like shapes, and the fill overrides
 * their colour.
 */
export function textFill({ name, attributes }: Tag, path: Tag[], { theme }: Looks): Partial<Style> {
  const [above, outer, inner] = path.slice(-3).map((tag) => tag.name)
  const value = attributes.get('val') ?? ''
  if (inner === 'textFill' && name === 'noFill') return { hidden: 'transparent' }
  if (inner === 'textFill' && name === 'gradFill') return { ink: null }
  if (outer === 'textFill' && inner === 'solidFill') {
    return { ink: themed(theme, new Map([['themeColor', value]]), 'theme') ?? parseColour(value) }
  }
  if (above === 'textFill' && outer === 'solidFill') {
    // In thousandths of a percent. Other elements modify the colour.
    return name !== 'alpha' ? { ink: null } : Number(value) >= clearAlphaMin ? { hidden: 'transparent' } : {}
  }
  return {}
}

/**
 * Reads a shading (ECMA-376, part 1, 17.18.78): `clear` shows the fill, `solid` the pattern's colour, and others a
 * mixture.
 */
function shading(attributes: Tag['attributes'], theme: Theme): Partial<Style> {
  const pattern = attributes.get('val') ?? 'clear'
  if (!['clear', 'nil', 'solid'].includes(pattern)) return { paper: null }
  const [paper, plain] =
    pattern === 'solid'
      ? [themed(theme, attributes, 'theme'), attributes.get('color')]
      : [themed(theme, attributes, 'themeFill'), attributes.get('fill')]
  return paper ? { paper } : background(plain ?? '')
}

/**
 * Returns the named styles. Includes all properties inside a style, because a table style has a separate list of
 * properties for its rows.
 */
export function readNamedStyles(xml: string, theme: Theme): Map<string, NamedStyle> {
  const namedStyles = new Map<string, NamedStyle>()
  let style: NamedStyle | null = null
  walkMarkup(xml, {
    open(tag) {
      if (tag.name === 'style')
        namedStyles.set(tag.attributes.get('styleId') ?? '', (style = { own: {}, parent: null }))
      else if (tag.name === 'basedOn' && style) style.parent = tag.attributes.get('val') ?? null
      else if (style) Object.assign(style.own, property(tag, { theme, namedStyles: new Map(), painted: false }))
    },
    text() {},
    close(tag) {
      if (tag.name === 'style') style = null
    },
  })
  return namedStyles
}
