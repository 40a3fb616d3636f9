/** Ways to hide text in a Word document. */
import { rawDocx, wordParagraph } from '../../../samples/resumes.ts'
import { makeWordXml } from '../../../samples/legacy.ts'
import { secret } from '../entry.ts'
import { english, linesOf } from '../resume-parts.ts'
import type { Tricks } from './tricks.ts'

const visible = linesOf(english)
  .map((line) => wordParagraph(line))
  .join('')
const white = '<w:color w:val="FFFFFF"/>'
const dark = '<w:color w:val="1F3864"/>'

/** Makes a document with additional content after its text. */
const after =
  (extra: string, parts: Record<string, string> = {}) =>
  () =>
    rawDocx(visible + extra, parts)
/** Makes a document whose last run has these properties. */
const styled = (properties: string, parts: Record<string, string> = {}) =>
  after(wordParagraph(secret, properties), parts)
const withStyle = (style: string, properties = '<w:rStyle w:val="Ghost"/>') =>
  styled(properties, { 'word/styles.xml': `<w:styles>${style}</w:styles>` })
const ghost = (properties: string, type = 'character') =>
  `<w:style w:type="${type}" w:styleId="Ghost"><w:rPr>${properties}</w:rPr></w:style>`

const theme =
  '<a:theme><a:themeElements><a:clrScheme><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1>' +
  '<a:lt2><a:srgbClr val="FAFAFA"/></a:lt2><a:dk1><a:srgbClr val="000000"/></a:dk1></a:clrScheme></a:themeElements></a:theme>'
const themed = (attributes: string) =>
  styled(`<w:color w:val="000000" ${attributes}/>`, { 'word/theme/theme1.xml': theme })

const cell = (fill: string, properties: string) =>
  after(
    `<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="${fill}"/></w:tcPr>${wordParagraph(secret, properties)}</w:tc></w:tr></w:tbl>`,
  )
const paragraph = (properties: string) =>
  after(`<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${secret}</w:t></w:r></w:p>`)
const box = (shape: string, properties: string) =>
  after(
    `<w:p><w:r><w:drawing><wps:wsp><wps:spPr>${shape}</wps:spPr><wps:txbx><w:txbxContent>` +
      `${wordParagraph(secret, properties)}</w:txbxContent></wps:txbx></wps:wsp></w:drawing></w:r></w:p>`,
  )

