/** OpenDocument files as office suites write them. */
import { makeOdt, makeZip } from '../../../samples/resumes.ts'
import { type Layout, linesOf, type Parts } from '../resume-parts.ts'

const paragraphs = (lines: string[], style = 'P1') =>
  lines.map((line) => `<text:p text:style-name="${style}">${line}</text:p>`).join('')
const cell = (content: string, attributes = '') => `<table:table-cell ${attributes}>${content}</table:table-cell>`
const row = (cells: string[], attributes = '') => `<table:table-row ${attributes}>${cells.join('')}</table:table-row>`
const table = (...rows: string[]) => `<table:table>${rows.join('')}</table:table>`
const frame = (lines: string[], style = '') =>
  `<draw:frame draw:style-name="${style}"><draw:text-box>${paragraphs(lines)}</draw:text-box></draw:frame>`
const style = (name: string, properties: string) => `<style:style style:name="${name}">${properties}</style:style>`
const white = style('White', '<style:text-properties fo:color="#ffffff"/>')

/** Returns all lines as paragraphs, each formatted by `write`. */
const each = (write: (line: string, index: number) => string) => (parts: Parts) =>
  makeOdt(linesOf(parts).map(write).join(''))

/** Makes a document whose pages have a header and a footer. */
async function withPageMargins({ head, side, main, foot }: Parts): Promise<Buffer> {
  const master = `<style:header>${paragraphs(head)}</style:header><style:footer>${paragraphs(foot)}</style:footer>`
  return makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:body><office:text>${paragraphs([...side, ...main])}</office:text></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles><office:master-styles><style:master-page>${master}</style:master-page></office:master-styles></office:document-styles>`,
  })
}

export const openDocumentLayouts: Record<string, Layout> = {
  'two columns as a table': {
    make: ({ head, side, main, foot }) =>
      makeOdt(paragraphs(head) + table(row([cell(paragraphs(side)), cell(paragraphs(main))])) + paragraphs(foot)),
  },
  'columns of a section': { make: (parts) => makeOdt(`<text:section>${paragraphs(linesOf(parts))}</text:section>`) },
  'a side bar in a frame': {
    make: ({ head, side, main, foot }) =>
      makeOdt(`${paragraphs(head)}<text:p>${frame(side)}</text:p>${paragraphs([...main, ...foot])}`),
  },
  'a frame in a frame': {
    make: ({ head, side, main, foot }) => {
      const inner = `<text:p>${frame(side)}</text:p>${paragraphs(main)}`
      return makeOdt(
        `${paragraphs(head)}<text:p><draw:frame><draw:text-box>${inner}</draw:text-box></draw:frame></text:p>${paragraphs(foot)}`,
      )
    },
  },
  'header and footer': { make: withPageMargins },
  'a footnote': {
    make: ({ head, side, main, foot }) => {
      const note = `<text:note><text:note-body>${paragraphs(foot)}</text:note-body></text:note>`
      return makeOdt(`${paragraphs([...head, ...side, ...main.slice(0, -1)])}<text:p>${main.at(-1)}${note}</text:p>`)
    },
  },
  'tracked changes': {
    make: (parts) => {
      const gone = `<text:changed-region><text:deletion>${paragraphs(['Before the change'])}</text:deletion></text:changed-region>`
      const lines = linesOf(parts).map((line) => `<text:p><text:change text:change-id="c1"/>${line}</text:p>`)
      return makeOdt(`<text:tracked-changes>${gone}</text:tracked-changes>${lines.join('')}`)
    },
  },
  lists: {
    make: (parts) =>
      makeOdt(
        `<text:list>${linesOf(parts)
          .map((line, index) =>
            index % 3
              ? `<text:list-item><text:list><text:list-item><text:p>${line}</text:p></text:list-item></text:list></text:list-item>`
              : `<text:list-item><text:p>${line}</text:p></text:list-item>`,
          )
          .join('')}</text:list>`,
      ),
  },
  'nested tables': {
    make: ({ head, side, main, foot }) => {
      const inner = table(...main.map((line) => row([cell(paragraphs([line]))])))
      return makeOdt(
        table(row([cell(paragraphs(head))]), row([cell(paragraphs(side)), cell(inner)]), row([cell(paragraphs(foot))])),
      )
    },
  },
  'merged cells': {
    make: ({ head, side, main, foot }) => {
      const covered = '<table:covered-table-cell/>'
      const rows = main.map((line, index) =>
        row([
          index === 0 ? cell(paragraphs(side), `table:number-rows-spanned="${main.length}"`) : covered,
          cell(paragraphs([line])),
        ]),
      )
      return makeOdt(
        table(row([cell(paragraphs(head), 'table:number-columns-spanned="2"'), covered]), ...rows) + paragraphs(foot),
      )
    },
  },
  'links, spans and bookmarks': {
    make: each((line) => {
      const [first, ...rest] = line.split(' ')
      return `<text:p><text:bookmark text:name="b"/><text:a><text:span>${first}</text:span></text:a><text:s text:c="3"/>${rest.join('<text:s/>')}</text:p>`
    }),
  },
  'tabs and line breaks': {
    make: (parts) =>
      makeOdt(
        `<text:p>${linesOf(parts)
          .map((line) => line.replaceAll(' ', '<text:tab/>'))
          .join('<text:line-break/>')}</text:p>`,
      ),
  },
  'fields of the document': {
    make: each((line) => `<text:h text:outline-level="1"><text:user-field-get>${line}</text:user-field-get></text:h>`),
  },
  'pictures with descriptions': {
    make: each(
      (line) =>
        `<text:p><draw:frame><draw:image/><svg:title>Not shown</svg:title><svg:desc>Not shown either</svg:desc></draw:frame>${line}</text:p>`,
    ),
  },
  'comments at the edge': {
    make: each((line) => `<text:p><office:annotation><text:p>A comment</text:p></office:annotation>${line}</text:p>`),
  },
  'light letters on a dark row': {
    make: ({ head, side, main, foot }) => {
      const dark = style('Dark', '<style:table-row-properties fo:background-color="#1f3864"/>')
      const top = table(row([cell(paragraphs(head, 'White'))], 'table:style-name="Dark"'))
      return makeOdt(top + paragraphs([...side, ...main, ...foot]), white + dark)
    },
  },
  'light letters in a filled frame': {
    make: ({ head, side, main, foot }) => {
      const fill = style('Fill', '<style:graphic-properties draw:fill="solid" draw:fill-color="#1f3864"/>')
      const box = frame(side, 'Fill').replaceAll('"P1"', '"White"')
      return makeOdt(`${paragraphs(head)}<text:p>${box}</text:p>${paragraphs([...main, ...foot])}`, white + fill)
    },
  },
  'a paragraph that its condition shows': {
    make: each((line) => `<text:p><text:hidden-paragraph text:is-hidden="false"/>${line}</text:p>`),
  },
}
