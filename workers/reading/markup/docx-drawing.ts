/**
 * Determines what is behind the letters in a Word document's text box, and whether the box is on the page.
 *
 * Reads the fills and positions of DrawingML (ECMA-376, part 1, 20.1.8 and 20.4) and of VML (part 4, 19.1.2.19).
 */
import { type Colour, parseColour } from './colours.ts'
import { type Theme, themed } from './docx-theme.ts'
import { isOutside, points, type Style } from './visibility.ts'
import type { Tag } from './walk.ts'

const emusPerPoint = 12_700
const shapes = new Set(['wsp', 'shape', 'rect', 'roundrect', 'oval'])

/**
 * Returns whether a document paints anything that may be behind a text box: pictures, filled shapes, shaded paragraphs.
 * The check is deliberately broad, because it only decides whether a box without a fill counts as white.
 */
export function isPainted(xml: string): boolean {
  return /[<:](?:gradFill|pattFill|blip|imagedata|background)\b|\bfillcolor=|fillRef\s+idx="[1-9]|fill="(?!auto|FFFFFF)[\da-f]{6}"|themeFill=|spPr>\s*(?:<[^>]{1,200}>\s*){0,40}<\w+:solidFill/i.test(
    xml,
  )
}

/** The text boxes in one part, tag by tag. */
export class Drawings {
  readonly #theme: Theme
  readonly #isPainted: boolean
  #isOutside = false
  /** Undefined if nothing fills the box. */
  #paper: Colour | null | undefined

  constructor(theme: Theme, painted: boolean) {
    this.#theme = theme
    this.#isPainted = painted
  }

  open({ name, attributes }: Tag, path: Tag[]): void {
    const [shape, outer, inner] = path.slice(-3).map((tag) => tag.name)
    if (name === 'drawing' || name === 'pict') this.#isOutside = false
    // A group positions its shapes in its own units.
    if ((shapes.has(name) || name === 'group') && !path.some((tag) => tag.name === 'group')) this.#place(attributes)
    if (shapes.has(name)) this.#openShape(attributes)
    else if (outer === 'spPr' && inner === 'solidFill') {
      const colour = attributes.get('val') ?? ''
      this.#paper = themed(this.#theme, new Map([['themeColor', colour]]), 'theme') ?? parseColour(colour)
    } else if (isUnfollowed(name) && inner === 'spPr') this.#paper = null
    // Elements that modify a colour, such as its opacity.
    else if (shape === 'spPr' && outer === 'solidFill') this.#paper = null
    else if (name === 'fill' && shapes.has(inner ?? '')) this.#paper = null
    else if (name === 'fillRef' && attributes.get('idx') !== '0') this.#paper ??= null
  }

  /** Reads a box's position, which is given as text. */
  text(text: string, path: Tag[]): void {
    if (path.at(-1)?.name === 'posOffset' && isOutside(Number(text) / emusPerPoint)) this.#isOutside = true
  }

  #openShape(attributes: Tag['attributes']): void {
    const colour = attributes.get('filled') === 'f' ? undefined : attributes.get('fillcolor')
    this.#paper = colour === undefined ? undefined : parseColour(colour.split(' ')[0]!)
  }

  #place(attributes: Tag['attributes']): void {
    for (const [, length] of (attributes.get('style') ?? '').matchAll(/(?:^|;)\s*(?:margin-)?(?:left|top)\s*:([^;]+)/g))
      if (isOutside(points(length!))) this.#isOutside = true
  }

  /** Returns the style of letters in a box that do not declare their own. */
  style(around: Style): Partial<Style> {
    const paper = this.#paper === undefined && this.#isPainted ? null : this.#paper
    return { ...(paper === undefined ? { paper: around.paper } : { paper }), outside: this.#isOutside }
  }
}

/** Returns whether an element is a fill with several colours. */
function isUnfollowed(name: string): boolean {
  return /^(?:grad|blip|patt|grp)Fill$/.test(name)
}
