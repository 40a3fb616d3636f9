/** Word documents as word processors, resume builders and converters write them. */
import { Document, Footer, Header, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx'
import { makeWordXml } from '../../../samples/legacy.ts'
import { makeZip, rawDocx, wordParagraph } from '../../../samples/resumes.ts'
import { type Layout, linesOf, type Parts } from '../resume-parts.ts'

const paragraphs = (lines: string[], properties = '') => lines.map((line) => wordParagraph(line, properties)).join('')
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
const table = (...rows: string[][]) =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.join('')}</w:tr>`).join('')}</w:tbl>`
const part = (root: string, content: string) => `<w:${root}>${content}</w:${root}>`

/** Returns a text box as Word 2010 and later write it, with the fallback for older versions. */
function textBox(lines: string[]): string {
  const content = `<w:txbxContent>${paragraphs(lines)}</w:txbxContent>`
  return (
    `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:wsp><wps:txbx>${content}</wps:txbx></wps:wsp>` +
    `</w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>${content}</v:textbox></v:shape></w:pict>` +
    `</mc:Fallback></mc:AlternateContent></w:r>`
  )
}

/** Splits every word into two runs, as edits and spell checks do. */
const split = (line: string) =>
  `<w:p>${line
    .split(/(?<=^.{3})|(?<= )|(?<= ..)/u)
    .map(run)
    .join('<w:proofErr w:type="spellStart"/>')}</w:p>`

/** Returns all lines as paragraphs, each formatted by `write`. */
const each = (write: (line: string, index: number) => string) => (parts: Parts) =>
  rawDocx(linesOf(parts).map(write).join(''))

