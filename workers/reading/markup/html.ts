/**
 * Reads the visible text of an HTML page.
 *
 * Runs in the sandbox. Owns what a page hides by its tags and inline styles. It loads nothing, runs nothing, and
 * evaluates no style sheets.
 */
import { type Style, background, parseColour, plainStyle, whyInvisible } from './visibility.ts'
import { type Tag, walkMarkup } from './walk.ts'
import { type HiddenTally, readablePointsMin } from '../reading.ts'

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

/** The text of a page without what no reader sees, which goes into the tally. */
export function readHtml(source: string, tally: HiddenTally): string {
  const styles: Style[] = [plainStyle]
  const written: string[] = []
  let [hiddenDepth, preformattedDepth] = [0, 0]
  walkMarkup(source, 'html', {
    open(tag) {
      if (hiddenElements.has(tag.name)) hiddenDepth += 1
      if (tag.name === 'pre') preformattedDepth += 1
      styles.push({ ...styles.at(-1)!, ...ownStyle(tag.attributes) })
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
      if (blocks.has(tag.name)) written.push('\n')
      if (cells.has(tag.name)) written.push(' ')
    },
  })
  return written.join('')
}

function ownStyle(attributes: Tag['attributes']): Partial<Style> {
  const declarations = (attributes.get('style') ?? '').split(';').map((declaration): [string, string] => {
    const [property = '', value = ''] = declaration.toLowerCase().split(/:(.*)/s)
    return [property.trim(), value.replace('!important', '').trim()]
  })
  const css = new Map([['color', attributes.get('color') ?? ''], ...declarations])
  const style = background(attributes.get('bgcolor') ?? css.get('background-color') ?? css.get('background') ?? '')
  if (attributes.has('hidden') || isHiding(css)) style.hidden = true
  if (css.get('color')) style.ink = parseColour(css.get('color')!)
  const [, size, unit] = /^([\d.]+)(px|pt|r?em|%)?$/.exec(css.get('font-size') ?? '') ?? []
  if (size) style.tiny = Number(size) * (pointsPerUnit[unit ?? 'px'] ?? 1) < readablePointsMin
  return style
}

function isHiding(css: Map<string, string>): boolean {
  const isFarOff = ['left', 'top', 'text-indent', 'margin-left'].some((side) => /^-\d{3,}/.test(css.get(side) ?? ''))
  const isClear = parseFloat(css.get('opacity') ?? '1') < 0.05
  const isSwitchedOff = css.get('display') === 'none' || /^(?:hidden|collapse)$/.test(css.get('visibility') ?? '')
  return isSwitchedOff || isClear || isFarOff
}
