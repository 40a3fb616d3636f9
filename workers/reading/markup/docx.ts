/**
 * Rewrites a Word document as a Word document of its visible text alone.
 *
 * Runs in the sandbox. Owns what WordprocessingML hides (ECMA-376, part 1, 17.3.2): vanished, white and tiny runs,
 * moved and deleted text, second renderings for old readers.
 */
import { type Style, type NamedStyle, background, inheritedStyle, parseColour, plainStyle } from './visibility.ts'
import { type Theme, readTheme, themed } from './docx-theme.ts'
import { type Tag, walkMarkup } from './walk.ts'
import { ParagraphWriter } from './paragraph-writer.ts'
import type { HiddenTally } from '../findings.ts'
import { readablePointsMin } from '../reading.ts'
import type { Zip } from '../zip.ts'

/** The parts that a reader sees, in reading order. Comments, templates and custom XML are not among them. */
const visibleParts = [
  /^word\/header\d*\.xml$/,
  /^word\/document\.xml$/,
  /^word\/(?:footnotes|endnotes)\.xml$/,
  /^word\/footer\d*\.xml$/,
]

/** Elements whose content is shown nowhere, or is shown elsewhere. */
const hiddenElements = new Set(['Fallback', 'moveFrom', 'del'])
const containers = new Set(['tbl', 'tc', 'p', 'r', 'txbxContent'])
/** The converter's time grows with the square of an element's children, so lines go into it in bundles (measured). */
const linesPerBundle = 64
type Looks = { theme: Theme; namedStyles: Map<string, NamedStyle> }
const tags = { open: '', close: '<br/>', text: (escaped: string) => `<t>${escaped}</t>` }

/** The `word/document.xml` of the visible document, with the text of all parts that a reader sees. */
export async function visibleDocx(zip: Zip, tally: HiddenTally): Promise<string> {
  const theme = readTheme(await zip.text('word/theme/theme1.xml'))
  const looks = { theme, namedStyles: readNamedStyles(await zip.text('word/styles.xml'), theme) }
  const names = visibleParts.flatMap((shown) => [...zip.names].filter((name) => shown.test(name)).sort())
  // First, left and right pages mostly repeat one header, so equal parts are read once.
  const bodies = new Set<string>()
  for (const name of names) bodies.add(visibleBody(await zip.text(name), looks, tally))
  // One root around them: the converter reads all parts as one document.
  return `<document>${[...bodies].join('')}</document>`
}

/** The same of Word 2003's XML, one file with the same elements. */
export function visibleWordXml(xml: string, tally: HiddenTally): string {
  const theme: Theme = new Map()
  return `<document>${visibleBody(xml, { theme, namedStyles: readNamedStyles(xml, theme) }, tally)}</document>`
}

function visibleBody(xml: string, looks: Looks, tally: HiddenTally): string {
  const writer = new ParagraphWriter(tags, tally)
  const styles: Style[] = [{ ...plainStyle }]
  let hiddenDepth = 0
  walkMarkup(xml, 'xml', {
    open(tag, path) {
      if (hiddenElements.has(tag.name)) hiddenDepth += 1
      if (hiddenDepth > 0) return
      if (containers.has(tag.name)) styles.push({ ...styles.at(-1)! })
      // The fill of a text box is drawn and not declared, so letters of any colour in it count as visible.
      if (tag.name === 'txbxContent') styles.at(-1)!.paper = null
      // So does white text on a coloured page.
      if (tag.name === 'background') Object.assign(styles[0]!, background(tag.attributes.get('color') ?? ''))
      if (tag.name === 'txbxContent') writer.openAside()
      if (tag.name === 'p') writer.openParagraph()
      if (isProperty(path)) Object.assign(styles.at(-1)!, property(tag, looks))
      if (path.at(-1)?.name === 'r') writeMark(tag.name, writer, styles.at(-1)!)
    },
    text(text, path) {
      if (hiddenDepth === 0 && path.at(-1)?.name === 't') writer.text(text, styles.at(-1)!)
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
  return bundle(String(writer).split('<br/>'))
}

function bundle(lines: string[]): string {
  const bundles: string[] = []
  for (let at = 0; at < lines.length; at += linesPerBundle) {
    bundles.push(`<p>${lines.slice(at, at + linesPerBundle).join('<br/>')}</p>`)
  }
  return bundles.join('')
}

/** Properties are in a list of the element that they describe: `r/rPr`, `p/pPr`, `tc/tcPr`, `tbl/tblPr`. */
function isProperty(path: Tag[]): boolean {
  const [owner, list] = path.slice(-2)
  return owner !== undefined && containers.has(owner.name) && list?.name === `${owner.name}Pr`
}

function property({ name, attributes }: Tag, { theme, namedStyles }: Looks): Partial<Style> {
  const value = attributes.get('val') ?? ''
  if (name === 'pStyle' || name === 'rStyle') return inheritedStyle(namedStyles, value)
  // A table's style shades some of its rows, and which ones is not followed.
  if (name === 'tblStyle') return inheritedStyle(namedStyles, value).paper === undefined ? {} : { paper: null }
  if (name === 'vanish') return { hidden: ['0', 'false', 'off'].includes(value) ? null : 'vanish' }
  if (name === 'color') return { ink: themed(theme, attributes, 'theme') ?? parseColour(value) }
  // In half points.
  if (name === 'sz') return { tiny: Number(value) < readablePointsMin * 2 }
  if (name === 'highlight') return background(value)
  if (name === 'shd') return shading(attributes, theme)
  return {}
}

/** ECMA-376, part 1, 17.18.78: `clear` shows the fill, `solid` the pattern's colour, and the others a mixture. */
function shading(attributes: Tag['attributes'], theme: Theme): Partial<Style> {
  const pattern = attributes.get('val') ?? 'clear'
  if (!['clear', 'nil', 'solid'].includes(pattern)) return { paper: null }
  const [paper, plain] =
    pattern === 'solid'
      ? [themed(theme, attributes, 'theme'), attributes.get('color')]
      : [themed(theme, attributes, 'themeFill'), attributes.get('fill')]
  return paper ? { paper } : background(plain ?? '')
}

function writeMark(name: string, writer: ParagraphWriter, style: Style): void {
  if (name === 'tab') writer.mark('<tab/>')
  if (name === 'br' || name === 'cr') writer.mark('<br/>')
  if (name === 'noBreakHyphen') writer.text('-', style)
}

/** Every property in a style counts, wherever it is: a table style shades its rows in lists of their own. */
function readNamedStyles(xml: string, theme: Theme): Map<string, NamedStyle> {
  const namedStyles = new Map<string, NamedStyle>()
  let style: NamedStyle | null = null
  walkMarkup(xml, 'xml', {
    open(tag) {
      if (tag.name === 'style')
        namedStyles.set(tag.attributes.get('styleId') ?? '', (style = { own: {}, parent: null }))
      else if (tag.name === 'basedOn' && style) style.parent = tag.attributes.get('val') ?? null
      else if (style) Object.assign(style.own, property(tag, { theme, namedStyles: new Map() }))
    },
    text() {},
    close(tag) {
      if (tag.name === 'style') style = null
    },
  })
  return namedStyles
}
