/** Hidden text that templates and programs leave in a file is removed without a flag. */
import test from 'ava'
import { rawPdf } from '../../tools/samples/raw-pdfs.ts'
import { rawDocx, resumeLines, wordParagraph } from '../../tools/samples/resumes.ts'
import { read } from '../../tools/reading.ts'

const link = 'https://www.linkedin.com/in/sample-candidate'
const annotation = `<< /Type /Annot /Subtype /Link /Rect [50 490 200 510] /A << /S /URI /URI (${link}) >> >>`
const clear = (text: string) => `/Clear gs BT /F 10 Tf 50 500 Td (${text}) Tj ET`
const clearPdf = (text: string, beside = '') =>
  rawPdf({
    content: `${beside} ${clear(text)}`,
    resources: '/ExtGState << /Clear 6 0 R >>',
    page: '/Annots [7 0 R]',
    objects: ['<< /Type /ExtGState /ca 0 >>', annotation],
  })
const whitePdf = (...texts: string[]) =>
  rawPdf({ content: texts.map((text, at) => `1 g BT /F 10 Tf 50 ${500 - at * 20} Td (${text}) Tj ET`).join('\n') })

const innocent: Record<string, () => Buffer> = {
  'the target of a link, in transparent letters over its icon': () => clearPdf('linkedin.com/in/sample-candidate'),
  'the name of a linked page': () => clearPdf('LinkedIn'),
  'words of the page, repeated next to them in transparent letters': () =>
    clearPdf('Harbour pages', 'BT /F 10 Tf 300 500 Td (Harbour pages) Tj ET'),
  'white spacers': () => whitePdf('xxxxxxxx', 'x', 'xxx'),
}

for (const [kind, make] of Object.entries(innocent)) {
  test(`a PDF with ${kind} gets no flag`, async (t) => {
    const { resume, flags } = await read(make())
    t.is(resume.text.replace(/\s*Harbour pages$/, ''), resumeLines.join('\n'))
    t.deepEqual(flags, [])
  })
}

const guilty: Record<string, () => Buffer> = {
  'transparent words that are neither on the page nor in a link': () => clearPdf('Expert in everything'),
  'more transparent copies of a word than visible ones': () =>
    clearPdf('Harbour pages Harbour', 'BT /F 10 Tf 300 500 Td (Harbour pages) Tj ET'),
  'white words between spacers': () => whitePdf('xxxxxxxx', 'Rust'),
}

for (const [kind, make] of Object.entries(guilty)) {
  test(`a PDF with ${kind} is flagged`, async (t) => {
    t.deepEqual((await read(make())).flags, ['HIDDEN_TEXT'])
  })
}

const vanished = (text: string) => `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>${text}</w:t></w:r></w:p>`
const wordWith = (...hidden: string[]) =>
  rawDocx(resumeLines.map((line) => wordParagraph(line)).join('') + hidden.map(vanished).join(''))

test('the markers that Word hides around a pasted web form raise no flag, in any of its languages', async (t) => {
  const { resume, flags } = await read(await wordWith('Top of Form', 'Bottom of Form', 'Formularbeginn', '窗体底端'))
  t.is(resume.text.replace(/\n+/g, '\n'), resumeLines.join('\n'))
  t.deepEqual(flags, [])
})

test('a marker with additional words is flagged', async (t) => {
  t.deepEqual((await read(await wordWith('Top of Form and of every field'))).flags, ['HIDDEN_TEXT'])
})
