/** Ways to hide text in OpenDocument, Rich Text Format and Word 97 files. */
import { makeDoc, makeRtf } from '../../../samples/legacy.ts'
import { makeOdt } from '../../../samples/resumes.ts'
import { secret } from '../entry.ts'
import { english, linesOf } from '../resume-parts.ts'
import type { Tricks } from './tricks.ts'

const lines = linesOf(english)
const visible = lines.map((line) => `<text:p>${line}</text:p>`).join('')
const odt =
  (body: string, styles = '') =>
  () =>
    makeOdt(visible + body, styles)
const style = (properties: string, name = 'T1', attributes = '') =>
  `<style:style style:name="${name}" ${attributes}>${properties}</style:style>`
const letters = (attributes: string) => `<style:text-properties ${attributes}/>`
const span = `<text:p><text:span text:style-name="T1">${secret}</text:span></text:p>`
const styled = (attributes: string) => odt(span, style(letters(attributes)))
const white = letters('fo:color="#ffffff"')
const cell = (name: string, attributes = '') =>
  `<table:table><table:table-row ${attributes}><table:table-cell table:style-name="${name}"><text:p text:style-name="T1">${secret}</text:p></table:table-cell></table:table-row></table:table>`
const frame = (properties: string) =>
  odt(
    `<text:p><draw:frame draw:style-name="F1"><draw:text-box><text:p text:style-name="T1">${secret}</text:p></draw:text-box></draw:frame></text:p>`,
    style(white) + style(`<style:graphic-properties ${properties}/>`, 'F1'),
  )

export const openDocumentTricks: Tricks = {
  'hidden text': { make: styled('text:display="none"') },
  'white text': { make: styled('fo:color="#ffffff"') },
  'almost white text': { make: styled('fo:color="#f5f5f5"') },
  'dark text on its own colour': { make: styled('fo:color="#1f3864" fo:background-color="#1f3864"') },
  'text of one point': { flag: 'TINY_TEXT', make: styled('fo:font-size="1pt"') },
  'text of a hundredth of an inch': { flag: 'TINY_TEXT', make: styled('fo:font-size="0.01in"') },
  'text of two percent': { flag: 'TINY_TEXT', make: styled('fo:font-size="2%"') },
  'text at a hundredth of its width': { flag: 'TINY_TEXT', make: styled('style:text-scale="1%"') },
  'hidden text by its style’s parent': {
    make: odt(span, style(letters('text:display="none"'), 'Base') + style('', 'T1', 'style:parent-style-name="Base"')),
  },
  'white text in a cell': { make: odt(cell('C1'), style(white)) },
  'dark text in a cell of its colour': {
    make: odt(
      cell('C1'),
      style(letters('fo:color="#1f3864"')) +
        style('<style:table-cell-properties fo:background-color="#1f3864"/>', 'C1'),
    ),
  },
  'white text in a frame without a fill': { make: frame('draw:fill="none"') },
  'white text in a white frame': { make: frame('draw:fill="solid" draw:fill-color="#ffffff"') },
  'text under a merged cell': {
    make: odt(
      `<table:table><table:table-row><table:table-cell table:number-columns-spanned="2"/><table:covered-table-cell><text:p>${secret}</text:p></table:covered-table-cell></table:table-row></table:table>`,
    ),
  },
  'a hidden section': { make: odt(`<text:section text:display="none"><text:p>${secret}</text:p></text:section>`) },
  'a hidden paragraph': {
    make: odt(`<text:p><text:hidden-paragraph text:condition="1" text:is-hidden="true"/>${secret}</text:p>`),
  },
  'a text that its condition hides': {
    make: odt(
      `<text:p><text:hidden-text text:is-hidden="true" text:string-value="${secret}">${secret}</text:hidden-text></text:p>`,
    ),
  },
  'text off the page': {
    flag: 'OFF_PAGE_TEXT',
    make: odt(
      `<text:p text:style-name="T1">${secret}</text:p>`,
      style('<style:paragraph-properties fo:margin-left="-100cm" fo:margin-right="100cm"/>'),
    ),
  },
  'a frame off the page': {
    flag: 'OFF_PAGE_TEXT',
    make: odt(
      `<text:p><draw:frame svg:x="-80cm" svg:y="0cm"><draw:text-box><text:p>${secret}</text:p></draw:text-box></draw:frame></text:p>`,
    ),
  },
  'tag characters': {
    flag: 'INVISIBLE_CHARACTERS',
    make: () => makeOdt(visible.replace('Kubernetes', 'Kubernetes\u{e0068}\u{e0069}\u{e0072}\u{e0065}')),
  },
  'deleted text': {
    flag: null,
    make: () =>
      makeOdt(
        `<text:tracked-changes><text:changed-region><text:deletion><text:p>${secret}</text:p></text:deletion></text:changed-region></text:tracked-changes>${visible}`,
      ),
  },
  comments: {
    flag: null,
    make: odt(`<text:p><office:annotation><text:p>${secret}</text:p></office:annotation></text:p>`),
  },
  'a picture’s description': {
    flag: null,
    make: odt(
      `<text:p><draw:frame><draw:image/><svg:title>${secret}</svg:title><svg:desc>${secret}</svg:desc></draw:frame></text:p>`,
    ),
  },
  scripts: { flag: null, make: odt(`<text:p><text:script>${secret}</text:script></text:p>`) },
}

