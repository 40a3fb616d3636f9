/** Reads the theme colours of a Word document, to which the document refers by name (ECMA-376, part 1, 20.1.6.2). */
import { type Colour, parseColour } from './colours.ts'
import { type Tag, walkMarkup } from './walk.ts'

/** The colours, by their names in the theme. `lt1` is usually white. */
export type Theme = Map<string, Colour>

/** The theme's own name of each colour, by the name that documents use (17.18.97). */
const schemeNames: Record<string, string> = {
  ...{ text1: 'dk1', dark1: 'dk1', background1: 'lt1', light1: 'lt1', tx1: 'dk1', bg1: 'lt1', tx2: 'dk2', bg2: 'lt2' },
  ...{
    text2: 'dk2',
    dark2: 'dk2',
    background2: 'lt2',
    light2: 'lt2',
    hyperlink: 'hlink',
    followedHyperlink: 'folHlink',
  },
}

/** Returns the colours in `word/theme/theme1.xml`; none if there is no theme. */
export function readTheme(xml: string): Theme {
  const theme: Theme = new Map()
  walkMarkup(xml, {
    open({ name, attributes }, path) {
      const colour = parseColour((name === 'sysClr' ? attributes.get('lastClr') : attributes.get('val')) ?? '')
      const [scheme, slot] = path.slice(-2)
      if (colour && slot && scheme?.name === 'clrScheme') theme.set(slot.name, colour)
    },
    text() {},
    close() {},
  })
  return theme
}

/**
 * Returns the theme colour that a property refers to; null if it does not refer to one. `prefix` is `theme` for letters
 * and `themeFill` for fills.
 */
export function themed(theme: Theme, attributes: Tag['attributes'], prefix: 'theme' | 'themeFill'): Colour | null {
  const name = attributes.get(prefix === 'theme' ? 'themeColor' : prefix)
  const colour = name === undefined ? undefined : theme.get(schemeNames[name] ?? name)
  if (!colour) return null
  // 17.3.2.6: how much of the colour, out of 255, remains when it is mixed with white (tint) or black (shade).
  const tint = parseInt(attributes.get(`${prefix}Tint`) ?? 'ff', 16) / 255
  const shade = parseInt(attributes.get(`${prefix}Shade`) ?? 'ff', 16) / 255
  const [red, green, blue] = colour.map((channel) => Math.round((channel * tint + 255 * (1 - tint)) * shade))
  return [red!, green!, blue!]
}
