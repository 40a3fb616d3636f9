/** Text that was typed onto a page: form fields and notes are read if a reader sees them. */
import test from 'ava'
import { resumeLines } from '../../../tools/samples/resumes.ts'
import { rawPdf, stream } from '../../../tools/samples/raw-pdfs.ts'
import { read } from '../../../tools/reading.ts'

const typed = 'Welder with nine years of experience'
const appearance = (text: string) =>
  stream(
    '/Type /XObject /Subtype /Form /BBox [0 0 300 20] /Resources << /Font << /F 5 0 R >> >>',
    `BT /F 10 Tf 2 6 Td (${text}) Tj ET`,
  )
const rect = '/Rect [50 480 350 500]'
const kinds: Record<string, [annotation: string, ...objects: string[]]> = {
  'a form field': [
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (${typed}) /AP << /N 7 0 R >> ${rect}`,
    appearance(typed),
  ],
  'a form field without an appearance': [
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (${typed}) /DA (/F 10 Tf 0 g) ${rect}`,
  ],
  'a note on the page': [
    `<< /Type /Annot /Subtype /FreeText /Contents (${typed}) /DA (/F 10 Tf 0 g) /AP << /N 7 0 R >> ${rect}`,
    appearance(typed),
  ],
  'a note without an appearance': [
    `<< /Type /Annot /Subtype /FreeText /Contents (${typed}) /DA (/F 10 Tf 0 g) ${rect}`,
  ],
}

const form = '/AcroForm << /Fields [6 0 R] /DR << /Font << /F 5 0 R >> >> /DA (/F 10 Tf 0 g) >>'
const page = (annotation: string, objects: string[], flags: number, content = '') =>
  rawPdf({ content, page: '/Annots [6 0 R]', catalog: form, objects: [`${annotation} /F ${flags} >>`, ...objects] })

for (const [kind, [annotation, ...objects]] of Object.entries(kinds)) {
  test(`text typed into ${kind} is read`, async (t) => {
    const { resume, findings } = await read(page(annotation, objects, 4))
    t.is(resume.text, `${resumeLines.join('\n')}\n\n${typed}`)
    t.deepEqual(findings, [])
  })

  for (const [state, flags] of Object.entries({ invisible: 1, hidden: 2, 'not for viewing': 32 })) {
    test(`text typed into ${kind} that is ${state} is removed and flagged`, async (t) => {
      const { resume, findings } = await read(page(annotation, objects, flags))
      t.is(resume.text, resumeLines.join('\n'))
      t.deepEqual(findings, [{ flag: 'HIDDEN_TEXT', reason: 'annotation', page: 1, letters: 31 }])
    })
  }
}

test('a white note on white paper is flagged as hidden text', async (t) => {
  const white = appearance(typed)
    .replace('BT', '1 g BT')
    .replace(/\/Length (\d+)/, (_, n) => `/Length ${Number(n) + 4}`)
  const { resume, findings } = await read(page(kinds['a note on the page']![0], [white], 4))
  t.is(resume.text, resumeLines.join('\n'))
  t.deepEqual(
    findings.map(({ reason }) => reason),
    ['white_on_background'],
  )
})

test('a comment in the margin, a link and a highlight do not change the text', async (t) => {
  const marks = [
    `<< /Type /Annot /Subtype /Text /Contents (${typed}) ${rect} /F 4`,
    `<< /Type /Annot /Subtype /Link ${rect} /F 4`,
    `<< /Type /Annot /Subtype /Highlight /Rect [40 700 500 745] /QuadPoints [40 745 500 745 40 700 500 700] /C [1 1 0] /F 4`,
  ]
  for (const mark of marks) {
    const { resume, findings } = await read(page(mark, [], 4))
    t.is(resume.text, resumeLines.join('\n'))
    t.deepEqual(findings, [])
  }
})
