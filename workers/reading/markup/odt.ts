/**
 * Rewrites an OpenDocument file with only its visible text.
 *
 * Runs in the sandbox. Handles all ways in which OpenDocument hides text (1.3, part 3, 20): hidden, white and tiny
 * styles, hidden sections and paragraphs, deleted text, comments.
 */
import { type Looks, readLooks, shapes } from './odt-styles.ts'
import { ParagraphWriter } from './paragraph-writer.ts'
import { type Style, inheritedStyle, isOutside, plainStyle, points } from './visibility.ts'
import { type Tag, walkMarkup } from './walk.ts'
import type { HiddenTally } from '../findings.ts'
import type { Zip } from '../zip.ts'

/**
 * Elements that are not read: they are not shown, or their text would be attached to the previous word, like a note's
 * number.
 */
const hiddenElements = new Set(['tracked-changes', 'annotation', 'hidden-paragraph', 'script', 'note-citation'])
const paragraphs = new Set(['p', 'h'])
const rows = ['table', 'table-row', 'table-cell', 'covered-table-cell']
const containers = new Set(['p', 'h', 'span', 'section', 'frame', 'text-box', 'a', 'hidden-text', ...rows, ...shapes])
const asides = new Set(['text-box', 'note-body', ...shapes])
const tags = { open: '<text:p>', close: '</text:p>', text: escapeMarkup }
const headers = new Set(['header', 'header-left', 'header-first'])
const footers = new Set(['footer', 'footer-left', 'footer-first'])

/** Returns a `content.xml` with the document's visible text: page headers, body and page footers. */
export async function visibleOdt(zip: Zip, tally: HiddenTally): Promise<string> {
  const [common, content] = [await zip.text('styles.xml'), await zip.text('content.xml')]
  const looks = readLooks(common, content)
  const parts = [
    ...visibleWithin(headers, common, looks, tally),
    ...visibleWithin(new Set(['body']), content, looks, tally),
    ...visibleWithin(footers, common, looks, tally),
  ]
  // Page styles usually have the same header, so equal parts are returned only once.
  return [...new Set(parts)].join('')
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Returns the visible text of each of these elements. */
function visibleWithin(roots: Set<string>, xml: string, looks: Looks, tally: HiddenTally): string[] {
  const parts: string[] = []
  let writer = new ParagraphWriter(tags, tally)
  const styles: Style[] = [{ ...plainStyle, ...looks.page }]
  let [within, hiddenDepth] = [0, 0]
  walkMarkup(xml, {
    open(tag, path) {
      if (roots.has(tag.name)) within += 1
      if (isHiddenElement(tag, path)) hiddenDepth += 1
      if (within > 0 && isHiddenParagraph(tag)) styles.at(-1)!.hidden = 'vanish'
      if (within === 0 || hiddenDepth > 0) return
      if (containers.has(tag.name)) styles.push({ ...styles.at(-1)!, ...ownStyle(tag, looks) })
      if (asides.has(tag.name)) writer.openAside()
      if (paragraphs.has(tag.name)) writer.openParagraph()
      writeMark(tag, writer)
    },
    text(text) {
      if (within > 0 && hiddenDepth === 0) writer.text(text, styles.at(-1)!)
    },
    close(tag, path) {
      if (within > 0 && hiddenDepth === 0) {
        if (paragraphs.has(tag.name)) writer.closeParagraph()
        if (asides.has(tag.name)) writer.closeAside()
        if (containers.has(tag.name)) styles.pop()
      }
      if (isHiddenElement(tag, path)) hiddenDepth -= 1
      if (!roots.has(tag.name) || --within > 0) return
      parts.push(String(writer))
      writer = new ParagraphWriter(tags, tally)
    },
  })
  return parts
}

/**
 * Returns whether an element is hidden. A title or a description is hidden in a drawing. In the document's text, a
 * title is a visible field.
 */
function isHiddenElement({ name }: Tag, path: Tag[]): boolean {
  const around = path.at(-1)?.name ?? ''
  return hiddenElements.has(name) || (/^(?:title|desc)$/.test(name) && (around === 'frame' || shapes.has(around)))
}

/** Returns whether a field hides its paragraph (7.7.9). */
function isHiddenParagraph({ name, attributes }: Tag): boolean {
  return name === 'hidden-paragraph' && attributes.get('is-hidden') === 'true'
}

function ownStyle({ name, attributes }: Tag, { namedStyles, painted }: Looks): Partial<Style> {
  const style = inheritedStyle(namedStyles, attributes.get('style-name'))
  // The background of a shape is unknown, because shapes are filled by default. The background of a frame is unknown if
  // something may be painted behind it.
  if (shapes.has(name) || (name === 'frame' && painted)) style.paper ??= null
  if (name === 'frame' || shapes.has(name))
    style.outside = ['x', 'y'].some((side) => isOutside(points(attributes.get(side) ?? '')))
  if (name === 'section' && attributes.get('display') === 'none') style.hidden = 'vanish'
  if (name === 'covered-table-cell') style.hidden = 'covered'
  if (name === 'hidden-text' && attributes.get('is-hidden') !== 'false') style.hidden = 'vanish'
  return style
}

function writeMark({ name }: Tag, writer: ParagraphWriter): void {
  if (name === 'tab' || name === 's') writer.mark(' ')
  if (name === 'line-break') writer.mark('\n')
}
