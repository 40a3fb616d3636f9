/**
 * Pages that PDFium cannot render within its memory limit, such as exports from image editors: all of their text is
 * read, with a flag.
 */
import test from 'ava'
import { readPdf } from '../../../../workers/reading/pdf/pdf.ts'
import { deflateSync } from 'node:zlib'
import { monotonicMs } from '../../../../src/kit/time.ts'
import { loadContract } from '../../../../src/platform/contract/contract.ts'
import { resumeLines } from '../../../tools/samples/resumes.ts'
import { pdfOf, rawPdf, stream } from '../../../tools/samples/raw-pdfs.ts'

const { resume: sizes } = loadContract().sizes
const read = (bytes: Uint8Array) => readPdf(bytes, { sizes, deadlineAt: monotonicMs() + 60_000 })
const unverified = [{ flag: 'TEXT_NOT_VERIFIED', reason: 'page_not_rendered', page: 1 }]

/** An A4 page at 150 dpi has 6.5 MB in colour, which PDFium keeps until the page is rendered. */
const [width, height] = [1_240, 1_754]
const pixels = deflateSync(Buffer.alloc(3 * width * height, 40)).toString('latin1')
const picture = stream(
  `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
  pixels,
)

/** Returns the resume with this many lines. Each line is the outline through which a full-page image shows. */
function clippedPdf(pictures: number, content = ''): Buffer {
  const numbers = Array.from({ length: pictures }, (_, index) => index)
  const line = (index: number) =>
    `q BT 7 Tr /F 12 Tf 50 ${780 - 20 * index} Td (${resumeLines[index % resumeLines.length]}) Tj ET 595 0 0 842 0 0 cm /P${index} Do Q`
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >>
        /XObject << ${numbers.map((index) => `/P${index} ${6 + index} 0 R`).join(' ')} >> >> >>`,
    stream('', numbers.map(line).join('\n') + content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...numbers.map(() => picture),
  ])
}

const lineCount = resumeLines.length

test('letters that are clipped out of a few images are read, and nothing is flagged', async (t) => {
  const { text, findings } = await read(clippedPdf(3))
  t.deepEqual(text.split(/\n+/), resumeLines.slice(0, 3))
  t.deepEqual(findings, [])
})

test('letters that are clipped out of more images than fit into memory are read, with a flag', async (t) => {
  const { text, findings } = await read(clippedPdf(30))
  t.deepEqual(text.split(/\n+/).slice(0, lineCount), resumeLines)
  t.deepEqual(findings, unverified)
})

test('a page that crashes PDFium during rendering is read, with a flag', async (t) => {
  const { text, findings } = await read(clippedPdf(30, ' BT /F 11 Tf 50 20 Td (A line in black) Tj ET'))
  t.true(text.endsWith('A line in black'), text)
  t.deepEqual(findings, unverified)
})

test('on a page that cannot be rendered, text is still recognised as hidden if that needs no rendering', async (t) => {
  const beyond = ' BT /F 11 Tf -900 20 Td (Beyond the page) Tj ET BT /F 1 Tf 50 10 Td (As small as dust) Tj ET'
  const { text, findings } = await read(clippedPdf(30, beyond))
  t.false(/Beyond|dust/.test(text), text)
  t.deepEqual(findings.map(({ reason }) => reason).toSorted(), ['off_page', 'page_not_rendered', 'tiny'])
})

test('after a page that could not be rendered, the next file is rendered', async (t) => {
  await read(clippedPdf(30))
  const { findings } = await read(rawPdf({ content: '1 g BT /F 10 Tf 50 300 Td (White on white paper) Tj ET' }))
  t.deepEqual(findings, [{ flag: 'HIDDEN_TEXT', reason: 'white_on_background', page: 1, letters: 17 }])
})
