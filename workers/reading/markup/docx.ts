/**
 * Reads the visible text in a Word document.
 *
 * Runs in the sandbox. Handles all ways in which WordprocessingML hides text (ECMA-376, part 1, 17.3.2): vanished,
 * white and tiny runs, moved and deleted text, and alternative content for old readers.
 */
import { Drawings, isPainted } from './docx-drawing.ts'
import { chunkParts, shownParts } from './docx-parts.ts'
import { type Looks, property, readNamedStyles, textFill } from './docx-properties.ts'
import { readTheme } from './docx-theme.ts'
import { ParagraphWriter } from './paragraph-writer.ts'
import { type Style, background, plainStyle } from './visibility.ts'
import { type Tag, walkMarkup } from './walk.ts'
import type { HiddenTally } from '../findings.ts'
import type { Zip } from '../zip.ts'

/**
 * Elements whose content is not read: it is not shown, another element shows it, or it is ruby text (`rt`), which
 * repeats the word below it.
 */
const hiddenElements = new Set(['Fallback', 'moveFrom', 'del', 'rt'])
const containers = new Set(['tbl', 'tr', 'tc', 'p', 'r', 'txbxContent'])
const lines = { open: '', close: '\n', text: (text: string) => text }

/** Returns the text of a document that is embedded in a Word document; '' if its format is not supported. */
export type ReadInner = (bytes: Buffer, name: string) => Promise<string>

/** Returns the text in all visible parts. Throws like `openZip`. */
export async function readDocx(zip: Zip, tally: HiddenTally, readInner: ReadInner): Promise<string> {
  const theme = readTheme(await zip.text('word/theme/theme1.xml'))
  const namedStyles = readNamedStyles(await zip.text('word/styles.xml'), theme)
  const parts: string[] = []
  for (const name of await shownParts(zip)) parts.push(await zip.text(name))
  const looks = { theme, namedStyles, painted: parts.some(isPainted) }
  // First, left and right pages usually have the same header, so equal parts are returned only once.
  const chunks = new Map<string, string>()
  for (const [id, name] of await chunkParts(zip)) chunks.set(id, await readInner(await zip.bytes(name), name))
  return [...new Set(parts.map((part) => visibleBody(part, looks, tally, chunks)))].join('\n')
}

/**
 * Returns the visible text of a document in Word 2003's XML format, which is a single file with the same elements as a
 * docx.
 */
export function readWordXml(xml: string, tally: HiddenTally): string {
  const theme: ReturnType<typeof readTheme> = new Map()
  const looks = { theme, namedStyles: readNamedStyles(xml, theme), painted: isPainted(xml) }
  return visibleBody(xml, looks, tally, new Map())
}

/** `chunks` maps relationship ids to the text of embedded documents. */
function visibleBody(xml: string, looks: Looks, tally: HiddenTally, chunks: ReadonlyMap<string, string>): string {
  const writer = new ParagraphWriter(lines, tally)
  const styles: Style[] = [{ ...plainStyle }]
  const drawings = new Drawings(looks.theme, looks.painted)
  let hiddenDepth = 0
  walkMarkup(xml, {
    open(tag, path) {
      if (hiddenElements.has(tag.name)) hiddenDepth += 1
      if (hiddenDepth > 0) return
      if (containers.has(tag.name)) styles.push({ ...styles.at(-1)! })
      drawings.open(tag, path)
      if (tag.name === 'txbxContent') Object.assign(styles.at(-1)!, drawings.style(styles.at(-1)!))
      // White text is visible on a coloured page.
      if (tag.name === 'background') Object.assign(styles[0]!, background(tag.attributes.get('color') ?? ''))
      if (tag.name === 'altChunk') writer.block(chunks.get(tag.attributes.get('id') ?? '') ?? '')
      if (tag.name === 'txbxContent') writer.openAside()
      if (tag.name === 'p') writer.openParagraph()
      if (isProperty(path)) Object.assign(styles.at(-1)!, property(tag, looks))
      else if (path.at(-1)?.name !== 'p') Object.assign(styles.at(-1)!, textFill(tag, path, looks))
      if (path.at(-1)?.name === 'r') writeMark(tag.name, writer, styles.at(-1)!)
    },
    text(text, path) {
      if (hiddenDepth > 0) return
      drawings.text(text, path)
      if (path.at(-1)?.name === 't') writer.text(text, styles.at(-1)!)
    },
    close(tag) {
      if (hiddenElements.has(tag.name)) hiddenDepth -= 1
      else if (hiddenDepth === 0) {
        if (tag.name === 'p') writer.closeParagraph()
        if (tag.name === 'txbxContent') writer.closeAside()
        if (containers.has(tag.name)) styles.pop()
      }
    },
  })
  return String(writer)
}

/**
 * Returns whether a tag is a property. Properties are in a list inside the element that they describe: `r/rPr`,
 * `p/pPr`, `tr/trPr`, `tc/tcPr`, `tbl/tblPr`.
 */
function isProperty(path: Tag[]): boolean {
  const [owner, list] = path.slice(-2)
  return owner !== undefined && containers.has(owner.name) && list?.name === `${owner.name}Pr`
}

function writeMark(name: string, writer: ParagraphWriter, style: Style): void {
  if (name === 'tab') writer.mark(' ')
  if (name === 'br' || name === 'cr') writer.mark('\n')
  if (name === 'noBreakHyphen') writer.text('-', style)
}
