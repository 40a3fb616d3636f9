/** PDF files in typical resume layouts. The standard fonts that they use have only Latin letters. */
import { pdfOf, renamedFont, stream } from '../../../samples/raw-pdfs.ts'
import { makePdf, type PdfPen } from '../../../samples/resumes.ts'
import { type Layout, linesOf } from '../resume-parts.ts'

type Place = { x: number; y: number; pitch?: number }
/** Draws lines one below the other. */
function put(pen: PdfPen, lines: string[], { x, y, pitch = 16 }: Place): void {
  lines.forEach((line, index) => pen.text(line, x, y + index * pitch, { lineBreak: false }))
}

/**
 * Draws lines in which the first word ends with an invisible character that is as wide as an "@" (1.015 ems). The other
 * words are slightly raised.
 */
function withWideMarks(lines: string[]): Buffer {
  const shown = lines.map((line) => {
    const [first, ...others] = line.split(' ')
    return `0 Ts [(${first} @) 1015] TJ 1 Ts (${others.join(' ')}) Tj T*`
  })
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 6 0 R >> >> >>`,
    stream('', `BT /F 10 Tf 14 TL 50 730 Td\n${shown.join('\n')}\nET`),
    ...renamedFont('@', '\u200b', 5),
  ])
}

/**
 * French lines as TeX's first fonts set them: accents are separate glyphs, and the accents on capitals are painted
 * after their line.
 */
const accented = [
  'École supérieure de Besançon',
  'Études de marché et comptabilité',
  'À Nîmes depuis 2019, chargé de clientèle',
]
const accents = { '\u0301': '´', '\u0300': '`', '\u0302': 'ˆ', '\u0327': '¸' } as Record<string, string>

function putAccented(pen: PdfPen, line: string, y: number): void {
  const raised: (() => void)[] = []
  let x = 50
  for (const [base, mark] of line.normalize('NFD').match(/\P{M}\p{M}*/gu)!) {
    pen.text(base!, x, y, { lineBreak: false })
    const accent = accents[mark ?? '']
    const width = pen.widthOfString(base!)
    if (accent) {
      const at = x + (width - pen.widthOfString(accent)) / 2
      if (/\p{Lu}/u.test(base!)) raised.push(() => pen.text(accent, at, y - 2.5, { lineBreak: false }))
      else pen.text(accent, at, y, { lineBreak: false })
    }
    x += width
  }
  for (const put of raised) put()
}

export const paperLayouts: Record<string, Layout> = {
  'one column': { make: (parts) => makePdf((pen) => put(pen, linesOf(parts), { x: 60, y: 60 })) },
  'a side bar on the left': {
    make: ({ head, side, main, foot }) =>
      makePdf((pen) => {
        put(pen.fontSize(16), head, { x: 60, y: 40, pitch: 24 })
        put(pen.fontSize(10), side, { x: 60, y: 120 })
        put(pen, main, { x: 230, y: 120 })
        put(pen, foot, { x: 60, y: 300 })
      }),
  },
  'light letters on a dark side bar': {
    make: ({ head, side, main, foot }) =>
      makePdf((pen) => {
        put(pen.fontSize(16), head, { x: 60, y: 40, pitch: 24 })
        pen.fontSize(10).rect(40, 110, 170, 160).fill('#223344').fillColor('white')
        put(pen, side, { x: 60, y: 120 })
        put(pen.fillColor('black'), main, { x: 230, y: 120 })
        put(pen, foot, { x: 60, y: 300 })
      }),
  },
  'two pages with a footer': {
    make: ({ head, side, main, foot }) =>
      makePdf((pen) => {
        put(pen, [...head, ...side], { x: 60, y: 60 })
        pen.addPage()
        put(pen, main, { x: 60, y: 60 })
        put(pen.fontSize(8), foot, { x: 60, y: 720 })
      }),
  },
  'dates at the right edge': {
    make: (parts) =>
      makePdf((pen) =>
        linesOf(parts).forEach((line, index) => {
          const [, text, dates] = /^(.*?)(, \d{4} to \d{4})?$/.exec(line)!
          pen.text(text!, 60, 60 + index * 16, { lineBreak: false })
          if (dates) pen.text(dates.slice(2), 480, 60 + index * 16, { lineBreak: false })
        }),
      ),
  },
  'large spaces between letters': {
    make: (parts) =>
      makePdf((pen) =>
        linesOf(parts).forEach((line, index) =>
          pen.text(line, 40, 60 + index * 16, { characterSpacing: 1.2, lineBreak: false }),
        ),
      ),
  },
  'a fixed-width font': {
    make: (parts) => makePdf((pen) => put(pen.font('Courier').fontSize(9), linesOf(parts), { x: 40, y: 60 })),
  },
  'small print': {
    make: (parts) => makePdf((pen) => put(pen.fontSize(5.5), linesOf(parts), { x: 60, y: 60, pitch: 8 })),
  },
  'light grey letters': {
    make: (parts) => makePdf((pen) => put(pen.fillColor('#999999'), linesOf(parts), { x: 60, y: 60 })),
  },
  'letters as outlines': {
    make: (parts) => makePdf((pen) => put(pen.addContent('1 Tr'), linesOf(parts), { x: 60, y: 60 })),
  },
  'zero-width characters with the boxes of letters': { make: (parts) => withWideMarks(linesOf(parts)) },
  'accents as glyphs of their own': {
    make: (parts) =>
      makePdf((pen) => {
        pen.fontSize(10)
        ;[...linesOf(parts), ...accented].forEach((line, index) => putAccented(pen, line, 60 + index * 16))
      }),
    order: (parts) => [...linesOf(parts), ...accented],
  },
  'wrapped paragraphs': {
    make: (parts) => makePdf((pen) => linesOf(parts).forEach((line) => pen.text(line, { width: 180 }))),
  },
}
