/** Ways to hide text in a PDF file. */
import { makePdf, type PdfPen } from '../../../samples/resumes.ts'
import { secret } from '../entry.ts'
import { english, linesOf } from '../resume-parts.ts'
import type { Trick, Tricks } from './tricks.ts'

const lines = linesOf(english)
const below = 500
const drawn = (draw: (pen: PdfPen) => void, flag?: Trick['flag']): Trick => ({
  ...(flag === undefined ? {} : { flag }),
  make: () =>
    makePdf((pen) => {
      lines.forEach((line, index) => pen.text(line, 60, 60 + index * 16, { lineBreak: false }))
      draw(pen)
    }),
})
const write = (pen: PdfPen, x = 60, y = below) => pen.text(secret, x, y, { lineBreak: false })
const box = (pen: PdfPen, colour: string) => pen.rect(50, below - 10, 450, 40).fill(colour)

export const paperTricks: Tricks = {
  'white text': drawn((pen) => write(pen.fillColor('white'))),
  'almost white text': drawn((pen) => write(pen.fillColor('#f6f6f6'))),
  'text of a box in its colour': drawn((pen) => write(box(pen, '#224466').fillColor('#224466'))),
  'text under a white box': drawn((pen) => box(write(pen), 'white')),
  'text under a black box': drawn((pen) => box(write(pen), 'black')),
  'text without opacity': drawn((pen) => write(pen.fillOpacity(0))),
  'almost clear text': drawn((pen) => write(pen.fillOpacity(0.03))),
  'text in the invisible render mode': drawn((pen) => write(pen.addContent('3 Tr'))),
  'text that only cuts': drawn((pen) => write(pen.addContent('7 Tr'))),
  'white text over visible lines': drawn((pen) => write(pen.fillColor('white'), 60, 60)),
  'white outlines': drawn((pen) => write(pen.addContent('1 Tr 1 1 1 RG'))),
  'text of one point': drawn((pen) => write(pen.fontSize(1)), 'TINY_TEXT'),
  'text that a matrix makes tiny': drawn(
    (pen) => write(pen.save().addContent('0.02 0 0 0.02 100 300 cm')),
    'TINY_TEXT',
  ),
  'text left of the page': drawn((pen) => write(pen, -900), 'OFF_PAGE_TEXT'),
  'text above the page': drawn((pen) => write(pen, 60, -900), 'OFF_PAGE_TEXT'),
  'properties of the file': {
    flag: null,
    make: () =>
      makePdf((pen) => lines.forEach((line, index) => pen.text(line, 60, 60 + index * 16, { lineBreak: false })), {
        info: { Title: secret, Keywords: secret },
      }),
  },
}
