/**
 * Determines the background of a text box in a Word document, and whether the box is on the page.
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
 * The check is deliberately broad. Its result decides only whether the background of a box without a fill is taken to
 * be white.
 */
export function isPainted(xml: string): boolean {
  return /[<:](?:gradFill|pattFill|blip|imagedata|background)\b|\bfillcolor=|fillRef\s+idx="[1-9]|fill="(?!auto|FFFFFF)[\da-f]{6}"|themeFill=|spPr>\s*(?:<[^>]{1,200}>\s*){0,40}<\w+:solidFill/i.test(
    xml,
  )
}

/** Tracks the text boxes in one part of a document, tag by tag. */
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
    // Positions within a group are in the group's own units, and are ignored.
    if ((shapes.has(name) || name === 'group') && !path.some((tag) => tag.name === 'group')) this.#place(attributes)
    if (shapes.has(name)) this.#openShape(attributes)
    else if (outer === 'spPr' && inner === 'solidFill') {
      const colour = attributes.get('val') ?? ''
      this.#paper = themed(this.#theme, new Map([['themeColor', colour]]), 'theme') ?? parseColour(colour)
    } else if (isUnfollowed(name) && inner === 'spPr') this.#paper = null
    // Within a colour, elements modify it, such as its opacity, so the result is unknown.
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

  /** Returns the style that a box gives to its letters. */
  style(around: Style): Partial<Style> {
    const paper = this.#paper === undefined && this.#isPainted ? null : this.#paper
    return { ...(paper === undefined ? { paper: around.paper } : { paper }), outside: this.#isOutside }
  }
}

/** Returns whether an element is a fill with several colours, whose colour at a letter is unknown. */
function isUnfollowed(name: string): boolean {
  return /^(?:grad|blip|patt|grp)Fill$/.test(name)
}
