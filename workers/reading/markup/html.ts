/**
 * Reads the visible text of an HTML page.
 *
 * Runs in the sandbox. Owns what a page hides by its tags and styles. It loads nothing and runs nothing.
 */
import { type Declarations, StyleSheets } from './css.ts'
import { type Style, background, parseColour, plainStyle, whyInvisible } from './visibility.ts'
import { type Tag, walkMarkup } from './walk.ts'
import type { HiddenTally } from '../findings.ts'
import { readablePointsMin } from '../reading.ts'

/** Elements whose content is not the text of the page. */
const hiddenElements = new Set('head script style noscript template iframe object svg textarea'.split(' '))
const blocks = new Set(
  (
    'address article aside blockquote br dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main ' +
    'nav ol p pre section table tr ul'
  ).split(' '),
)
const cells = new Set(['td', 'th'])

/** CSS lengths in points (CSS Values 4, 6.2): 96 px to the inch, 72 pt; an em or a percentage of 12 pt. */
const pointsPerUnit: Record<string, number> = { px: 0.75, pt: 1, em: 12, rem: 12, '%': 0.12 }

/** Elements that end where they begin, and break the line once. */
const breaks = new Set(['br', 'hr'])

/** The text of a page without what no reader sees, which goes into the tally. */
export function readHtml(source: string, tally: HiddenTally): string {
  const sheets = readStyleSheets(source)
  const styles: Style[] = [{ ...plainStyle, ink: [0, 0, 0] }]
  const written: string[] = []
  let [hiddenDepth, preformattedDepth] = [0, 0]
  walkMarkup(source, 'html', {
    open(tag, path) {
      if (hiddenElements.has(tag.name)) hiddenDepth += 1
      if (tag.name === 'pre') preformattedDepth += 1
      styles.push({ ...styles.at(-1)!, ...ownStyle(tag, sheets.declarationsOf(tag, path)) })
      if (blocks.has(tag.name)) written.push('\n')
    },
    text(text) {
      if (hiddenDepth > 0) return
      const invisible = whyInvisible(styles.at(-1)!)
      if (invisible) tally.add(invisible, text)
      else written.push(preformattedDepth > 0 ? text : text.replace(/\s+/g, ' '))
    },
    close(tag) {
      if (hiddenElements.has(tag.name)) hiddenDepth -= 1
      if (tag.name === 'pre') preformattedDepth -= 1
      styles.pop()
      if (blocks.has(tag.name) && !breaks.has(tag.name)) written.push('\n')
      if (cells.has(tag.name)) written.push(' ')
    },
  })
  return written.join('')
}

function readStyleSheets(source: string): StyleSheets {
  const sheets = new StyleSheets()
  const written: string[] = []
  walkMarkup(source, 'html', {
    open() {},
    text(text, path) {
      if (path.at(-1)?.name === 'style') written.push(text)
    },
    close() {},
  })
  sheets.add(written.join(''))
  return sheets
}

function ownStyle({ attributes }: Tag, css: Declarations): Partial<Style> {
  const style = background(css.get('background-color') ?? css.get('background') ?? attributes.get('bgcolor') ?? '')
  if (css.has('background-image') && css.get('background-image') !== 'none') style.paper = null
  if (attributes.has('hidden') || isHiding(css)) style.hidden = 'style_sheet'
  const colour = css.get('color') ?? attributes.get('color') ?? ''
  if (colour && !/^(?:inherit|unset|currentcolor)$/.test(colour)) style.ink = parseColour(colour)
  const [, size, unit] = /^([\d.]+)(px|pt|r?em|%)?$/.exec(css.get('font-size') ?? '') ?? []
  if (size) style.tiny = Number(size) * (pointsPerUnit[unit ?? 'px'] ?? 1) < readablePointsMin
  return style
}

const clear = /^(?:transparent|rgba\([^)]*[,/]\s*0?\.?0+%?\s*\))$/
const nothing = /^0(?:\.0+)?(?:px|pt|r?em|%)?$/

function isHiding(css: Declarations): boolean {
  const value = (property: string) => css.get(property) ?? ''
  if (value('display') === 'none' || /^(?:hidden|collapse)$/.test(value('visibility'))) return true
  if (value('content-visibility') === 'hidden') return true
  if (['left', 'top', 'text-indent', 'margin-left', 'margin-top'].some((side) => /^-\d{3,}/.test(value(side))))
    return true
  return isClear(css, value) || isCutAway(value)
}

/** A page that fades in, or paints its letters with a picture, begins with clear ones. */
function isClear(css: Declarations, value: (property: string) => string): boolean {
  const isPainted = [...css].some(([property, to]) => property.endsWith('background-clip') && to === 'text')
  if (clear.test(value('color')) && !isPainted) return true
  return (
    parseFloat(value('opacity') || '1') < 0.05 && ![...css.keys()].some((property) => property.startsWith('animation'))
  )
}

/** CSS Masking 1, 5 and 7; and boxes without a size that show nothing beyond them. */
function isCutAway(value: (property: string) => string): boolean {
  const edges = /^rect\(([^)]*)\)/
    .exec(value('clip'))?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(parseFloat)
  if (edges && edges.length === 4 && (edges[2]! - edges[0]! < 2 || edges[1]! - edges[3]! < 2)) return true
  if (/^(?:inset\((?:50|[6-9]\d|100)%|circle\(0|polygon\((?:0(?:px|%)?[\s,]*)+\))/.test(value('clip-path'))) return true
  if (/^scale[xy]?\(0(?:[,)]|\.0)/.test(value('transform'))) return true
  const isShut = /^(?:hidden|clip)/.test(value('overflow'))
  return isShut && ['width', 'height', 'max-height', 'max-width'].some((side) => nothing.test(value(side)))
}
