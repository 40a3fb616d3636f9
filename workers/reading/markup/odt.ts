/**
 * Rewrites an OpenDocument text as an OpenDocument of its visible text alone.
 *
 * Runs in the sandbox. Owns what OpenDocument hides (1.3, part 3, 20): hidden, white and tiny styles, hidden sections
 * and paragraphs, deleted text, comments.
 */
import { type Style, type NamedStyle, background, inheritedStyle, parseColour, plainStyle } from './visibility.ts'
import { type Tag, walkMarkup } from './walk.ts'
import { ParagraphWriter } from './paragraph-writer.ts'
import type { HiddenTally } from '../findings.ts'
import { readablePointsMin } from '../reading.ts'
import type { Zip } from '../zip.ts'

const hiddenElements = new Set(['tracked-changes', 'annotation', 'hidden-text', 'hidden-paragraph', 'script'])
const paragraphs = new Set(['p', 'h'])
const containers = new Set(['p', 'h', 'span', 'section', 'table', 'table-cell', 'text-box', 'a'])
const asides = new Set(['text-box', 'note-body'])
const tags = { open: '<text:p>', close: '</text:p>', text: (escaped: string) => escaped }

/** The `content.xml` of the visible document: the text of the page header, then of the body. */
export async function visibleOdt(zip: Zip, tally: HiddenTally): Promise<string> {
  const [common, content] = [await zip.text('styles.xml'), await zip.text('content.xml')]
  const namedStyles = readNamedStyles(common, content)
  return visibleWithin('header', common, namedStyles, tally) + visibleWithin('body', content, namedStyles, tally)
}

function visibleWithin(root: string, xml: string, namedStyles: Map<string, NamedStyle>, tally: HiddenTally): string {
  const writer = new ParagraphWriter(tags, tally)
  const styles: Style[] = [plainStyle]
  let [within, hiddenDepth] = [0, 0]
  walkMarkup(xml, 'xml', {
    open(tag) {
      if (tag.name === root) within += 1
      if (hiddenElements.has(tag.name)) hiddenDepth += 1
      if (within === 0 || hiddenDepth > 0) return
      if (containers.has(tag.name)) styles.push({ ...styles.at(-1)!, ...ownStyle(tag, namedStyles) })
      if (asides.has(tag.name)) writer.openAside()
      if (paragraphs.has(tag.name)) writer.openParagraph()
      writeMark(tag, writer)
    },
    text(text) {
      if (within > 0 && hiddenDepth === 0) writer.text(text, styles.at(-1)!)
    },
    close(tag) {
      if (within > 0 && hiddenDepth === 0) {
        if (paragraphs.has(tag.name)) writer.closeParagraph()
        if (asides.has(tag.name)) writer.closeAside()
        if (containers.has(tag.name)) styles.pop()
      }
      if (hiddenElements.has(tag.name)) hiddenDepth -= 1
      if (tag.name === root) within -= 1
    },
  })
  return String(writer)
}

function ownStyle({ name, attributes }: Tag, namedStyles: Map<string, NamedStyle>): Partial<Style> {
  const style = inheritedStyle(namedStyles, attributes.get('style-name'))
  // Another style holds the fill of a frame, so letters of any colour in it count as visible.
  if (name === 'text-box') style.paper = null
  if (name === 'section' && attributes.get('display') === 'none') style.hidden = 'vanish'
  return style
}

function writeMark({ name, attributes }: Tag, writer: ParagraphWriter): void {
  if (name === 'tab' || name === 's') writer.mark(' ')
  if (name === 'line-break') writer.mark('\n')
}

function readNamedStyles(...sources: string[]): Map<string, NamedStyle> {
  const namedStyles = new Map<string, NamedStyle>()
  let style: NamedStyle | null = null
  for (const xml of sources) {
    walkMarkup(xml, 'xml', {
      open(tag) {
        if (tag.name === 'style') {
          style = { own: {}, parent: tag.attributes.get('parent-style-name') ?? null }
          namedStyles.set(tag.attributes.get('name') ?? '', style)
        } else if (style && tag.name.endsWith('-properties')) Object.assign(style.own, properties(tag.attributes))
      },
      text() {},
      close(tag) {
        if (tag.name === 'style') style = null
      },
    })
  }
  return namedStyles
}

function properties(attributes: Map<string, string>): Partial<Style> {
  const [colour, size] = [attributes.get('color'), attributes.get('font-size')]
  const style = background(attributes.get('background-color') ?? '')
  if (colour !== undefined) style.ink = parseColour(colour)
  // 20.410: the colour that stands out from the paper.
  if (attributes.get('use-window-font-color') === 'true') style.ink = null
  if (size?.endsWith('pt')) style.tiny = parseFloat(size) < readablePointsMin
  if (attributes.get('display') === 'none') style.hidden = 'vanish'
  return style
}
