/** PDF files with tables whose cells have several lines. Their standard fonts have only Latin letters. */
import { makePdf } from '../../../samples/resumes.ts'
import type { Layout } from '../resume-parts.ts'

/** The degrees, row by row, cell by cell, and the lines of each cell. */
const degrees: string[][][] = [
  [['Degree'], ['Year of', 'passing'], ['Institute'], ['Board or', 'university'], ['Result']],
  [['Master of', 'Science'], ['2014'], ['Institute of', 'Computer', 'Science'], ['Uppsala', 'University'], ['68%']],
  [['Bachelor'], ['2012'], ['College of', 'Physics and', 'Mathematics,', 'Ghent'], ['Ghent', 'University'], ['83%']],
  [['School'], ['2009'], ['Saint Mary', 'School'], ['State board', 'of Flanders'], ['91%']],
]

/** `shift`: how many of a row's free lines are above a cell. */
const withTable = (gap: number, shift: (free: number) => number): Layout => ({
  make: ({ head, main, foot }) =>
    makePdf((pen) => {
      let y = 40
      const put = (line: string, x: number, top: number) => pen.fontSize(10).text(line, x, top, { lineBreak: false })
      const putAll = (lines: string[]) => lines.forEach((line) => put(line, 50, (y += 16)))
      putAll([...head, ...main, 'Degrees'])
      y += 20
      for (const cells of degrees) {
        const height = Math.max(...cells.map(({ length }) => length))
        for (const [column, cell] of cells.entries())
          cell.forEach((line, at) => put(line, 50 + column * 90, y + (shift(height - cell.length) + at) * 13))
        y += height * 13 + gap
      }
      putAll(foot)
    }),
  order: ({ head, main, foot }) => [
    ...[...head, ...main, 'Degrees'],
    ...[...degrees.map((cells) => cells.flat().join(' ')), ...foot],
  ],
})

export const tableLayouts: Record<string, Layout> = {
  'a table whose cells begin together': withTable(0, () => 0),
  'a table whose cells are centred in their rows': withTable(6, (free) => free / 2),
}
