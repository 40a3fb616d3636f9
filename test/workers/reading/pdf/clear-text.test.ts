/** Transparent letters are read only if the page shows the same letters in the same place. */
import test from 'ava'
import { makePdf, type PdfPen, resumeLines } from '../../../tools/samples/resumes.ts'
import { rawPdf, stream } from '../../../tools/samples/raw-pdfs.ts'
import { makePng, scanOf } from '../../../tools/samples/scans.ts'
import { read } from '../../../tools/reading.ts'

type PicturePen = PdfPen & { image(file: Buffer, x: number, y: number, options: { width: number }): PdfPen }
type Draw = (pen: PicturePen) => void

const words = 'Doctor of Law 2017'
const [left, top] = [50, 400]

/** Draws on a page and returns an image of that page. */
async function pictureOf(draw: Draw): Promise<Buffer> {
  return makePng(await scanOf(await makePdf(draw as (pen: PdfPen) => void)))
}

function text(written: string, options: Record<string, unknown> = {}): Draw {
  return (pen) => pen.text(written, left, top, { lineBreak: false, ...options })
}

/**
 * Returns a page with the image that `draw` makes, the ordinary resume in visible letters, and the text that `clear`
 * writes, in transparent letters.
 */
async function onPicture(draw: Draw, clear: Draw = text(words)): Promise<Buffer> {
  const picture = await pictureOf(draw)
  return makePdf((pen) => {
    ;(pen as PicturePen).image(picture, 0, 0, { width: pen.page.width })
    pen.text(resumeLines[0]!, 50, 50)
    for (const line of resumeLines.slice(1)) pen.text(line)
    pen.fillOpacity(0)
    clear(pen as PicturePen)
  })
}

const bold = { fill: true, stroke: true }
const shown: Record<string, Draw> = {
  'letters of a picture': text(words),
  'letters that are bolder than their font': (pen) => {
    pen.addContent('0.4 w')
    text(words, bold)(pen)
  },
  'underlined letters': text(words, { underline: true }),
  'white letters on a dark bar': (pen) => {
    pen
      .rect(40, top - 10, 200, 30)
      .fill('#113355')
      .fillColor('white')
    text(words)(pen)
  },
}

for (const [kind, draw] of Object.entries(shown)) {
  test(`transparent words over ${kind} are read`, async (t) => {
    const { resume, findings } = await read(await onPicture(draw))
    t.is(resume.text.replace(/\s+/g, ' '), [...resumeLines, words].join(' '))
    t.deepEqual(findings, [])
  })
}

/** A photo's pixels: randomly light and dark, the same in every run. */
const photo: Draw = (pen) => {
  for (let x = 0, state = 1; x < 200; x++)
    for (let y = 0; y < 20; y++) {
      state = (state * 48_271) % 2_147_483_647
      const grey = (state % 200).toString(16).padStart(2, '0')
      pen.rect(left - 10 + x, top - 5 + y, 1, 1).fill(`#${grey.repeat(3)}`)
    }
}
const bar = (height: number): Draw => {
  return (pen) => pen.rect(left - 10, top + 2, 200, height).fill('black')
}
const stripes: Draw = (pen) => {
  for (let x = 0; x < 120; x += 2) pen.rect(left + x, top, 1, 12).fill('black')
}

const hidden: Record<string, [on: Draw, clear?: Draw]> = {
  'plain paper': [() => {}],
  'other words': [text('Expert in patience')],
  'words that differ in one letter each': [text('Factor or Low 2011')],
  'a photo': [photo],
  'a black bar': [bar(10)],
  'a black bar as high as the letters': [bar(5), text('wear a nose cover')],
  stripes: [stripes],
  'letters repeated on a black bar': [bar(8), text('lIlIlIlIlIlIlIlI')],
  'letters too faint to see': [
    (pen) => {
      pen.fillColor('#f4f4f4')
      text(words)(pen)
    },
  ],
}

for (const [kind, [draw, clear]] of Object.entries(hidden)) {
  test(`transparent words over ${kind} are removed and flagged`, async (t) => {
    const { resume, findings } = await read(await onPicture(draw, clear))
    t.is(resume.text, resumeLines.join('\n'))
    t.deepEqual(
      findings.map(({ reason, page }) => ({ reason, page })),
      [{ reason: 'transparent', page: 1 }],
    )
  })
}

test('transparent words over visible words are not read, and are flagged if they differ', async (t) => {
  const over = (clear: string) =>
    makePdf((pen) => {
      for (const line of resumeLines) pen.text(line)
      pen.text(words, left, top, { lineBreak: false }).fillOpacity(0).text(clear, left, top, { lineBreak: false })
    })
  const [same, other] = [await read(await over(words)), await read(await over('Doctor of Law 2011'))]
  t.is(same.resume.text.replace(/\s+/g, ' '), [...resumeLines, words].join(' '))
  t.deepEqual(same.findings, [])
  t.is(other.resume.text, same.resume.text)
  t.deepEqual(other.findings, [{ flag: 'HIDDEN_TEXT', reason: 'transparent', page: 1, letters: 4 }])
})

test('three transparent copies of the words over their image are read once', async (t) => {
  const { resume, findings } = await read(
    await onPicture(text(words), (pen) => [1, 2, 3].forEach(() => text(words)(pen))),
  )
  t.is(resume.text.replace(/\s+/g, ' '), [...resumeLines, words].join(' '))
  t.deepEqual(findings, [])
})

const cutOut = (filling: string) => `q 0.7 0.1 0.1 rg BT 7 Tr /F 18 Tf 50 500 Td (${words}) Tj ET ${filling} Q`
const grouped = (content: string) =>
  rawPdf({
    content: '/G Do',
    resources: '/XObject << /G 6 0 R >>',
    objects: [
      stream('/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F 5 0 R >> >>', content),
    ],
  })

for (const [kind, make] of Object.entries({
  page: (content: string) => rawPdf({ content }),
  'group of objects': grouped,
})) {
  test(`letters in a ${kind} are read only if a coloured area shows through them`, async (t) => {
    const filled = await read(make(cutOut('0 0 612 792 re f')))
    t.true(filled.resume.text.endsWith(words))
    t.deepEqual(filled.findings, [])
    const empty = await read(make(cutOut('')))
    t.is(empty.resume.text, resumeLines.join('\n'))
    t.deepEqual(
      empty.findings.map(({ reason }) => reason),
      ['invisible_mode'],
    )
  })
}