export const wordLayouts: Record<string, Layout> = {
  'two columns as a table': {
    make: ({ head, side, main, foot }) =>
      rawDocx(paragraphs(head) + table([cell(paragraphs(side)), cell(paragraphs(main))]) + paragraphs(foot)),
  },
  'columns of a section': {
    make: (parts) => rawDocx(`${paragraphs(linesOf(parts))}<w:sectPr><w:cols w:num="2"/></w:sectPr>`),
  },
  'a side bar in a text box': {
    make: ({ head, side, main, foot }) =>
      rawDocx(`${paragraphs(head)}<w:p>${textBox(side)}</w:p>${paragraphs([...main, ...foot])}`),
  },
  'a text box of an old version': {
    make: ({ head, side, main, foot }) =>
      rawDocx(
        `${paragraphs(head)}<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>${paragraphs(side)}</w:txbxContent>` +
          `</v:textbox></v:shape></w:pict></w:r></w:p>${paragraphs([...main, ...foot])}`,
      ),
  },
  'a group of text boxes': {
    make: ({ head, side, main, foot }) =>
      rawDocx(`<w:p>${[head, side, main].map(textBox).join('')}</w:p>${paragraphs(foot)}`),
  },
  'header and footer': {
    make: ({ head, side, main, foot }) =>
      rawDocx(paragraphs([...side, ...main]), {
        'word/header1.xml': part('hdr', paragraphs(head)),
        'word/footer1.xml': part('ftr', paragraphs(foot)),
      }),
  },
  'a footnote': {
    make: ({ head, side, main, foot }) =>
      rawDocx(`${paragraphs([...head, ...side, ...main])}<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`, {
        'word/footnotes.xml': part('footnotes', `<w:footnote w:id="2">${paragraphs(foot)}</w:footnote>`),
      }),
  },
  'tracked changes': {
    make: each(
      (line) =>
        `<w:p><w:del><w:r><w:delText>Before the change</w:delText></w:r></w:del><w:ins w:author="x">${run(line)}</w:ins></w:p>`,
    ),
  },
  'moved paragraphs': {
    make: each(
      (line) =>
        `<w:p><w:moveFrom><w:r><w:t>Stood here</w:t></w:r></w:moveFrom></w:p><w:p><w:moveTo>${run(line)}</w:moveTo></w:p>`,
    ),
  },
  lists: {
    make: each(
      (line, index) =>
        `<w:p><w:pPr><w:numPr><w:ilvl w:val="${index % 3}"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(line)}</w:p>`,
    ),
  },
  'nested tables': {
    make: ({ head, side, main, foot }) => {
      const inner = table(...main.map((line) => [cell(wordParagraph(line))]))
      return rawDocx(
        table([cell(paragraphs(head))], [cell(paragraphs(side)), cell(`${inner}<w:p/>`)], [cell(paragraphs(foot))]),
      )
    },
  },
  'merged cells': {
    make: ({ head, side, main, foot }) => {
      const merged = (restart: string) => cell('<w:p/>', `<w:vMerge${restart}/>`)
      const rows = main.map((line) => [merged(''), cell(wordParagraph(line), '<w:gridSpan w:val="2"/>')])
      const first = [cell(paragraphs(side), '<w:vMerge w:val="restart"/>'), cell('<w:p/>')]
      return rawDocx(table([cell(paragraphs(head), '<w:gridSpan w:val="3"/>')], first, ...rows) + paragraphs(foot))
    },
  },
  'content controls': {
    make: each(
      (line) =>
        `<w:sdt><w:sdtPr><w:alias w:val="Not shown"/></w:sdtPr><w:sdtContent><w:p><w:sdt><w:sdtContent>${run(line)}` +
        `</w:sdtContent></w:sdt></w:p></w:sdtContent></w:sdt>`,
    ),
  },
  'links and fields': {
    make: each((line, index) =>
      index % 2
        ? `<w:p><w:hyperlink r:id="rId9">${run(line)}</w:hyperlink></w:p>`
        : `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF not shown</w:instrText></w:r><w:r>` +
          `<w:fldChar w:fldCharType="separate"/></w:r>${run(line)}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
    ),
  },
  'words in several runs': { make: each(split) },
  'tabs between words': {
    make: each((line) => `<w:p>${line.split(' ').map(run).join('<w:r><w:tab/></w:r>')}</w:p>`),
  },
  'breaks within one paragraph': {
    make: (parts) => rawDocx(`<w:p>${linesOf(parts).map(run).join('<w:r><w:br/></w:r>')}</w:p>`),
  },
  'wrappers of custom XML': {
    make: each((line) => `<w:customXml><w:p><w:smartTag>${run(line)}</w:smartTag></w:p></w:customXml>`),
  },
  'letters right to left': {
    make: each((line) => `<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>${line}</w:t></w:r></w:p>`),
  },
  'a main part of another name': {
    make: (parts) =>
      makeZip({
        '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        '_rels/.rels':
          '<Relationships><Relationship Id="rId1" Target="/word/document2.xml" Type="http://schemas.openxmlformats.org/' +
          'officeDocument/2006/relationships/officeDocument"/></Relationships>',
        'word/document2.xml': part('document', `<w:body>${paragraphs(linesOf(parts))}</w:body>`),
      }),
  },
  'light letters on a dark row': {
    make: ({ head, side, main, foot }) => {
      const dark = cell(paragraphs(head, '<w:color w:val="FFFFFF"/>'), '<w:shd w:val="clear" w:fill="1F3864"/>')
      return rawDocx(table([dark]) + paragraphs([...side, ...main, ...foot]))
    },
  },
  'light letters on a dark page': {
    make: (parts) => {
      const body = `<w:body>${paragraphs(linesOf(parts), '<w:color w:val="F2F2F2"/>')}</w:body>`
      return makeZip({ 'word/document.xml': part('document', `<w:background w:color="203040"/>${body}`) })
    },
  },
  'light letters in a filled text box': {
    make: ({ head, side, main, foot }) => {
      const content = `<w:txbxContent>${paragraphs(side, '<w:color w:val="FFFFFF"/>')}</w:txbxContent>`
      const fill = '<wps:spPr><a:solidFill><a:srgbClr val="1F3864"/></a:solidFill></wps:spPr>'
      const box = `<w:r><w:drawing><wps:wsp>${fill}<wps:txbx>${content}</wps:txbx></wps:wsp></w:drawing></w:r>`
      return rawDocx(`${paragraphs(head)}<w:p>${box}</w:p>${paragraphs([...main, ...foot])}`)
    },
  },
  'light letters in a text box over a filled shape': {
    make: ({ head, side, main, foot }) => {
      const content = `<w:txbxContent>${paragraphs(side, '<w:color w:val="FFFFFF"/>')}</w:txbxContent>`
      const shape = '<wps:wsp><wps:spPr><a:solidFill><a:srgbClr val="1F3864"/></a:solidFill></wps:spPr></wps:wsp>'
      const box = `<wps:wsp><wps:spPr><a:noFill/></wps:spPr><wps:txbx>${content}</wps:txbx></wps:wsp>`
      const drawing = `<w:r><w:drawing>${shape}${box}</w:drawing></w:r>`
      return rawDocx(`${paragraphs(head)}<w:p>${drawing}</w:p>${paragraphs([...main, ...foot])}`)
    },
  },
  'equations and symbols': {
    make: each((line) => `<w:p><m:oMath><m:r><m:t>${line}</m:t></m:r></m:oMath></w:p>`),
  },
  'the docx library': { make: byLibrary },
  'Word 2003 XML, in tables': {
    make: ({ head, side, main, foot }) =>
      makeWordXml(paragraphs(head) + table([cell(paragraphs(side)), cell(paragraphs(main))]) + paragraphs(foot)),
  },
}

function byLibrary({ head, side, main, foot }: Parts): Promise<Buffer> {
  const list = (lines: string[]) =>
    lines.map((text) => new Paragraph({ children: [new TextRun({ text, bold: true })] }))
  const columns = new TableRow({ children: [side, main].map((lines) => new TableCell({ children: list(lines) })) })
  const section = {
    headers: { default: new Header({ children: list(head) }) },
    footers: { default: new Footer({ children: list(foot) }) },
    children: [new Table({ rows: [columns] })],
  }
  return Packer.toBuffer(new Document({ sections: [section] }))
}
