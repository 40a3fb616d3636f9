/** Rich Text Format: the text that a word processor shows. */
import test from 'ava'
import { outcomeOf, read } from '../../../tools/reading.ts'
import { makeRtf } from '../../../tools/samples/legacy.ts'
import { resumeLines } from '../../../tools/samples/resumes.ts'

const secret = 'Expert in everything that was ever asked for'
const lines = resumeLines.map((line) => `${line}\\par\n`).join('')

test('a document is read line by line', async (t) => {
  const resume = await read(makeRtf())
  t.is(resume.type, 'rtf')
  t.is(resume.resume.text, resumeLines.join('\n'))
  t.deepEqual(resume.flags, [])
})

const written: Record<string, [rtf: string | Buffer, shown: string]> = {
  'letters of the document’s code page': ["Z\\'fcrich, caf\\'e9 \\'80", 'Zürich, café €'],
  'letters of a font’s code page': ["\\f1 \\'c1\\'f3\\'f5\\'e3\\'e0\\'eb\\'f2\\'e5\\'f0\\f0  x", 'Бухгалтер x'],
  'letters of two bytes': ["\\f2 \\'b1\\'b1\\'be\\'a9\\f0  x", '北京 x'],
  'bytes that are not escaped': [Buffer.from('\\f1 \xc1\xf3\xf5', 'latin1'), 'Бух'],
  'Unicode with a substitute for old readers': ["Zo\\u235? \\uc2\\u26085\\'93\\'fa", 'Zoë 日'],
  'Unicode without a substitute': ['{\\uc0 \\u55357\\u56960} go', '🚀 go'],
  'special characters and spaces': ['a\\~b\\_c\\emdash d\\lquote e\\rquote  \\{\\}\\\\', 'a b‑c—d‘e’ {}\\'],
  'a hyphen that shows only at a line’s end': ['set\\-tled', 'settled'],
  'a link’s text, without its field code': ['{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt my page}}', 'my page'],
  'tables, cell by cell': ['\\trowd\\cellx1\\cellx2\\intbl Go\\cell Rust\\cell\\row', 'Go Rust'],
  'a list’s bullet': ['{\\pntext\\bullet\\tab}{\\*\\pn\\pnlvlblt}Go', '• Go'],
  'a text box, once': [
    '{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv b}}{\\shptxt Box\\par}}{\\shprslt{\\*\\do{\\dptxbxtext Box}}}}',
    'Box',
  ],
  'the Unicode alternative of a text': ['{\\upr{ansi}{\\*\\ud unicode}}', 'unicode'],
  'no text from pictures and properties': [
    '{\\pict\\pngblip 89504e47}{\\info{\\title T}}{\\*\\new x}{\\pict\\bin3 }}{}end',
    'end',
  ],
}

for (const [kind, [rtf, shown]] of Object.entries(written)) {
  test(`the Rich Text Format reader reads ${kind}`, async (t) => {
    const { resume, flags } = await read(makeRtf(Buffer.concat([Buffer.from(lines), Buffer.from(rtf)])))
    t.is(resume.text, [...resumeLines, shown].join('\n'))
    t.deepEqual(flags, [])
  })
}

const hidden: Record<string, [flag: string | null, rtf: string]> = {
  'hidden text': ['HIDDEN_TEXT', `{\\v ${secret}}`],
  'hidden text in Unicode': ['HIDDEN_TEXT', `\\v ${'\\u65?\\u66?'.repeat(10)}\\v0`],
  'white text': ['HIDDEN_TEXT', `{\\cf1 ${secret}}`],
  'white text in a table without shaded cells': ['HIDDEN_TEXT', `\\trowd\\cellx9\\intbl\\cf1 ${secret}\\cell\\row`],
  'blue text on the same blue': ['HIDDEN_TEXT', `{\\cf2\\highlight2 ${secret}}`],
  'blue text in a paragraph of the same blue': ['HIDDEN_TEXT', `\\pard\\cbpat2\\cf2 ${secret}\\pard\\plain`],
  'text of one point': ['TINY_TEXT', `{\\fs2 ${secret}}`],
  'deleted text of a tracked change': [null, `{\\deleted ${secret}}`],
}

for (const [kind, [flag, rtf]] of Object.entries(hidden)) {
  test(`${kind} in Rich Text Format is removed`, async (t) => {
    const { resume, flags } = await read(makeRtf(lines + rtf))
    t.is(resume.text, resumeLines.join('\n'))
    t.deepEqual(flags as string[], flag ? [flag] : [])
  })
}

const shown: Record<string, string> = {
  'visible text after hidden text': `{\\v x}${secret}`,
  'text that is made visible again': `\\v\\v0 ${secret}`,
  'white text on a highlight': `{\\cf1\\highlight2 ${secret}}`,
  'white text in a dark cell': `\\trowd\\clcbpat2\\cellx9\\intbl\\cf1 ${secret}\\cell\\row`,
  'white text in a text box': `{\\shp{\\*\\shpinst{\\shptxt\\cf1 ${secret}}}}`,
}

for (const [kind, rtf] of Object.entries(shown)) {
  test(`a Rich Text Format document with ${kind} has no hidden text`, async (t) => {
    const { resume, flags } = await read(makeRtf(lines + rtf))
    t.is(resume.text, [...resumeLines, secret].join('\n'))
    t.deepEqual(flags, [])
  })
}

test('RTF groups that are nested too deeply are RESUME_CORRUPTED', async (t) => {
  t.is(await outcomeOf(makeRtf('{'.repeat(1_000_000))), 'RESUME_CORRUPTED')
})

test('the text in a truncated document is read as far as it goes', async (t) => {
  const rtf = makeRtf()
  t.is((await read(rtf.subarray(0, rtf.length - 1))).resume.text, resumeLines.join('\n'))
})
