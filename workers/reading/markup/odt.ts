/**
 * The visible text of an OpenDocument text, as an OpenDocument of nothing else.
 *
 * Runs in the sandbox. Owns what OpenDocument hides (1.3, part 3, 20): hidden, white and tiny styles,
 * hidden sections and paragraphs, deleted text, comments.
 */
import type JSZip from 'jszip'
import { type Look, type Style, ground, isWhite, plainLook, readablePointsMin, styleLook } from './visibility.ts'
import { type Tag, walkMarkup } from './walk.ts'
import { ParagraphWriter } from './paragraph-writer.ts'
import type { HiddenTally } from '../reading.ts'

const unshown = new Set(['tracked-changes', 'annotation', 'hidden-text', 'hidden-paragraph', 'script'])
const paragraphs = new Set(['p', 'h'])
const containers = new Set(['p', 'h', 'span', 'section', 'table', 'table-cell', 'text-box', 'a'])
const asides = new Set(['text-box', 'note-body'])
const tags = { open: '<text:p>', close: '</text:p>', text: (escaped: string) => escaped }

/** `content.xml` of the visible document: the page header's text, then the body's. */
export async function visibleOdt(zip: JSZip, tally: HiddenTally): Promise<string> {
  const read = async (name: string): Promise<string> => (await zip.file(name)?.async('string')) ?? ''
  const [common, content] = [await read('styles.xml'), await read('content.xml')]
  const styles = readStyles(common, content)
  return visibleWithin('header', common, styles, tally) + visibleWithin('body', content, styles, tally)
}

function visibleWithin(root: string, xml: string, styles: Map<string, Style>, tally: HiddenTally): string {
  const writer = new ParagraphWriter(tags, tally)
  const looks: Look[] = [plainLook]
  let [within, unshownDepth] = [0, 0]
  walkMarkup(xml, 'xml', {
    open(tag) {
      if (tag.name === root) within += 1
      if (unshown.has(tag.name)) unshownDepth += 1
      if (within === 0 || unshownDepth > 0) return
      if (containers.has(tag.name)) looks.push({ ...looks.at(-1)!, ...ownLook(tag, styles) })
      if (asides.has(tag.name)) writer.openAside()
      if (paragraphs.has(tag.name)) writer.openParagraph()
      writeMark(tag, writer)
    },
    text(text) {
      if (within > 0 && unshownDepth === 0) writer.text(text, looks.at(-1)!)
    },
    close(tag) {
      if (within > 0 && unshownDepth === 0) {
        if (paragraphs.has(tag.name)) writer.closeParagraph()
        if (asides.has(tag.name)) writer.closeAside()
        if (containers.has(tag.name)) looks.pop()
      }
      if (unshown.has(tag.name)) unshownDepth -= 1
      if (tag.name === root) within -= 1
    },
  })
  return String(writer)
}

function ownLook({ name, attributes }: Tag, styles: Map<string, Style>): Partial<Look> {
  const look = styleLook(styles, attributes.get('style-name'))
  // What a frame is filled with is another style's matter: white letters in it are taken for visible.
  if (name === 'text-box') look.shaded = true
  if (name === 'section' && attributes.get('display') === 'none') look.hidden = true
  return look
}

function writeMark({ name, attributes }: Tag, writer: ParagraphWriter): void {
  if (name === 'tab' || name === 's') writer.mark(' ')
  if (name === 'line-break') writer.mark('\n')
}

function readStyles(...sources: string[]): Map<string, Style> {
  const styles = new Map<string, Style>()
  let style: Style | null = null
  for (const xml of sources) {
    walkMarkup(xml, 'xml', {
      open(tag) {
        if (tag.name === 'style') {
          style = { look: {}, parent: tag.attributes.get('parent-style-name') ?? null }
          styles.set(tag.attributes.get('name') ?? '', style)
        } else if (style && tag.name.endsWith('-properties')) Object.assign(style.look, properties(tag.attributes))
      },
      text() {},
      close(tag) {
        if (tag.name === 'style') style = null
      },
    })
  }
  return styles
}

function properties(attributes: Map<string, string>): Partial<Look> {
  const [colour, size] = [attributes.get('color'), attributes.get('font-size')]
  const look = ground(attributes.get('background-color') ?? '')
  if (colour !== undefined) look.white = isWhite(colour)
  if (size?.endsWith('pt')) look.tiny = parseFloat(size) < readablePointsMin
  if (attributes.get('display') === 'none') look.hidden = true
  return look
}
