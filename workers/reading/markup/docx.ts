/**
 * The visible text of a Word document, as a Word document of nothing else.
 *
 * Runs in the sandbox. Owns what WordprocessingML hides (ECMA-376, part 1, 17.3.2): vanished, white
 * and tiny runs, moved and deleted text, second renderings for old readers.
 */
import type JSZip from 'jszip'
import { type Look, type Style, ground, isWhite, plainLook, readablePointsMin, styleLook } from './visibility.ts'
import { type Tag, walkMarkup } from './walk.ts'
import { ParagraphWriter } from './paragraph-writer.ts'
import type { HiddenTally } from '../reading.ts'

/** Parts that a reader sees, in the order of reading. Comments, templates and custom XML are not among them. */
const shownParts = [
  /^word\/header\d*\.xml$/,
  /^word\/document\.xml$/,
  /^word\/(?:footnotes|endnotes)\.xml$/,
  /^word\/footer\d*\.xml$/,
]

/** Elements whose content shows nowhere, or shows elsewhere. */
const unshown = new Set(['Fallback', 'moveFrom', 'del'])
const containers = new Set(['tbl', 'tc', 'p', 'r', 'txbxContent'])
/** The converter's time grows with the square of an element's children: lines go into it in bundles (measured). */
const linesPerBundle = 64
const tags = { open: '', close: '<br/>', text: (escaped: string) => `<t>${escaped}</t>` }

/** The parts of the visible document, by the name they get in it. */
export async function visibleDocx(zip: JSZip, tally: HiddenTally): Promise<Map<string, string>> {
  const read = async (name: string): Promise<string> => (await zip.file(name)?.async('string')) ?? ''
  const styles = readStyles(await read('word/styles.xml'))
  const names = shownParts.flatMap((shown) =>
    Object.keys(zip.files)
      .filter((name) => shown.test(name))
      .sort(),
  )
  // First, left and right pages mostly repeat one header: a part that says the same is read once.
  const parts = new Map<string, string>()
  for (const name of names) {
    const body = visibleBody(await read(name), styles, tally)
    if (![...parts.values()].includes(body)) parts.set(name, body)
  }
  return parts
}

function visibleBody(xml: string, styles: Map<string, Style>, tally: HiddenTally): string {
  const writer = new ParagraphWriter(tags, tally)
  const looks: Look[] = [plainLook]
  let unshownDepth = 0
  walkMarkup(xml, 'xml', {
    open(tag, path) {
      if (unshown.has(tag.name)) unshownDepth += 1
      if (unshownDepth > 0) return
      if (containers.has(tag.name)) looks.push({ ...looks.at(-1)! })
      // What a text box is filled with is drawn, not said: white letters in it are taken for visible.
      if (tag.name === 'txbxContent') looks.at(-1)!.shaded = true
      if (tag.name === 'txbxContent') writer.openAside()
      if (tag.name === 'p') writer.openParagraph()
      if (isProperty(path)) Object.assign(looks.at(-1)!, property(tag, styles))
      if (path.at(-1)?.name === 'r') writeMark(tag.name, writer, looks.at(-1)!)
    },
    text(text, path) {
      if (unshownDepth === 0 && path.at(-1)?.name === 't') writer.text(text, looks.at(-1)!)
    },
    close(tag) {
      if (unshown.has(tag.name)) unshownDepth -= 1
      else if (unshownDepth === 0) {
        if (tag.name === 'p') writer.closeParagraph()
        if (tag.name === 'txbxContent') writer.closeAside()
        if (containers.has(tag.name)) looks.pop()
      }
    },
  })
  return `<document>${bundle(String(writer).split('<br/>'))}</document>`
}

function bundle(lines: string[]): string {
  const bundles: string[] = []
  for (let at = 0; at < lines.length; at += linesPerBundle) {
    bundles.push(`<p>${lines.slice(at, at + linesPerBundle).join('<br/>')}</p>`)
  }
  return bundles.join('')
}

/** Properties stand in a list of the element they describe: `r/rPr`, `p/pPr`, `tc/tcPr`, `tbl/tblPr`. */
function isProperty(path: Tag[]): boolean {
  const [owner, list] = path.slice(-2)
  return owner !== undefined && containers.has(owner.name) && list?.name === `${owner.name}Pr`
}

function property({ name, attributes }: Tag, styles: Map<string, Style>): Partial<Look> {
  const value = attributes.get('val') ?? ''
  if (name === 'pStyle' || name === 'rStyle') return styleLook(styles, value)
  if (name === 'tblStyle') return styleLook(styles, value).shaded ? { shaded: true } : {}
  if (name === 'vanish') return { hidden: !['0', 'false', 'off'].includes(value) }
  if (name === 'color') return { white: isWhite(value) }
  // In half points.
  if (name === 'sz') return { tiny: Number(value) < readablePointsMin * 2 }
  if (name === 'highlight') return ground(value)
  if (name === 'shd') return value === 'solid' ? { shaded: true } : ground(attributes.get('fill') ?? '')
  return {}
}

function writeMark(name: string, writer: ParagraphWriter, look: Look): void {
  if (name === 'tab') writer.mark('<tab/>')
  if (name === 'br' || name === 'cr') writer.mark('<br/>')
  if (name === 'noBreakHyphen') writer.text('-', look)
}

/** Every property in a style counts, wherever it stands: a table style shades its rows in lists of their own. */
function readStyles(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>()
  let style: Style | null = null
  walkMarkup(xml, 'xml', {
    open(tag) {
      if (tag.name === 'style') styles.set(tag.attributes.get('styleId') ?? '', (style = { look: {}, parent: null }))
      else if (tag.name === 'basedOn' && style) style.parent = tag.attributes.get('val') ?? null
      else if (style) Object.assign(style.look, property(tag, new Map()))
    },
    text() {},
    close(tag) {
      if (tag.name === 'style') style = null
    },
  })
  return styles
}
