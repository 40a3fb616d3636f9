/** Rich Text Format as word processors, editors and e-mail programs write it, and Word 97 documents. */
import { makeDoc, makeRtf } from '../../../samples/legacy.ts'
import { encodeText } from '../../../samples/resumes.ts'
import { type Layout, linesOf, type Parts, resumes } from '../resume-parts.ts'

/** Writes Unicode as Word does, with a question mark after each character for old readers. */
const word = (line: string) => line.replace(/[^\x20-\x7e]/g, (letter) => `\\u${(letter.charCodeAt(0) << 16) >> 16}?`)
const lines = (texts: string[]) =>
  texts.map((text) => `{\\rtlch\\fcs1\\af0 \\ltrch\\fcs0 ${word(text)}\\par}\n`).join('')
const cells = (texts: string[]) => texts.map((text) => `${text}\\cell `).join('')
const row = (texts: string[]) =>
  `\\trowd${texts.map((_, index) => `\\cellx${(index + 1) * 3000}`).join('')}\\pard\\intbl ${cells(texts)}\\row\n`
const joined = (texts: string[]) => texts.map(word).join('\\par ')

/** Writes the text's bytes in a code page as escapes. */
const escaped = (text: string, encoding: string) =>
  [...encodeText(text, encoding)].map((byte) => `\\'${byte.toString(16).padStart(2, '0')}`).join('')

const each = (write: (line: string, index: number) => string) => (parts: Parts) =>
  makeRtf(linesOf(parts).map(write).join(''))

export const richTextLayouts: Record<string, Layout> = {
  'two columns as a table': {
    make: ({ head, side, main, foot }) => makeRtf(lines(head) + row([joined(side), joined(main)]) + lines(foot)),
  },
  'columns of a section': { make: (parts) => makeRtf(`\\sectd\\cols2\\colsx720 ${lines(linesOf(parts))}\\sect`) },
  'nested tables': {
    make: ({ head, side, main, foot }) => {
      const inner = main.map(
        (line) =>
          `\\pard\\intbl\\itap2 ${word(line)}\\nestcell{\\*\\nesttableprops\\trowd\\cellx2000\\nestrow}{\\nonesttables\\par}`,
      )
      return makeRtf(
        `${lines(head)}\\trowd\\cellx3000\\cellx9000\\pard\\intbl\\itap1 ${joined(side)}\\cell ${inner.join('')}\\pard\\intbl\\cell\\row ${lines(foot)}`,
      )
    },
  },
  'a side bar in a text box': {
    make: ({ head, side, main, foot }) => {
      const drawing = `{\\*\\do\\dobxmargin{\\dptxbxtext ${joined(side)}\\par}}`
      const box = `{\\shp{\\*\\shpinst{\\sp{\\sn shapeType}{\\sv 202}}{\\shptxt ${joined(side)}\\par}}{\\shprslt${drawing}}}`
      return makeRtf(`${lines(head)}${box}${lines([...main, ...foot])}`)
    },
  },
  'header and footer': {
    make: ({ head, side, main, foot }) =>
      makeRtf(`{\\header ${lines(head)}}${lines([...side, ...main])}{\\footer ${lines(foot)}}`),
  },
  'tracked changes': {
    make: each((line) => `{\\deleted\\revauthdel1 Before the change}{\\revised\\revauth1 ${word(line)}}\\par\n`),
  },
  'bulleted and numbered lists': {
    make: each((line, index) => `{\\listtext\\bullet\\tab}\\ls1\\ilvl${index % 3} ${word(line)}\\par\n`),
  },
  'links and bookmarks': {
    make: each(
      (line) =>
        `{\\*\\bkmkstart not_shown}{\\field{\\*\\fldinst{HYPERLINK "https://example.com/not-shown"}}{\\fldrslt{\\ul ${word(line)}}}}{\\*\\bkmkend not_shown}\\par\n`,
    ),
  },
  'properties between all letters': {
    make: each((line) => `${[...line].map((letter) => `{\\insrsid1 ${word(letter)}}`).join('')}\\par\n`),
  },
  'Unicode without letters for old readers': {
    make: each((line) => `{\\uc0 ${line.replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0)} `)}}\\par\n`),
  },
  'line breaks of an editor': { make: (parts) => makeRtf(linesOf(parts).map(word).join('\\\n')) },
  'light letters in a shaded paragraph': {
    make: ({ head, side, main, foot }) =>
      makeRtf(`\\pard\\cbpat2{\\cf1 ${joined(head)}}\\par\\pard\\plain ${lines([...side, ...main, ...foot])}`),
  },
}

/**
 * The Windows code page for each of these languages. Before Unicode, all programs wrote the language's letters as bytes
 * in that code page.
 */
const codePages: Record<string, { charset: number; encoding: string }> = {
  Russian: { charset: 204, encoding: 'windows-1251' },
  Chinese: { charset: 134, encoding: 'gbk' },
  Hebrew: { charset: 177, encoding: 'windows-1255' },
  Arabic: { charset: 178, encoding: 'windows-1256' },
}

export const resumesOfCodePages = resumes.filter(({ language }) => codePages[language])

/** Makes a Rich Text Format document in its font's code page. */
export function inCodePage(parts: Parts): Buffer {
  const page = codePages[parts.language]!
  const font = `{\\fonttbl{\\f5\\fcharset${page.charset} Arial;}}`
  return makeRtf(
    font +
      linesOf(parts)
        .map((line) => `\\f5 ${escaped(line, page.encoding)}\\par\n`)
        .join(''),
  )
}

export const oldWordLayouts: Record<string, Layout> = {
  'two columns as a table': {
    make: ({ head, side, main, foot }) =>
      makeDoc([{ text: `${head.join('\r')}\r${side.join('\r')}\x07${main.join('\r')}\x07\x07${foot.join('\r')}\r` }]),
  },
  'a link on every line': {
    make: (parts) =>
      makeDoc([
        {
          text: linesOf(parts)
            .map((line) => `\x13 HYPERLINK "https://example.com" \x14${line}\x15\r`)
            .join(''),
        },
      ]),
  },
  'line and column breaks': {
    make: (parts) =>
      makeDoc([
        {
          text:
            linesOf(parts)
              .map((line, index) => `${line}${'\x0b\x0e\x0c'[index % 3]}`)
              .join('') + '\r',
        },
      ]),
  },
  'tabs between words': {
    make: (parts) =>
      makeDoc([
        {
          text: linesOf(parts)
            .map((line) => `${line.replaceAll(' ', '\t')}\r`)
            .join(''),
        },
      ]),
  },
  'deleted text on every line': {
    make: (parts) =>
      makeDoc(
        linesOf(parts)
          .slice(0, 15)
          .flatMap((line) => [{ text: 'Before', properties: '000801' }, { text: `${line}\r` }]),
      ),
    order: (parts) => linesOf(parts).slice(0, 15),
  },
}
