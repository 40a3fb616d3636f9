/** Which text in a PDF is visible to a reader, and how other text is hidden. */
import test from 'ava'
import type { IntegrityReason } from '../../../../workers/tasks.ts'
import { makePdf, type PdfPen, resumeLines } from '../../../tools/samples/resumes.ts'
import { rawPdf, stream } from '../../../tools/samples/raw-pdfs.ts'
import { read } from '../../../tools/reading.ts'

/** Returns the ordinary resume, with something added to its only page. */
function pdfWith(draw: (pen: PdfPen) => void): Promise<Buffer> {
  return makePdf((pen) => {
    resumeLines.forEach((line) => pen.text(line))
    draw(pen)
  })
}

const secret = 'Expert in everything that was ever asked for'
const below = 400

/** Text behind every line of the resume, in the paper's colour. */
function underlay(pen: PdfPen): void {
  resumeLines.forEach((_, index) => pen.fillColor('white').text(secret, 50, 50 + index * 11.56, { lineBreak: false }))
}

const hidden: Record<string, [reason: IntegrityReason, draw: (pen: PdfPen) => void]> = {
  'white text on white paper': ['white_on_background', (pen) => pen.fillColor('white').text(secret)],
  'white text behind visible text': ['white_on_background', underlay],
  'almost white text': ['white_on_background', (pen) => pen.fillColor('#f4f4f4').text(secret)],
  'dark text on a background in the same colour': [
    'white_on_background',
    (pen) =>
      pen
        .rect(40, below, 500, 40)
        .fill('#113355')
        .fillColor('#113355')
        .text(secret, 50, below + 10),
  ],
  'text under a white box': [
    'covered',
    (pen) =>
      pen
        .text(secret, 50, below + 10)
        .rect(40, below, 500, 40)
        .fill('white'),
  ],
  'text without opacity': ['transparent', (pen) => pen.fillOpacity(0).text(secret)],
  'almost transparent text': ['transparent', (pen) => pen.fillOpacity(0.04).text(secret)],
  'text in the invisible render mode': ['invisible_mode', (pen) => pen.addContent('3 Tr').text(secret)],
  'text of one point': ['tiny', (pen) => pen.fontSize(1).text(secret)],
  'text outside of the page': ['off_page', (pen) => pen.text(secret, -900, 100, { lineBreak: false })],
}

for (const [kind, [reason, draw]] of Object.entries(hidden)) {
  test(`${kind} is removed and flagged`, async (t) => {
    const { resume, flags, findings } = await read(await pdfWith(draw))
    t.is(resume.text, resumeLines.join('\n'))
    t.deepEqual(
      findings.map(({ reason, page }) => ({ reason, page })),
      [{ reason, page: 1 }],
    )
    t.deepEqual(flags, [findings[0]!.flag])
  })
}

const shown: Record<string, (pen: PdfPen) => void> = {
  'white text on a dark banner': (pen) =>
    pen
      .rect(40, below, 500, 16)
      .fill('#113355')
      .fillColor('white')
      .text(secret, 50, below + 4),
  'light grey text': (pen) => pen.fillColor('#bbbbbb').text(secret),
  'large bold text': (pen) => pen.font('Helvetica-Bold').fontSize(24).text(secret),
  'text of five points': (pen) => pen.fontSize(5).text(secret),
}

for (const [kind, draw] of Object.entries(shown)) {
  test(`${kind} is not hidden text`, async (t) => {
    const { resume, flags } = await read(await pdfWith(draw))
    t.deepEqual(resume.text.replace(/\s+/g, ' '), [...resumeLines, secret].join(' '))
    t.deepEqual(flags, [])
  })
}

test('white text on a coloured label is not hidden text, even if the label does not cover the full height of the line', async (t) => {
  const label = 'a coarse sea'
  const { resume, flags } = await read(
    await pdfWith((pen) => {
      pen.rect(40, below + 5, 530, 26).fill('#113355')
      pen.font('Helvetica-Bold').fontSize(40).fillColor('white').text(label, 50, below, { lineBreak: false })
    }),
  )
  t.true(resume.text.includes(label), resume.text)
  t.deepEqual(flags, [])
})

test('text on a disabled layer is removed, and text on an enabled one is not', async (t) => {
  const layer = (state: string) =>
    rawPdf({
      content: `/OC /L BDC BT /F 10 Tf 50 500 Td (${secret}) Tj ET EMC`,
      resources: '/Properties << /L 6 0 R >>',
      catalog: `/OCProperties << /OCGs [6 0 R] /D << /${state} [6 0 R] >> >>`,
      objects: ['<< /Type /OCG /Name (Layer) >>'],
    })
  const off = await read(layer('OFF'))
  t.is(off.resume.text, resumeLines.join('\n'))
  t.deepEqual(
    off.findings.map(({ reason }) => reason),
    ['optional_content_off'],
  )
  const on = await read(layer('ON'))
  t.true(on.resume.text.endsWith(secret))
  t.deepEqual(on.findings, [])
})

