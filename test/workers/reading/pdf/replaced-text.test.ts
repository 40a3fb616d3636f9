/**
 * Replacement texts (`/ActualText`) are read where they match the painted letters. Elsewhere the painted letters are
 * read.
 */
import test from 'ava'
import { compareLetters } from '../../../../workers/reading/pdf/actual-text.ts'
import { resumeLines } from '../../../tools/samples/resumes.ts'
import { rawPdf, stream } from '../../../tools/samples/raw-pdfs.ts'
import { read } from '../../../tools/reading.ts'

const utf16 = (text: string) => `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`
/** `painted` contains operators that show text. */
const span = (painted: string, actual: string) =>
  `BT /F 10 Tf 50 500 Td /Span << /ActualText ${utf16(actual)} >> BDC ${painted} EMC ET`

test('a replacement text that differs from the painted letters is flagged, and the letters are read', async (t) => {
  const lie = 'Expert in everything that was ever asked for'
  for (const file of [
    rawPdf({ content: span('(Gardener) Tj', lie) }),
    rawPdf({ content: span('(Garden) Tj 50 0 Td (er) Tj', lie) }),
    rawPdf({
      content: '/G Do',
      resources: '/XObject << /G 6 0 R >>',
      objects: [
        stream(
          '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F 5 0 R >> >>',
          span('(Gardener) Tj', lie),
        ),
      ],
    }),
    rawPdf({
      content: 'BT /F 10 Tf 50 500 Td /Span /L BDC (Gardener) Tj EMC ET',
      resources: `/Properties << /L << /ActualText ${utf16(lie)} >> >>`,
    }),
  ]) {
    const { resume, findings } = await read(file)
    t.regex(resume.text, /\n\nGarden ?er$/)
    t.deepEqual(findings, [{ flag: 'HIDDEN_TEXT', reason: 'actual_text', page: 1, letters: 37 }])
  }
})

/** A font with one glyph, a vertical bar, which does not map to a character. */
const nameless = [
  '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 /LastChar 1 ' +
    '/Widths [800] /CharProcs << /g1 7 0 R >> /Encoding << /Type /Encoding /Differences [1 /g1] >> >>',
  stream('', '800 0 0 0 700 700 d1 0 0 700 700 re f'),
]
const inNameless = '/N 10 Tf <01> Tj'

const honest: Record<string, [painted: string, actual: string, read: string]> = {
  'of a ligature': ['(office) Tj', 'o\ufb03ce', 'office'],
  'with other capitals': ['(ENGINEER) Tj', 'Engineer', 'ENGINEER'],
  'of a hyphen at the end of a line': ['(pay-) Tj', 'pay\u00ad', 'pay-'],
  'of a glyph without a name': ['(o\\001ce) Tj', 'office', 'office'],
  'of an icon': [inNameless, 'LinkedIn profile', ''],
  'of a link': ['(nobody) Tj', 'https://example.com/in/nobody', 'nobody'],
}

for (const [kind, [painted, actual, expected]] of Object.entries(honest)) {
  test(`a replacement text ${kind} raises no flag`, async (t) => {
    const file = rawPdf({ content: span(painted, actual), fonts: '/N 6 0 R', objects: nameless })
    const { resume, findings } = await read(file)
    t.is(resume.text, [resumeLines.join('\n'), expected].join('\n\n').trim())
    t.deepEqual(findings, [])
  })
}

test('a glyph without a character cannot represent a whole sentence', async (t) => {
  const file = rawPdf({
    content: span(inNameless, 'Expert in everything that was ever asked for'),
    fonts: '/N 6 0 R',
    objects: nameless,
  })
  const { resume, findings } = await read(file)
  t.is(resume.text, resumeLines.join('\n'))
  t.deepEqual(
    findings.map(({ reason }) => reason),
    ['actual_text'],
  )
})

test('the order, case and accents of letters are ignored when texts are compared, and each letter is matched once', (t) => {
  t.deepEqual(compareLetters('oﬃce', 'Office'), { claimed: 0, isWhole: true })
  t.deepEqual(compareLetters('Müller', 'Mu¨ller'), { claimed: 0, isWhole: true })
  t.deepEqual(compareLetters('بيت', 'تيب'), { claimed: 0, isWhole: true })
  t.deepEqual(compareLetters('offices', 'oi'), { claimed: 5, isWhole: true })
  t.deepEqual(compareLetters('2018', '2019'), { claimed: 1, isWhole: false })
  t.deepEqual(compareLetters('', 'Gardener'), { claimed: 0, isWhole: false })
})