const rtfLines = lines.map((line) => `${line}\\par\n`).join('')
const rtf = (extra: string) => () => makeRtf(rtfLines + extra)

export const richTextTricks: Tricks = {
  'hidden text': { make: rtf(`{\\v ${secret}}`) },
  'hidden text, letter by letter': { make: rtf([...secret].map((letter) => `{\\v1 ${letter}}`).join('')) },
  'hidden text as bytes': {
    make: rtf(`{\\v ${[...secret].map((letter) => `\\'${letter.charCodeAt(0).toString(16)}`).join('')}}`),
  },
  'hidden text as Unicode': {
    make: rtf(`{\\v\\uc0 ${[...secret].map((letter) => `\\u${letter.charCodeAt(0)} `).join('')}}`),
  },
  'white text': { make: rtf(`{\\cf1 ${secret}}`) },
  'white text on a white highlight': { make: rtf(`{\\cf1\\highlight1 ${secret}}`) },
  'dark text on its own colour': { make: rtf(`{\\cf2\\chcbpat2 ${secret}}`) },
  'dark text in a paragraph of its colour': { make: rtf(`\\pard\\cbpat2\\cf2 ${secret}\\par\\pard\\plain`) },
  'white text in a table': { make: rtf(`\\trowd\\cellx9000\\intbl\\cf1 ${secret}\\cell\\row`) },
  'white text in a header': { make: () => makeRtf(`{\\header\\cf1 ${secret}\\par}${rtfLines}`) },
  'text of one point': { flag: 'TINY_TEXT', make: rtf(`{\\fs2 ${secret}}`) },
  'text without a size': { flag: 'TINY_TEXT', make: rtf(`{\\fs0 ${secret}}`) },
  'text at a hundredth of its width': { flag: 'TINY_TEXT', make: rtf(`{\\charscalex1 ${secret}}`) },
  'text in lines of a twentieth of a point': {
    flag: 'TINY_TEXT',
    make: rtf(`\\pard\\sl-1\\slmult0 ${secret}\\par\\pard`),
  },
  'text that is moved off the page': {
    flag: 'OFF_PAGE_TEXT',
    make: rtf(`\\pard\\li-31000\\ri31000 ${secret}\\par\\pard`),
  },
  'text in a frame off the page': {
    flag: 'OFF_PAGE_TEXT',
    make: rtf(`\\pard\\absw3000\\posnegx-20000 ${secret}\\par\\pard`),
  },
  'zero-width letters': {
    flag: 'INVISIBLE_CHARACTERS',
    make: () => makeRtf(rtfLines.replace('Kubernetes', 'Kuber\\u8203?netes')),
  },
  'deleted text': { flag: null, make: rtf(`{\\deleted ${secret}}`) },
  comments: { flag: null, make: rtf(`{\\*\\annotation ${secret}}`) },
  properties: { flag: null, make: () => makeRtf(`{\\info{\\title ${secret}}{\\doccomm ${secret}}}${rtfLines}`) },
  'a group that old readers skip': { flag: null, make: rtf(`{\\*\\unknown ${secret}}`) },
  'a link’s instruction': { flag: null, make: rtf(`{\\field{\\*\\fldinst HYPERLINK "${secret}"}{\\fldrslt }}`) },
  'an index entry': { flag: null, make: rtf(`{\\xe ${secret}}`) },
  bookmarks: { flag: null, make: rtf(`{\\*\\bkmkstart ${secret}}`) },
}

const docLines = { text: `${lines.join('\r')}\r` }
/**
 * Makes a document in which the text has these properties, in hexadecimal digits. Each property consists of its code,
 * low byte first, and its value ([MS-DOC] 2.6.1).
 */
const doc =
  (properties: string, paragraph = '') =>
  () =>
    makeDoc([docLines, { text: `${secret}\r`, properties }], { paragraph })

export const oldWordTricks: Tricks = {
  'vanished text': { make: doc('3c0801') },
  'white text': { make: doc('7068ffffff00') },
  'almost white text': { make: doc('7068f4f4f400') },
  'white text of the old palette': { make: doc('422a08') },
  'blue text on a shading of its colour': { make: doc('70681f38640071ca0a000000ff1f3864000000') },
  'black text on a black highlight': { make: doc('7068000000000c2a01') },
  'text of one point': { flag: 'TINY_TEXT', make: doc('434a0200') },
  'text at a hundredth of its width': { flag: 'TINY_TEXT', make: doc('52480100') },
  'deleted text': { flag: null, make: doc('000801') },
  'a link’s instruction': {
    flag: null,
    make: () => makeDoc([{ text: `${docLines.text}\x13 HYPERLINK "${secret}" \x14\x15\r` }]),
  },
}