/** A one-pixel grey image that is used twice: over the secret at (50, 500), and away from all letters. */
const pictures = {
  resources: '/XObject << /P 6 0 R >>',
  objects: [
    stream('/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8', 'x'),
  ],
  content: `BT /F 10 Tf 50 500 Td (${secret}) Tj ET q 40 0 0 40 500 100 cm /P Do Q q 300 0 0 20 40 494 cm /P Do Q`,
}

for (const page of ['', '/Rotate 90', '/Rotate 180 /CropBox [20 30 600 780]', '/Rotate 270 /CropBox [20 30 600 780]']) {
  test(`text under an image is removed, even if the same image is also used where it covers no letters, on a page ${page || 'as it is'}`, async (t) => {
    const { resume, findings } = await read(rawPdf({ ...pictures, page }))
    t.false(resume.text.includes(secret))
    t.deepEqual(
      findings.map(({ reason }) => reason),
      ['covered'],
    )
  })
}

/** What a font draws for each letter: two bars, in white. */
const bars = '1 1 1 rg 100 0 150 700 re 400 0 150 700 re f'

/**
 * Returns a PDF with a font that draws its letters itself, whatever the text colour, on paper or on a dark box.
 * `outlines` is a part of the content that is painted below the text.
 */
function drawnPdf(isOnDark: boolean, drawing = bars, outlines = ''): Buffer {
  const glyph = stream('', `700 0 d0 ${drawing}`)
  const box = (isOnDark ? '0.1 0.2 0.35 rg 40 380 500 40 re f ' : '') + outlines
  const font = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 700 700] /FontMatrix [0.001 0 0 0.001 0 0] /Resources << >>
    /CharProcs << /A 7 0 R /B 7 0 R >> /Encoding << /Type /Encoding /Differences [65 /A /B] >>
    /FirstChar 65 /LastChar 66 /Widths [700 700] >>`
  const content = `${box} 0 g BT /T 20 Tf 50 390 Td (ABBAB) Tj ET`
  return rawPdf({ content, fonts: '/T 6 0 R', objects: [font, glyph] })
}

test('letters that a font draws in its own colour are visible if they differ from the page behind them', async (t) => {
  const { resume, flags } = await read(drawnPdf(true))
  t.true(resume.text.endsWith('ABBAB'))
  t.deepEqual(flags, [])
})

test("letters that a font draws in the paper's colour are hidden", async (t) => {
  const { resume, flags } = await read(drawnPdf(false))
  t.false(resume.text.includes('ABBAB'))
  t.deepEqual(flags, ['HIDDEN_TEXT'])
})

/** The letters in `drawnPdf` as outlines, in the same places. */
const outlines = [0, 1, 2, 3, 4].map((at) => `q 0.02 0 0 0.02 ${50 + 14 * at} 390 cm ${bars} Q`).join(' ')

test('an empty font over white outlines of letters on a dark box is visible', async (t) => {
  const { resume, flags } = await read(drawnPdf(true, '', outlines))
  t.true(resume.text.endsWith('ABBAB'))
  t.deepEqual(flags, [])
})

test("an empty font is hidden on paper, on a plain dark box and over outlines in the paper's colour", async (t) => {
  for (const file of [drawnPdf(false, ''), drawnPdf(true, ''), drawnPdf(false, '', outlines)]) {
    const { resume, flags } = await read(file)
    t.false(resume.text.includes('ABBAB'))
    t.deepEqual(flags, ['HIDDEN_TEXT'])
  }
})

/** Returns the secret between two lines of visible text. `hidden` returns the operators that hide it. */
const between = (size: number, hidden: (text: string) => string) => {
  const text = (y: number, words: string) => `BT /F ${size} Tf 50 ${y} Td (${words}) Tj ET`
  const line = 'Senior engineer of payment services in Lyon'
  return `0 g ${text(600, line)} ${hidden(text(600 - 0.6 * size, secret))} 0 g ${text(600 - 1.2 * size, line)}`
}

test('text between two lines is removed if it is white, almost white or clipped, in any type size', async (t) => {
  const ways = [(text: string) => `1 g ${text}`, (text: string) => `0.93 g ${text}`]
  const clipped = (text: string) => `q 0 0 10 10 re W n ${text} Q`
  for (const size of [9, 10.5])
    for (const way of [...ways, clipped]) {
      const { resume } = await read(rawPdf({ content: between(size, way) }))
      t.false(resume.text.includes(secret), `${size} pt: ${way('text')}`)
    }
})