export const wordTricks: Tricks = {
  'vanished text': { make: styled('<w:vanish/>') },
  'vanished text, said at length': { make: styled('<w:vanish w:val="true"/>') },
  'text that vanishes by its style': { make: withStyle(ghost('<w:vanish/>')) },
  'text that vanishes by its style’s base': {
    make: withStyle(
      `${ghost('<w:vanish/>').replace('"Ghost"', '"Base"')}<w:style w:styleId="Ghost"><w:basedOn w:val="Base"/></w:style>`,
    ),
  },
  'text that vanishes by its paragraph’s style': {
    make: () =>
      rawDocx(`${visible}<w:p><w:pPr><w:pStyle w:val="Ghost"/></w:pPr><w:r><w:t>${secret}</w:t></w:r></w:p>`, {
        'word/styles.xml': `<w:styles>${ghost('<w:vanish/>', 'paragraph')}</w:styles>`,
      }),
  },
  'white text': { make: styled(white) },
  'almost white text': { make: styled('<w:color w:val="F0F0F0"/>') },
  'white text by its style': { make: withStyle(ghost(white)) },
  'white text on a white highlight': { make: styled(`${white}<w:highlight w:val="white"/>`) },
  'black text on a black highlight': { make: styled('<w:color w:val="000000"/><w:highlight w:val="black"/>') },
  'yellow text on a yellow highlight': { make: styled('<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>') },
  'dark text on a shading of its colour': { make: styled(`${dark}<w:shd w:val="clear" w:fill="1F3864"/>`) },
  'dark text on a solid pattern of its colour': {
    make: styled(`${dark}<w:shd w:val="solid" w:color="1F3864" w:fill="FFFFFF"/>`),
  },
  'dark text in a cell of its colour': { make: cell('1F3864', dark) },
  'white text in a white cell': { make: cell('FFFFFF', white) },
  'text in the colour of the theme’s paper': { make: themed('w:themeColor="background1"') },
  'text in the second colour of the theme’s paper': { make: themed('w:themeColor="background2"') },
  'text in a tint that is almost white': { make: themed('w:themeColor="text1" w:themeTint="08"') },
  'text of one point': { flag: 'TINY_TEXT', make: styled('<w:sz w:val="2"/>') },
  'text of half a point by its style': { flag: 'TINY_TEXT', make: withStyle(ghost('<w:sz w:val="1"/>')) },
  'text at a hundredth of its width': { flag: 'TINY_TEXT', make: styled('<w:w w:val="1"/>') },
  'clear text': {
    make: styled(
      '<w14:textFill><w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="100000"/></w14:srgbClr></w14:solidFill></w14:textFill>',
    ),
  },
  'text without a fill': { make: styled('<w14:textFill><w14:noFill/></w14:textFill>') },
  'text in lines of a twentieth of a point': {
    flag: 'TINY_TEXT',
    make: paragraph('<w:spacing w:line="1" w:lineRule="exact"/>'),
  },
  'text in a row of a twentieth of a point': {
    flag: 'TINY_TEXT',
    make: after(
      `<w:tbl><w:tr><w:trPr><w:trHeight w:val="1" w:hRule="exact"/></w:trPr><w:tc>${wordParagraph(secret)}</w:tc></w:tr></w:tbl>`,
    ),
  },
  'text that is moved off the page': {
    flag: 'OFF_PAGE_TEXT',
    make: paragraph('<w:ind w:left="-31000" w:right="31000"/>'),
  },
  'text in a frame off the page': {
    flag: 'OFF_PAGE_TEXT',
    make: paragraph('<w:framePr w:w="3000" w:hAnchor="page" w:x="-20000" w:y="1"/>'),
  },
  'white text in a text box without a fill': { make: box('<a:noFill/>', white) },
  'white text in a white text box': { make: box('<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>', white) },
  'text of a text box in its colour': { make: box('<a:solidFill><a:srgbClr val="1F3864"/></a:solidFill>', dark) },
  'white text in a header': {
    make: after('', { 'word/header1.xml': `<w:hdr>${wordParagraph(secret, white)}</w:hdr>` }),
  },
  'vanished text in a footnote': {
    make: after('', { 'word/footnotes.xml': `<w:footnotes>${wordParagraph(secret, '<w:vanish/>')}</w:footnotes>` }),
  },
  'vanished text under another prefix': {
    make: () => rawDocx(visible + wordParagraph(secret, '<w:vanish/>').replaceAll('w:', 'ns1:')),
  },
  'text in zero-width letters’ company': {
    flag: 'INVISIBLE_CHARACTERS',
    make: () => rawDocx(visible.replace('Kubernetes', 'Kuber\u200bnetes')),
  },
  'deleted text': { flag: null, make: after(`<w:p><w:del><w:r><w:t>${secret}</w:t></w:r></w:del></w:p>`) },
  'moved text where it stood': {
    flag: null,
    make: after(`<w:p><w:moveFrom><w:r><w:t>${secret}</w:t></w:r></w:moveFrom></w:p>`),
  },
  'the rendering for old readers alone': {
    flag: null,
    make: after(
      `<w:p><mc:AlternateContent><mc:Choice/><mc:Fallback><w:r><w:t>${secret}</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>`,
    ),
  },
  comments: {
    flag: null,
    make: after('', { 'word/comments.xml': `<w:comments>${wordParagraph(secret)}</w:comments>` }),
  },
  properties: {
    flag: null,
    make: after('', {
      'docProps/core.xml': `<cp:coreProperties><dc:description>${secret}</dc:description></cp:coreProperties>`,
    }),
  },
  'custom XML': { flag: null, make: after('', { 'customXml/item1.xml': `<x><t>${secret}</t></x>` }) },
  'building blocks': {
    flag: null,
    make: after('', { 'word/glossary/document.xml': `<w:document>${wordParagraph(secret)}</w:document>` }),
  },
  'a picture’s description': {
    flag: null,
    make: after(
      `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" descr="${secret}" title="${secret}"/></wp:inline></w:drawing></w:r></w:p>`,
    ),
  },
  'a field’s instruction': {
    flag: null,
    make: after(`<w:p><w:r><w:instrText>${secret}</w:instrText></w:r></w:p>`),
  },
  'a control’s name': {
    flag: null,
    make: after(
      `<w:sdt><w:sdtPr><w:alias w:val="${secret}"/><w:tag w:val="${secret}"/></w:sdtPr><w:sdtContent/></w:sdt>`,
    ),
  },
}

const oldVisible = (extra: string, styles = '') => makeWordXml(styles + visible + extra)

export const wordXmlTricks: Tricks = {
  'vanished text': { make: () => oldVisible(wordParagraph(secret, '<w:vanish/>')) },
  'white text': { make: () => oldVisible(wordParagraph(secret, white)) },
  'text of one point': { flag: 'TINY_TEXT', make: () => oldVisible(wordParagraph(secret, '<w:sz w:val="2"/>')) },
  'text that vanishes by its style': {
    make: () =>
      oldVisible(wordParagraph(secret, '<w:rStyle w:val="Ghost"/>'), `<w:styles>${ghost('<w:vanish/>')}</w:styles>`),
  },
  properties: {
    flag: null,
    make: () => oldVisible('', `<o:DocumentProperties><o:Title>${secret}</o:Title></o:DocumentProperties>`),
  },
}
